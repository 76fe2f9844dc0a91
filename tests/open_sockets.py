"""A test fails if it leaves an unclosed socket behind that nothing refers to any more.

Otherwise the garbage collector finds it much later, and a test that has nothing to do with it fails.
"""

import gc
import os
import sys
from collections.abc import Generator
from contextlib import suppress

import pytest

_DESCRIPTORS = "/proc/self/fd/"
#: Sockets that were open after an earlier test, such as those of servers of a module.
_known: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Collect garbage after a test that leaves new sockets open, and fail for those that were not closed.

    Most tests leave none, so that this takes a tenth of a millisecond.
    """
    result = yield
    if not open_sockets() <= _known:
        unclosed = unclosed_sockets()
        _known.clear()
        _known.update(open_sockets())
        if unclosed:
            pytest.fail(f"the test leaves sockets open: {', '.join(unclosed)}", pytrace=False)
    return result


def open_sockets() -> set[str]:
    """Return the sockets that this process has open, as Linux names them; elsewhere none."""
    found = set()
    with suppress(OSError):
        for name in os.listdir(_DESCRIPTORS):  # noqa: PTH208 - after each test; paths take five times as long
            with suppress(OSError):  # the descriptor of the listing is closed by now
                found.add(os.readlink(_DESCRIPTORS + name))  # noqa: PTH115
    return {name for name in found if name.startswith("socket:")}


def unclosed_sockets() -> list[str]:
    """Collect garbage, and return the warnings about sockets that were never closed."""
    found: list[str] = []
    before = sys.unraisablehook

    def keep(raised: "sys.UnraisableHookArgs") -> None:
        if isinstance(raised.exc_value, ResourceWarning) and "socket" in str(raised.exc_value):
            found.append(str(raised.exc_value))
        else:
            before(raised)

    sys.unraisablehook = keep
    try:
        gc.collect()
        gc.freeze()  # what is left is in use, and the next collection need not look through it
    finally:
        sys.unraisablehook = before
    return found
