"""Machine code on disk: Numba's cache, in a folder whose name already says what the code was made from and made for."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from carreau.core.code_folder import FOLDER, UNSAVED, came_along, writable
from carreau.core.lock import locked
from carreau.core.processor import GENERIC

LOCK = "lock"


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
        found = self._load_if_whole(signature, context)
        if found is None and came_along(self._folder):  # where nothing is ever written
            setattr(self._py_func, FOLDER, writable(self._folder))
            super().__init__(self._py_func)
            found = self._load_if_whole(signature, context)
        return found

    def save_overload(self, signature: Any, data: Any) -> None:
        """Where there is no room, the code is used all the same, and compiled again next time. One process at a time: games share
        functions, and two that add to a list at once would take the same file for the code of both."""
        try:
            self._impl.locator.ensure_cache_path()
            with locked(Path(self.cache_path) / LOCK):
                super().save_overload(signature, data)
        except OSError:
            UNSAVED.add(self._folder)

    @property
    def _folder(self) -> Path:
        folder: Path = self._impl.locator.folder
        return folder

    def _load_if_whole(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception:  # whatever can be wrong with a file that holds anything
            if not came_along(self._folder):
                self.flush()
            return None

    def _load_overload(self, signature: Any, context: Any) -> Any:
        """Code for any processor runs here, even if what this process compiles is for another."""
        _, own, function = self._index_key(signature, context.codegen())
        for processor in dict.fromkeys((own, GENERIC)):
            data = self._cache_file.load((signature, processor, function))
            if data is not None:
                return self._impl.rebuild(context, data)
        return None

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        """Numba's own, without the system's name and version: the folder's name says enough of that."""
        _, (_, *processor), function = super()._index_key(signature, codegen)
        return signature, tuple(processor), function
