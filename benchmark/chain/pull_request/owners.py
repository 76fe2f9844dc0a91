"""Decide who may change a submission, by the owners on the base branch and never by the pull request."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmark.analysis.catalog import BASELINES
from benchmark.chain.github.repository import Account
from benchmark.chain.plan.ownership import SUBMISSIONS, owns
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.lookalike import slug_key
from benchmark.core.slug import is_slug
from benchmark.files.strict_yaml import read_yaml
from benchmark.results.git import FILE, Git, TreeEntry, blobs, entries
from benchmark.results.owners import read_owners
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT

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


@dataclass(frozen=True, slots=True)
class OwnedSubmission:
    """The name and owners of a submission; neither if its ``submission.yaml`` cannot be read."""

    name: str = ""
    owners: tuple[str, ...] = ()  #: if there are none, only maintainers may change it


def submissions_on(git: Git, commit: str) -> Mapping[str, OwnedSubmission]:
    """Return the submissions on a commit of the base branch, by slug."""
    files: dict[str, TreeEntry | None] = {}
    for entry in entries(git, commit, SUBMISSIONS):
        _, slug, *below = entry.path.split("/")
        if below and is_slug(slug):
            files.setdefault(slug, None)
            if below == [FILE_NAME] and entry.mode == FILE and entry.size <= SIZE_LIMIT:
                files[slug] = entry
    read = {slug: entry.id for slug, entry in files.items() if entry is not None}
    found = dict.fromkeys(files, OwnedSubmission())
    with TemporaryDirectory() as folder:
        for slug, data in zip(read, blobs(git, read.values()), strict=True):
            file = Path(folder) / slug
            file.write_bytes(data)
            found[slug] = read_owned(file)
    return found


def read_owned(file: Path) -> OwnedSubmission:
    """Read name and owners from a ``submission.yaml``, whatever else is wrong with it."""
    try:
        value = read_yaml(file, SIZE_LIMIT).value
    except BadInput:
        return OwnedSubmission()
    fields = value if isinstance(value, dict) else {}
    name, owners = fields.get("name"), fields.get("owners")
    logins = owners if isinstance(owners, list) else []
    # Lower-casing can turn a non-ASCII letter into an ASCII one: the Kelvin sign becomes k.
    known = tuple(login for login in logins if isinstance(login, str) and login.isascii())
    return OwnedSubmission(name if isinstance(name, str) else "", known)


def ownership_problems(
    author: Account,
    slugs: Collection[str],
    base: Mapping[str, OwnedSubmission],
    policy: Policy,
    *,
    recorded: Collection[str],
    accounts: Path | None,
) -> Iterator[BadInput]:
    """Yield one problem per submission that the author may not change.

    Args:
        author: the account that opened the pull request.
        slugs: slugs of the submissions that the pull request touches.
        base: the submissions on the base branch.
        policy: the policy of the base branch.
        recorded: slugs that have rows.
        accounts: folder of recorded owners; the number of the author is compared with theirs.

    Raises:
        BadInput: if recorded owners cannot be read.
    """
    if policy.is_maintainer(author.login):
        return
    taken = {slug_key(slug): slug for slug in (*BASELINES, *recorded, *base.keys() - set(slugs))}
    for slug in sorted(slugs):
        owners = base[slug].owners if slug in base else None
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
