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
#: What some sandboxes hold beside them: the linter's, where no answer runs, and that of drawing answers.
#: The first of each is the one to install, with an extra of this name.
EXTRAS: dict[str, dict[str, tuple[str, ...]]] = {
    "pylint": {"pylint": (), "astroid": (), "platformdirs": ()},
    "figure": {
        "matplotlib": ("mpl_toolkits",),
        "PIL": ("pillow.libs",),
        "contourpy": (),
        "cycler": (),
        "dateutil": (),
        "fontTools": (),
        "kiwisolver": (),
        "packaging": (),
        "pyparsing": (),
    },
}
#: Where systems keep fonts. A drawing must not depend on them, and to look through thousands takes seconds.
_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "/usr/X11R6/lib/X11/fonts")
_DISTRIBUTIONS = {"PIL": "pillow", "dateutil": "python-dateutil"}  #: that are called otherwise
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
    libraries: frozenset[str]  #: import names
    hidden: tuple[str, ...] = ()  #: folders of the system that are empty inside
    copies: tuple[tuple[str, str], ...] = ()  #: (where it lies, the copy that everybody can read), for root


def installed_libraries(names: Iterable[str] = LIBRARIES) -> dict[str, Path]:
    """The allowed libraries that this environment has, by import name; nothing is imported."""
    found = {}
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found[name] = Path(next(iter(spec.submodule_search_locations)))
    return found


@functools.cache
def runtime(more: str) -> Runtime:
    """The runtime of this process, copied first when root could not share it otherwise.

    Args:
        more: a key of :data:`EXTRAS`, these libraries are there as well; or empty.

    Raises:
        SandboxFailure: when the copy cannot be made, or its place belongs to somebody else; when what is
            asked for is not installed.
    """
    libraries = LIBRARIES | EXTRAS.get(more, {})
    if more and not is_installed(more):
        raise SandboxFailure(
            f"{next(iter(EXTRAS[more]))} is not installed", f'pip install "sightbench[{more}]"'
        )
    python = Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
    mounts, copies = [], []
    for part in _mounted_folders(libraries):
        place = _shared_copy(part) if os.geteuid() == 0 else None
        for folder, inside in part.folders.items():
            outside = folder if place is None else place / folder.name
            mounts.append((str(outside), inside))
            copies += [] if place is None else [(str(folder), str(outside))]
    return Runtime(
        python=str(python),
        mounts=tuple(mounts),
        libraries=frozenset(installed_libraries(libraries)),
        hidden=tuple(folder for folder in _FONTS if more == "figure" and Path(folder).is_dir()),
        copies=tuple(copies),
    )


def is_installed(more: str) -> bool:
    """Whether this environment has what :data:`EXTRAS` lists under ``more``."""
    return next(iter(EXTRAS[more])) in installed_libraries(EXTRAS[more])


@dataclass(frozen=True, slots=True)
class _MountedFolders:
    """Folders that the sandbox reads, where each is mounted, and what their content is known by."""

    folders: Mapping[Path, str]
    key: str
    ignore: Callable[[str, list[str]], set[str]] | None = None


def _mounted_folders(libraries: Mapping[str, tuple[str, ...]]) -> Iterator[_MountedFolders]:
    sources = sorted(GUEST.glob("*.py"))
    yield _MountedFolders(
        {GUEST: GUEST_MOUNT}, "".join(sha256_hex(source.read_bytes()) for source in sources)
    )
    for name, folder in installed_libraries(libraries).items():
        beside = [folder.parent / extra for extra in libraries[name]]
        folders = [one for one in (folder, *beside) if one.is_dir()]
        yield _MountedFolders(
            {one: f"{LIBRARY_MOUNT}/{one.name}" for one in folders}, _pip_record(name, folders)
        )
    prefix = Path(os.path.realpath(sys.base_prefix))
    if not prefix.is_relative_to("/usr"):
        yield _MountedFolders({prefix: str(prefix)}, f"{prefix} {sys.version}", _only_the_interpreter(prefix))


def _pip_record(name: str, folders: Iterable[Path]) -> str:
    """What pip has noted of the files in these folders: a digest of each."""
    record = metadata.distribution(_DISTRIBUTIONS.get(name, name)).read_text("RECORD") or ""
    ours = tuple(f"{folder.name}/" for folder in folders)
    return "\n".join(line for line in record.splitlines() if line.startswith(ours))


def _shared_copy(part: _MountedFolders) -> Path:
    """A folder that everybody can read, with copies of the part's; made once, by whoever is first."""
    root = _copy_root()
    first = next(iter(part.folders))
    target = root / f"{first.name}-{sha256_hex(f'folders {part.key}'.encode())[:16]}"
    if target.is_dir():
        return target
    scratch = Path(tempfile.mkdtemp(dir=root, prefix="new-"))
    try:
        for folder in part.folders:
            shutil.copytree(folder, scratch / "copy" / folder.name, ignore=part.ignore, symlinks=True)
        for folder_name, _, files in os.walk(scratch / "copy"):
            Path(folder_name).chmod(0o755)
            for file in files:
                path = Path(folder_name, file)
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
