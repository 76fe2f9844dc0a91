"""Check the changed paths of a pull request: which submissions it touches, and the names and kinds of files.

Only names, modes and sizes are checked here; no file is read.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.plan.policy import PullLimits
from benchmark.chain.pull_request.tree import PathChange
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_reserved_name, is_slug, slug_fix
from benchmark.results.git import EXECUTABLE, FILE, LINK, SUBMODULE
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.rules import EXAMPLES

DEPTH_LIMIT = 4  #: maximum parts of a path below a submission's folder, file name included
PATH_LIMIT = 200  #: maximum characters of a whole path
MIB = 1 << 20
_LISTED_LIMIT = 10  #: maximum number of paths outside submissions that are listed by name
_SIMILARITY = 0.8  #: a name at least this similar to "submissions" is treated as a misspelling of it
_OTHER_NAMES = frozenset({EXAMPLES, "README.md"})  #: other entries of the folder submissions/
_PART = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]|\.(?!\.)){0,99}(?<!\.)")
_ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".json.gz", ".md", ".txt")
_MODES = {
    LINK: ("is a symbolic link", "commit the file itself"),
    SUBMODULE: ("is a submodule", "commit the files themselves"),
    EXECUTABLE: ("is executable", "run git update-index --chmod=-x on it and commit again"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPaths:
    """The changed paths of a pull request, sorted into submissions and other files."""

    slugs: tuple[str, ...]  #: slugs of the submissions that it touches
    elsewhere: tuple[PathChange, ...]  #: changes outside of submissions
    problems: tuple[BadInput, ...]  #: problems of paths that are not allowed


def sort_changes(changes: Sequence[PathChange]) -> ChangedPaths:
    """Separate changes of submissions from other changes; a pull request must not contain both."""
    slugs: dict[str, None] = {}
    elsewhere: list[PathChange] = []
    problems: list[BadInput] = []
    for change in changes:
        first, *below = (part.decode("utf-8", "backslashreplace") for part in change.path.split(b"/"))
        if first != SUBMISSIONS or not below:
            if _is_like_submissions(first):
                fix = f"move it to {SUBMISSIONS}/SLUG/"
                problem = f"is not in {SUBMISSIONS}/, although its name is similar"
                problems.append(BadInput(change.printable_path, "", problem, fix))
            elsewhere.append(change)
        elif below[0] in _OTHER_NAMES:
            elsewhere.append(change)
        elif len(below) == 1:
            problems.append(_not_a_folder_problem(change))
        elif not is_slug(below[0]):
            problem = f"{quote_value(below[0])} is not a valid slug"
            problems.append(BadInput(change.printable_path, "", problem, slug_fix(below[0])))
        else:
            slugs[below[0]] = None
    if slugs or problems:
        problems += _mixed_problems(elsewhere)
    return ChangedPaths(slugs=tuple(slugs), elsewhere=tuple(elsewhere), problems=tuple(problems))


def file_problems(
    files: Mapping[str, Sequence[PathChange]], sizes: Mapping[str, int], limits: PullLimits
) -> Iterator[BadInput]:
    """Yield the problems of the files of submissions: their names, kinds and sizes.

    Args:
        files: the files of each slug, with paths relative to the submission's folder.
        sizes: bytes of each regular file, by blob id.
        limits: limits for one pull request.
    """
    if len(files) > limits.submissions:
        problem = f"touches {len(files)} submissions; the limit is {limits.submissions}"
        yield BadInput("pull request", "", problem, "split it into several pull requests")
    total = 0
    for slug, slug_files in files.items():
        folded: dict[str, str] = {}
        for change in slug_files:
            path = f"{SUBMISSIONS}/{slug}/{change.path.decode('utf-8', 'backslashreplace')}"
            problems = [*_name_problems(path, change.path), *_kind_problems(path, change)]
            yield from problems
            parts = path.split("/")
            for name in ("/".join(parts[:depth]) for depth in range(len(parts), 2, -1)):
                if (other := folded.setdefault(name.casefold(), name)) != name:
                    problem = f"differs from {other} only in upper and lower case"
                    yield BadInput(_printable_path(name), "", problem, "rename one of the two")
            if change.after is not None and change.after.mode in (FILE, EXECUTABLE):
                size = sizes[change.after.id]
                total += size
                yield from _size_problems(path, size, limits)
    if total > limits.total_mb * MIB:
        problem = f"its files have {total / MIB:,.1f} MiB together; the limit is {limits.total_mb:g} MiB"
        fix = "compress prediction files (.gz), or submit fewer"
        yield BadInput("pull request", "", problem, fix)


def _mixed_problems(elsewhere: Sequence[PathChange]) -> Iterator[BadInput]:
    for change in elsewhere[:_LISTED_LIMIT]:
        problem = f"is outside {SUBMISSIONS}/SLUG/, but this pull request also changes a submission"
        yield BadInput(change.printable_path, "", problem, "move this change to another pull request")
    if len(elsewhere) > _LISTED_LIMIT:
        problem = f"{len(elsewhere) - _LISTED_LIMIT} more changed paths are outside {SUBMISSIONS}/SLUG/"
        yield BadInput("pull request", "", problem, "move these changes to another pull request")


def _not_a_folder_problem(change: PathChange) -> BadInput:
    node = change.after or change.before
    what, fix = _MODES.get("" if node is None else node.mode, ("is a file", ""))
    problem = f"{what}, but {SUBMISSIONS}/ holds one folder per submission"
    return BadInput(change.printable_path, "", problem, fix or f"move it to {SUBMISSIONS}/SLUG/")


def _name_problems(path: str, raw: bytes) -> Iterator[BadInput]:
    parts = raw.decode("utf-8", "backslashreplace").split("/")
    name = _printable_path(path)
    if len(parts) > DEPTH_LIMIT:
        fix = f"use at most {DEPTH_LIMIT - 1} folders below the submission's own"
        yield BadInput(name, "", f"is {len(parts) - 1} folders deep", fix)
    elif len(path) > PATH_LIMIT:
        fix = f"shorten it to at most {PATH_LIMIT} characters"
        yield BadInput(name, "", f"has a path of {len(path)} characters", fix)
    elif not raw.isascii():
        yield BadInput(name, "", "has non-ASCII characters in its name", "use letters, digits, . _ and -")
    elif not all(_PART.fullmatch(part) and not is_reserved_name(part) for part in parts):
        yield BadInput(
            name, "", "has a name that some systems do not allow", "use letters, digits, single . _ and -"
        )
    elif path.rpartition("/")[2] != FILE_NAME and not path.endswith(_ENDINGS):
        fix = f"use {FILE_NAME}, prediction files (.jsonl or .json, also with .gz), and notes (.md, .txt)"
        yield BadInput(name, "", "is not a kind of file that a submission may contain", fix)


def _kind_problems(path: str, change: PathChange) -> Iterator[BadInput]:
    if change.after is None or change.after.mode == FILE:
        return
    problem, fix = _MODES.get(
        change.after.mode,
        (f"has the mode {quote_value(change.after.mode)}", "commit the file again with plain git"),
    )
    yield BadInput(_printable_path(path), "", problem, fix)


def _size_problems(path: str, size: int, limits: PullLimits) -> Iterator[BadInput]:
    if path.rpartition("/")[2] == FILE_NAME and size > SIZE_LIMIT:
        problem = f"has {size:,} bytes; the limit is {SIZE_LIMIT:,}"
        yield BadInput(_printable_path(path), "", problem, "shorten it")
    elif size > limits.file_mb * MIB:
        problem = f"has {size / MIB:,.1f} MiB; the limit is {limits.file_mb:g} MiB"
        yield BadInput(_printable_path(path), "", problem, "compress it (.gz), or ask the maintainers")


def _printable_path(path: str) -> str:
    return path if path.isascii() and path.isprintable() and len(path) <= PATH_LIMIT else quote_value(path)


def _is_like_submissions(name: str) -> bool:
    """Whether a person could mistake a name for ``submissions``."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return folded == SUBMISSIONS or difflib.SequenceMatcher(None, folded, SUBMISSIONS).ratio() >= _SIMILARITY
