"""System calls for processes on the host, made through ctypes because Python 3.11 lacks them."""

import contextlib
import ctypes
import itertools
import os

_CAPABILITY_VERSION_3 = 0x20080522
_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 24, 38

_libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> None:
    """Call a function of the C library, which takes integers as C's ``int``.

    Raises:
        OSError: if it fails; the message begins with its name.
    """
    if getattr(_libc, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def control(option: int, *arguments: int) -> None:
    """Call ``prctl`` with up to four arguments."""
    call("prctl", option, *map(ctypes.c_ulong, (*arguments, 0, 0, 0, 0)[:4]))


def drop_bounding_set() -> None:
    """Forbid all capabilities to programs that this process starts; needs CAP_SETPCAP."""
    with contextlib.suppress(OSError):  # raised past the last capability
        for capability in itertools.count():
            control(_PR_CAPBSET_DROP, capability)


def drop_capabilities() -> None:
    """Give up all capabilities, and forbid regaining them by executing a set-uid program."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    call("capset", header, (ctypes.c_uint32 * 6)())
    control(_PR_SET_NO_NEW_PRIVS, 1)
