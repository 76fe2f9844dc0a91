"""Check what a repository on GitHub needs to run its own benchmark, and list all steps for it.

A public setting that does not exist is missing; one that the token may not read is unknown and never ok.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import Field

from benchmark.chain.doctor.clone import (
    OK,
    WORKFLOWS,
    Diagnosis,
    Requirement,
    State,
    clone_requirements,
    policy_of,
    repository_of,
    requirement,
)
from benchmark.chain.github.repository import Account, Repository
from benchmark.chain.github.rest import ApiModel, RestApi, none_if
from benchmark.chain.github.workflow_runs import MAIN
from benchmark.chain.plan.policy import JUDGE_KEY, Policy
from benchmark.chain.plan.runners import gpu_of_label
from benchmark.core.errors import printable_text
from benchmark.core.install import absent_modules, install_extra
from benchmark.core.suite import Suite
from benchmark.generation.providers.keys import all_vendor_keys
from benchmark.results.branch import BRANCH
from benchmark.results.layout import DRY_BRANCH, ROWS

#: The names of the jobs that a merge needs.
CHECKS = (
    "Check and judge submissions",  # of validate.yml
    # of ci.yml
    *("Style and types", "Tests", "Browser", "Documents", "Workflows", "Wheel", "Judge's pins", "Rehearsal"),
    *("Speed", "Debian 12", "Debian 13"),
)
_KEY_ENDING = "_API_KEY"
_GENERAL = "Settings → Actions → General"
_ADMIN = "use a token that may read the repository's administration, or look in its settings"
#: HTTP statuses for a setting that the token may not read; GitHub reports some such settings as not found.
_UNSEEN = HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND

Seen = TypeVar("Seen")
Setting = dict[str, object]


class RepositoryFacts(ApiModel):
    """The basic properties of a repository."""

    full_name: str
    id: int = 0  #: GitHub's number of the repository; 0 if it was not read
    private: bool
    default_branch: str
    owner: Account | None = None
    has_issues: bool = True
    archived: bool = False
    disabled: bool = False
    created_at: str = ""  #: UTC
    permissions: dict[str, bool] = Field(default_factory=dict)  #: what the account of the token may do


class _Named(ApiModel):
    """A branch, a tag, a secret, or a label of a runner."""

    name: str
    type: str = "branch"  #: kind of an environment's pattern: ``branch`` or ``tag``


class Runner(ApiModel):
    """A self-hosted runner."""

    id: int
    name: str
    busy: bool = False
    labels: list[_Named] = Field(default_factory=list)


class _Demands(ApiModel):
    """What a rule demands of a merge."""

    required_approving_review_count: int = 0
    require_code_owner_review: bool = False
    dismiss_stale_reviews_on_push: bool = False
    required_status_checks: list[Setting] = Field(default_factory=list)


class _Rule(ApiModel):
    """A rule for a branch, such as ``deletion``, ``non_fast_forward`` or ``pull_request``."""

    type: str
    parameters: _Demands = Field(default_factory=_Demands)


class _CheckResult(NamedTuple):
    """The finding of one check: the last arguments of :func:`requirement`."""

    problems: Mapping[str, bool]
    fix: str
    said: str = OK


def repository_requirements(repository: Repository, policy: Policy | None) -> Iterator[Requirement]:
    """Yield the requirements that GitHub knows about; those that the token may not see are unknown."""
    facts = repository.rest.find(RepositoryFacts, repository.path())
    if facts is None:
        fix = "check its name, and whether the token may see it"
        yield requirement("repository", {f"{repository.name} was not found": True}, fix)
        return
    yield from _basic_requirements(facts, policy)
    yield _check(f"branch {BRANCH} on GitHub", partial(_results, repository))
    main = facts.default_branch
    for branch in (main, BRANCH):
        yield _check(f"protection of {branch}", partial(_protection, repository, branch, main))
    yield _check("immutable releases", partial(_immutable_releases, repository, facts))
    needs = {
        "generate": policy is None or bool(policy.keys),
        "gpu": policy is not None and bool(policy.gpus),
        "rubric": policy is not None and policy.rubric is not None,
        "github-pages": True,
    }
    for name, needed in needs.items():
        found = partial(_environment, repository, name, main, needed=needed)
        yield _check(f"environment {name}", found, f"look in Settings → Environments → {name}")
    yield from _secrets(repository, policy)
    yield _check("site", partial(_pages, repository))
    yield _check("workflow permissions", partial(_workflow_permissions, repository))
    yield contributor_approval(repository)
    yield _check("allowed actions", partial(_allowed_actions, repository), f"look in {_GENERAL}")
    yield _check("workflows", partial(_workflows, repository))
    yield _check("dry run", partial(_dry_run, repository, facts.created_at))
    yield _check("first row", partial(_first_row, repository, facts.created_at))
    look = "look in Settings → Actions → Runners, also of the organisation"
    yield _check("standing runners", partial(_runners, repository, facts), look)


def contributor_approval(repository: Repository) -> Requirement:
    """Check that a workflow that a stranger edited runs only after a maintainer's approval."""

    def find() -> _CheckResult:
        found = _permissions(repository, "fork-pr-contributor-approval")
        some = found.get("approval_policy") != "all_external_contributors"
        problems = {"workflows of some outside contributors run without approval": some}
        return _CheckResult(problems, f"require approval for all external contributors in {_GENERAL}")

    return _check("approval for outside contributors", find, f"look in {_GENERAL}")


