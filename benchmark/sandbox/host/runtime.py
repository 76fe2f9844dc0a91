"""What a sandbox has: the interpreter, the guest's code, the allowed libraries; and bubblewrap's command.

For an ordinary user these files are mounted from their own folders. Root first copies them to a folder that
the sandbox's account can read, named by digest, so that a clone in a closed home folder works too.
"""

import functools
import importlib.util
import os
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import SandboxFailure
from benchmark.core.install import install_extra, install_program

#: Libraries that an answer may import, if installed: import name → neighbouring folders and modules of it.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "numpy": ("numpy.libs",),
    "sympy": (),
    "mpmath": (),
    "sortedcontainers": (),
    "pandas": ("dateutil", "six.py", "tzdata"),  # dateutil needs six before its version 3
}
#: Libraries that an answer may import, too, but finds only in sandboxes for texts that name them: scipy takes
#: two seconds to load, and sympy and pandas would load it without being asked.
RARE: dict[str, tuple[str, ...]] = {"scipy": ("scipy.libs",), "networkx": ()}
ALLOWED = (*LIBRARIES, *RARE)  #: import names of all libraries that an answer may import
#: Further libraries of some sandboxes: the rare ones, those of the linter, where no answer runs, and those of
#: answers that draw. Each key is the name of an extra to install, which counts as installed if its first
#: library is.
EXTRAS: dict[str, dict[str, tuple[str, ...]]] = {
    "scientific": RARE,
    "pylint": {"pylint": (), "astroid": (), "platformdirs": ()},
    "figure": {
        "matplotlib": ("mpl_toolkits", "pylab.py"),
        "PIL": ("pillow.libs",),
        "contourpy": (),
        "cycler": (),
        "dateutil": ("six.py",),
        "fontTools": (),
        "kiwisolver": (),
        "packaging": (),
        "pyparsing": (),
        **RARE,
    },
}
#: Folders with the system's fonts. A drawing must not depend on them, and searching thousands takes seconds.
_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "/usr/X11R6/lib/X11/fonts")
#: Import name → distribution name, if they differ.
_DISTRIBUTIONS = {"PIL": "pillow", "dateutil": "python-dateutil", "six.py": "six", "tzdata": "tzdata"}
GUEST_MOUNT = "/sightbench/sightbench_guest"
LIBRARY_MOUNT = "/sightbench-lib"
GUEST = Path(__file__).parent.parent / "guest"
_NOT_NEEDED = shutil.ignore_patterns(
    "test", "site-packages", "idlelib", "tkinter", "ensurepip", "config-*", "*.a"
)


@dataclass(frozen=True, slots=True)
class Runtime:
    """The interpreter inside the sandbox, and the folders that are mounted for it."""

    python: str  #: path of the interpreter
    mounts: tuple[tuple[str, str], ...]  #: read-only mounts: (path outside, path inside)
    libraries: frozenset[str]  #: import names of the available libraries
    hidden: tuple[str, ...] = ()  #: folders of the system that are empty inside


def installed_libraries(names: Iterable[str] = LIBRARIES) -> dict[str, Path]:
    """Return the folders of the libraries that are installed, by import name, without importing them."""
    found = {}
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found[name] = Path(next(iter(spec.submodule_search_locations)))
    return found


@functools.cache
def runtime(extra: str) -> Runtime:
    """Return the runtime for sandboxes of this process, and make the copies that root needs.

    Args:
        extra: a key of :data:`EXTRAS`, whose libraries are added; or empty.

    Raises:
        SandboxFailure: if the libraries of ``extra`` are not installed, a copy cannot be made, or the folder
            of the copies belongs to another user.
    """
    libraries = LIBRARIES | EXTRAS.get(extra, {})
    if extra and not is_installed(extra):
        raise SandboxFailure(f"{next(iter(EXTRAS[extra]))} is not installed", install_extra(extra))
    python = Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
    mounts = []
    for part in _mounted_paths(libraries):
        place = _shared_copy(part) if os.geteuid() == 0 else None
        for path, inside in part.paths.items():
            mounts.append((str(path if place is None else place / path.name), inside))
    return Runtime(
        python=str(python),
        mounts=tuple(mounts),
        libraries=frozenset(installed_libraries(libraries)),
        hidden=tuple(folder for folder in _FONTS if extra == "figure" and Path(folder).is_dir()),
    )


@functools.cache  # asked before and behind the second wall, where no library is found by its metadata
def is_installed(extra: str) -> bool:
    """Whether the first library that :data:`EXTRAS` lists for ``extra`` is installed."""
    return next(iter(EXTRAS[extra])) in installed_libraries(EXTRAS[extra])


@dataclass(frozen=True, slots=True)
class _MountedPaths:
    """Folders and modules of one origin that the sandbox reads."""

    paths: Mapping[Path, str]  #: folder or file → its path inside
    key: str  #: text that changes when the content changes
    ignore: Callable[[str, list[str]], set[str]] | None = None  #: files to leave out of a copy


