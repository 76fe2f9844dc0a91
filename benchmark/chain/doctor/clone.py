"""Check in a clone what a repository needs to run its own benchmark.

``doctor.hosted`` checks the repository on GitHub. Something that cannot be seen is ``unknown``, never ``ok``.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.analysis.wording import plural
from benchmark.chain.github.repository import is_repository
from benchmark.chain.plan.policy import POLICY_FILE, Policy, read_policy
from benchmark.chain.pull_request.local_check import check_submissions_here
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.install import absent_modules, install_extra, install_program
from benchmark.core.suite import Suite
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record
from benchmark.generation.providers.keys import vendor_keys
from benchmark.results.branch import BRANCH
from benchmark.results.git import Git, GitFailure
from benchmark.results.layout import MONEY
from benchmark.sandbox.host.runtime import find_bubblewrap
from benchmark.scoring.installed import PACKAGES
from benchmark.submissions.files import OTHER_NAMES, SUBMISSIONS

WORKFLOWS = ("ci", "validate", "report", "run", "care", "site")
_FOLDER = Path(".github/workflows")
#: Logins that a copy must replace: this project's maintainers, and the example in the documentation.
_PLACEHOLDERS = frozenset({"sightbench-maintainers", "octocat"})
_CODE_OWNERS = Path(".github/CODEOWNERS")
_OWNED = ("/.github/", "/policy.yml")  #: patterns of the files that decide what CI may do
_EXTRAS = {"statistics": PACKAGES, "github": ("httpx2",)}
_SANDBOX = "bubblewrap is installed; `sightbench doctor --sandbox` tests it"
OK = "set up correctly"

#: The beginning of the address of a workflow run, as reservations have it.
_RUN_LINK = r"https://github\.com/[A-Za-z0-9._-]+/[A-Za-z0-9._-]+/actions/"

#: The files that have the name of each key, next to policy.yml.
KEY_FILES = (
    ".github/actions/generate/action.yml",
    ".github/workflows/run.yml",
    "tests/workflows/allowed/actions/generate.yml",
    "tests/workflows/allowed/run.yml",
)
_KEY_FILE_LIMIT = 1 << 20  #: bytes
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


def clone_requirements(folder: Path, known: Mapping[str, Suite]) -> Iterator[Requirement]:
    """Yield the requirements that can be checked in a clone, without network; ``known`` has all suites."""
    yield _policy(folder)
    yield _key_files(folder)
    yield _code_owners(folder)
    yield _workflows(folder)
    yield _submissions(folder, known)
    yield _results(folder)
    yield nights_planned(policy_of(folder))
    no_git, no_sandbox = shutil.which("git") is None, find_bubblewrap() is None
    yield requirement("git", {"git is not installed": no_git}, install_program("git"), "installed")
    problems = {"bubblewrap is not installed": no_sandbox}
    yield requirement("sandbox", problems, install_program("bubblewrap"), _SANDBOX)
    for extra, modules in _EXTRAS.items():
        absent = absent_modules(modules)
        problems = {f"{', '.join(absent)} not installed": bool(absent)}
        yield requirement(f"extra {extra}", problems, install_extra(extra), "installed")


def requirement(name: str, problems: Mapping[str, bool], fix: str, said: str = OK) -> Requirement:
    """Return a requirement: missing if there is a problem, otherwise found with the text ``said``."""
    found = [problem for problem, was_found in problems.items() if was_found]
    state: State = "missing" if found else "ok"
    return Requirement(name=name, state=state, said="; ".join(found) or said, fix=fix if found else "")


def policy_of(folder: Path) -> Policy | None:
    """Return the policy of a clone; None if it is not valid, which another requirement reports."""
    try:
        return read_policy(folder / POLICY_FILE)
    except BadInput:
        return None


def origin_of(folder: Path) -> str:
    """Return the address of the remote `origin`, without a login in it; empty if there is none."""
    try:
        return re.sub("//[^/@]*@", "//", Git(folder).text("config", "--get", "remote.origin.url"))
    except (OurFailure, BadInput):
        return ""


def repository_of(folder: Path) -> str:
    """Return OWNER/NAME of the remote `origin` on GitHub; empty if there is none."""
    address = origin_of(folder)
    for start in ("https://github.com/", "ssh://github.com/", "git@github.com:"):
        if address.startswith(start):
            name = address.removeprefix(start).removesuffix("/").removesuffix(".git")
            return name if is_repository(name) else ""
    return ""


def _policy(folder: Path) -> Requirement:
    name = "policy.yml"
    try:
        policy = read_policy(folder / POLICY_FILE)
    except BadInput as error:
        return requirement(name, {str(error): True}, error.fix)
    placeholders = [login for login in policy.maintainers if login.lower() in _PLACEHOLDERS]
    problems = {
        f"its maintainers include {', '.join(placeholders)}": bool(placeholders),
        "it lists no maintainer": not policy.maintainers,
    }
    counts = {"maintainer": policy.maintainers, "key": policy.keys, "GPU runner": policy.gpus}
    said = ", ".join(plural(len(found), name) for name, found in counts.items())
    return requirement(name, problems, "list your own login as the maintainer, instead of these", said)


def _key_files(folder: Path) -> Requirement:
    """Check that the workflows hand each key of the policy to the job that asks a model."""
    policy, missing = policy_of(folder), {}
    for file in KEY_FILES:
        try:
            text = read_bytes(folder / file, _KEY_FILE_LIMIT).decode("utf-8", "replace")
        except BadInput:
            text = ""  # of a workflow that is missing, which another requirement reports
        absent = [key for key in (policy.keys if policy else ()) if not re.search(rf"\b{key}\b", text)]
        missing[f"{file} lacks {', '.join(absent)}"] = bool(absent)
    fix = "add each key of policy.yml to these files, as the other keys, or remove it from policy.yml"
    return requirement("keys in the workflows", missing, fix, "each key of policy.yml")


def _code_owners(folder: Path) -> Requirement:
    """Check that the maintainers of the policy approve changes of the policy and the workflows."""
    name, covered = "CODEOWNERS", " and ".join(_OWNED)
    fix = f"write into {_CODE_OWNERS}, for each of {covered}, a line with your maintainers"
    try:
        text = read_bytes(folder / _CODE_OWNERS, _CODE_OWNERS_LIMIT).decode("utf-8", "replace")
    except BadInput as error:
        return requirement(name, {error.problem: True}, fix)
    entries = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    owners = {pattern: {login.lower().removeprefix("@") for login in logins} for pattern, *logins in entries}
    policy = policy_of(folder)
    maintainers = set() if policy is None else {login.lower() for login in policy.maintainers}
    named = set[str]().union(*(owners.get(path, ()) for path in _OWNED))
    problems = {f"{path} has no owner": not owners.get(path) for path in _OWNED}
    problems["it names a placeholder instead of your maintainers"] = bool(_PLACEHOLDERS & named)
    others = named - maintainers - _PLACEHOLDERS
    problems["it names owners that are not maintainers in policy.yml"] = bool(others)
    return requirement(name, problems, fix, f"covers {covered}")


def nights_planned(policy: Policy | None) -> Requirement:
    """Check that the policy has money and keys for models to follow; a policy of None is not valid."""
    name = "nights"
    if policy is None:
        return Requirement(
            name=name, state="unknown", said="policy.yml is not valid", fix="correct policy.yml"
        )
    idle = [] if policy.watch else ["the watch list in policy.yml is empty, so no model is followed"]
    if not policy.budgets.nightly_usd:
        idle.append("budgets.nightly_usd in policy.yml is 0, so no panel is drawn")
    if idle:
        fix = "set watch and budgets.nightly_usd in policy.yml to follow models"
        # Following no model is a choice, so it is only mentioned.
        return Requirement(name=name, state="ok", said="; ".join(idle), fix=fix)
    watched = {entry.provider for entry in policy.watch}
    keyless = sorted(each for each in watched if not policy.keys.keys() & set(vendor_keys(each)))
    problems = {f"policy.yml watches {', '.join(keyless)}, but lists no key for it": bool(keyless)}
    groups, usd = plural(len(policy.watch), "group"), policy.budgets.nightly_usd
    said = f"policy.yml watches {groups} of models, for at most {usd:g} US dollars a night"
    fix = "add the key to keys in policy.yml and to the environment generate"
    return requirement(name, problems, fix, said)


def _workflows(folder: Path) -> Requirement:
    absent = [name for name in WORKFLOWS if not (folder / _FOLDER / f"{name}.yml").is_file()]
    problems = {f"missing: {', '.join(absent)}": bool(absent)}
    fix = f"copy them from Sightbench into {_FOLDER}/"
    return requirement("workflow files", problems, fix, ", ".join(WORKFLOWS))


def _submissions(folder: Path, known: Mapping[str, Suite]) -> Requirement:
    root = folder / SUBMISSIONS
    # Examples show every kind of submission, and none is evaluated.
    entries = root.iterdir() if root.is_dir() else ()
    paths = sorted(path for path in entries if path.name not in OTHER_NAMES)
    report, problems = check_submissions_here(paths, known), dict[str, bool]()
    kinds = {"wrong": report.of_kind("wrong"), "that CI would refuse": report.of_kind("refused")}
    for words, found in kinds.items():
        names = dict.fromkeys(Path(each.submission or POLICY_FILE).name for each in found)
        problems[f"{len(names)} {words}: {', '.join(names)}"] = bool(names)
    named = [Path(each.submission).name for each in report.problems if each.submission]
    fix = f"run `sightbench submit check {root / (*named, '*')[0]}` to see the problems"
    return requirement("submissions", problems, fix, f"{plural(len(paths), 'submission')}, all valid")


def _results(folder: Path) -> Requirement:
    """Check that the clone has a branch of rows, and that this repository wrote it."""
    name = f"branch {BRANCH}"
    try:
        refs = Git(folder).text("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
    except (BadInput, OurFailure) as error:
        return Requirement(name=name, state="unknown", said=str(error), fix="run this command in a clone")
    found = [ref for ref in refs.splitlines() if ref == f"refs/heads/{BRANCH}" or ref.endswith(f"/{BRANCH}")]
    if not found:
        fix = "run `git fetch`; if the branch does not exist yet, run `sightbench results init`"
        return Requirement(name=name, state="unknown", said="not in this clone", fix=fix)
    # Sorted by name, the remote's branch is the last one; a local branch may be older.
    others = _other_repositories(folder, found[-1])
    fix = (
        "in a fork, its rows are unattested and its money counts in your budgets: delete it with"
        f" `git push origin --delete {BRANCH}`, and begin your own with `sightbench results init`;"
        " in a renamed repository, keep it: the next run writes the new name"
    )
    return requirement(name, {f"only {', '.join(others)} wrote to it": bool(others)}, fix, "fetched")


def _other_repositories(folder: Path, ref: str) -> list[str]:
    """Return the repositories whose runs reserved money on a branch of results; none if this one did."""
    try:
        lines = Git(folder).text("grep", "-h", "-o", "-E", _RUN_LINK, ref, "--", MONEY).splitlines()
    except GitFailure:  # git grep fails if it finds nothing
        return []
    named, own = {"/".join(line.split("/")[3:5]) for line in lines}, repository_of(folder)
    return [] if own in ("", *named) else sorted(named)