def _check(name: str, find: Callable[[], _CheckResult | None], look: str = _ADMIN) -> Requirement:
    """Run one check. If the token may not read the setting, the finding is unknown and says where to look."""
    found = _if_seen(find)
    if found is None:
        return Requirement(name=name, state="unknown", said="this token cannot see it", fix=look)
    return requirement(name, *found)


def _if_seen(ask: Callable[[], Seen]) -> Seen | None:
    return none_if(ask, *_UNSEEN)


def _basic_requirements(facts: RepositoryFacts, policy: Policy | None) -> Iterator[Requirement]:
    unusable = facts.archived or facts.disabled
    fix = "unarchive or enable it in its settings"
    yield requirement("repository", {"it is archived or disabled": unusable}, fix)
    if policy is not None:
        yield _signing_repository(facts, policy)
    branch = facts.default_branch
    problems = {f"it is {branch}, but the workflows run on {MAIN} only": branch != MAIN}
    fix = f"rename it to {MAIN} in Settings → General → Default branch"
    yield requirement("default branch", problems, fix, branch)
    problems = {"issues are turned off, so reconcile cannot report failed runs": not facts.has_issues}
    yield requirement("issues", problems, "turn on Settings → General → Features → Issues")


def _signing_repository(facts: RepositoryFacts, policy: Policy) -> Requirement:
    """Check that policy.yml names this repository, so that the rows that it signs are attested."""
    name, named = "signed rows", policy.repository
    fix = f"write in policy.yml: repository: {{name: {facts.full_name}, id: {facts.id}}}"
    if facts.private:
        problems = {"a private repository cannot sign, but policy.yml names one": named is not None}
        return requirement(name, problems, "remove repository from policy.yml", "not possible in private")
    if named is None:
        return requirement(name, {"policy.yml names no repository, so rows are not signed": True}, fix)
    problems = {
        f"policy.yml names {named.name}, not {facts.full_name}": named.name != facts.full_name,
        f"policy.yml gives the number {named.id}, not {facts.id}": facts.id not in (0, named.id),
    }
    return requirement(name, problems, fix, f"by {named.name}, number {named.id}")


def _results(repository: Repository) -> _CheckResult:
    absent = repository.rest.find(Setting, repository.path("branches", BRANCH)) is None
    return _CheckResult({"it does not exist": absent}, "run `sightbench results init`, then push the branch")


def _protection(repository: Repository, branch: str, main: str) -> _CheckResult:
    """Check that the default branch changes only by reviewed pull requests, and that rows never change."""
    rules = [*repository.rest.pages(_Rule, repository.path("rules", "branches", branch))]
    types, demands = {rule.type for rule in rules}, [rule.parameters for rule in rules]
    reviewed = "pull_request" in types
    problems = {
        "it can be rewritten (force push)": "non_fast_forward" not in types,
        "it can be deleted": "deletion" not in types,
    }
    if branch == main:
        required = {check.get("context") for demanded in demands for check in demanded.required_status_checks}
        absent = [check for check in CHECKS if check not in required]
        problems |= {
            "it can be changed without a pull request": not reviewed,
            "a pull request needs no approval": reviewed
            and not any(rule.required_approving_review_count for rule in demands),
            "the maintainers in CODEOWNERS need not approve": reviewed
            and not any(rule.require_code_owner_review for rule in demands),
            "an approval still counts after new commits": reviewed
            and not any(rule.dismiss_stale_reviews_on_push for rule in demands),
            f"a merge does not need the checks {', '.join(absent)}": bool(absent),
        }
    else:
        problems["it requires pull requests, so the job `record` cannot push"] = reviewed
    return _CheckResult(problems, f"change the ruleset for {branch} in Settings → Rules → Rulesets")


