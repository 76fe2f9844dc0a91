"""A private pack: a folder with more mutations of public families, which is never published.

The folder has a folder per suite, and in it one file per family, ``humaneval-v/knotted_beads.py``. This
module reads and checks the folder; :mod:`.pack_module` runs a file.
"""

import os
import shlex
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.outside import check_outside

#: Environment variable with the folder of the private pack.
VARIABLE = "SIGHTBENCH_PRIVATE_PACK"
#: Suites whose families a pack can add mutations to.
SUITES = ("humaneval-v",)

_IGNORED = ("README.md", "LICENSE")  #: other files that a pack may have; hidden files are ignored, too
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivatePack:
    """The files of a pack for one suite, as they were when they were read."""

    folder: Path
    suite: str
    sources: Mapping[str, bytes]  #: family → its file; not empty

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the families that have a file, sorted."""
        return tuple(sorted(self.sources))

    @property
    def digest(self) -> str:
        """SHA-256 over names and contents of all files of the suite."""
        return digest_lines([self.suite, *([name, sha256_hex(self.sources[name])] for name in self.names)])

    def path(self, name: str) -> Path:
        """Return the path of a family's file."""
        return self.folder / self.suite / f"{name}.py"

    def check_name(self, name: str) -> None:
        """Check that the pack has a file for a family.

        Raises:
            BadInput: if it has none.
        """
        if name not in self.sources:
            problem = f"the private pack has no file for {quote_value(name)}"
            raise BadInput("NAMES", "", problem, f"use one of: {', '.join(self.names)}")


def pack_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that ``SIGHTBENCH_PRIVATE_PACK`` names.

    Raises:
        BadInput: if the variable is not set.
    """
    folder = environment.get(VARIABLE)
    if not folder:
        fix = f"set {VARIABLE} to the folder of your private pack, or leave --private out"
        raise BadInput("--private", "", f"needs {VARIABLE}, which is not set", fix)
    return Path(folder)


def read_pack(folder: Path, suite: str, families: Collection[str]) -> PrivatePack:
    """Read the files of a pack for one suite; no code of it is run.

    Args:
        folder: the folder of the pack.
        suite: the suite.
        families: names of the public families of this suite.

    Raises:
        BadInput: if the suite takes no pack; if the folder is missing, belongs to another user, is open to
            others, lies inside the repository, or has no file for the suite; if an entry is a link, or is not
            named after a suite or a family.
    """
    if suite not in SUITES:
        problem = f"{quote_value(suite)} takes no private pack"
        raise BadInput("--suite", "", problem, f"use one of: {', '.join(SUITES)}")
    if not folder.is_dir():
        problem = f"{quote_value(str(folder))} is not a folder"
        raise BadInput(VARIABLE, "", problem, "name the folder of your private pack")
    folder = folder.resolve()
    check_outside(folder, VARIABLE)
    _check_access(folder)
    for entry in _entries(folder):
        if entry.name not in SUITES:
            fix = f"use a folder named {' or '.join(SUITES)}, with one file per family"
            raise BadInput(entry, "", "is not the folder of a suite that takes a pack", fix)
    inside = folder / suite
    sources = {}
    for entry in _entries(inside) if os.path.lexists(inside) else ():
        if entry.suffix != ".py" or entry.stem not in families:
            problem = f"{suite} has no public family {quote_value(entry.stem)}"
            if entry.suffix != ".py":
                problem = "is not a file FAMILY.py"
            raise BadInput(entry, "", problem, "name the file after the family that it adds to, or remove it")
        sources[entry.stem] = read_bytes(entry, MIB)
    if not sources:
        raise BadInput(inside, "", "has no files", "add a file FAMILY.py with mutations of that family")
    return PrivatePack(folder=folder, suite=suite, sources=sources)


def _entries(folder: Path) -> Iterator[Path]:
    """Yield the entries of a folder that count, sorted, after checking each.

    Raises:
        BadInput: if the folder or an entry is a link, or open to others.
    """
    if folder.is_symlink() or not folder.is_dir():
        raise BadInput(folder, "", "is not a folder", "make it a folder, without a link")
    _check_access(folder)
    for entry in sorted(folder.iterdir()):
        if entry.name in _IGNORED or entry.name.startswith(".") or entry.name == "__pycache__":
            continue
        if entry.is_symlink():
            fix = "put the file itself into the pack: its digest is part of the name of each fresh set"
            raise BadInput(entry, "", f"is a link to {quote_value(str(entry.readlink()))}", fix)
        _check_access(entry)
        yield entry


def make_private_folder(path: Path) -> None:
    """Create a folder that only this user can open, unless it exists.

    Raises:
        BadInput: if others have access to it.
    """
    make_folder(path.parent)
    try:
        path.mkdir(mode=stat.S_IRWXU, exist_ok=True)
    except OSError as error:
        fix = "choose another folder"
        raise BadInput(path, "", f"cannot be created: {error.strerror or error}", fix) from None
    _check_access(path.resolve())


def _check_access(path: Path) -> None:
    """Check that a path belongs to this user, and that nobody else can read or change it.

    Raises:
        BadInput: if not.
    """
    state = path.stat(follow_symlinks=False)
    if state.st_uid != os.getuid():
        problem = f"belongs to user {state.st_uid}, not to you (user {os.getuid()})"
        raise BadInput(path, "owner", problem, "copy the pack to a folder of yours")
    if state.st_mode & _OTHERS:
        problem = f"is {stat.S_IMODE(state.st_mode):04o}, so other users of this machine have access"
        raise BadInput(path, "mode", problem, f"run `chmod -R go-rwx {shlex.quote(str(path))}`")
