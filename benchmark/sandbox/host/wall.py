"""The second wall: a process that reads answers and replies closes itself off before the first of them.

Whatever an answer makes our own code do, this process then has no file of the user, no task but those that
it is sent, no network, no program, and no signal for another process. Bubblewrap cannot build this wall: it
would start a new interpreter, which may be unable to read our modules after root was given up, and the main
process would lose sight of the process that it started.
"""

import atexit
import contextlib
import ctypes
import importlib
import os
import socket
import struct
import sys
import time
import traceback
from collections.abc import Iterable
from pathlib import Path

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host import broker, kernel, seccomp
from benchmark.sandbox.host.runtime import (
    GUEST_MOUNT,
    LIBRARY_MOUNT,
    UNPRIVILEGED_ID,
    namespace_advice,
    runtime,
)
from benchmark.sandbox.host.zygote import PROFILES, launch

_TMP = "/tmp"  # noqa: S108 - each process has its own
_TMP_MB = 16
#: The only environment variables of a walled process.
ENVIRONMENT = {"HOME": _TMP, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC"}
_OLD_ROOT = "old"  #: name of the folder of the new root in which the old one lies meanwhile
#: Mount, cgroup, UTS, IPC, user and network namespaces: CLONE_NEWNS and so on.
_NAMESPACES = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x40000000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_BIND, _MS_REC, _MS_PRIVATE = 2, 4, 8, 0x1000, 0x4000, 0x40000
_MNT_DETACH = 2
_SYS_MOUNT_SETATTR = 442  # on every machine
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_ATTR_RDONLY, _ATTR_NOSUID, _ATTR_NODEV = 1, 2, 4
_PR_SET_DUMPABLE = 4
_ENV_START = 47  #: index of this field of /proc/self/stat, counted from the one after the program's name
_FIX = "use Linux 5.12 or later, on x86_64 or aarch64"


def close_off(connection: int, extra: str = "") -> None:
    """Put this process behind the second wall, for good. It must have one thread, and not be root.

    Afterwards it reads the interpreter and the allowed libraries and nothing else, so our own modules must be
    loaded before. Sandboxes are started by a *broker*, a process that is forked first and has no wall; see
    :mod:`.broker`. What this process prints is copied to standard error.

    Args:
        connection: descriptor that stays open; all others are closed.
        extra: key of :data:`~benchmark.sandbox.host.runtime.EXTRAS` whose libraries tests may import, too.

    Raises:
        SandboxFailure: if the wall cannot be built; the fix says how to allow it.
    """
    mounts = _mounts(extra)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    messages, output = os.pipe()
    forked = os.fork()
    if forked == 0:
        _become_broker(theirs, messages)
    theirs.close()
    os.close(messages)
    atexit.register(_end_broker, forked, ours)
    try:
        _unshare()
        _enter_new_root(mounts)
        _close_descriptors({connection, ours.fileno()}, output)
        _forget_environment()
        _import_from_mounts()
        kernel.drop_bounding_set()
        kernel.drop_capabilities()
        kernel.control(_PR_SET_DUMPABLE, 0)
        seccomp.load(seccomp.build(wall=True))
    except OSError as error:
        problem = f"the wall around the judging process cannot be built: {error}"
        raise SandboxFailure(problem, namespace_advice(str(error)) or _FIX) from error
    broker.use(ours)


def _become_broker(connection: socket.socket, messages: int) -> None:
    """Serve the process that was forked from, and end when it has closed the connection. Never returns."""
    try:
        os.setsid()  # so that Ctrl-C ends the walled process, and that one ends this process
        _close_descriptors({connection.fileno(), messages}, 2)
        kernel.control(_PR_SET_DUMPABLE, 0)
        broker.serve(connection, messages, launch, PROFILES)
    except BaseException:  # noqa: BLE001 - the code of our caller must not go on in this process
        traceback.print_exc()
    finally:
        os._exit(0)


def _end_broker(broker_process: int, connection: socket.socket) -> None:
    connection.close()
    with contextlib.suppress(ChildProcessError):
        os.waitpid(broker_process, 0)  # a container may lack a process that does this for orphans


def _unshare() -> None:
    """Enter namespaces of this process's own, in which it has all capabilities and keeps its ids."""
    user, group = os.geteuid(), os.getegid()
    kernel.call("unshare", _NAMESPACES)
    kernel.control(_PR_SET_DUMPABLE, 1)  # after a change of account, the files below would belong to root
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        # UTF-8 needs no import: the interpreter with its other encodings may be unreadable just now.
        Path("/proc/self", name).write_text(text, encoding="utf-8")


def _mounts(extra: str) -> list[tuple[str, str]]:
    """Return what the process may read: (path outside, path inside)."""
    found = [("/usr", "/usr"), ("/etc/ld.so.cache", "/etc/ld.so.cache")]
    found += [(f"/{name}", f"/{name}") for name in ("bin", "lib", "lib64", "sbin")]
    found += [(outside, inside) for outside, inside in runtime(extra).mounts if inside != GUEST_MOUNT]
    # Only our own folder of /proc, so that no other process is seen.
    found.append((f"/proc/{Path('/proc/self').readlink()}", "/proc/self"))
    return [(os.path.realpath(outside), inside) for outside, inside in found if Path(outside).exists()]


def _enter_new_root(mounts: list[tuple[str, str]]) -> None:
    """Replace all mounts by read-only ones of a few folders, and by a small /tmp in which no file can run."""
    kernel.call("mount", None, b"/", None, _MS_REC | _MS_PRIVATE, None)
    _mount_tmpfs(_TMP, "size=1m,mode=0755")  # becomes the root; any folder would do
    Path(_TMP, _OLD_ROOT).mkdir()
    kernel.call("pivot_root", os.fsencode(_TMP), os.fsencode(Path(_TMP, _OLD_ROOT)))
    os.chdir("/")
    for outside, inside in mounts:
        _bind(outside, inside)
        _restrict(inside, _ATTR_NODEV, recursive=True)
    _bind("/dev/null", "/dev/null")
    _restrict("/dev/null", 0)
    (thread,) = Path("/proc/self/task").iterdir()
    Path("/proc/thread-self").symlink_to(f"self/task/{thread.name}")
    Path(_TMP).mkdir()
    _mount_tmpfs(_TMP, f"size={_TMP_MB}m,mode=0700", _MS_NOEXEC)
    kernel.call("umount2", os.fsencode(f"/{_OLD_ROOT}"), _MNT_DETACH)
    Path(f"/{_OLD_ROOT}").rmdir()
    _restrict("/", _ATTR_NODEV)


def _mount_tmpfs(path: str, options: str, more: int = 0) -> None:
    kernel.call("mount", b"tmpfs", path.encode(), b"tmpfs", _MS_NOSUID | _MS_NODEV | more, options.encode())


def _bind(outside: str, inside: str) -> None:
    """Mount a file or folder of the old root, with everything that is mounted in it."""
    source, target = f"/{_OLD_ROOT}{outside}", Path(inside)
    target.parent.mkdir(parents=True, exist_ok=True)
    if Path(source).is_dir():
        target.mkdir()
    else:
        target.touch()
    kernel.call("mount", os.fsencode(source), os.fsencode(inside), None, _MS_BIND | _MS_REC, None)


def _restrict(path: str, more: int, *, recursive: bool = False) -> None:
    """Make a mount read-only, without set-uid programs."""
    attributes = struct.pack("=4Q", _ATTR_RDONLY | _ATTR_NOSUID | more, 0, 0, 0)  # struct mount_attr
    flags = _AT_RECURSIVE if recursive else 0
    size = ctypes.c_size_t(len(attributes))
    kernel.call("syscall", _SYS_MOUNT_SETATTR, _AT_FDCWD, os.fsencode(path), flags, attributes, size)


def _close_descriptors(keep: set[int], output: int) -> None:
    """Close all descriptors except a few: no terminal, no log file and no pipe of Python's stays."""
    null = os.open(os.devnull, os.O_RDWR)
    for number, replacement in enumerate((null, output, output)):
        os.dup2(replacement, number)
    start = 3
    for descriptor in sorted(keep):
        os.closerange(start, descriptor)
        start = descriptor + 1
    os.closerange(start, os.sysconf("SC_OPEN_MAX"))


def _forget_environment() -> None:
    """Remove all variables, and overwrite the memory in which the kernel has put them."""
    fields = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    start, end = map(int, fields[_ENV_START : _ENV_START + 2])
    os.environ.clear()
    ctypes.memset(start, 0, end - start)
    os.environ.update(ENVIRONMENT)
    time.tzset()


def _import_from_mounts() -> None:
    """Let imports find the interpreter and the libraries where they are now."""
    base, real = sys.base_prefix, os.path.realpath(sys.base_prefix)
    library = str(Path(os.__file__).parent).replace(base, real, 1)
    sys.path[:] = [library, f"{library}/lib-dynload", LIBRARY_MOUNT]
    for module in list(sys.modules.values()) if base != real else ():
        places = getattr(module, "__path__", None)
        if isinstance(places, list):
            places[:] = [place.replace(base, real, 1) for place in places]
    sys.path_importer_cache.clear()
    importlib.invalidate_caches()


_AS_USER = "run this command as an ordinary user"


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
            f"cannot change from root to account {UNPRIVILEGED_ID}: {error}", _AS_USER
        ) from error
    if _can_be_root():
        raise SandboxFailure(f"account {UNPRIVILEGED_ID} can become root again on this machine", _AS_USER)


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
