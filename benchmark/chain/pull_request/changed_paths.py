"""What a pull request brings: which submissions, what else, and files of which names and kinds.

Everything is judged by names, modes and sizes; no file has been read when it is refused here.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.chain.plan.policy import PullLimits
from benchmark.chain.pull_request.owners import SUBMISSIONS
from benchmark.chain.pull_request.tree import PathChange
from benchmark.core.errors import BadInput, shown
from benchmark.core.slug import is_slug
from benchmark.results.objects import EXECUTABLE, FILE, LINK, SUBMODULE
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.rules import EXAMPLES

DEPTH_LIMIT = 4  #: folders and the file, below a submission's own folder
PATH_LIMIT = 200  #: characters of a whole path
MIB = 1 << 20
_LISTED = 10  #: paths outside of submissions that are named
_LIKE = 0.8  #: similarity from which a name is taken for that of the folder of submissions
_BESIDE = frozenset({EXAMPLES, "README.md"})  #: what else lies in that folder
_PART = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]|\.(?!\.)){0,99}(?<!\.)")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".json.gz", ".md", ".txt")
_MODES = {
    LINK: ("is a symbolic link", "put the file itself there"),
    SUBMODULE: ("is a submodule", "put the files themselves there"),
    EXECUTABLE: ("is executable", "git update-index --chmod=-x, then commit it again"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPaths:
    """The changed paths of a pull request, sorted out."""

    slugs: tuple[str, ...]  #: submissions that it touches
    elsewhere: tuple[PathChange, ...]  #: changes of anything else
    problems: tuple[BadInput, ...]  #: paths that are neither


def sort_out(changes: Sequence[PathChange]) -> ChangedPaths:
    """Tell changes of submissions from others; a pull request brings the one or the other."""
    slugs: dict[str, None] = {}
    elsewhere: list[PathChange] = []
    problems: list[BadInput] = []
    for change in changes:
        first, *below = (part.decode("utf-8", "backslashreplace") for part in change.path.split(b"/"))
        if first != SUBMISSIONS or not below:
            if _is_like_submissions(first):
                fix = f"move it to {SUBMISSIONS}/SLUG/"
                problems.append(BadInput(change.shown, "", f"is not in {SUBMISSIONS}/, but looks so", fix))
            elsewhere.append(change)
        elif below[0] in _BESIDE:
            elsewhere.append(change)
        elif len(below) == 1:
            problems.append(_no_folder(change))
        elif not is_slug(below[0]):
            fix = "a-z and 0-9 with single . _ or - between them, such as acme-vl-7b"
            problems.append(BadInput(change.shown, "", f"{shown(below[0])} is no slug", fix))
        else:
            slugs[below[0]] = None
    if slugs or problems:
        problems += _mixed(elsewhere)
    return ChangedPaths(slugs=tuple(slugs), elsewhere=tuple(elsewhere), problems=tuple(problems))


def unsound_files(
    files: Mapping[str, Sequence[PathChange]], sizes: Mapping[str, int], limits: PullLimits
) -> Iterator[BadInput]:
    """What is wrong with the files of submissions, by their names, kinds and sizes.

    Args:
        files: by slug, with paths below the submission's folder.
        sizes: bytes by the id of each plain file.
        limits: of one pull request.
    """
    if len(files) > limits.submissions:
        problem = f"touches {len(files)} submissions, more than {limits.submissions}"
        yield BadInput("pull request", "", problem, "bring them in several pull requests")
    total = 0
    for slug, found in files.items():
        folded: dict[str, str] = {}
        for change in found:
            path = f"{SUBMISSIONS}/{slug}/{change.path.decode('utf-8', 'backslashreplace')}"
            problems = [*_odd_name(path, change.path), *_odd_kind(path, change)]
            yield from problems
            other = folded.setdefault(path.casefold(), path)
            if other != path:
                problem = f"differs from {other} by the case of letters only"
                yield BadInput(_plain(path), "", problem, "rename one of them")
            if change.after is not None and change.after.mode in (FILE, EXECUTABLE):
                size = sizes[change.after.id]
                total += size
                yield from _too_large(path, size, limits)
    if total > limits.total_mb * MIB:
        problem = f"brings {total / MIB:,.1f} MiB, more than {limits.total_mb:g}"
        yield BadInput("pull request", "", problem, "compress prediction files (.gz), or bring fewer")


def _mixed(elsewhere: Sequence[PathChange]) -> Iterator[BadInput]:
    for change in elsewhere[:_LISTED]:
        problem = f"lies outside of {SUBMISSIONS}/SLUG/, in a pull request that brings a submission"
        yield BadInput(change.shown, "", problem, "bring it in another pull request")
    if len(elsewhere) > _LISTED:
        problem = f"{len(elsewhere) - _LISTED} more paths lie outside of {SUBMISSIONS}/SLUG/"
        yield BadInput("pull request", "", problem, "bring them in another pull request")


def _no_folder(change: PathChange) -> BadInput:
    node = change.after or change.before
    what, fix = _MODES.get("" if node is None else node.mode, ("is a file", ""))
    problem = f"{what} where a submission's folder belongs"
    return BadInput(change.shown, "", problem, fix or f"files go into {SUBMISSIONS}/SLUG/")


def _odd_name(path: str, raw: bytes) -> Iterator[BadInput]:
    parts = raw.decode("utf-8", "backslashreplace").split("/")
    name = _plain(path)
    if len(parts) > DEPTH_LIMIT:
        yield BadInput(name, "", f"lies {len(parts) - 1} folders deep", f"at most {DEPTH_LIMIT - 1}")
    elif len(path) > PATH_LIMIT:
        yield BadInput(name, "", f"has a path of {len(path)} characters", f"at most {PATH_LIMIT}")
    elif not raw.isascii():
        yield BadInput(name, "", "has characters beyond ASCII in its name", "letters, digits, . _ and -")
    elif not all(_PART.fullmatch(part) and not _RESERVED.fullmatch(part) for part in parts):
        yield BadInput(
            name, "", "has a name that not every system takes", "letters, digits, single . _ and -"
        )
    elif path.rpartition("/")[2] != FILE_NAME and not path.endswith(_ENDINGS):
        fix = f"{FILE_NAME}, prediction files (.jsonl, .json, .gz or not), notes (.md, .txt)"
        yield BadInput(name, "", "is no kind of file that a submission holds", fix)


def _odd_kind(path: str, change: PathChange) -> Iterator[BadInput]:
    if change.after is None or change.after.mode == FILE:
        return
    problem, fix = _MODES.get(
        change.after.mode, (f"has the mode {shown(change.after.mode)}", "commit it again with git itself")
    )
    yield BadInput(_plain(path), "", problem, fix)


def _too_large(path: str, size: int, limits: PullLimits) -> Iterator[BadInput]:
    if path.rpartition("/")[2] == FILE_NAME and size > SIZE_LIMIT:
        problem = f"has {size:,} bytes, more than {SIZE_LIMIT:,}"
        yield BadInput(_plain(path), "", problem, "shorten it")
    elif size > limits.file_mb * MIB:
        problem = f"has {size / MIB:,.1f} MiB, more than {limits.file_mb:g}"
        yield BadInput(_plain(path), "", problem, "compress it (.gz), or ask the maintainers")


def _plain(path: str) -> str:
    return path if path.isascii() and path.isprintable() and len(path) <= PATH_LIMIT else shown(path)


def _is_like_submissions(name: str) -> bool:
    """Whether somebody would read a name as that of the folder of submissions."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return folded == SUBMISSIONS or difflib.SequenceMatcher(None, folded, SUBMISSIONS).ratio() >= _LIKE
