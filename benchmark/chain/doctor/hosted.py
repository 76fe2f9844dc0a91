"""What a repository on GitHub needs to run its own benchmark, and what of it is missing."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmark.chain.doctor.clone import WORKFLOWS, Requirement, State
from benchmark.chain.doctor.settings import RepositorySettings
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import ApiError
from benchmark.chain.plan.policy import Policy
from benchmark.results.branch import BRANCH

#: Environment → whether jobs of other branches must be kept out of it: it holds secrets.
_ENVIRONMENTS = {"generate": True, "rubric": True, "github-pages": False}
_UNSEEN = "this token cannot see it"
_REFUSED = frozenset({401, 403})
_ADMIN = "give a token that may read the repository's administration, or look in its settings"


def of_repository(repository: Repository, policy: Policy | None) -> Iterator[Requirement]:
    """What GitHub says of a repository; what the token may not see is unknown.

    Raises:
        ApiError: when GitHub cannot be asked at all.
    """
    settings = RepositorySettings(repository)
    facts = settings.facts()
    if facts is None:
        fix = "check its name, and whether the token may see it"
        yield _found("repository", [f"{repository.name} is not to be seen"], fix)
        return
    branch = facts.default_branch
    yield _found(
        "repository",
        [] if not (facts.archived or facts.disabled) else ["it is archived or disabled"],
        "open it again in its settings",
    )
    fix = "Settings → General → Features: Issues"
    yield _found("issues", [] if facts.has_issues else ["they are off; reconcile could not report"], fix)
    yield _seen(f"branch {BRANCH} on GitHub", lambda: _results(settings))
    yield from _branches(settings, branch)
    for name, guarded in _ENVIRONMENTS.items():
        check = partial(_environment, settings, name, branch, guarded=guarded)
        yield _seen(f"environment {name}", check)
    yield from _secrets(settings, policy)
    yield _seen("site", lambda: _pages(settings))
    yield _rights(settings)
    yield _seen("workflows", lambda: _workflows(repository))
    yield from _runners(settings, policy)


def _found(name: str, wrong: Sequence[str], fix: str, said: str = "as it should be") -> Requirement:
    state: State = "missing" if wrong else "ok"
    return Requirement(name=name, state=state, said="; ".join(wrong) or said, fix=fix if wrong else "")


def _seen(name: str, check: Callable[[], Requirement]) -> Requirement:
    """What a check finds; unknown where the token may not look."""
    try:
        return check()
    except ApiError as error:
        if error.status not in _REFUSED:
            raise
        return _unknown(name)


def _unknown(name: str, fix: str = _ADMIN) -> Requirement:
    return Requirement(name=name, state="unknown", said=_UNSEEN, fix=fix)


def _results(settings: RepositorySettings) -> Requirement:
    wrong = [] if settings.has_branch(BRANCH) else ["it does not exist"]
    return _found(f"branch {BRANCH} on GitHub", wrong, "sightbench results init, then push it")


def _branches(settings: RepositorySettings, main: str) -> Iterator[Requirement]:
    """The default branch changes by pull request only; results are added to, and never rewritten."""
    for branch, due in (
        (main, ("pull_request", "non_fast_forward", "deletion")),
        (BRANCH, ("non_fast_forward", "deletion")),
    ):
        name = f"protection of {branch}"
        rules = settings.rules(branch)
        if rules is None:
            yield _unknown(name)
            continue
        words = {
            "pull_request": "it can be pushed to without a pull request",
            "non_fast_forward": "it can be rewritten (force pushed)",
            "deletion": "it can be deleted",
        }
        wrong = [words[rule] for rule in due if rule not in rules]
        if branch == BRANCH and "pull_request" in rules:
            wrong.append("it takes pull requests only, so the job `record` cannot push")
        yield _found(name, wrong, f"Settings → Rules → Rulesets: a ruleset for {branch}")


def _environment(settings: RepositorySettings, name: str, main: str, *, guarded: bool) -> Requirement:
    found = settings.environment(name)
    title = f"environment {name}"
    if found is None:
        return _found(title, ["it does not exist"], f"Settings → Environments → New: {name}")
    if not guarded:
        return _found(title, [], "")
    fix = f"Settings → Environments → {name}: Selected branches, {main} only"
    policy = found.deployment_branch_policy
    if policy is None:
        return _found(title, ["every branch may use its secrets"], fix)
    if policy.protected_branches:
        return _found(title, [], "", "protected branches only")
    branches = settings.environment_branches(name)
    if branches is None:
        return _unknown(title, fix)
    others = [one for one in branches if one != main]
    return _found(title, [f"also used by {', '.join(others)}"] if others else [], fix, f"{main} only")


def _secrets(settings: RepositorySettings, policy: Policy | None) -> Iterator[Requirement]:
    """Keys lie in the environment, where the jobs that run answers cannot see them."""
    keys = sorted(policy.keys) if policy is not None else []
    there = settings.environment_secrets("generate")
    name = "keys in the environment generate"
    if there is None:
        yield _unknown(name, "Settings → Environments → generate: a secret for each key of policy.yml")
    else:
        absent = [key for key in keys if key not in there]
        fix = "add them there, or take them out of policy.yml"
        yield _found(name, [f"no {', '.join(absent)}"] if absent else [], fix, f"{len(keys)} of {len(keys)}")
    shared = settings.repository_secrets()
    name = "secrets of the whole repository"
    if shared is None:
        yield _unknown(name, "Settings → Secrets and variables → Actions: keep no key of a model there")
        return
    leaked = sorted(shared & set(keys))
    fix = "move them into the environment generate"
    wrong = [f"every job can read {', '.join(leaked)}"] if leaked else []
    yield _found(name, wrong, fix, "no key among them")


def _pages(settings: RepositorySettings) -> Requirement:
    found = settings.pages()
    fix = "Settings → Pages → Source: GitHub Actions"
    if found is None:
        return _found("site", ["Pages is off"], fix)
    wrong = [] if found.build_type == "workflow" else ["Pages is built from a branch, not by the workflow"]
    return _found("site", wrong, fix, found.html_url or "as it should be")


def _rights(settings: RepositorySettings) -> Requirement:
    found = settings.workflow_rights()
    if found is None:
        return _unknown("rights of workflows")
    wrong = ["workflows may write unless they say otherwise"]
    fix = "Settings → Actions → General → Workflow permissions: read"
    return _found("rights of workflows", wrong if found.default_workflow_permissions != "read" else [], fix)


def _workflows(repository: Repository) -> Requirement:
    states = {one.path.rpartition("/")[2]: one.state for one in GitHub(repository).workflows()}
    wrong = [
        f"{name}.yml is {states.get(f'{name}.yml', 'not there').replace('_', ' ')}"
        for name in WORKFLOWS
        if states.get(f"{name}.yml") != "active"
    ]
    return _found("workflows", wrong, "Actions → the workflow → Enable; schedules stop after 60 idle days")


def _runners(settings: RepositorySettings, policy: Policy | None) -> Iterator[Requirement]:
    """Runners of one job come and go, so one that is not there now may come yet."""
    gpus = policy.gpus if policy is not None else []
    runners = settings.runners() if gpus else ()
    for gpu in gpus:
        name = f"runner {gpu.name}"
        if runners is None:
            yield _unknown(name)
            continue
        fitting = [
            one
            for one in runners
            if one.status == "online" and set(gpu.labels) <= {label.name.lower() for label in one.labels}
        ]
        if fitting:
            yield Requirement(name=name, state="ok", said=f"{len(fitting)} online")
        else:
            fix = f"start one with the labels {', '.join(gpu.labels)}; until then its runs wait"
            yield Requirement(name=name, state="unknown", said="none is online now", fix=fix)
