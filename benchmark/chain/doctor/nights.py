"""Check what the nights need: models to watch, money, keys, and a schedule that GitHub has not stopped."""

import datetime
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.doctor.clone import Requirement, requirement
from benchmark.chain.doctor.settings import RepositoryFacts
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import OurFailure
from benchmark.core.provider import vendor_keys
from benchmark.results.git import Git

#: The workflows whose schedules make a night: one looks for new models and decides, one draws.
NIGHTLY = (Path(".github/workflows/care.yml"), Path(".github/workflows/run.yml"))
_IDLE_DAYS = 60  #: GitHub stops schedules of a public repository after this time without activity
_WARNING_DAYS = 45
_PLAN = "nights"
SCHEDULE = "schedule of the nights"
_NAMES = " and ".join(path.name for path in NIGHTLY)


def nights_planned(folder: Path, policy: Policy | None) -> Requirement:
    """Check whether the workflow of the nights and the policy go together.

    Args:
        folder: root of a clone.
        policy: its policy; None if it is invalid.
    """
    there = _are_there(folder)
    if policy is None:
        return Requirement(
            name=_PLAN, state="unknown", said="policy.yml is not valid", fix="correct policy.yml"
        )
    watched = f"policy.yml watches {plural(len(policy.watch), 'group')} of models"
    if not there:
        absent = f"there is no {_NAMES}, so no nights run"
        wrong = [f"{watched}, but {absent}"] if policy.watch else []
        return requirement(_PLAN, wrong, f"copy {_NAMES} from Sightbench", absent)
    idle = [] if policy.watch else ["the watch list in policy.yml is empty, so no model is followed"]
    if not policy.budgets.nightly_usd:
        idle.append("budgets.nightly_usd in policy.yml is 0, so no panel is drawn")
    if idle:
        fix = "set watch and budgets.nightly_usd in policy.yml to follow models"
        return Requirement(name=_PLAN, state="ok", said="; ".join(idle), fix=fix)
    keyless = sorted(
        {
            entry.provider
            for entry in policy.watch
            if not policy.keys.keys() & set(vendor_keys(entry.provider))
        }
    )
    wrong = [f"policy.yml watches {', '.join(keyless)}, but lists no key for it"] if keyless else []
    said = f"{watched}, for at most {policy.budgets.nightly_usd:g} US dollars a night"
    return requirement(
        _PLAN, wrong, "add the key to keys in policy.yml and to the environment generate", said
    )


def schedule_of_clone(folder: Path, now: datetime.datetime) -> Requirement | None:
    """Check the age of the newest commit of a clone; None without a workflow for the nights.

    It is never ``missing``: GitHub may have newer commits, and private repositories keep their schedules.
    """
    if not _are_there(folder):
        return None
    try:
        seconds = int(Git(folder).text("log", "--all", "-1", "--format=%ct"))
    except (OurFailure, ValueError):
        return Requirement(name=SCHEDULE, state="unknown", said="this clone has no commits", fix=_renew())
    days = (now - datetime.datetime.fromtimestamp(seconds, datetime.UTC)).days
    said = f"the newest commit of this clone is {plural(days, 'day')} old; {_rule()}"
    return Requirement(
        name=SCHEDULE, state="ok" if days < _WARNING_DAYS else "unknown", said=said, fix=_renew()
    )


def schedule_on_github(
    repository: Repository, facts: RepositoryFacts, now: datetime.datetime
) -> Requirement | None:
    """Check that GitHub runs the schedule; None if it does not know the workflow.

    Raises:
        ApiError: if a request to GitHub fails.
    """
    states = {workflow.path: workflow.state for workflow in GitHub(repository).workflows()}
    if not all(path.as_posix() in states for path in NIGHTLY):
        return None
    for path in NIGHTLY:
        state = states[path.as_posix()]
        if state == "disabled_inactivity":
            wrong = [f"GitHub has stopped it after {_IDLE_DAYS} days without activity in the repository"]
            return requirement(SCHEDULE, wrong, f"run `gh workflow enable {path.name}`, then {_renew()}")
        if state != "active":
            wrong = [f"{path.name} is {state.replace('_', ' ')}"]
            return requirement(SCHEDULE, wrong, f"run `gh workflow enable {path.name}`")
    if facts.private:
        return requirement(SCHEDULE, [], "", "active")
    days = _days_since(facts.pushed_at, now)
    if days is None:
        return requirement(SCHEDULE, [], "", f"active; {_rule()}")
    said = f"the last push was {plural(days, 'day')} ago; {_rule()}"
    return requirement(SCHEDULE, [said] if days >= _WARNING_DAYS else [], _renew(), f"active; {said}")


def _are_there(folder: Path) -> bool:
    return all((folder / path).is_file() for path in NIGHTLY)


def _rule() -> str:
    return f"GitHub stops schedules of public repositories after {_IDLE_DAYS} days without activity"


def _renew() -> str:
    return f"push a commit at least every {_IDLE_DAYS} days"


def _days_since(moment: str | None, now: datetime.datetime) -> int | None:
    try:
        return None if moment is None else max(0, (now - datetime.datetime.fromisoformat(moment)).days)
    except (ValueError, TypeError):
        return None
