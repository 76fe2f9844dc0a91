"""Check in a clone what a repository needs to run its own benchmark.

``doctor.hosted`` checks the repository on GitHub. Something that cannot be seen is ``unknown``, never ``ok``.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.analysis.wording import plural
from benchmark.chain.github.repository import is_repository
from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.plan.policy import POLICY_FILE, Policy, read_policy
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.install import absent_modules, install_extra, install_program
from benchmark.core.slug import is_slug
from benchmark.core.suite import Suite
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record
from benchmark.results.branch import BRANCH
from benchmark.results.git import Git, GitFailure
from benchmark.results.layout import MONEY
from benchmark.scoring.installed import PACKAGES
from benchmark.submissions.check import read_submission

WORKFLOWS = ("ci", "validate", "report", "run", "care", "site")
_FOLDER = Path(".github/workflows")
#: Logins that a copy must replace: this project's maintainers, and the example in the documentation.
_PLACEHOLDERS = frozenset({"sightbench-maintainers", "octocat"})
_CODE_OWNERS = Path(".github/CODEOWNERS")
_OWNED = ("/.github/", "/policy.yml")  #: patterns of the files that decide what CI may do
_EXTRAS = {"statistics": PACKAGES, "github": ("httpx2",)}

#: The beginning of the address of a workflow run, as reservations have it.
_RUN_LINK = r"https://github\.com/[A-Za-z0-9._-]+/[A-Za-z0-9._-]+/actions/"

_CODE_OWNERS_LIMIT = 3 << 20  #: bytes; GitHub reads no larger file

State = Literal["ok", "missing", "unknown"]


class Requirement(Record):
    """One thing that a repository needs to run its own benchmark, and whether it was found."""

    name: str
    state: State
    said: str = Field(description="what was found")
    fix: str = Field(default="", description="what to do if it is missing or unknown")


class Diagnosis(Record):
    """The output of `sightbench doctor --json`."""

    schema_: Literal["sightbench/doctor/1"] = Field(default="sightbench/doctor/1", alias="schema")
    repository: str = Field(description="OWNER/NAME on GitHub; empty if unknown")
    findings: list[Requirement]

    @property
    def missing(self) -> Sequence[Requirement]:
        """The requirements that are missing."""
        return [finding for finding in self.findings if finding.state == "missing"]


def clone_requirements(folder: Path, known: Mapping[str, Suite]) -> Iterator[Requirement]:
    """Yield the requirements that can be checked in a clone, without network.

    Args:
        folder: root of the clone.
        known: names that runs may use, by suite.
    """
    yield _policy(folder)
    yield _code_owners(folder)
    yield _workflows(folder)
    yield _submissions(folder, known)
    yield _results(folder)
    yield _git()
    yield _bubblewrap()
    for extra, modules in _EXTRAS.items():
        absent = absent_modules(modules)
        said = f"{', '.join(absent)} not installed" if absent else "installed"
        fix = install_extra(extra) if absent else ""
        yield Requirement(name=f"extra {extra}", state="missing" if absent else "ok", said=said, fix=fix)


def policy_of(folder: Path) -> Policy | None:
    """Return the policy of a clone; None if it is invalid, which another requirement reports."""
    try:
        return read_policy(folder / POLICY_FILE)
    except BadInput:
        return None


def repository_of(folder: Path) -> str:
    """Return OWNER/NAME of the remote `origin` on GitHub; empty if there is none."""
    try:
        address = Git(folder).text("config", "--get", "remote.origin.url")
    except (OurFailure, BadInput):
        return ""
    for start in ("https://github.com/", "ssh://git@github.com/", "git@github.com:"):
        if address.startswith(start):
            name = address.removeprefix(start).removesuffix("/").removesuffix(".git")
            return name if is_repository(name) else ""
    return ""


def _policy(folder: Path) -> Requirement:
    try:
        policy = read_policy(folder / POLICY_FILE)
    except BadInput as error:
        return Requirement(name="policy.yml", state="missing", said=str(error), fix=error.fix)
    placeholders = [login for login in policy.maintainers if login.lower() in _PLACEHOLDERS]
    if policy.maintainers and not placeholders:
        counts = {"maintainer": policy.maintainers, "key": policy.keys, "GPU runner": policy.gpus}
        said = ", ".join(plural(len(found), name) for name, found in counts.items())
        return Requirement(name="policy.yml", state="ok", said=said)
    said = f"its maintainers include {placeholders[0]}" if placeholders else "it lists no maintainer"
    fix = f"replace {placeholders[0]} with your own login" if placeholders else "list your own login"
    return Requirement(name="policy.yml", state="missing", said=said, fix=f"{fix} in the list of maintainers")


def _code_owners(folder: Path) -> Requirement:
    """Check that the maintainers of the policy approve changes of the policy and the workflows."""
    fix = f"write into {_CODE_OWNERS}, for each of {' and '.join(_OWNED)}, a line with your maintainers"
    try:
        text = read_bytes(folder / _CODE_OWNERS, _CODE_OWNERS_LIMIT).decode("utf-8", "replace")
    except BadInput as error:
        return Requirement(name="CODEOWNERS", state="missing", said=error.problem, fix=fix)
    entries = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    owners = {pattern: {name.lower().removeprefix("@") for name in names} for pattern, *names in entries}
    policy = policy_of(folder)
    maintainers = set() if policy is None else {login.lower() for login in policy.maintainers}
    wrong = [f"{path} has no owner" for path in _OWNED if not owners.get(path)]
    if any(_PLACEHOLDERS & owners.get(path, set()) for path in _OWNED):
        wrong.append("it names a placeholder instead of your maintainers")
    elif any(owners.get(path, maintainers) - maintainers for path in _OWNED):
        wrong.append("it names owners that are not maintainers in policy.yml")
    said = "; ".join(wrong) or f"covers {' and '.join(_OWNED)}"
    state: State = "missing" if wrong else "ok"
    return Requirement(name="CODEOWNERS", state=state, said=said, fix=fix if wrong else "")


def _workflows(folder: Path) -> Requirement:
    absent = [name for name in WORKFLOWS if not (folder / _FOLDER / f"{name}.yml").is_file()]
    if not absent:
        return Requirement(name="workflow files", state="ok", said=", ".join(WORKFLOWS))
    fix = f"copy them from Sightbench into {_FOLDER}/"
    return Requirement(name="workflow files", state="missing", said=f"missing: {', '.join(absent)}", fix=fix)


def _submissions(folder: Path, known: Mapping[str, Suite]) -> Requirement:
    root = folder / SUBMISSIONS
    slugs = sorted(path.name for path in root.iterdir() if is_slug(path.name)) if root.is_dir() else []
    invalid = []
    for slug in slugs:
        try:
            read_submission(root / slug, known)
        except BadInput:
            invalid.append(slug)
    if invalid:
        said = f"invalid: {', '.join(invalid)}"
        fix = f"run `sightbench submit check {SUBMISSIONS}/{invalid[0]}` to see the problems"
        return Requirement(name="submissions", state="missing", said=said, fix=fix)
    return Requirement(name="submissions", state="ok", said=f"{plural(len(slugs), 'submission')}, all valid")


def _results(folder: Path) -> Requirement:
    """Check that the clone has the branch of rows."""
    name = f"branch {BRANCH}"
    try:
        refs = Git(folder).text("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
    except (BadInput, OurFailure) as error:
        return Requirement(name=name, state="unknown", said=str(error), fix="run this command in a clone")
    found = [ref for ref in refs.splitlines() if ref == f"refs/heads/{BRANCH}" or ref.endswith(f"/{BRANCH}")]
    if found:
        others = _other_repositories(folder, found[-1])
        if not others:
            return Requirement(name=name, state="ok", said="fetched")
        fix = (
            "in a fork, its rows are unattested and its money counts in your budgets: delete it with"
            f" `git push origin --delete {BRANCH}`, and begin your own with `sightbench results init`;"
            " in a renamed repository, keep it: the next run writes the new name"
        )
        said = f"only {', '.join(others)} wrote to it"
        return Requirement(name=name, state="missing", said=said, fix=fix)
    fix = "run `git fetch`; if the branch does not exist yet, run `sightbench results init`"
    return Requirement(name=name, state="unknown", said="not in this clone", fix=fix)


def _other_repositories(folder: Path, ref: str) -> list[str]:
    """Return the repositories whose runs reserved money on a branch of results; none if this one did."""
    try:
        lines = Git(folder).text("grep", "-h", "-o", "-E", _RUN_LINK, ref, "--", MONEY).splitlines()
    except GitFailure:  # nobody did
        return []
    named, own = {"/".join(line.split("/")[3:5]) for line in lines}, repository_of(folder)
    return [] if own in ("", *named) else sorted(named)


def _git() -> Requirement:
    if shutil.which("git") is None:
        said = "git is not installed"
        return Requirement(name="git", state="missing", said=said, fix=install_program("git"))
    return Requirement(name="git", state="ok", said="installed")


def _bubblewrap() -> Requirement:
    if shutil.which("bwrap") is None:
        said = "bubblewrap is not installed"
        return Requirement(name="sandbox", state="missing", said=said, fix=install_program("bubblewrap"))
    fix = "run `sightbench doctor --sandbox` to test it"
    return Requirement(name="sandbox", state="ok", said="bubblewrap is installed", fix=fix)


_UNSEEN = "this token cannot see it"
_ADMIN = "use a token that may read the repository's administration, or look in its settings"


def requirement(name: str, wrong: Sequence[str], fix: str, said: str = "set up correctly") -> Requirement:
    """Return a requirement, whose state is ``missing`` if anything is wrong."""
    state: State = "missing" if wrong else "ok"
    return Requirement(name=name, state=state, said="; ".join(wrong) or said, fix=fix if wrong else "")


def unknown(name: str, fix: str = _ADMIN) -> Requirement:
    """Return a requirement whose state is ``unknown``, because the token may not read the setting."""
    return Requirement(name=name, state="unknown", said=_UNSEEN, fix=fix)
