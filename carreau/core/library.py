"""How the machine code of rules is put together: what several entries call is optimized once.

Left to itself, Numba optimizes a function together with all that it calls, then again in each of its callers, and makes
machine code of all of it each time. Here a rule goes into its callers as it is, and is optimized there. Only the rules that
several entries call become machine code of their own, once each: parts, which their callers call by name.

This relies on the inside of Numba; machine.py does without in versions of Numba that it was not tested with.
"""

from __future__ import annotations

import gc
import hashlib
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.environment import Environment, lookup_environment
from numba.core.registry import cpu_target
from numba.core.typed_passes import AnnotateTypes

SHARED = ("setup", "legal", "play", "next_round", "returns", "redeal", "evaluate")  # what matches, bots and simulations call
ENVIRONMENT = "_ZN08NumbaEnv"  # how the global variables begin in which Numba keeps what a function needs from Python
PARTS: dict[str, Part] = {}  # those that are loaded, by name


class Part:
    """Machine code that is called by name, and kept on disk with everything that calls it."""

    def __init__(self, name: str, code: Any, environments: list[Environment], needs: tuple[Part, ...]) -> None:
        self.name, self.code, self.environments, self.needs = name, code, environments, needs

    def __call__(self) -> None:
        """Load it if it is not there. Numba calls this before it loads what needs it."""
        if self.name not in PARTS:
            for part in self.needs:
                part()
            codegen = cpu_target.target_context.codegen()
            codegen.unserialize_library(self.code)
            for environment in self.environments:
                codegen.set_env(environment.env_name, environment)
            PARTS[self.name] = self


class RuleLibrary(JITCodeLibrary):
    """A function and the rules that it calls."""

    is_rule = is_part = False
    _final_module: Any

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager(opt=1)  # the rest is done where it is called
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        if self.is_part or not self.is_rule:
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        functions = list(self._final_module.functions)
        needs = tuple(PARTS[one.name] for one in functions if one.is_declaration and one.name in PARTS)
        self._reload_init.update(needs)
        own = [one for one in functions if not one.is_declaration and one.linkage == llvm.Linkage.external]
        if self.is_part and len(own) == 1:
            self._become_part(own[0], needs)
        elif self.is_rule:
            self._go_into_callers(own)
        super()._finalize_final_module()

    def _become_part(self, main: Any, needs: tuple[Part, ...]) -> None:
        whole, known_as = self._final_module, main.name
        main.name = f"{known_as}.{hashlib.sha256(whole.as_bitcode()).hexdigest()[:32]}"  # other processes use the same names
        self._shared_module = self._module(call(main, known_as))
        self._final_module = self._module()
        library = JITCodeLibrary(self._codegen, self.name)
        library.enable_object_caching()
        library._final_module, library._shared_module = whole, self._module()
        library._finalize_final_module()
        environments = filter(None, (lookup_environment(one.name) for one in whole.global_variables))
        kept = [one for one in environments if one.can_cache()]
        PARTS[main.name] = Part(main.name, library.serialize_using_object_code(), kept, needs)
        self._reload_init.add(PARTS[main.name])

    def _go_into_callers(self, own: list[Any]) -> None:
        for function in own:
            function.linkage = "linkonce_odr"
        self._verify_declare_only_symbols()
        self._shared_module = whole = self._final_module
        self._final_module = self._module(*(str(one) for one in whole.global_variables if one.name.startswith(ENVIRONMENT)))

    def _module(self, *lines: str) -> Any:
        module = llvm.parse_assembly("\n".join([str(self._codegen._create_empty_module(self.name)), *lines]))
        module.name = self._final_module.name
        return module


def call(function: Any, known_as: str) -> str:
    """What callers get in place of a function: one of the name by which they know it, which calls it by its own."""
    kinds = [" ".join([str(one.type), *(each.decode() for each in one.attributes)]) for one in function.arguments]
    given = ", ".join(f"{kind} %a{i}" for i, kind in enumerate(kinds))
    result = str(function.global_value_type).partition(" (")[0]
    return f"""
        declare {result} @"{function.name}"({", ".join(kinds)})
        define linkonce_odr {result} @"{known_as}"({given}) alwaysinline {{
            %result = tail call {result} @"{function.name}"({given})
            ret {result} %result
        }}
    """


@register_pass(mutates_CFG=False, analysis_only=True)
class MakeLibrary(AnalysisPass):
    _name = "make_library"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.is_rule = state.flags.no_cpython_wrapper
        state.library.is_part = state.library.is_rule and state.func_id.func_name in SHARED
        state.library.enable_object_caching()
        return False


class RuleCompiler(Compiler):
    """Numba's own, with a library of ours, and spared some work that nobody looks at."""

    def __init__(self, typing: Any, target: Any, library: Any, kinds: Any, result: Any, flags: Flags, names: Any) -> None:
        super().__init__(typing, target, library, Kinds(kinds), result, QuickFlags(flags), names)

    def compile_extra(self, function: Any) -> Any:
        collects = gc.isenabled()
        gc.disable()  # it would look through a million objects again and again, and find next to nothing
        try:
            return super().compile_extra(function)
        finally:
            if collects:
                gc.enable()

    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for manager in pipelines:
            manager.add_pass_after(MakeLibrary, AnnotateTypes)
            manager.finalize()
        return pipelines


class Kinds(tuple[Any, ...]):
    """The types of arguments. Numba describes them before every pass, and a record's description is long."""

    def __str__(self) -> str:
        return f"{len(self)} arguments"


class QuickFlags(Flags):
    """By these flags, among others, Numba looks up every call, so their hash is worth keeping."""

    def __init__(self, copied: Flags | None = None) -> None:
        super().__init__(copied)
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, QuickFlags) and self._values == other._values) or super().__eq__(other)
