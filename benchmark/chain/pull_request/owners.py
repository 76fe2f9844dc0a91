"""Decide who may change a submission, by the owners on the base branch and never by the pull request."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from benchmark.chain.github.repository import Account
from benchmark.chain.plan.ownership import owns
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import BadInput
from benchmark.core.lookalike import slug_key
from benchmark.core.names import is_slug
from benchmark.results.git import FILE, Git, blobs, entries
from benchmark.results.layout import OWNERS
from benchmark.results.ledger import row_files
from benchmark.results.owners import read_owners
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT, OwnedSubmission, read_owned
from benchmark.submissions.files import SUBMISSIONS
from benchmark.submissions.rules import slug_rules
from benchmark.submissions.schema import Baseline


@dataclass(frozen=True, kw_only=True)
class PullRequest:
    """A pull request to check, and what it is checked against."""

    repository: Path  #: a clone that has both commits
    base: str  #: commit of the base branch
    head: str  #: last commit of the pull request
    author: str  #: login of the account that opened the pull request
    author_id: int = 0  #: number of that account; 0 if unknown, which no recorded owner has
    policy: Policy  #: the policy of the base branch
    rows: Path | None = None  #: folder of recorded rows, next to that of recorded owners

    @cached_property
    def recorded(self) -> frozenset[str]:
        """Slugs that have rows."""
        return frozenset(path.parent.name for path in row_files(self.rows)) if self.rows else frozenset()

    @cached_property
    def on_base(self) -> Mapping[str, OwnedSubmission]:
        """The submissions on the base branch, by slug."""
        git, found, read = Git(self.repository), dict[str, OwnedSubmission](), dict[str, str]()
        for entry in entries(git, self.base, SUBMISSIONS):
            _, slug, *below = entry.path.split("/")
            if below and is_slug(slug):
                found[slug] = OwnedSubmission()
                if below == [FILE_NAME] and entry.mode == FILE and entry.size <= SIZE_LIMIT:
                    read[slug] = entry.id
        # As files, because their strict reader has the limits for hostile YAML.
        with TemporaryDirectory() as folder:
            for slug, data in zip(read, blobs(git, read.values()), strict=True):
                file = Path(folder) / slug
                file.write_bytes(data)
                found[slug] = read_owned(file)
        return found


def ownership_problems(pull: PullRequest, slugs: Collection[str]) -> Iterator[BadInput]:
    """Yield one problem per submission that the author may not change."""
    if pull.policy.is_maintainer(pull.author):
        return
    base = pull.on_base
    taken = {slug_key(slug): slug for slug in (*pull.recorded, *base.keys() - set(slugs))}
    for slug in sorted(slugs):
        reserved_for = pull.policy.owners_of(slug)
        field, fix = "slug", "choose another slug"
        if slug in base or reserved_for is not None:
            listed = base[slug].owners if slug in base else ()
            known = read_owners(pull.rows.parent / OWNERS, slug) if pull.rows and slug in base else None
            if owns(Account(login=pull.author, id=pull.author_id), slug, listed, pull.policy, known):
                continue
            logins = {login.lower() for login in listed} if known is None else set(known.listed)
            allowed = ", ".join(sorted(logins | (reserved_for or set()))) or "the maintainers"
            problem = f"{slug} belongs to {allowed} on the base branch, not to {pull.author}"
            field, fix = "owners", "ask them, or choose another slug"
        # Baselines such as `gold` have rows that come from no submission.
        elif slug in pull.recorded - {*get_args(Baseline)}:
            problem = f"{slug} already has rows, from a submission that was removed"
            fix = "choose another slug, or ask the maintainers"
        elif broken := next(slug_rules(slug, taken), None):
            _, problem, fix = broken
        else:
            continue
        yield BadInput(f"{SUBMISSIONS}/{slug}/{FILE_NAME}", field, problem, fix)
