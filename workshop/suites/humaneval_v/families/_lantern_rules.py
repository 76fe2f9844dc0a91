"""Rules by which a lantern is charged by the sun and burns at night.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, count_rules, rule_of

Units = npt.NDArray[Any]  #: whole numbers of one rule each

#: Mutation → what a charge beyond the limit becomes: a number, and how often the charge, the limit and what the day
#: added count; the sum is divided by the last number and rounded down.
BECOMES = {
    "empty": (0, 0, 0, 0, 1),
    "excess": (0, 1, -1, 0, 1),
    "half": (0, 1, 0, 0, 2),
    "limit": (0, 0, 1, 0, 1),
}
#: Parts of what a reader may see in the two charts → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "beyond": (
        *((number, 0, 0, 0, 1) for number in range(9)),  # falls to a number
        *((-number, 1, 0, 0, 1) for number in range(9)),  # falls by a number, or stays
        *((number, 0, 1, 0, 1) for number in (-2, -1, 0)),  # falls to the limit or just below
        *((number, 1, -1, 0, 1) for number in (-1, 0, 1)),  # falls by the limit, one more or less
        *((up, 1, 0, 0, 2) for up in (0, 1)),  # is halved
        *((up, 1, 0, 0, 3) for up in (0, 2)),  # a third
        (0, 0, 1, 0, 2),  # falls to half the limit
        (0, 1, -1, 0, 2),  # half the excess
        (0, -1, 2, 0, 1),  # turns back at the limit
        (0, 0, 0, 1, 1),  # what the day added
        (0, 1, 0, -1, 1),  # what was left in the morning
    ),
    "night": range(1, 6),  # units that a night uses
    "from": (0, 1, 2),  # units from the limit on which a charge is beyond it; right is 1
    "little": ("all is used", "nothing is used", "the rest is owed"),  # if there is less than a night uses
    "hour": ("one unit", "two units", "one unit from the second on"),
    "after": (  # what follows a charge beyond the limit
        "nothing",
        "no night",
        "a night empties it",
        "no sun",
        "the limit falls by one",
        "no limit any more",
    ),
    "dark": ("as others", "no night", "two nights"),  # a day without sun
    "order": ("night, sun, limit", "sun, night, limit", "sun, limit, night"),
}


def _evenings(limit: int, rules: Choices, call: Call) -> Units:
    """Return the charge on each evening by each rule, after a 0, so that no days have a result too."""

    def has(part: str, choice: str) -> Any:
        return rules[part] == PARTS[part].index(choice)

    number, of_charge, of_limit, of_added, divisor = np.array(PARTS["beyond"], np.int16)[rules["beyond"]].T
    number = number + of_limit * limit
    night, left = np.array(PARTS["night"], np.int16)[rules["night"]], ~has("little", "all is used")
    is_owed = has("little", "the rest is owed")
    skips, empties = has("after", "no night"), has("after", "a night empties it")
    charge = np.zeros(count_rules(rules), np.int16)
    times, was_beyond, evenings = charge, charge > 0, [charge]  # times that the charge was beyond the limit

    def burnt(order: int, charge: Units, uses: Units, was_beyond: npt.NDArray[np.bool_]) -> Units:
        """Return the charge after the night by the rules that have it at a place in the order."""
        after = np.where(is_owed | (charge >= uses), charge - uses, charge * left)
        after[was_beyond & empties] = 0
        return np.where((rules["order"] == order) & ~(was_beyond & skips), after, charge)

    for day, hours in enumerate(call[0]):
        uses = night if hours else night * np.array([1, 0, 2], np.int16)[rules["dark"]]
        if day:
            charge = burnt(0, charge, uses, was_beyond)
        added = np.array([hours, 2 * hours, max(0, hours - 1)], np.int16)[rules["hour"]]
        added[was_beyond & has("after", "no sun")] = 0
        charge = burnt(1, charge + added, uses, was_beyond)
        falling = times * has("after", "the limit falls by one")
        was_beyond = charge >= limit + rules["from"] - falling
        was_beyond &= ~(has("after", "no limit any more") & (times > 0))
        times = times + was_beyond
        becomes = (number + of_charge * charge + of_added * added) // divisor
        charge = burnt(2, np.where(was_beyond, np.maximum(0, becomes), charge), uses, was_beyond)
        evenings.append(np.maximum(0, charge))
    return np.stack(evenings, axis=1)


@lru_cache(maxsize=8)
def lantern_rules(limit: int) -> RuleSpace:
    """Return the space of lanterns with a limit."""
    return RuleSpace(
        parts=choice_counts(PARTS),
        results=partial(_evenings, limit),
        coded=lambda evenings: [0, *evenings],
    )


def right_rule(mutation: str, night: int) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    meant = BECOMES[mutation], night, 1, "all is used", "one unit", "nothing", "as others", PARTS["order"][0]
    return rule_of(PARTS, meant)
