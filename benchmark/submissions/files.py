"""Rules for the files of submissions: where they are, their number, names, kinds and sizes."""

import difflib
import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.names import is_reserved_name, is_slug, slug_fix
from benchmark.files.bounded import MIB
from benchmark.files.edge import Record
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.rules import EXAMPLES, READY

SUBMISSIONS = "submissions"  #: folder of submissions in the repository
PATH_CHARACTERS = 200  #: maximum characters of a path that a submission may use, or that a message shows
OTHER_NAMES = frozenset({EXAMPLES, READY, "README.md"})  #: other entries of the folder submissions/
#: Git's modes of entries that are not folders.
REGULAR, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"
_DEPTH_LIMIT = 4  #: maximum parts of a path below a submission's folder, file name included
_SIMILARITY = 0.8  #: a name at least this similar to "submissions" is treated as a misspelling of it
# Without `..`, and without a dot at the end, which Windows drops.
_PART = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_+-]|\.(?!\.)){0,99}(?<!\.)")
_ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".json.gz", ".md", ".txt")
_MODES = {
    LINK: ("is a symbolic link", "commit the file itself"),
    SUBMODULE: ("is a submodule", "commit the files themselves, without a .git in their folder"),
    EXECUTABLE: ("is executable", "run chmod -x (on Windows git update-index --chmod=-x) on it and commit"),
}


class PullLimits(Record):
    """Limits for one pull request."""

    submissions: Annotated[int, Field(ge=1, le=100, description="maximum submissions")] = 5
    files: Annotated[int, Field(ge=1, le=1000, description="maximum files of all its submissions")] = 50
    file_mb: Annotated[
        float, Field(gt=0, le=100, description="maximum MiB of one file; GitHub accepts 100 MB")
    ] = 50.0
    total_mb: Annotated[float, Field(gt=0, le=1000, description="maximum MiB of all its files")] = 100.0
    samples: Annotated[
        int,
        Field(ge=0, description="largest run, in samples, that is judged before the merge; 0 judges none"),
    ] = 20_000


class SubmissionFile(NamedTuple):
    """A file of a submission as git would commit it."""

    mode: str  #: one of the modes above, or an invalid one that somebody made up
    size: int  #: bytes; 0 for what is not a file


def printable_path(path: bytes) -> str:
    """Return a path for messages, in ASCII; in quotes only if it has odd characters or is long."""
    text = path.decode("utf-8", "backslashreplace")
    plain = text.isascii() and text.isprintable() and len(text) <= PATH_CHARACTERS
    return text if plain else quote_value(text)


def pull_problem(problem: str, fix: str) -> BadInput:
    """Return a problem of a pull request as a whole."""
    return BadInput("pull request", "", problem, fix)


def misplaced(first: str) -> tuple[str, str] | None:
    """Return problem and fix of a path in a folder whose name a person could mistake for ``submissions``."""
    folded = unicodedata.normalize("NFKC", first).casefold()
    if difflib.SequenceMatcher(None, folded, SUBMISSIONS).ratio() < _SIMILARITY:
        return None
    return f"is not in {SUBMISSIONS}/, although its name is similar", f"move it to {SUBMISSIONS}/SLUG/"


def loose_entry(mode: str) -> tuple[str, str]:
    """Return problem and fix of an entry of ``submissions/`` that is not a folder."""
    what, fix = _MODES.get(mode, ("is a file", f"move it to {SUBMISSIONS}/SLUG/"))
    return f"{what}, but {SUBMISSIONS}/ holds one folder per submission", fix


def invalid_slug(folder: bytes) -> BadInput:
    """Return the problem of a folder whose name is not a slug."""
    name = folder.split(b"/")[-1].decode("utf-8", "backslashreplace")
    return BadInput(printable_path(folder), "", f"{quote_value(name)} is not a valid slug", slug_fix(name))


def file_problems(
    files: Mapping[bytes, SubmissionFile], submissions: int, limits: PullLimits
) -> Iterator[BadInput]:
    """Yield the problems of files by their path ``submissions/SLUG/…``: number, names, kinds and sizes."""
    if len(files) > limits.files:
        problem = f"its submissions have {len(files)} files; the limit is {limits.files}"
        yield pull_problem(problem, "submit fewer files")
    if submissions > limits.submissions:
        problem = f"touches {submissions} submissions; the limit is {limits.submissions}"
        yield pull_problem(problem, "split it into several pull requests")
    folded: dict[str, bytes] = {}
    for path, file in files.items():
        for problem, fix in _problems_of_file(path, file, limits):
            yield BadInput(printable_path(path), "", problem, fix)
        parts = path.split(b"/")
        # Folders too: `a/x` and `A/y` lie in one folder on macOS and Windows.
        for name in (b"/".join(parts[:depth]) for depth in range(len(parts), 2, -1)):
            text = name.decode("utf-8", "backslashreplace")
            if (other := folded.setdefault(text.casefold(), name)) != name:
                problem = f"differs from {printable_path(other)} only in upper and lower case"
                yield BadInput(printable_path(name), "", problem, "rename one of the two")
    total = sum(file.size for file in files.values())
    if total > limits.total_mb * MIB:
        problem = f"its files have {total / MIB:,.1f} MiB together; the limit is {limits.total_mb:g} MiB"
        yield pull_problem(problem, "compress prediction files (.gz), or submit fewer")


