"""Extras: packages that only some work needs, and the one line to type if they are missing."""

from __future__ import annotations

from importlib.util import find_spec

from carreau.core.errors import MissingExtra


def need(work: str, extra: str, **packages: str) -> None:
    """Refuse work if a package it needs is missing (by module, with the name people know). Call it before the work begins."""
    if missing := [name for module, name in packages.items() if not is_installed(module)]:
        raise MissingExtra(f"{work} needs {' and '.join(missing)}: {how_to_install(extra)}")


def is_installed(module: str) -> bool:
    return find_spec(module) is not None


def how_to_install(extra: str) -> str:
    return f'pip install "carreau[{extra}]"'