def _mounted_paths(libraries: Mapping[str, tuple[str, ...]]) -> Iterator[_MountedPaths]:
    sources = sorted(GUEST.glob("*.py"))
    yield _MountedPaths({GUEST: GUEST_MOUNT}, "".join(sha256_hex(source.read_bytes()) for source in sources))
    for name, folder in installed_libraries(libraries).items():
        neighbours = [folder.parent / neighbour for neighbour in libraries[name]]
        paths = [path for path in (folder, *neighbours) if path.exists()]
        lines = [line for path in paths for line in _digests(path, _DISTRIBUTIONS.get(name, name))]
        yield _MountedPaths({path: f"{LIBRARY_MOUNT}/{path.name}" for path in paths}, "\n".join(lines))
    prefix = Path(os.path.realpath(sys.base_prefix))
    if not prefix.is_relative_to("/usr"):
        yield _MountedPaths({prefix: str(prefix)}, f"{prefix} {sys.version}", _only_the_interpreter(prefix))


def _digests(path: Path, library: str) -> Sequence[str]:
    """Return lines with a digest of each file of a library: those of pip's RECORD next to it, if it has one.

    The RECORD of another folder of ``sys.path`` may describe another version.
    """
    name = _DISTRIBUTIONS.get(path.name, library)
    found = next(iter(metadata.distributions(name=name, path=[str(path.parent)])), None)
    record = (found and found.read_text("RECORD")) or ""
    lines = [line for line in record.splitlines() if line.startswith((f"{path.name}/", f"{path.name},"))]
    if lines:  # without a walk through the folder, which each process that judges would pay for
        return lines
    files = [path] if path.is_file() else path.rglob("*")
    sources = sorted(file for file in files if file.is_file() and file.suffix != ".pyc")
    return [f"{file.relative_to(path.parent)} {sha256_hex(file.read_bytes())}" for file in sources]


def _shared_copy(part: _MountedPaths) -> Path:
    """Return a folder with copies of these paths that everybody can read; the first process makes it."""
    root = _copy_root()
    first = next(iter(part.paths))
    # A copy without compiled modules, which each sandbox compiles again, is not taken for one with them.
    compiled = any(first.glob("__pycache__/__init__.*.pyc"))
    target = root / f"{first.name}-{sha256_hex(f'paths {compiled} {part.key}'.encode())[:16]}"
    if target.is_dir():
        return target
    scratch = Path(tempfile.mkdtemp(dir=root, prefix="new-"))
    try:
        for path in part.paths:
            if path.is_file():
                shutil.copy(path, scratch / "copy" / path.name)
            else:
                shutil.copytree(path, scratch / "copy" / path.name, ignore=part.ignore, symlinks=True)
        for folder_name, _, files in os.walk(scratch / "copy"):
            Path(folder_name).chmod(0o755)
            for file in files:
                path = Path(folder_name, file)
                if not path.is_symlink():
                    path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
        (scratch / "copy").rename(target)
    except OSError as error:
        if not target.is_dir():  # if it exists now, another process has made the copies
            raise SandboxFailure(f"cannot copy the guest runtime to {root}: {error}") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return target


def _only_the_interpreter(prefix: Path) -> Callable[[str, list[str]], set[str]]:
    wanted = {prefix: ("bin", "lib"), prefix / "lib": ("python3", "libpython"), prefix / "bin": ("python3",)}

    def ignored(folder: str, names: list[str]) -> set[str]:
        if Path(folder) in wanted:
            return {name for name in names if not name.startswith(wanted[Path(folder)])}
        return _NOT_NEEDED(folder, names)

    return ignored


def _copy_root() -> Path:
    root = Path("/var/cache/sightbench")
    try:
        root.mkdir(mode=0o755, parents=True, exist_ok=True)
        state = root.stat()
    except OSError as error:
        raise SandboxFailure(
            f"cannot create {root}, where root keeps its copies of the guest runtime: {error}"
        ) from error
    if state.st_uid != 0 or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise SandboxFailure(
            f"{root} must belong to root and be writable by root only",
            f"chown root {root} && chmod 755 {root}",
        )
    root.chmod(0o755)  # the umask may have removed permissions
    return root


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
    "import os, sys; os.environ.pop('LD_LIBRARY_PATH', None);"
    " sys.path.insert(0, '/sightbench'); from sightbench_guest.zygote import main; main({fd})"
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
    # Modules of a cluster name the folder of the interpreter's library only in this variable.
    if "LD_LIBRARY_PATH" in os.environ and sysconfig.get_config_var("Py_ENABLE_SHARED"):
        arguments += ["--setenv", "LD_LIBRARY_PATH", f"{sys.base_prefix}/lib"]
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
