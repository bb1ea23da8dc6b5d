"""Machine code on disk: Numba's cache, in a folder whose name already says what the code was made from and made for."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from carreau.core.code_folder import FOLDER


class FolderLocator(_CacheLocator):
    """By the name of its file, the line and the folder: neither dates nor places matter."""

    def __init__(self, folder: Path, file: Path, line: int) -> None:
        self.folder, self.file, self.line = folder, file, line

    def get_cache_path(self) -> str:
        return str(self.folder / self.file.parent.name)

    def get_source_stamp(self) -> str:
        return self.folder.name

    def get_disambiguator(self) -> str:
        return str(self.line)

    @classmethod
    def from_function(cls, function: FunctionType, file: str) -> FolderLocator:
        return cls(vars(function)[FOLDER], Path(file), function.__code__.co_firstlineno)


class FolderCacheImpl(CompileResultCacheImpl):
    _locator_classes = (FolderLocator,)


class CodeCache(FunctionCache):
    """The cache of a function that says in which folder its code is kept. Damaged files are as good as none."""

    _impl_class = FolderCacheImpl

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception:  # whatever can be wrong with a file that holds anything
            self.flush()
            return None
