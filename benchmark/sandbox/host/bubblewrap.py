"""The command line of the sandbox around one zygote."""

import os
import shutil
from pathlib import Path

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host.runtime import LIBRARY_MOUNT, Runtime

#: The account that root becomes before it starts anything; it owns nothing on common systems.
UNPRIVILEGED_ID = 65534

#: All that a process inside finds in its environment, beside PWD and LC_CTYPE.
ENVIRONMENT = {
    "HOME": "/tmp",  # noqa: S108 - inside the sandbox, private to a child
    "LANG": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": LIBRARY_MOUNT,
    "TZ": "UTC",
    "MALLOC_ARENA_MAX": "1",  # an arena a thread would count against the limit of memory
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
}
_GUEST_START = (
    "import sys; sys.path.insert(0, '/sightbench'); from sightbench_guest.zygote import main; main({fd})"
)


def command(runtime: Runtime, control_fd: int) -> list[str]:
    """Arguments that start a zygote which speaks on descriptor ``control_fd``.

    Raises:
        SandboxFailure: when bubblewrap is not installed.
    """
    bwrap = shutil.which("bwrap", path=os.environ.get("PATH", "") + ":/usr/bin:/usr/local/bin")
    if bwrap is None:
        raise SandboxFailure("bubblewrap is not installed", "sudo apt-get install bubblewrap")
    arguments = [
        bwrap,
        "--unshare-all",
        "--unshare-user",
        "--uid",
        "0",
        "--gid",
        "0",
        "--hostname",
        "sandbox",
    ]
    # CAP_SYS_ADMIN makes a child's namespaces and mounts, CAP_SYS_RESOURCE forbids further user
    # namespaces; both count inside only, and a child gives them up before the answer runs.
    arguments += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SYS_RESOURCE"]
    arguments += ["--die-with-parent", "--new-session", "--clearenv"]
    for name, value in ENVIRONMENT.items():
        arguments += ["--setenv", name, value]
    arguments += ["--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for name in ("bin", "lib", "lib64", "sbin"):
        arguments += _mount_like_host(Path("/") / name)
    for folder in runtime.hidden:
        arguments += ["--tmpfs", folder, "--remount-ro", folder]
    for outside, inside in runtime.mounts:
        arguments += ["--ro-bind", outside, inside]
    arguments += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp"]  # noqa: S108
    arguments += ["--remount-ro", "/dev", "--remount-ro", "/"]
    program = _GUEST_START.format(fd=control_fd)
    return [*arguments, "--", runtime.python, "-S", "-s", "-P", "-B", "-c", program]


def _mount_like_host(folder: Path) -> list[str]:
    if folder.is_symlink():
        return ["--symlink", str(folder.readlink()), str(folder)]
    return ["--ro-bind", str(folder), str(folder)] if folder.is_dir() else []