def _immutable_releases(repository: Repository, facts: RepositoryFacts) -> _CheckResult | None:
    """Check that nobody can replace a large file of a row, which is an asset of a release."""
    found = repository.rest.find(Setting, repository.path("immutable-releases"))
    # GitHub answers "not found" if they are turned off, and to accounts that may not read the setting.
    if found is None and not facts.permissions.get("admin"):
        return None
    problems = {"files of published releases can be replaced": not (found and found.get("enabled"))}
    return _CheckResult(problems, "turn on Settings → General → Releases → Enable release immutability")


def _environment(repository: Repository, name: str, main: str, *, needed: bool) -> _CheckResult:
    found = repository.rest.find(Setting, repository.path("environments", name))
    if found is None:
        fix = f"create {name} in Settings → Environments → New environment, for the branch {main} only"
        return _CheckResult({"it does not exist": needed}, fix, "absent, and not needed")
    fix = f"allow only the branch {main} in Settings → Environments → {name} → Selected branches"
    policy = found.get("deployment_branch_policy")
    # GitHub says null if any branch may use the environment.
    if not isinstance(policy, dict):
        return _CheckResult({"every branch may use it": True}, fix)
    if policy.get("protected_branches"):
        return _CheckResult({f"every protected branch may use it, {BRANCH} too": True}, fix)
    path = repository.path("environments", name, "deployment-branch-policies")
    branches = [
        pattern.name if pattern.type == "branch" else f"{pattern.type} {pattern.name}"
        for pattern in repository.rest.pages(_Named, path, within="branch_policies")
    ]
    others = [branch for branch in branches if branch != main]
    problems = {
        f"other branches may use it: {', '.join(others)}": bool(others),
        f"{main} may not use it": main not in branches,
    }
    return _CheckResult(problems, fix, f"{main} only")


def _secrets(repository: Repository, policy: Policy | None) -> Iterator[Requirement]:
    """Check that only environments have keys, which the jobs that run answers cannot read."""
    keys = sorted(policy.keys) if policy is not None else []
    needed = {"keys in the environment generate": ("generate", keys)}
    if policy is not None and policy.rubric is not None:
        needed["key in the environment rubric"] = ("rubric", [JUDGE_KEY])
    for name, (environment, names) in needed.items():
        look = f"look in Settings → Environments → {environment} for {', '.join(names) or 'keys'}"
        yield _check(name, partial(_keys, repository, environment, names), look)
    look = "check that Settings → Secrets and variables → Actions has no key of a model"
    yield _check("repository secrets", partial(_shared_secrets, repository, keys), look)


def _keys(repository: Repository, environment: str, keys: Sequence[str]) -> _CheckResult:
    present = _secret_names(repository, "environments", environment, "secrets")
    absent = [key for key in keys if key not in present]
    fix = f"add them to Settings → Environments → {environment}, or remove them from policy.yml"
    return _CheckResult({f"missing: {', '.join(absent)}": bool(absent)}, fix, f"{len(keys)} of {len(keys)}")


def _shared_secrets(repository: Repository, keys: Sequence[str]) -> _CheckResult:
    """Check the secrets that every job can use, those of the organisation included."""
    own = _secret_names(repository, "actions", "secrets")
    shared = _if_seen(lambda: _secret_names(repository, "actions", "organization-secrets"))
    # Also keys of vendors that the policy does not list: a forgotten secret can be spent all the same.
    secret = {*keys, *all_vendor_keys(), JUDGE_KEY}
    leaked = sorted(name for name in own | (shared or set()) if name in secret or name.endswith(_KEY_ENDING))
    fix = f"move them into the environment generate ({JUDGE_KEY} into rubric)"
    return _CheckResult({f"every job can read {', '.join(leaked)}": bool(leaked)}, fix, "no key of a model")


def _secret_names(repository: Repository, *parts: str) -> set[str]:
    """Return the names of secrets; no token can read their values."""
    secrets = repository.rest.pages(_Named, repository.path(*parts), within="secrets")
    return {secret.name for secret in secrets}


