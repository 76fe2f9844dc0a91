"""Gives up root: a process started by root becomes an account without rights before it reads an answer."""

import os
from collections.abc import Iterable

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host import kernel
from benchmark.sandbox.host.bubblewrap import UNPRIVILEGED_ID
from benchmark.sandbox.host.runtime import runtime

_FIX = "run this command as an ordinary user"


def give_up_root(extras: Iterable[str] = ()) -> None:
    """Change from root to the account without rights, for good. Does nothing if this process is not root.

    Afterwards the process cannot read files that only root may read. The interpreter, the libraries and our
    own modules may be among them: ours must be loaded before, and behind the second wall (:mod:`.wall`) the
    others are imported from the sandbox's copies. The working directory becomes ``/``. The parent-death
    signal is lost and must be set again.

    Args:
        extras: keys of :data:`~benchmark.sandbox.host.runtime.EXTRAS` that sandboxes of this process need.

    Raises:
        SandboxFailure: if the process could become root again, or a copy cannot be made.
    """
    if os.geteuid() != 0:
        return
    for extra in ("", *extras):
        runtime(extra)  # cached for later, when copying is impossible
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
    kernel.drop_bounding_set()
    os.setgroups([])
    os.setresgid(UNPRIVILEGED_ID, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    os.setresuid(UNPRIVILEGED_ID, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    kernel.drop_capabilities()


def _can_be_root() -> bool:
    try:
        os.setresuid(0, 0, 0)
    except PermissionError:
        return 0 in {*os.getresuid(), *os.getresgid(), *os.getgroups()}
    return True
