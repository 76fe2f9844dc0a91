"""Write the submissions of a pull request to a fresh folder, after their paths, owners and sizes pass."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.pull_request import changed_paths, tree
from benchmark.chain.pull_request.owners import (
    OwnedSubmission,
    PullRequest,
    ownership_problems,
    submissions_on,
)
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.files.atomic import make_folder
from benchmark.results.git import Git
from benchmark.results.ledger import row_files
from benchmark.results.objects import EXECUTABLE, FILE, blobs


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedSubmissions:
    """The submissions that a pull request touches."""

    slugs: tuple[str, ...]  #: slugs of all touched submissions
    present: tuple[str, ...]  #: slugs that exist after the merge; the pull request removes the others
    base: Mapping[str, OwnedSubmission]  #: all submissions on the base branch, by slug
    recorded: frozenset[str]  #: slugs that have rows
    changed: frozenset[str]  #: changed paths, relative to the root of the repository


def extract_submissions(pull: PullRequest, root: Path) -> TouchedSubmissions:
    """Write the submissions that a pull request touches to ``root``, as they would be after the merge.

    Args:
        pull: the pull request, with ids of commits.
        root: an empty folder; gets ``submissions/SLUG/…``.

    Raises:
        BadInput: with every problem of paths, owners and sizes. Nothing is written then.
    """
    git = Git(pull.repository)
    fork = tree.fork_point(git, pull.base, pull.head)
    changes = tree.changes(git, tree.commit_tree(git, fork), tree.commit_tree(git, pull.head))
    slugs, problems = changed_paths.touched_slugs(changes)
    base = submissions_on(git, pull.base)
    recorded = frozenset(path.parent.name for path in row_files(pull.rows)) if pull.rows else frozenset()
    problems += ownership_problems(pull, slugs, base, recorded)
    trees = {
        commit: tree.tree_ids(git, [f"{commit}:{SUBMISSIONS}/{slug}" for slug in slugs])
        for commit in (fork, pull.base, pull.head)
    }
    for slug, before, now in zip(slugs, trees[fork], trees[pull.base], strict=True):
        if before != now:  # the merge would be of two changes, and nobody would have checked the result
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
    if problems := [*changed_paths.file_problems(files, len(present), sizes, limits)]:
        raise ManyBadInputs(problems)
    for name, data in zip(files, blobs(git, [node.id for node in files.values()]), strict=True):
        path = root / name.decode("ascii")
        make_folder(path.parent)
        with path.open("xb") as stream:  # regular files with checked names; none of them exists yet
            stream.write(data)
    return TouchedSubmissions(
        slugs=slugs,
        present=tuple(present),
        base=base,
        recorded=recorded,
        changed=frozenset(path.decode("ascii", "replace") for path in changes),
    )