def _pages(repository: Repository) -> _CheckResult:
    found = repository.rest.find(Setting, repository.path("pages"))
    fix = "set Settings → Pages → Source to GitHub Actions"
    if found is None:
        return _CheckResult({"Pages is turned off": True}, fix)
    by_branch = found.get("build_type") != "workflow"
    problems = {"Pages is built from a branch, not by the workflow": by_branch}
    return _CheckResult(problems, fix, str(found.get("html_url") or OK))


def _permissions(repository: Repository, *parts: str) -> Setting:
    return repository.rest.get(Setting, repository.path("actions", "permissions", *parts))


def _workflow_permissions(repository: Repository) -> _CheckResult:
    found = _permissions(repository, "workflow")
    problems = {
        "workflows may write by default": found.get("default_workflow_permissions") != "read",
        "workflows may approve pull requests": bool(found.get("can_approve_pull_request_reviews")),
    }
    fix = f"set {_GENERAL} → Workflow permissions to read, without approving pull requests"
    return _CheckResult(problems, fix)


def _allowed_actions(repository: Repository) -> _CheckResult:
    found = _permissions(repository)
    allowed = found.get("allowed_actions", "all")
    selected: Setting = {"github_owned_allowed": allowed != "local_only"}
    if allowed == "selected":
        selected = _permissions(repository, "selected-actions")
    others = bool(selected.get("verified_allowed") or selected.get("patterns_allowed"))
    needed = "workflows may not use GitHub's own actions, which they need"
    problems = {
        "workflows may use anybody's actions": allowed == "all",
        needed: not selected.get("github_owned_allowed", True),
        "workflows may use actions that are not GitHub's own": others,
        "actions need not be pinned to a commit": not found.get("sha_pinning_required"),
    }
    fix = f"in {_GENERAL}, allow only actions created by GitHub, pinned to a full-length commit SHA"
    return _CheckResult(problems, fix)


def _workflows(repository: Repository) -> _CheckResult:
    listed = repository.rest.pages(Setting, repository.path("actions", "workflows"), within="workflows")
    states = {str(workflow.get("path")): str(workflow.get("state")) for workflow in listed}
    found = {f"{name}.yml": states.get(f".github/workflows/{name}.yml", "missing") for name in WORKFLOWS}
    problems = {f"{name} is {state.replace('_', ' ')}": state != "active" for name, state in found.items()}
    fix = "enable it in Actions → the workflow (GitHub disables schedules after 60 days without activity)"
    return _CheckResult(problems, fix)


def _dry_run(repository: Repository, since: str) -> _CheckResult:
    done = any(_has_rows(repository, branch, since) for branch in (DRY_BRANCH, BRANCH))
    fix = "run `gh workflow run run.yml -f dry=true`"
    return _CheckResult({"no dry run has made a row yet": not done}, fix, "a dry run made its row")


def _first_row(repository: Repository, since: str) -> _CheckResult:
    problems = {
        f"the branch {BRANCH} has no row of this repository yet": not _has_rows(repository, BRANCH, since)
    }
    return _CheckResult(problems, "merge a pull request that adds a submission", "the branch has a row")


def _has_rows(repository: Repository, branch: str, since: str) -> bool:
    """Whether rows were pushed to a branch since a time in UTC; rows of a copied branch are older."""
    query = {"sha": branch, "path": ROWS, "since": since}
    pages = repository.rest.pages(ApiModel, repository.path("commits"), query)
    # A branch that does not exist gives 404.
    return bool(none_if(lambda: any(pages), HTTPStatus.NOT_FOUND))


def _runners(repository: Repository, facts: RepositoryFacts) -> _CheckResult | None:
    """Check that no runner waits for jobs: a stranger's workflow could name its labels and run there.

    A runner that ``lab/engines/gpu_runner.py`` registers has the label of one planned job only.
    """
    path = repository.path("actions", "runners")
    own = _if_seen(lambda: [*repository.rest.pages(Runner, path, within="runners")])
    shared = _if_seen(lambda: [*_shared_runners(repository, facts)])
    problems = {}
    for runner in (*(own or ()), *(shared or ())):
        labels = [label.name for label in runner.labels]
        shown = printable_text(", ".join(labels)) or "self-hosted"
        waits = len(labels) != 1 or gpu_of_label(labels[0]) is None
        problems[f"{printable_text(runner.name)} takes any job with the labels {shown}"] = waits
    if not any(problems.values()) and (own is None or shared is None):
        return None
    fix = "remove them in Settings → Actions → Runners; `lab/engines/gpu_runner.py` makes one per planned job"
    return _CheckResult(problems, fix, "none")


