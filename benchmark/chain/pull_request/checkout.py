"""Check the changed paths of a pull request, and write its submissions to a fresh folder.

No file is read before its path, kind, size and owner pass, and no program of the pull request runs.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.plan.policy import PullLimits
from benchmark.chain.pull_request import tree
from benchmark.chain.pull_request.owners import PullRequest, ownership_problems
from benchmark.chain.pull_request.tree import PATH_CHARACTERS, TreeNode, printable_path, pull_problem
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.slug import is_reserved_name, is_slug, slug_fix
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import MIB
from benchmark.results.git import EXECUTABLE, FILE, LINK, SUBMODULE, Git, blobs
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.rules import EXAMPLES

_DEPTH_LIMIT = 4  #: maximum parts of a path below a submission's folder, file name included
_SIMILARITY = 0.8  #: a name at least this similar to "submissions" is treated as a misspelling of it
_OTHER_NAMES = frozenset({EXAMPLES, "README.md"})  #: other entries of the folder submissions/
_PART = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]|\.(?!\.)){0,99}(?<!\.)")
_ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".json.gz", ".md", ".txt")
_MODES = {
    LINK: ("is a symbolic link", "commit the file itself"),
    SUBMODULE: ("is a submodule", "commit the files themselves"),
    EXECUTABLE: ("is executable", "run git update-index --chmod=-x on it and commit again"),
}


def extract_submissions(pull: PullRequest, root: Path) -> tuple[Mapping[str, bool], frozenset[str]]:
    """Write the submissions that a pull request touches, merged, to the empty folder ``root``.

    Returns:
        The slugs, each with whether it exists after the merge; and all changed paths.

    Raises:
        BadInput: with every problem of paths, owners and sizes. Nothing is written then.
    """
    git = Git(pull.repository)
    fork = tree.fork_point(git, pull.base, pull.head)
    changes = tree.changes(git, f"{fork}^{{tree}}", f"{pull.head}^{{tree}}")
    slugs, problems = _touched_slugs(changes)
    problems += ownership_problems(pull, slugs)
    trees = {
        commit: tree.tree_ids(git, [f"{commit}:{SUBMISSIONS}/{slug}" for slug in slugs])
        for commit in (fork, pull.base, pull.head)
    }
    for slug, before, now in zip(slugs, trees[fork], trees[pull.base], strict=True):
        if before != now:  # the merge would combine two changes, and nobody would have checked the result
            problem = "has changed on the base branch since this pull request began"
            fix = "merge the base branch into the pull request"
            problems.append(BadInput(f"{SUBMISSIONS}/{slug}/", "", problem, fix))
    if problems:
        raise ManyBadInputs(problems)
    present = {slug: found for slug, found in zip(slugs, trees[pull.head], strict=True) if found}
    files = {
        f"{SUBMISSIONS}/{slug}/".encode() + path: node
        for slug, found in present.items()
        for path, node in tree.changes(git, None, found).items()
        if node
    }
    regular = {node.id for node in files.values() if node.mode in (FILE, EXECUTABLE)}
    sizes, limits = tree.object_sizes(git, sorted(regular)), pull.policy.pull_requests
    if problems := [*_file_problems(files, len(present), sizes, limits)]:
        raise ManyBadInputs(problems)
    for name, data in zip(files, blobs(git, [node.id for node in files.values()]), strict=True):
        path = root / name.decode("ascii")
        make_folder(path.parent)
        with path.open("xb") as stream:  # regular files with checked names; none of them exists yet
            stream.write(data)
    touched = {slug: slug in present for slug in slugs}
    return touched, frozenset(path.decode("ascii", "replace") for path in changes)


def _touched_slugs(changes: Mapping[bytes, TreeNode | None]) -> tuple[tuple[str, ...], list[BadInput]]:
    """Return the submissions that a pull request touches, and the problems of its paths.

    A pull request must not change both submissions and other files.
    """
    slugs: dict[str, None] = {}
    elsewhere: list[BadInput] = []
    problems: list[BadInput] = []
    for raw, node in changes.items():
        path = printable_path(raw)
        first, *below = (part.decode("utf-8", "backslashreplace") for part in raw.split(b"/"))
        inside = first == SUBMISSIONS and bool(below)
        if not inside or below[0] in _OTHER_NAMES:
            if not inside and _is_like_submissions(first):
                problem = f"is not in {SUBMISSIONS}/, although its name is similar"
                problems.append(BadInput(path, "", problem, f"move it to {SUBMISSIONS}/SLUG/"))
            problem = f"is outside {SUBMISSIONS}/SLUG/, but this pull request also changes a submission"
            elsewhere.append(BadInput(path, "", problem, "move this change to another pull request"))
        elif len(below) == 1:
            a_file = ("is a file", f"move it to {SUBMISSIONS}/SLUG/")
            what, fix = _MODES.get(node.mode, a_file) if node else a_file
            problem = f"{what}, but {SUBMISSIONS}/ holds one folder per submission"
            problems.append(BadInput(path, "", problem, fix))
        elif not is_slug(below[0]):
            problem = f"{quote_value(below[0])} is not a valid slug"
            problems.append(BadInput(path, "", problem, slug_fix(below[0])))
        else:
            slugs[below[0]] = None
    return tuple(slugs), [*problems, *(elsewhere if slugs or problems else ())]


def _file_problems(
    files: Mapping[bytes, TreeNode], submissions: int, sizes: Mapping[str, int], limits: PullLimits
) -> Iterator[BadInput]:
    """Yield the problems of files by path: their number, names, kinds and sizes (in bytes, by blob id)."""
    if len(files) > limits.files:
        problem = f"its submissions have {len(files)} files; the limit is {limits.files}"
        yield pull_problem(problem, "submit fewer files")
    if submissions > limits.submissions:
        problem = f"touches {submissions} submissions; the limit is {limits.submissions}"
        yield pull_problem(problem, "split it into several pull requests")
    folded: dict[str, bytes] = {}
    for path, node in files.items():
        for problem, fix in _problems_of_file(path, node, sizes.get(node.id, 0), limits):
            yield BadInput(printable_path(path), "", problem, fix)
        parts = path.split(b"/")
        for name in (b"/".join(parts[:depth]) for depth in range(len(parts), 2, -1)):
            text = name.decode("utf-8", "backslashreplace")
            if (other := folded.setdefault(text.casefold(), name)) != name:
                problem = f"differs from {printable_path(other)} only in upper and lower case"
                yield BadInput(printable_path(name), "", problem, "rename one of the two")
    total = sum(sizes.get(node.id, 0) for node in files.values())
    if total > limits.total_mb * MIB:
        problem = f"its files have {total / MIB:,.1f} MiB together; the limit is {limits.total_mb:g} MiB"
        yield pull_problem(problem, "compress prediction files (.gz), or submit fewer")


def _problems_of_file(
    path: bytes, node: TreeNode, size: int, limits: PullLimits
) -> Iterator[tuple[str, str]]:
    text = path.decode("utf-8", "backslashreplace")
    _, _, *parts = text.split("/")
    if len(parts) > _DEPTH_LIMIT:
        fix = f"use at most {_DEPTH_LIMIT - 1} folders below the submission's own"
        yield f"is {len(parts) - 1} folders deep", fix
    elif len(text) > PATH_CHARACTERS:
        fix = f"shorten it to at most {PATH_CHARACTERS} characters"
        yield f"has a path of {len(text)} characters", fix
    elif not path.isascii():
        yield "has non-ASCII characters in its name", "use letters, digits, . _ and -"
    elif not all(_PART.fullmatch(part) and not is_reserved_name(part) for part in parts):
        yield "has a name that some systems do not allow", "use letters, digits, single . _ and -"
    elif parts[-1] != FILE_NAME and not text.endswith(_ENDINGS):
        fix = f"use {FILE_NAME}, prediction files (.jsonl or .json, also with .gz), and notes (.md, .txt)"
        yield "is not a kind of file that a submission may contain", fix
    if node.mode != FILE:
        made_up = (f"has the mode {quote_value(node.mode)}", "commit the file again with plain git")
        yield _MODES.get(node.mode, made_up)
    if parts[-1] == FILE_NAME and size > SIZE_LIMIT:
        yield f"has {size:,} bytes; the limit is {SIZE_LIMIT:,}", "shorten it"
    elif size > limits.file_mb * MIB:
        problem = f"has {size / MIB:,.1f} MiB; the limit is {limits.file_mb:g} MiB"
        yield problem, "compress it (.gz), or ask the maintainers"


def _is_like_submissions(name: str) -> bool:
    """Whether a person could mistake a name for ``submissions``."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return folded == SUBMISSIONS or difflib.SequenceMatcher(None, folded, SUBMISSIONS).ratio() >= _SIMILARITY
