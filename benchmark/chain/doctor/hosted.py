"""Check what a repository on GitHub needs to run its own benchmark."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmark.chain.doctor.actions import actions_requirements
from benchmark.chain.doctor.clone import WORKFLOWS, Requirement
from benchmark.chain.doctor.clone import requirement as _requirement
from benchmark.chain.doctor.clone import unknown as _unknown
from benchmark.chain.doctor.nights import schedule_on_github
from benchmark.chain.doctor.settings import RepositoryFacts, RepositorySettings, RuleParameters
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import ApiError
from benchmark.chain.plan.policy import JUDGE_KEY, Policy
from benchmark.chain.plan.runners import gpu_of_label
from benchmark.core.errors import printable_text
from benchmark.core.provider import all_vendor_keys
from benchmark.results.branch import BRANCH
from benchmark.results.layout import DRY_BRANCH

#: The branch that the workflows name.
MAIN = "main"
#: The names of the jobs of validate.yml and ci.yml.
CHECKS = (
    "Check and judge submissions",
    "Style and types",
    "Tests",
    "Browser",
    "Workflows",
    "Wheel",
    "Judge's pins",
    "Rehearsal",
)
_KEY_ENDING = "_API_KEY"
_REFUSED = frozenset({401, 403})


def repository_requirements(repository: Repository, policy: Policy | None) -> Iterator[Requirement]:
    """Yield the requirements that GitHub knows about; those that the token may not see are unknown.

    Raises:
        ApiError: if a request to GitHub fails for another reason than a missing permission.
    """
    settings = RepositorySettings(repository)
    facts = settings.facts()
    if facts is None:
        fix = "check its name, and whether the token may see it"
        yield _requirement("repository", [f"{repository.name} was not found"], fix)
        return
    branch = facts.default_branch
    wrong = ["it is archived or disabled"] if facts.archived or facts.disabled else []
    yield _requirement("repository", wrong, "unarchive or enable it in its settings")
    if policy is not None:
        yield _signing_repository(facts, policy)
    wrong = [] if branch == MAIN else [f"it is {branch}, but the workflows run on {MAIN} only"]
    fix = f"rename it to {MAIN} in Settings → General → Default branch"
    yield _requirement("default branch", wrong, fix, branch)
    wrong = [] if facts.has_issues else ["issues are turned off, so reconcile cannot report failed runs"]
    yield _requirement("issues", wrong, "turn on Settings → General → Features → Issues")
    yield _if_visible(f"branch {BRANCH} on GitHub", lambda: _results(settings))
    yield from _branches(settings, branch)
    for name, needed in _environments(policy).items():
        check = partial(_environment, settings, name, branch, needed=needed)
        yield _if_visible(f"environment {name}", check)
    yield from _secrets(settings, policy)
    yield _if_visible("site", lambda: _pages(settings))
    yield from actions_requirements(settings)
    yield _if_visible("workflows", lambda: _workflows(repository))
    yield from _schedule(repository, facts)
    yield _if_visible("dry run", lambda: _dry_run(settings, facts))
    yield _if_visible("first row", lambda: _first_row(settings, facts))
    yield _runners(settings, facts)


def _if_visible(name: str, check: Callable[[], Requirement]) -> Requirement:
    """Return what a check finds; unknown if the token may not look."""
    try:
        return check()
    except ApiError as error:
        if error.status not in _REFUSED:
            raise
        return _unknown(name)


def _signing_repository(facts: RepositoryFacts, policy: Policy) -> Requirement:
    """Check that policy.yml names this repository, so that the rows that it signs are attested."""
    name, named = "signed rows", policy.repository
    fix = f"write in policy.yml: repository: {{name: {facts.full_name}, id: {facts.id}}}"
    if facts.private:
        wrong = [] if named is None else ["a private repository cannot sign, but policy.yml names one"]
        return _requirement(name, wrong, "remove repository from policy.yml", "not possible in private")
    if named is None:
        return _requirement(name, ["policy.yml names no repository, so rows are not signed"], fix)
    wrong = []
    if named.name != facts.full_name:
        wrong.append(f"policy.yml names {named.name}, not {facts.full_name}")
    if facts.id and named.id != facts.id:
        wrong.append(f"policy.yml gives the number {named.id}, not {facts.id}")
    return _requirement(name, wrong, fix, f"by {named.name}, number {named.id}")


def _results(settings: RepositorySettings) -> Requirement:
    wrong = [] if settings.has_branch(BRANCH) else ["it does not exist"]
    fix = "run `sightbench results init`, then push the branch"
    return _requirement(f"branch {BRANCH} on GitHub", wrong, fix)


def _dry_run(settings: RepositorySettings, facts: RepositoryFacts) -> Requirement:
    done = any(settings.has_rows(branch, facts.created_at) for branch in (DRY_BRANCH, BRANCH))
    wrong = [] if done else ["none has ended with a row"]
    return _requirement("dry run", wrong, "run `gh workflow run run.yml -f dry=true`", "it made its row")


def _first_row(settings: RepositorySettings, facts: RepositoryFacts) -> Requirement:
    there = settings.has_rows(BRANCH, facts.created_at)
    wrong = [] if there else [f"the branch {BRANCH} has no row of this repository yet"]
    return _requirement("first row", wrong, "merge a pull request that adds a submission", "it is there")


def _branches(settings: RepositorySettings, main: str) -> Iterator[Requirement]:
    """Check that the default branch changes only by reviewed pull requests, and that rows never change."""
    for branch in (main, BRANCH):
        name = f"protection of {branch}"
        rules = settings.rules(branch)
        if rules is None:
            yield _unknown(name)
            continue
        types = {rule.type for rule in rules}
        words = {
            "non_fast_forward": "it can be rewritten (force push)",
            "deletion": "it can be deleted",
        }
        wrong = [problem for rule, problem in words.items() if rule not in types]
        if branch == main:
            wrong += _review_problems([rule.parameters for rule in rules], reviewed="pull_request" in types)
        elif "pull_request" in types:
            wrong.append("it requires pull requests, so the job `record` cannot push")
        yield _requirement(name, wrong, f"change the ruleset for {branch} in Settings → Rules → Rulesets")


def _review_problems(demanded: Sequence[RuleParameters], *, reviewed: bool) -> Iterator[str]:
    if not reviewed:
        yield "it can be changed without a pull request"
    else:
        if not any(rule.required_approving_review_count for rule in demanded):
            yield "a pull request needs no approval"
        if not any(rule.require_code_owner_review for rule in demanded):
            yield "the maintainers in CODEOWNERS need not approve"
        if not any(rule.dismiss_stale_reviews_on_push for rule in demanded):
            yield "an approval still counts after new commits"
    required = {check.context for rule in demanded for check in rule.required_status_checks}
    if absent := [check for check in CHECKS if check not in required]:
        yield f"a merge does not need the checks {', '.join(absent)}"


def _environments(policy: Policy | None) -> dict[str, bool]:
    """Return the environments that jobs name, and whether the repository needs them."""
    keys, gpus = policy is None or bool(policy.keys), policy is not None and bool(policy.gpus)
    rubric = policy is not None and policy.rubric is not None
    return {"generate": keys, "gpu": gpus, "rubric": rubric, "github-pages": True}


def _environment(settings: RepositorySettings, name: str, main: str, *, needed: bool) -> Requirement:
    found = settings.environment(name)
    title = f"environment {name}"
    if found is None:
        fix = f"create {name} in Settings → Environments → New environment, for the branch {main} only"
        return _requirement(title, ["it does not exist"] if needed else [], fix, "absent, and not needed")
    fix = f"allow only the branch {main} in Settings → Environments → {name} → Selected branches"
    policy = found.deployment_branch_policy
    if policy is None:
        return _requirement(title, ["every branch may use it"], fix)
    if policy.protected_branches:
        return _requirement(title, [f"every protected branch may use it, {BRANCH} too"], fix)
    branches = settings.environment_branches(name)
    if branches is None:
        return _unknown(title, fix)
    others = [branch for branch in branches if branch != main]
    wrong = [f"other branches may use it: {', '.join(others)}"] if others else []
    if main not in branches:
        wrong.append(f"{main} may not use it")
    return _requirement(title, wrong, fix, f"{main} only")


def _secrets(settings: RepositorySettings, policy: Policy | None) -> Iterator[Requirement]:
    """Check that keys are in the environment only, where the jobs that run answers cannot read them."""
    keys = sorted(policy.keys) if policy is not None else []
    present = settings.environment_secrets("generate")
    name = "keys in the environment generate"
    if present is None:
        yield _unknown(name, "check Settings → Environments → generate for a secret per key of policy.yml")
    else:
        absent = [key for key in keys if key not in present]
        wrong = [f"missing: {', '.join(absent)}"] if absent else []
        fix = "add them to the environment, or remove them from policy.yml"
        yield _requirement(name, wrong, fix, f"{len(keys)} of {len(keys)}")
    if policy is not None and policy.rubric is not None:
        yield _judge_key(settings)
    shared = settings.repository_secrets()
    name = "repository secrets"
    if shared is None:
        yield _unknown(name, "check that Settings → Secrets and variables → Actions has no key of a model")
        return
    secret = {*keys, *all_vendor_keys(), JUDGE_KEY}
    leaked = sorted(name for name in shared if name in secret or name.endswith(_KEY_ENDING))
    fix = f"move them into the environment generate ({JUDGE_KEY} into rubric)"
    wrong = [f"every job can read {', '.join(leaked)}"] if leaked else []
    yield _requirement(name, wrong, fix, "no key of a model")


def _judge_key(settings: RepositorySettings) -> Requirement:
    """Check the key of the model that scores drawings; only its environment may have it."""
    name, present = "key in the environment rubric", settings.environment_secrets("rubric")
    fix = f"add {JUDGE_KEY} to Settings → Environments → rubric, or remove rubric from policy.yml"
    if present is None:
        return _unknown(name, fix)
    return _requirement(name, [] if JUDGE_KEY in present else [f"missing: {JUDGE_KEY}"], fix)


def _pages(settings: RepositorySettings) -> Requirement:
    found = settings.pages()
    fix = "set Settings → Pages → Source to GitHub Actions"
    if found is None:
        return _requirement("site", ["Pages is turned off"], fix)
    wrong = [] if found.build_type == "workflow" else ["Pages is built from a branch, not by the workflow"]
    return _requirement("site", wrong, fix, found.html_url or "set up correctly")


def _schedule(repository: Repository, facts: RepositoryFacts) -> Iterator[Requirement]:
    try:
        found = schedule_on_github(repository, facts, datetime.datetime.now(datetime.UTC))
    except ApiError as error:
        if error.status not in _REFUSED:
            raise
        return  # the requirement `workflows` says so
    if found is not None:
        yield found


def _workflows(repository: Repository) -> Requirement:
    states = {workflow.path.rpartition("/")[2]: workflow.state for workflow in GitHub(repository).workflows()}
    wrong = [
        f"{name}.yml is {states.get(f'{name}.yml', 'missing').replace('_', ' ')}"
        for name in WORKFLOWS
        if states.get(f"{name}.yml") != "active"
    ]
    fix = "enable it in Actions → the workflow (GitHub disables schedules after 60 days without activity)"
    return _requirement("workflows", wrong, fix)


def _runners(settings: RepositorySettings, facts: RepositoryFacts) -> Requirement:
    """Check that no runner waits for jobs. A stranger's workflow could name its labels and run on it.

    A runner that ``engines/gpu_runner.py`` registers has the label of one planned job only.
    """
    runners, shared = settings.runners(), settings.shared_runners(facts)
    name = "standing runners"
    wrong = []
    for runner in (*(runners or ()), *(shared or ())):
        labels = [label.name for label in runner.labels]
        if any(gpu_of_label(label) is None for label in labels) or len(labels) != 1:
            wrong.append(
                f"{printable_text(runner.name)} takes any job with the labels"
                f" {printable_text(', '.join(labels)) or 'self-hosted'}"
            )
    if not wrong and (runners is None or shared is None):
        return _unknown(name, "look in Settings → Actions → Runners, also of the organisation")
    fix = "remove them in Settings → Actions → Runners; `engines/gpu_runner.py` registers one per planned job"
    return _requirement(name, wrong, fix, "none")
