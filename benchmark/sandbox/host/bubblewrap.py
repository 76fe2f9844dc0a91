"""Builds the bubblewrap command that starts one zygote in a sandbox, and says what to do if it is refused."""

import os
import shutil
from pathlib import Path

from benchmark.core.errors import SandboxFailure
from benchmark.core.install import install_program
from benchmark.sandbox.host.runtime import LIBRARY_MOUNT, Runtime

#: The account to which root changes before it starts a process. On common systems it owns no files.
UNPRIVILEGED_ID = 65534

#: Environment variables inside the sandbox; a process also finds PWD and LC_CTYPE.
ENVIRONMENT = {
    "HOME": "/tmp",  # noqa: S108 - each child has its own /tmp
    "LANG": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": LIBRARY_MOUNT,
    "TZ": "UTC",
    "LD_BIND_NOW": "1",  # otherwise each child looks up the C functions that it calls
    "MALLOC_ARENA_MAX": "1",  # one memory arena per thread would count against the memory limit
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
}
_GUEST_START = (
    "import sys; sys.path.insert(0, '/sightbench'); from sightbench_guest.zygote import main; main({fd})"
)
#: Parts of bubblewrap's messages if the kernel, a security module or a container refuses namespaces.
_REFUSALS = (
    "uid map",
    "No permissions to creat",
    "Creating new namespace failed",
    "Operation not permitted",
    "Permission denied",
    "Can't mount",
    "No space left on device",
)
#: Files of containers: Docker's, and Podman's.
_CONTAINER_FILES = (".dockerenv", "run/.containerenv")
_UBUNTU = (
    "allow unprivileged user namespaces; on Ubuntu 24.04 and later:"
    " sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
)

_NO_SUPPORT = "use a kernel with user namespaces (CONFIG_USER_NS)"
_MAXIMUM = "allow user namespaces: sudo sysctl -w user.max_user_namespaces=10000"
_DEBIAN = "allow unprivileged user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1"
_CONTAINER = (
    "allow user namespaces on the machine, and start the container with --security-opt seccomp=unconfined"
    " --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or with --privileged"
)
_OTHER = (
    "allow unprivileged user namespaces; SELinux, AppArmor, a container or RestrictNamespaces= of systemd may"
    " refuse them"
)


def find_bubblewrap() -> str | None:
    """Return the path of bubblewrap's program; None if it is not installed."""
    return shutil.which("bwrap", path=os.environ.get("PATH", "") + ":/usr/bin:/usr/local/bin")


def command(runtime: Runtime, control_fd: int) -> list[str]:
    """Return the command that starts a zygote with its control socket on descriptor ``control_fd``."""
    bwrap = find_bubblewrap()
    if bwrap is None:
        raise SandboxFailure("bubblewrap is not installed", install_program("bubblewrap"))
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
    # The zygote needs CAP_SYS_ADMIN to make a child's namespaces and mounts, and CAP_SYS_RESOURCE to forbid
    # further user namespaces. Both apply inside only, and a child gives them up before the answer runs.
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


def namespace_advice(output: str, root: Path = Path("/")) -> str:
    """Return the fix for a refusal of namespaces, or nothing if bubblewrap's error output is another one.

    The root is the folder that contains ``proc``, ``run`` and so on.
    """
    if not any(refusal in output for refusal in _REFUSALS):
        return ""
    apparmor = _setting(root, "kernel/apparmor_restrict_unprivileged_userns") == "1"
    full = _setting(root, "user/max_user_namespaces") == "0" or "ENOSPC" in output or "No space" in output
    causes = {
        _NO_SUPPORT: not (root / "proc/self/ns/user").exists(),
        _MAXIMUM: full,
        _DEBIAN: _setting(root, "kernel/unprivileged_userns_clone") == "0",
        _UBUNTU: apparmor and "uid map" in output,  # even in a container
        _CONTAINER: any((root / name).exists() for name in _CONTAINER_FILES),
    }
    fits = [fix for fix, found in causes.items() if found]
    return fits[0] if fits else _UBUNTU if apparmor else _OTHER


def _setting(root: Path, name: str) -> str:
    try:
        return (root / "proc/sys" / name).read_text(encoding="utf-8").strip()
    except OSError:  # this kernel does not have the setting
        return ""
