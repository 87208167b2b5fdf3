"""How the physics is compiled: two decorators, and a cache on disk that a changed source never meets.

A compiled function that calls one in another file keeps the old machine code of it when only that file changes (an open
fault of the compiler), so the cache lies in a folder named by the digest of the sources that a function can call: those
of its own folder, `table` or `terrain`, and those beside this file. A function in another room may call all of the
physics and what stands in its own file.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    numba: Any
else:
    try:
        import numba
    except ModuleNotFoundError:  # then everything runs as it stands, about a hundred times slower
        numba = None

P = ParamSpec("P")
R = TypeVar("R")

ROOM = Path(__file__).resolve().parent
AS_WRITTEN = {"nogil": True, "error_model": "numpy"}


@cache
def source_hash(folder: str = "**") -> str:
    """The digest of the sources of the physics, or of one folder of it, 16 hexadecimal digits; it names results and caches."""
    digest = hashlib.sha256()
    for path in sorted({*ROOM.glob("*.py"), *ROOM.glob(f"{folder}/*.py")}):
        digest.update(path.relative_to(ROOM).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder(folder: str) -> Path:
    """Where the compiled functions of `table` or `terrain` are kept: the user's cache, else a temporary folder."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    name = f"{folder}-{source_hash(folder if (ROOM / folder).is_dir() else '**')}"
    try:
        place = Path(base) / "carreau" / name
        place.mkdir(parents=True, exist_ok=True)
        if os.access(place, os.W_OK):
            return place
    except (OSError, RuntimeError):
        pass
    owner = os.getuid() if hasattr(os, "getuid") else "all"
    place = Path(tempfile.gettempdir()) / f"carreau-{owner}" / name
    place.mkdir(parents=True, exist_ok=True)
    return place


def compiles() -> bool:
    """Is there a compiler, and is it switched on?"""
    return numba is not None and not numba.config.DISABLE_JIT


def first_time(folder: str) -> bool:
    """Will the first stroke (`table`) or throw (`terrain`) wait for the compiler, because the cache is still empty?"""
    return compiles() and not any(cache_folder(folder).rglob("*.nbi"))


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that Python calls, of numbers and arrays; without a compiler, leave it as it stands.

    It is kept on disk. No fast mathematics: the results are bit for bit those of the plain function on the same processor.
    """
    if numba is None:
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent.name))
    try:
        compiled: Callable[P, R] = numba.njit(function, cache=True, **AS_WRITTEN)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that only compiled functions call: it is kept as a part of those, and compiles faster.

    It has no way in from Python: a call from there ends the process. See `called`.
    """
    if numba is None:
        return function
    compiled: Callable[P, R] = numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **AS_WRITTEN)
    return compiled


def called(function: Callable[P, R]) -> Callable[P, R]:
    """An inner function as Python can call it."""
    return kernel(getattr(function, "py_func", function))