def _problems_of_file(path: bytes, file: SubmissionFile, limits: PullLimits) -> Iterator[tuple[str, str]]:
    text = path.decode("utf-8", "backslashreplace")
    _, _, *parts = text.split("/")
    if len(parts) > _DEPTH_LIMIT:
        fix = f"use at most {_DEPTH_LIMIT - 1} folders below the submission's own"
        yield f"is {len(parts) - 1} folders deep", fix
    elif len(text) > PATH_CHARACTERS:
        fix = f"shorten it to at most {PATH_CHARACTERS} characters"
        yield f"has a path of {len(text)} characters", fix
    elif not path.isascii():
        yield "has non-ASCII characters in its name", "use letters, digits, . _ + and -"
    elif not all(_PART.fullmatch(part) and not is_reserved_name(part) for part in parts):
        yield (
            "has a name that some systems do not allow",
            "use letters, digits, single . _ + and -, or delete it",
        )
    elif parts[-1] != FILE_NAME and not text.endswith(_ENDINGS):
        fix = (
            f"keep only {FILE_NAME}, prediction files (.jsonl or .json, also with .gz), and notes (.md, .txt)"
        )
        yield "is not a kind of file that a submission may contain", fix
    if file.mode != REGULAR:
        made_up = (f"has the mode {quote_value(file.mode)}", "commit the file again with plain git")
        yield _MODES.get(file.mode, made_up)
    if parts[-1] == FILE_NAME and file.size > SIZE_LIMIT:
        yield f"has {file.size:,} bytes; the limit is {SIZE_LIMIT:,}", "shorten it"
    elif file.size > limits.file_mb * MIB:
        problem = f"has {file.size / MIB:,.1f} MiB; the limit is {limits.file_mb:g} MiB"
        yield problem, "compress it (.gz), or ask the maintainers"


def entry_problems(path: Path) -> Iterator[BadInput]:
    """Yield why a path in ``submissions/`` cannot be a submission: it is a file, a link or a submodule."""
    if path.parent.absolute().name == SUBMISSIONS and path.name not in OTHER_NAMES:
        mode = LINK if path.is_symlink() else SUBMODULE if (path / ".git").exists() else ""
        if mode or path.is_file():
            yield BadInput(path, "", *loose_entry(mode))


def folder_problems(folder: Path, limits: PullLimits) -> Iterator[BadInput]:
    """Yield the problems of a submission's folder on disk, and of the files that git would commit from it.

    The examples may have any name.
    """
    real = folder.absolute()
    if real.parent.name != SUBMISSIONS and (wrong := misplaced(real.parent.name)):
        yield BadInput(printable_path(os.fsencode(folder / FILE_NAME)), "", *wrong)
    if real.parent.name != EXAMPLES and not is_slug(real.name):
        yield invalid_slug(os.fsencode(folder))
    prefix = f"{SUBMISSIONS}/{real.name}"
    files = {prefix.encode() + b"/" + name: file for name, file in sorted(_committed_files(folder))}
    for found in file_problems(files, 1, limits):
        file, problem = (text.replace(prefix, str(folder), 1) for text in (found.file, found.problem))
        yield BadInput(file, "", problem, found.fix)


def _committed_files(folder: Path) -> Iterator[tuple[bytes, SubmissionFile]]:
    """Yield each file below a folder by its path in the folder; links are not followed."""
    for top, folders, names in os.walk(folder):
        paths = [Path(top, name) for name in (*names, *folders)]
        nested = {path.name for path in paths if (path / ".git").exists()}  # git would add a submodule
        # In place, because os.walk goes on with this list.
        folders[:] = [name for name in folders if name not in nested]
        for path in paths:
            status, name = path.lstat(), os.fsencode(path.relative_to(folder))
            if stat.S_ISLNK(status.st_mode):
                yield name, SubmissionFile(LINK, 0)
            elif path.name in nested:
                yield name, SubmissionFile(SUBMODULE, 0)
            elif stat.S_ISREG(status.st_mode):
                # Git looks at the owner's right only, and commits neither sockets nor pipes.
                mode = EXECUTABLE if status.st_mode & stat.S_IXUSR else REGULAR
                yield name, SubmissionFile(mode, status.st_size)