def _shared_runners(repository: Repository, facts: RepositoryFacts) -> Iterable[Runner]:
    """Yield the organisation's runners that every workflow of this repository may use."""
    if facts.owner is None or facts.owner.type != "Organization":
        return
    owner, _, name = facts.full_name.partition("/")
    groups, query = f"/orgs/{owner}/actions/runner-groups", {"visible_to_repository": name}
    for group in repository.rest.pages(Setting, groups, query, within="runner_groups"):
        if not group.get("restricted_to_workflows"):
            path = f"{groups}/{group.get('id')}/runners"
            yield from repository.rest.pages(Runner, path, within="runners")


def diagnose(folder: Path, repository: str, known: Mapping[str, Suite], *, offline: bool) -> Diagnosis:
    """Check a clone and, unless ``offline`` or not possible, the settings of ``OWNER/NAME`` on GitHub.

    An empty ``repository`` is the remote of the clone.
    """
    repository = repository or repository_of(folder)
    hosted = _check_github(repository, policy_of(folder), offline=offline)
    return Diagnosis(repository=repository, findings=[*clone_requirements(folder, known), *hosted])


def _check_github(repository: str, policy: Policy | None, *, offline: bool) -> list[Requirement]:
    """Check the settings on GitHub; if that is not possible, return one finding with the reason."""
    if offline:
        why, fix = "not checked", "leave --offline out"
    elif not repository:
        why, fix = "the clone has no remote on GitHub", "name the repository with --repository OWNER/NAME"
    elif absent_modules(("httpx2",)):
        why, fix = "not checked: the extra `github` is not installed", install_extra("github")
    else:
        with RestApi.from_environment() as rest:
            if rest.has_token:
                return list(repository_requirements(Repository(repository, rest), policy))
        why, fix = "not checked: no token", "put a token into GITHUB_TOKEN"
    return [Requirement(name="settings on GitHub", state="unknown", said=why, fix=fix)]


#: Steps in order: what to do, and the requirements that the step meets.
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Fork or copy only the branch main", ("repository", "default branch", "workflow files")),
    ("Clone the repository", ("git", "sandbox", "extra statistics", "extra github", "settings on GitHub")),
    ("Begin the branch results", ("branch results", "branch results on GitHub")),
    (
        "Name the maintainers and the repository",
        ("policy.yml", "CODEOWNERS", "submissions", "signed rows"),
    ),
    (
        "Change the settings, with `sightbench doctor --fix`",
        (
            *("issues", "protection of results", "immutable releases", "protection of main", "workflows"),
            *("workflow permissions", "allowed actions", "approval for outside contributors"),
            *("standing runners", "environment generate", "environment gpu", "environment rubric"),
            *("environment github-pages", "site"),
        ),
    ),
    ("Start the site and a dry run", ("dry run",)),
    (
        "Add the keys",
        (
            "keys in the workflows",
            "keys in the environment generate",
            "key in the environment rubric",
            "repository secrets",
        ),
    ),
    ("Merge the first submission", ("first row", "nights")),
)
_LAST = "first row"  #: present if GitHub was asked
_MARKS: Mapping[State, str] = {"ok": "ok", "missing": "to do", "unknown": "unseen"}


def checklist(findings: Sequence[Requirement]) -> list[str]:
    """Return the lines of the checklist: each step with its requirements, then the number of each mark.

    ``unseen`` marks what cannot be seen from here, with this clone and this token.
    """
    by_name = {finding.name: finding for finding in findings}
    counts = Counter(finding.state for finding in findings)
    lines = []
    for number, (title, names) in enumerate(STEPS, 1):
        lines.append(f"{number}. {title}")
        absent = [name for name in names if name not in by_name and _LAST not in by_name]
        counts["unknown"] += len(absent)
        lines += [f"   {_MARKS['unknown']:<7} {', '.join(absent)}"] if absent else []
        for finding in (by_name[name] for name in names if name in by_name):
            lines.append(f"   {_MARKS[finding.state]:<7} {finding.name}: {finding.said}")
            # A choice, such as to follow no model, is right as it is.
            lines += [f"           → {finding.fix}"] if finding.fix and finding.state != "ok" else []
    return [*lines, ", ".join(f"{counts[state]} {mark}" for state, mark in _MARKS.items())]
