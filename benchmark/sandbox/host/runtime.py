"""The files that the sandbox may read: an interpreter, the guest's code and the allowed libraries.

For an ordinary user these files are mounted from their own folders. Root first copies them to a folder that
the sandbox's account can read, named by digest, so that a clone in a closed home folder works too.
"""

import functools
import importlib.util
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import SandboxFailure
from benchmark.core.install import install_extra

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
