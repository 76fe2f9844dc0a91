"""Imports numpy and pandas on the host, for tests that use them."""

import contextlib
import functools
import importlib
import os
import sys
from collections.abc import Collection, Iterator
from types import ModuleType

from benchmark.sandbox.host.runtime import installed_libraries

#: Libraries whose values tests get as they are.
EXACT = ("numpy", "pandas")
#: Variables by which the libraries of numpy choose their number of threads when they are loaded.
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
#: A library that the sandbox lacks. If pandas found it here, it would store texts differently than in there.
_NOT_IN_SANDBOX = "pyarrow"


class LibraryMissing(Exception):  # noqa: N818 - the name is clear without the suffix Error
    """A library that a test uses is not installed; the message says which."""


@functools.cache
def load(name: str) -> ModuleType:
    """Import a library of :data:`EXACT`, with one thread for its arithmetic, and return it.

    Raises:
        LibraryMissing: if the library is not installed.
    """
    if name not in EXACT or name not in installed_libraries(EXACT):
        raise LibraryMissing(f"{name} is not installed; it is part of the extra `scientific`")
    # Behind the second wall this finds the files that the sandbox reads, and no others.
    with _one_thread(), _without_pyarrow():
        return importlib.import_module(name)


@contextlib.contextmanager
def used(names: Collection[str]) -> Iterator[None]:
    """Load libraries of :data:`EXACT` for one test, with the settings that they have in the sandbox.

    Raises:
        LibraryMissing: if a library is not installed.
    """
    for name in names:
        load(name)
    with contextlib.ExitStack() as settings:
        if "numpy" in names:
            numpy = load("numpy")
            numpy.random.seed(0)  # a test draws the same numbers in every run
            settings.enter_context(numpy.errstate())
            settings.enter_context(numpy.printoptions())
        if "pandas" in names:  # the host may have loaded pyarrow, the sandbox never
            settings.enter_context(load("pandas").option_context("mode.string_storage", "python"))
        yield


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    before = {variable: os.environ.get(variable) for variable in _ONE_THREAD}
    os.environ.update(_ONE_THREAD)
    try:
        yield
    finally:
        for variable, value in before.items():
            if value is None:
                del os.environ[variable]
            else:
                os.environ[variable] = value


@contextlib.contextmanager
def _without_pyarrow() -> Iterator[None]:
    if _NOT_IN_SANDBOX in sys.modules:
        yield
        return
    sys.modules[_NOT_IN_SANDBOX] = None  # type: ignore[assignment]  # makes an import fail
    try:
        yield
    finally:
        del sys.modules[_NOT_IN_SANDBOX]
