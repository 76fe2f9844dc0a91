"""Check the changed paths of a pull request, and write its submissions to a fresh folder.

No file is read before its path, kind, size and owner pass, and no program of the pull request runs.
"""

from collections.abc import Mapping
from pathlib import Path

from benchmark.chain.pull_request import tree
from benchmark.chain.pull_request.owners import PullRequest, ownership_problems
from benchmark.chain.pull_request.tree import TreeNode
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.slug import is_slug
from benchmark.files.atomic import make_folder
from benchmark.results.git import Git, blobs
from benchmark.submissions.files import (
    EXECUTABLE,
    OTHER_NAMES,
    REGULAR,
    SUBMISSIONS,
    SubmissionFile,
    file_problems,
    invalid_slug,
    loose_entry,
    misplaced,
    printable_path,
)


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
    regular = {node.id for node in files.values() if node.mode in (REGULAR, EXECUTABLE)}
    sizes = tree.object_sizes(git, sorted(regular))
    sized = {path: SubmissionFile(node.mode, sizes.get(node.id, 0)) for path, node in files.items()}
    if problems := [*file_problems(sized, len(present), pull.policy.pull_requests)]:
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
    invalid: dict[bytes, None] = {}
    elsewhere: list[BadInput] = []
    problems: list[BadInput] = []
    for raw, node in changes.items():
        path = printable_path(raw)
        first, *below = (part.decode("utf-8", "backslashreplace") for part in raw.split(b"/"))
        inside = first == SUBMISSIONS and bool(below)
        if not inside or below[0] in OTHER_NAMES:
            if not inside and (wrong := misplaced(first)):
                problems.append(BadInput(path, "", *wrong))
            problem = f"is outside {SUBMISSIONS}/SLUG/, but this pull request also changes a submission"
            elsewhere.append(BadInput(path, "", problem, "move this change to another pull request"))
        elif len(below) == 1:
            problems.append(BadInput(path, "", *loose_entry(node.mode if node else "")))
        elif not is_slug(below[0]):
            invalid[raw.rsplit(b"/", len(below) - 1)[0]] = None
        else:
            slugs[below[0]] = None
    problems += map(invalid_slug, invalid)
    return tuple(slugs), [*problems, *(elsewhere if slugs or problems else ())]
