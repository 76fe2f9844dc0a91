"""What the sandbox may read: an interpreter, the guest's code and the allowed libraries.

An unprivileged user's files are mounted where they lie. Root first copies them to a place that the
unprivileged user of the sandbox can read, keyed by digest: a clone under a closed home works all the same.
"""

import functools
import importlib.util
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import SandboxFailure

#: Libraries that an answer may import, if installed: import name → folders beside it that belong to it.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "numpy": ("numpy.libs",),
    "sympy": (),
    "mpmath": (),
    "sortedcontainers": (),
}
#: What the linter's sandbox holds beside them; no answer runs there.
LINTER: dict[str, tuple[str, ...]] = {"pylint": (), "astroid": (), "platformdirs": ()}
GUEST_MOUNT = "/sightbench/sightbench_guest"
LIBRARY_MOUNT = "/sightbench-lib"
GUEST = Path(__file__).parent.parent / "guest"
_NOT_NEEDED = shutil.ignore_patterns(
    "test", "site-packages", "idlelib", "tkinter", "ensurepip", "config-*", "*.a"
)


@dataclass(frozen=True, slots=True)
class Runtime:
    """Where the interpreter is inside the sandbox, and what must be mounted read-only for it."""

    python: str
    mounts: tuple[tuple[str, str], ...]  #: (outside, inside)


def installed_libraries(names: Iterable[str] = LIBRARIES) -> dict[str, Path]:
    """The allowed libraries that this environment has, by import name; nothing is imported."""
    found = {}
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found[name] = Path(next(iter(spec.submodule_search_locations)))
    return found


@functools.cache
def runtime(*, with_linter: bool = False) -> Runtime:
    """The runtime of this process, copied first when root could not share it otherwise.

    Args:
        with_linter: pylint is among the libraries.

    Raises:
        SandboxFailure: when the copy cannot be made, or its place belongs to somebody else; when pylint is
            asked for and not installed.
    """
    libraries = LIBRARIES | LINTER if with_linter else LIBRARIES
    if with_linter and "pylint" not in installed_libraries(LINTER):
        raise SandboxFailure("pylint is not installed", 'pip install "sightbench[pylint]"')
    python = Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
    return Runtime(
        str(python),
        tuple(
            (str(_shared(part) if os.geteuid() == 0 else part.outside), part.inside)
            for part in _parts(libraries)
        ),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """A folder that the sandbox reads, where it is mounted, and what its content is known by."""

    outside: Path
    inside: str
    key: str
    ignore: Callable[[str, list[str]], set[str]] | None = None


def _parts(libraries: Mapping[str, tuple[str, ...]]) -> Iterator[_Part]:
    sources = sorted(GUEST.glob("*.py"))
    yield _Part(GUEST, GUEST_MOUNT, "".join(sha256_hex(source.read_bytes()) for source in sources))
    for name, folder in installed_libraries(libraries).items():
        record = metadata.distribution(name).read_text("RECORD") or ""  # it holds a digest of every file
        for part in (folder, *(folder.parent / extra for extra in libraries[name])):
            if part.is_dir():
                yield _Part(part, f"{LIBRARY_MOUNT}/{part.name}", part.name + record)
    prefix = Path(os.path.realpath(sys.base_prefix))
    if not prefix.is_relative_to("/usr"):
        yield _Part(prefix, str(prefix), f"{prefix} {sys.version}", _only_the_interpreter(prefix))


def _shared(part: _Part) -> Path:
    """A copy of ``part`` that everybody can read; made once, by whoever is first."""
    root = _copy_root()
    target = root / f"{part.outside.name}-{sha256_hex(part.key.encode())[:16]}"
    if target.is_dir():
        return target
    scratch = Path(tempfile.mkdtemp(dir=root, prefix="new-"))
    try:
        shutil.copytree(part.outside, scratch / "copy", ignore=part.ignore, symlinks=True)
        for folder, _, files in os.walk(scratch / "copy"):
            Path(folder).chmod(0o755)
            for file in files:
                path = Path(folder, file)
                if not path.is_symlink():
                    path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
        (scratch / "copy").rename(target)
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
    root.chmod(0o755)  # whatever the umask was
    return root
