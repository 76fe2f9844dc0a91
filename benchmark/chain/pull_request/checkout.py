"""Write the submissions of a pull request to a fresh folder, after their paths, owners and sizes pass."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.repository import Account
from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request import changed_paths, owners, tree
from benchmark.chain.pull_request.tree import CommitRange, PathChange
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.files.atomic import make_folder
from benchmark.results.git import EXECUTABLE, FILE, Git, blobs
from benchmark.submissions.names import SuiteNames

_FILES_LIMIT = 2_000  #: maximum files that are listed of one submission; the policy's limit is lower


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequestRules:
    """The author of a pull request, and the rules of the base branch that it must follow."""

    author: str  #: login of the account that opened the pull request
    author_id: int = 0  #: number of that account; 0 if unknown, which no recorded owner has
    accounts: Path | None = None  #: folder of recorded owners
    policy: Policy
    known: Mapping[str, SuiteNames]  #: names that runs may use, by suite


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedSubmissions:
    """The submissions that a pull request touches."""

    slugs: tuple[str, ...]  #: slugs of all touched submissions
    present: tuple[str, ...]  #: slugs that exist after the merge; the pull request removes the others
    base: Mapping[str, owners.OwnedSubmission]  #: all submissions on the base branch, by slug
    changed: frozenset[str]  #: changed paths, relative to the root of the repository


def extract_submissions(
    git: Git, commits: CommitRange, rules: PullRequestRules, recorded: Collection[str], root: Path
) -> TouchedSubmissions:
    """Write the submissions that a pull request touches to ``root``, as they would be after the merge.

    Args:
        git: the repository.
        commits: the commits of the pull request.
        rules: the rules that it must follow.
        recorded: slugs that have rows.
        root: an empty folder; gets ``submissions/SLUG/…``.

    Raises:
        BadInput: with every problem of paths, owners and sizes. Nothing is written then.
    """
    changes = tree.changes(git, commits.fork, commits.head)
    found = changed_paths.sort_changes(changes)
    base = owners.submissions_on(git, commits.base)
    problems = [
        *found.problems,
        *owners.ownership_problems(
            Account(login=rules.author, id=rules.author_id),
            found.slugs,
            base,
            rules.policy,
            recorded=recorded,
            accounts=rules.accounts,
        ),
        *_base_changes(git, commits, found.slugs),
    ]
    if problems:
        raise ManyBadInputs(problems)
    files = {
        slug: tree.files_in(git, commits.head, f"{SUBMISSIONS}/{slug}", _FILES_LIMIT) for slug in found.slugs
    }
    present = {slug: listed for slug, listed in files.items() if listed}
    plain = sorted({identifier for listed in present.values() for identifier in _blob_ids(listed)})
    sizes = dict(zip(plain, tree.blob_sizes(git, plain), strict=True))
    count = sum(map(len, present.values()))
    limits = rules.policy.pull_requests
    if count > limits.files:
        problem = f"its submissions have {count} files; the limit is {limits.files}"
        problems.append(BadInput("pull request", "", problem, "submit fewer files"))
    problems += changed_paths.file_problems(present, sizes, limits)
    if problems:
        raise ManyBadInputs(problems)
    for slug, listed in present.items():
        _write_files(git, listed, root / SUBMISSIONS / slug)
    return TouchedSubmissions(
        slugs=found.slugs,
        present=tuple(present),
        base=base,
        changed=frozenset(change.path.decode("ascii", "replace") for change in changes),
    )


def _blob_ids(listed: Sequence[PathChange]) -> list[str]:
    """Return the ids of regular files; links and submodules are left out."""
    nodes = [change.after for change in listed if change.after is not None]
    return [node.id for node in nodes if node.mode in (FILE, EXECUTABLE)]


def _base_changes(git: Git, commits: CommitRange, slugs: Sequence[str]) -> list[BadInput]:
    """Return a problem per submission that also changed on the base branch: its merge would be unchecked."""
    paths = [f"{SUBMISSIONS}/{slug}" for slug in slugs]
    before, now = tree.folder_ids(git, commits.fork, paths), tree.folder_ids(git, commits.base, paths)
    fix = "merge the base branch into the pull request"
    return [
        BadInput(f"{path}/", "", "has changed on the base branch since this pull request began", fix)
        for path in paths
        if before[path] != now[path]
    ]


def _write_files(git: Git, listed: Sequence[PathChange], folder: Path) -> None:
    """Write regular files, whose names were checked before; none of them exists yet."""
    identifiers = {change.path: change.after.id for change in listed if change.after is not None}
    for name, data in zip(identifiers, blobs(git, identifiers.values()), strict=True):
        path = folder / name.decode("ascii")
        make_folder(path.parent)
        with path.open("xb") as stream:
            stream.write(data)
