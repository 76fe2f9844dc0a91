"""Decide who may change a submission, by the owners on the base branch and never by the pull request."""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmark.analysis.catalog import BASELINES
from benchmark.chain.github.repository import Account
from benchmark.chain.plan.ownership import SUBMISSIONS, owns
from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request.tree import blob_sizes, files_in, folder_ids, is_tree, read_trees
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.lookalike import slug_key
from benchmark.core.slug import is_slug
from benchmark.files.strict_yaml import read_yaml
from benchmark.results.git import Git
from benchmark.results.objects import FILE, blobs
from benchmark.results.owners import read_owners
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT

_FILES_LIMIT = 5_000  #: maximum files that are listed of one submission on the base branch
_AUTHOR = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:\[bot\])?")


def check_author(author: str) -> str:
    """Return the login of a pull request's author if it is valid.

    Raises:
        BadInput: if it is not a GitHub login.
    """
    if not _AUTHOR.fullmatch(author):
        fix = "give a login such as octocat, without @"
        raise BadInput("--author", "", f"{quote_value(author)} is not a GitHub login", fix)
    return author


def slugs_on(git: Git, commit: str) -> frozenset[str]:
    """Return the names of the folders in submissions/ on a commit that are valid slugs."""
    tree = folder_ids(git, commit, [SUBMISSIONS])[SUBMISSIONS]
    names = {} if tree is None else read_trees(git, [tree])[tree]
    found = (name.decode("ascii", "replace") for name, node in names.items() if is_tree(node))
    return frozenset(name for name in found if is_slug(name))


def owners_on(git: Git, commit: str, slugs: Collection[str]) -> Mapping[str, tuple[str, ...] | None]:
    """Return the owners of each submission on a commit; None if the commit has no such submission.

    A submission that cannot be read has no owners, so only maintainers may repair it.
    """
    paths = {slug: f"{SUBMISSIONS}/{slug}" for slug in slugs}
    ids = folder_ids(git, commit, paths.values())
    return {
        slug: None if ids[path] is None else _read_owners(git, commit, path) for slug, path in paths.items()
    }


def ownership_problems(
    author: Account,
    on_base: Mapping[str, tuple[str, ...] | None],
    policy: Policy,
    *,
    others: Collection[str] = (),
    recorded: Collection[str] = (),
    accounts: Path | None = None,
) -> Iterator[BadInput]:
    """Yield one problem per submission that the author may not change.

    Args:
        author: the account that opened the pull request.
        on_base: owners on the base branch by slug, from :func:`owners_on`; None for a new slug.
        policy: the policy of the base branch.
        others: slugs of all other submissions on the base branch.
        recorded: slugs that have rows.
        accounts: folder of recorded owners; the number of the author is compared with theirs.

    Raises:
        BadInput: if recorded owners cannot be read.
    """
    if policy.is_maintainer(author.login):
        return
    taken = {slug_key(slug): slug for slug in (*BASELINES, *recorded, *others)}
    for slug, owners in sorted(on_base.items()):
        file = f"{SUBMISSIONS}/{slug}/{FILE_NAME}"
        reserved_for = policy.owners_of(slug)
        if owners is not None or reserved_for is not None:
            known = None if accounts is None or owners is None else read_owners(accounts, slug)
            if not owns(author, slug, owners or (), policy, known):
                listed = {login.lower() for login in owners or ()} if known is None else set(known.listed)
                problem = _belongs_to_others(slug, author.login, listed | (reserved_for or set()))
                yield BadInput(file, "owners", problem, "ask them, or choose another slug")
        elif slug in BASELINES:
            problem = f"{slug} is the name of a baseline of the benchmark"
            yield BadInput(file, "slug", problem, "choose another slug")
        elif slug in recorded:
            problem = f"{slug} already has rows, from a submission that was removed"
            yield BadInput(file, "slug", problem, "choose another slug, or ask the maintainers")
        elif (like := taken.setdefault(slug_key(slug), slug)) != slug:
            problem = f"{slug} is too similar to {like}, which is already taken"
            yield BadInput(file, "slug", problem, "choose another slug")


def _belongs_to_others(slug: str, author: str, allowed: Collection[str]) -> str:
    known = ", ".join(sorted(allowed)) or "the maintainers"
    return f"{slug} belongs to {known} on the base branch, not to {author}"


def _read_owners(git: Git, commit: str, path: str) -> tuple[str, ...]:
    files = {change.path: change.after for change in files_in(git, commit, path, _FILES_LIMIT)}
    node = files.get(FILE_NAME.encode())
    if node is None or node.mode != FILE or next(iter(blob_sizes(git, [node.id]))) > SIZE_LIMIT:
        return ()
    with TemporaryDirectory() as folder:
        file = Path(folder) / FILE_NAME
        file.write_bytes(next(iter(blobs(git, [node.id]))))
        try:
            value = read_yaml(file, SIZE_LIMIT).value
        except BadInput:
            return ()
    owners = value.get("owners") if isinstance(value, dict) else None
    if not isinstance(owners, list):
        return ()
    # Lower-casing can turn a non-ASCII letter into an ASCII one: the Kelvin sign becomes k.
    return tuple(login for login in owners if isinstance(login, str) and login.isascii())
