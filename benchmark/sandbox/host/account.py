"""Gives up root: a process started by root becomes an account without rights before it reads an answer."""

import ctypes
import importlib
import itertools
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host.bubblewrap import UNPRIVILEGED_ID
from benchmark.sandbox.host.runtime import ALLOWED, Runtime, runtime

_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_FIX = "run this command as an ordinary user"

_libc = ctypes.CDLL(None, use_errno=True)


def give_up_root(extras: Iterable[str] = ()) -> None:
    """Change from root to the account without rights, for good. Does nothing if this process is not root.

    Afterwards the process cannot read files that only root may read. The interpreter and the libraries may be
    among them, so they are imported from the sandbox's copies. Our own modules must be loaded before. The
    working directory becomes ``/``. The parent-death signal is lost and must be set again.

    Args:
        extras: keys of :data:`~benchmark.sandbox.host.runtime.EXTRAS` that sandboxes of this process need.

    Raises:
        SandboxFailure: if the process could become root again, or a copy cannot be made.
    """
    if os.geteuid() != 0:
        return
    # runtime() caches these for later, when copying is impossible. All of them first: afterwards, the copies
    # are found instead of the libraries.
    for prepared in [runtime(extra) for extra in ("", *extras)]:
        _import_from_copies(prepared)
    os.chdir("/")
    try:
        _drop()
    except OSError as error:
        raise SandboxFailure(
            f"cannot change from root to account {UNPRIVILEGED_ID}: {error}", _FIX
        ) from error
    if _can_be_root():
        raise SandboxFailure(f"account {UNPRIVILEGED_ID} can become root again on this machine", _FIX)


def _drop() -> None:
    for capability in itertools.count():
        if _prctl(_PR_CAPBSET_DROP, capability) != 0:  # past the last capability
            break
    os.setgroups([])
    os.setresgid(UNPRIVILEGED_ID, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    os.setresuid(UNPRIVILEGED_ID, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    if _libc.capset(header, none) != 0 or _prctl(_PR_SET_NO_NEW_PRIVS, 1) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _prctl(option: int, value: int) -> int:
    result: int = _libc.prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0)))
    return result


def _can_be_root() -> bool:
    try:
        os.setresuid(0, 0, 0)
    except PermissionError:
        return 0 in {*os.getresuid(), *os.getresgid(), *os.getgroups()}
    return True


def _import_from_copies(prepared: Runtime) -> None:
    """Import from the copies first: new modules, and further modules of packages that are already loaded."""
    libraries = [str(Path(copy).parent) for folder, copy in prepared.copies if Path(folder).name in ALLOWED]
    sys.path[:] = _with_copies_first([*libraries, *sys.path], prepared.copies)
    for module in list(sys.modules.values()):
        places = getattr(module, "__path__", None)
        if isinstance(places, list):
            places[:] = _with_copies_first(places, prepared.copies)
    sys.path_importer_cache.clear()
    importlib.invalidate_caches()


def _with_copies_first(places: Iterable[str], copies: Sequence[tuple[str, str]]) -> list[str]:
    """Return folders, each preceded by its copy if there is one."""
    found: dict[str, None] = {}
    for place in places:
        real = os.path.realpath(place)
        for folder, copy in copies:
            if Path(real).is_relative_to(folder):
                found[copy + real[len(folder) :]] = None
        found[place] = None
    return list(found)
