"""Check what the nights need: models to watch, money, keys, and a schedule that GitHub has not stopped."""

import datetime

from benchmark.analysis.wording import plural
from benchmark.chain.doctor.clone import Requirement, State, requirement
from benchmark.chain.plan.policy import Policy
from benchmark.core.provider import vendor_keys

SCHEDULE = "schedule of the nights"
_IDLE_DAYS = 60  #: GitHub stops schedules of a public repository after this time without activity
_WARNING_DAYS = 45


def nights_planned(policy: Policy | None) -> Requirement:
    """Check that the policy has money and keys for the models to follow; it is None if it is not valid."""
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
        return Requirement(name=name, state="ok", said="; ".join(idle), fix=fix)
    watched = {entry.provider for entry in policy.watch}
    keyless = sorted(each for each in watched if not policy.keys.keys() & set(vendor_keys(each)))
    problems = {f"policy.yml watches {', '.join(keyless)}, but lists no key for it": bool(keyless)}
    groups, usd = plural(len(policy.watch), "group"), policy.budgets.nightly_usd
    said = f"policy.yml watches {groups} of models, for at most {usd:g} US dollars a night"
    fix = "add the key to keys in policy.yml and to the environment generate"
    return requirement(name, problems, fix, said)


def schedule(
    last: datetime.datetime | None, event: str, now: datetime.datetime, overdue: State
) -> Requirement:
    """Check that the last activity in a public repository is not so old that GitHub stops its schedules.

    Args:
        last: time of the last activity; None if it is unknown.
        event: the beginning of a sentence about it, such as ``the last push was``.
        now: the time now.
        overdue: state of the requirement after 45 days; GitHub may know of later activity than a clone.
    """
    rule = f"GitHub stops schedules of public repositories after {_IDLE_DAYS} days without activity"
    fix = f"push a commit at least every {_IDLE_DAYS} days"
    if last is None:
        return Requirement(name=SCHEDULE, state="unknown", said=rule, fix=fix)
    days = max(0, (now - last).days)
    said = f"{event} {plural(days, 'day')} ago; {rule}"
    if days < _WARNING_DAYS:
        return Requirement(name=SCHEDULE, state="ok", said=said)
    return Requirement(name=SCHEDULE, state=overdue, said=said, fix=fix)
