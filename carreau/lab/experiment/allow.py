"""What a restricted player may do: a Python expression over the parts of an action, or a function of one's own."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any

from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.core.number import shown
from carreau.core.phrase import Phrase
from carreau.core.types import Action

if TYPE_CHECKING:
    from carreau.bots.seen import Seen

FUNCTIONS = {one.__name__: one for one in (min, max, abs, len, any, all)}
NAME, PLY, SEAT, LEGAL = BESIDE = ("name", "ply", "seat", "legal")  # what an expression may ask for beside the parts
GRAMMAR = (  # of expressions: what compares and counts
    ast.Expression, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.IfExp, ast.Call, ast.Name, ast.Constant, ast.Tuple,
    ast.List, ast.Set, ast.GeneratorExp, ast.ListComp, ast.comprehension, ast.Subscript, ast.Slice, ast.boolop, ast.unaryop,
    ast.cmpop, ast.expr_context, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor,
    ast.RShift,
)  # fmt: skip

Function = Callable[["Seen", Action], Any]
Allow = str | Function


def allowed(game: Game, allow: Allow) -> Rule:
    """What is allowed, ready to be asked.

    Raises:
        BadOption: If it cannot be understood; the sentence says why.
    """
    from carreau.bots.levels import OWN  # only now: it takes a while to read

    if callable(allow):
        return Own(allow)
    return Own(imported(allow.strip())) if OWN.fullmatch(allow.strip()) else expression(game, allow.strip())


@dataclass(frozen=True)
class Own:
    """A function of one's own: it gets what the seat sees, and an action."""

    function: Function

    def among(self, seen: Seen, legal: Sequence[Action]) -> list[Action]:
        """The actions that are allowed; all of them where none is."""
        return [action for action in legal if self.function(seen, action)] or list(legal)


@dataclass(frozen=True)
class Expression:
    """An expression over the parts of an action, its name, the ply, the seat and the number of legal actions."""

    game: Game
    text: str
    code: CodeType
    uses_name: bool

    def among(self, seen: Seen, legal: Sequence[Action]) -> list[Action]:
        """The actions that are allowed; all of them where none is."""
        beside = {PLY: int(seen.state.ply), SEAT: seen.seat, LEGAL: len(legal)}
        return [action for action in legal if self.holds(action, beside)] or list(legal)

    def holds(self, action: Action, beside: dict[str, int]) -> bool:
        names: dict[str, Any] = {"__builtins__": {}, **FUNCTIONS, **beside, **self.game.unpack(action)}
        if self.uses_name:
            names[NAME] = self.game.name_action(action)
        try:
            return bool(eval(self.code, names))
        except Exception as error:
            raise BadOption(
                Phrase(
                    "{text!r} does not work for the action {action!r}: {error}.",
                    text=self.text, action=self.game.name_action(action), error=error,
                )
            ) from error  # fmt: skip


Rule = Own | Expression


def expression(game: Game, text: str) -> Expression:
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError) as error:
        raise BadOption(Phrase("{text} is not an expression: {error}.", text=shown(text, 60), error=reason(error))) from None
    known = [*(field.name for field in game.fields), *BESIDE]
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node in ast.walk(tree):
        check_node(node, text)
        if isinstance(node, ast.Name) and node.id not in {*known, *own, *FUNCTIONS}:
            raise BadOption(
                Phrase(
                    "An action of {game} has no {name!r}; what there is: {known}.",
                    game=game.name, name=node.id[:40], known=", ".join(known),
                )
            )  # fmt: skip
    code = compile(tree, "allow", "eval")
    return Expression(game, text, code, any(isinstance(node, ast.Name) and node.id == NAME for node in ast.walk(tree)))


def check_node(node: ast.AST, text: str) -> None:
    """Only what compares and counts is allowed: experiments are sent around."""
    called = node.func if isinstance(node, ast.Call) else None
    if not isinstance(node, GRAMMAR) or (called and not (isinstance(called, ast.Name) and called.id in FUNCTIONS)):
        part = ast.get_source_segment(text, node) if isinstance(node, ast.expr) else None
        raise BadOption(
            Phrase(
                "{part!r} cannot be used here: compare the parts of an action, with {functions} if you like.",
                part=(part or text)[:60], functions=", ".join(FUNCTIONS),
            )
        )  # fmt: skip


def reason(error: Exception) -> str:
    return error.msg if isinstance(error, SyntaxError) else str(error)


def imported(name: str) -> Function:
    """A function by its module and name."""
    module, _, own = name.partition(":")
    try:
        found: Any = getattr(importlib.import_module(module), own)
    except (ImportError, SyntaxError) as error:
        raise BadOption(Phrase("The module {module!r} cannot be imported: {error}.", module=module, error=error)) from error
    except AttributeError:
        raise BadOption(Phrase("There is no {name!r} in the module {module!r}.", name=own, module=module)) from None
    if not callable(found):
        raise BadOption(Phrase("{name!r} is not a function.", name=name))
    function: Function = found
    return function
