"""From a pull request's commits to a fresh folder that holds its submissions, once their paths are sound."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request import changed_paths, owners, tree
from benchmark.chain.pull_request.owners import SUBMISSIONS
from benchmark.chain.pull_request.tree import CommitRange, PathChange
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.files.atomic import make_folder
from benchmark.results.git import Git
from benchmark.results.objects import EXECUTABLE, FILE, blobs
from benchmark.submissions.names import SuiteNames

_FILES_LIMIT = 2_000  #: of one submission, before they are counted against the policy


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequestRules:
    """Whose pull request it is, and what the base branch says."""

    author: str  #: login of who opened the pull request
    policy: Policy
    known: Mapping[str, SuiteNames]  #: what runs may name, by suite


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedSubmissions:
    """The submissions that a pull request touches."""

    slugs: tuple[str, ...]  #: all of them
    there: tuple[str, ...]  #: those that are there after it; the others are removed
    new: frozenset[str]  #: that the base branch does not have
    changed: frozenset[str]  #: paths as the repository has them


def bring(
    git: Git, ends: CommitRange, rules: PullRequestRules, recorded: Collection[str], root: Path
) -> TouchedSubmissions:
    """Write the submissions that a pull request touches below ``root``, as they would be after the merge.

    Args:
        git: of the repository.
        ends: of the pull request.
        rules: that it has to keep.
        recorded: slugs that have rows.
        root: an empty folder; gets ``submissions/SLUG/…``.

    Raises:
        BadInput: with every problem of paths, owners and sizes; nothing has been written then.
    """
    changes = tree.changes(git, ends.fork, ends.head)
    found = changed_paths.sort_out(changes)
    on_base = owners.owners_on(git, ends.base, found.slugs)
    others = owners.slugs_on(git, ends.base) - set(found.slugs)
    problems = [
        *found.problems,
        *owners.trespasses(rules.author, on_base, rules.policy, others=others, recorded=recorded),
        *_moved_on(git, ends, found.slugs),
    ]
    if problems:
        raise ManyBadInputs(problems)
    files = {
        slug: tree.files_below(git, ends.head, f"{SUBMISSIONS}/{slug}", _FILES_LIMIT) for slug in found.slugs
    }
    there = {slug: listed for slug, listed in files.items() if listed}
    plain = sorted({identifier for listed in there.values() for identifier in _plain(listed)})
    sizes = dict(zip(plain, tree.sizes(git, plain), strict=True))
    count = sum(map(len, there.values()))
    limits = rules.policy.pull_requests
    if count > limits.files:
        problem = f"its submissions have {count} files, more than {limits.files}"
        problems.append(BadInput("pull request", "", problem, "bring fewer"))
    problems += changed_paths.unsound_files(there, sizes, limits)
    if problems:
        raise ManyBadInputs(problems)
    for slug, listed in there.items():
        _write(git, listed, root / SUBMISSIONS / slug)
    return TouchedSubmissions(
        slugs=found.slugs,
        there=tuple(there),
        new=frozenset(slug for slug, logins in on_base.items() if logins is None),
        changed=frozenset(one.path.decode("ascii", "replace") for one in changes),
    )


def _plain(listed: Sequence[PathChange]) -> list[str]:
    """Ids of what has a size: neither links nor submodules are looked at."""
    nodes = [one.after for one in listed if one.after is not None]
    return [node.id for node in nodes if node.mode in (FILE, EXECUTABLE)]


def _moved_on(git: Git, ends: CommitRange, slugs: Sequence[str]) -> list[BadInput]:
    """Submissions that the base branch has changed since: what a merge makes of both, nobody has seen."""
    paths = [f"{SUBMISSIONS}/{slug}" for slug in slugs]
    before, now = tree.folders(git, ends.fork, paths), tree.folders(git, ends.base, paths)
    fix = "merge the base branch into the pull request"
    return [
        BadInput(f"{path}/", "", "has changed on the base branch since", fix)
        for path in paths
        if before[path] != now[path]
    ]


def _write(git: Git, listed: Sequence[PathChange], folder: Path) -> None:
    """Write plain files; all have sound names and are new here."""
    identifiers = {one.path: one.after.id for one in listed if one.after is not None}
    for name, data in zip(identifiers, blobs(git, identifiers.values()), strict=True):
        path = folder / name.decode("ascii")
        make_folder(path.parent)
        with path.open("xb") as stream:
            stream.write(data)
