"""What the sandbox may read: an interpreter, the guest's code and the allowed libraries.

An unprivileged user's files are mounted where they lie. Root first copies them to a place that the
unprivileged user of the sandbox can read, keyed by digest: a clone under a closed home works all the same.
"""

import functools
import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import SandboxFailure

#: Libraries that an answer may import, if installed: import name → folders beside it that belong to it.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "numpy": ("numpy.libs",),
    "sympy": (),
    "mpmath": (),
    "sortedcontainers": (),
}
GUEST_MOUNT = "/sightbench/sightbench_guest"
LIBRARY_MOUNT = "/sightbench-lib"
_GUEST = Path(__file__).parent.parent / "guest"
_LAYOUT = 2  # raised when what is copied changes
_NOT_NEEDED = shutil.ignore_patterns(
    "test", "site-packages", "idlelib", "tkinter", "ensurepip", "config-*", "*.a"
)


@dataclass(frozen=True, slots=True)
class Runtime:
    """Where the interpreter is inside the sandbox, and what must be mounted read-only for it."""

    python: str
    mounts: tuple[tuple[str, str], ...]  #: (outside, inside)


def installed_libraries() -> dict[str, Path]:
    """The allowed libraries that this environment has, by import name; nothing is imported."""
    found = {}
    for name in LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found[name] = Path(next(iter(spec.submodule_search_locations)))
    return found


@functools.cache
def runtime() -> Runtime:
    """The runtime of this process, copied first when root could not share it otherwise.

    Raises:
        SandboxFailure: when the copy cannot be made, or its place belongs to somebody else.
    """
    python = Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
    prefix = Path(os.path.realpath(sys.base_prefix))
    libraries = installed_libraries()
    parts: list[tuple[Path, str]] = [(_GUEST, GUEST_MOUNT)]
    for name, folder in libraries.items():
        folders = (folder, *(folder.parent / extra for extra in LIBRARIES[name]))
        parts += [(part, f"{LIBRARY_MOUNT}/{part.name}") for part in folders if part.is_dir()]
    if os.geteuid() == 0:
        copy = _copied(parts, prefix, libraries)
        mounts = [(str(copy / inside.lstrip("/")), inside) for _, inside in parts]
        if not prefix.is_relative_to("/usr"):
            mounts.append((str(copy / "prefix"), str(prefix)))
    else:
        mounts = [(str(outside), inside) for outside, inside in parts]
        if not prefix.is_relative_to("/usr"):
            mounts.append((str(prefix), str(prefix)))
    return Runtime(str(python), tuple(mounts))


def _copied(parts: list[tuple[Path, str]], prefix: Path, libraries: dict[str, Path]) -> Path:
    root = _copy_root()
    target = root / _digest(prefix, libraries)
    if target.is_dir():
        return target
    scratch = Path(tempfile.mkdtemp(dir=root, prefix="new-"))
    try:
        for outside, inside in parts:
            shutil.copytree(outside, scratch / inside.lstrip("/"))
        if not prefix.is_relative_to("/usr"):
            shutil.copytree(prefix, scratch / "prefix", ignore=_only_the_interpreter(prefix), symlinks=True)
        for folder, _, _ in os.walk(scratch):
            Path(folder).chmod(0o755)
        scratch.rename(target)
    except OSError as error:
        if not target.is_dir():  # else another process was quicker
            raise SandboxFailure(f"the guest runtime could not be copied to {root}: {error}") from error
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
            f"{root} cannot be made, which root needs for the guest runtime: {error}"
        ) from error
    if state.st_uid != 0 or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise SandboxFailure(f"{root} must belong to root and be writable by nobody else")
    return root


def _digest(prefix: Path, libraries: dict[str, Path]) -> str:
    digest = hashlib.sha256(f"{_LAYOUT} {sys.version} {prefix}".encode())
    for source in sorted(_GUEST.glob("*.py")):
        digest.update(source.name.encode() + source.read_bytes())
    for name, folder in sorted(libraries.items()):
        digest.update(f"{name} {importlib.metadata.version(name)} {folder}".encode())
    return digest.hexdigest()[:32]
