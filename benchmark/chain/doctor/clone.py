"""What a repository needs to run its own benchmark, and what of it is missing: what a clone can tell.

What GitHub knows is in ``doctor_github``. A thing that cannot be seen is ``unknown``, never ``ok``.

History of the format:
    sightbench/doctor/1: first version.
"""

import importlib.util
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.analysis.wording import plural
from benchmark.chain.github.repository import is_repository
from benchmark.chain.plan.policy import POLICY_FILE, Policy, read_policy
from benchmark.chain.pull_request.owners import SUBMISSIONS
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.slug import is_slug
from benchmark.files.edge import Record
from benchmark.results.branch import BRANCH
from benchmark.results.git import Git, GitFailure
from benchmark.submissions.check import read_submission
from benchmark.submissions.names import SuiteNames

WORKFLOWS = ("validate", "report", "evaluate", "site", "reconcile")
_FOLDER = Path(".github/workflows")
#: Of this project; a copy names its own people.
_PLACEHOLDER = "sightbench-maintainers"
_EXTRAS = {"statistics": ("numpy", "scipy", "statsmodels"), "github": ("httpx2",)}

State = Literal["ok", "missing", "unknown"]


class Requirement(Record):
    """One thing that a benchmark needs."""

    name: str
    state: State
    said: str = Field(description="what was found")
    fix: str = Field(default="", description="what to do where it is missing or unknown")


class Diagnosis(Record):
    """What `sightbench doctor --json` prints."""

    schema_: Literal["sightbench/doctor/1"] = Field(default="sightbench/doctor/1", alias="schema")
    repository: str = Field(description="OWNER/NAME on GitHub; empty where none is known")
    findings: list[Requirement]

    @property
    def missing(self) -> Sequence[Requirement]:
        """What has to be done."""
        return [one for one in self.findings if one.state == "missing"]


def of_clone(folder: Path, known: Mapping[str, SuiteNames]) -> Iterator[Requirement]:
    """What can be told from a clone, without network.

    Args:
        folder: root of the clone.
        known: what runs may name, by suite.
    """
    yield _policy(folder)
    yield _workflows(folder)
    yield _submissions(folder, known)
    yield _results(folder)
    yield _bubblewrap()
    for extra, modules in _EXTRAS.items():
        absent = [name for name in modules if importlib.util.find_spec(name) is None]
        said = f"{', '.join(absent)} not installed here" if absent else "installed here"
        fix = f'pip install "sightbench[{extra}]"' if absent else ""
        yield Requirement(name=f"extra {extra}", state="missing" if absent else "ok", said=said, fix=fix)


def policy_of(folder: Path) -> Policy | None:
    """The policy of a clone; None where it is not sound, which is a finding of its own."""
    try:
        return read_policy(folder / POLICY_FILE)
    except BadInput:
        return None


def repository_of(folder: Path) -> str:
    """OWNER/NAME of the remote `origin` on GitHub; empty where there is none."""
    try:
        address = Git(folder).text("config", "--get", "remote.origin.url")
    except (GitFailure, BadInput):
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
    if [one for one in policy.maintainers if one != _PLACEHOLDER]:
        counts = {"maintainer": policy.maintainers, "key": policy.keys, "GPU runner": policy.gpus}
        said = ", ".join(plural(len(found), name) for name, found in counts.items())
        return Requirement(name="policy.yml", state="ok", said=said)
    fix = f"put your own login under maintainers: instead of {_PLACEHOLDER}"
    return Requirement(
        name="policy.yml", state="missing", said="names nobody of yours as a maintainer", fix=fix
    )


def _workflows(folder: Path) -> Requirement:
    absent = [name for name in WORKFLOWS if not (folder / _FOLDER / f"{name}.yml").is_file()]
    if not absent:
        return Requirement(name="workflow files", state="ok", said=", ".join(WORKFLOWS))
    fix = f"copy them from Sightbench into {_FOLDER}/"
    return Requirement(name="workflow files", state="missing", said=f"no {', '.join(absent)}", fix=fix)


def _submissions(folder: Path, known: Mapping[str, SuiteNames]) -> Requirement:
    root = folder / SUBMISSIONS
    slugs = sorted(path.name for path in root.iterdir() if is_slug(path.name)) if root.is_dir() else []
    torn = []
    for slug in slugs:
        try:
            read_submission(root / slug, known)
        except BadInput:
            torn.append(slug)
    if torn:
        fix = f"sightbench submit check {SUBMISSIONS}/{torn[0]} says what"
        return Requirement(name="submissions", state="missing", said=f"not sound: {', '.join(torn)}", fix=fix)
    return Requirement(name="submissions", state="ok", said=f"{plural(len(slugs), 'submission')}, all sound")


def _results(folder: Path) -> Requirement:
    """The branch, as far as it was fetched."""
    name = f"branch {BRANCH}"
    try:
        refs = Git(folder).text("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
    except (GitFailure, BadInput, OurFailure) as error:
        return Requirement(name=name, state="unknown", said=str(error), fix="run it in a clone")
    if any(ref == f"refs/heads/{BRANCH}" or ref.endswith(f"/{BRANCH}") for ref in refs.splitlines()):
        return Requirement(name=name, state="ok", said="fetched")
    fix = "git fetch; where it does not exist yet: sightbench results init"
    return Requirement(name=name, state="unknown", said="not in this clone", fix=fix)


def _bubblewrap() -> Requirement:
    found = shutil.which("bwrap")
    if found is None:
        return Requirement(name="sandbox", state="missing", said="no bwrap here", fix="install bubblewrap")
    fix = "sightbench sandbox probe tries it"
    return Requirement(name="sandbox", state="ok", said="bubblewrap is installed here", fix=fix)
