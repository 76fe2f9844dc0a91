"""Rules by which keepers of a lighthouse take the lamp, as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of

NAMES = "ABCDEF"
HOURS = 24
#: By what keepers are compared, with a minus if the largest is the first.
SINGLE = ("came", "-came", "leaves", "-leaves", "letter", "-letter")
#: Of those that several keepers can share: hours of the whole stay, and hours with the lamp so far.
SHARED = ("stay", "-stay", "lamp", "-lamp")
#: Parts of what a reader may see in the days → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "first": (*((single,) for single in SINGLE), *product(SHARED, ("came", "-came", "letter", "-letter"))),
    "rest": (0, 1, 2, 3),  # hours after coming without the lamp
    "before leaving": (0, 1, 2),  # hours without the lamp
    "dark hours": ("are rest", "are no rest"),
    "alone": ("rests", "has the lamp"),  # a keeper without others
    "keeps": ("while first", "until leaving", "until another is ready"),
    "off": range(7, 12),  # first dark hour
    "on": range(12, 17),  # first hour after the dark ones
    "after dark": ("anew", "as before"),
}
#: Mutation → by what keepers are compared.
RIGHT = {"came-last": "-came", "leaves-soon": "leaves", "came-early": "came", "leaves-late": "-leaves"}


def right_rule(mutation: str, rest: int, off: int, on: int) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    meant = ((RIGHT[mutation],), rest, 0, "are rest", "rests", "while first", off, on, "anew")
    return rule_of(PARTS, meant)


def lamps(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return which keeper has the lamp by each rule in each hour, -1 for nobody, of shape (rules, hours)."""
    (watches,) = call
    count = len(rules["rest"])
    found = np.full((count, HOURS), -1)
    if not watches:
        return found
    comes, leaves = np.array(watches).T[:, :, None]
    off, on = rules["off"] + PARTS["off"][0], rules["on"] + PARTS["on"][0]
    ready = comes + rules["rest"]
    longer = (rules["dark hours"] == 1) & (comes < on) & (ready > off)
    ready = ready + longer * (on - np.maximum(comes, off))
    gone = leaves - rules["before leaving"]
    rank, by_lamp = _ranks(watches, rules["first"])
    had, last = np.zeros((len(watches), count), np.int64), np.full(count, -1)
    every = np.arange(count)
    for hour in range(HOURS):
        present = (comes <= hour) & (hour < gone)
        there = present & (hour >= ready)
        there |= present & (present.sum(axis=0) == 1) & (rules["alone"] == 1)
        best = np.where(there, rank + by_lamp * had, 10**6).argmin(axis=0)
        waits = (rules["keeps"] == 2) & ~(there & (ready == hour)).any(axis=0)
        again = (rules["keeps"] == 1) | waits | ((hour == on) & (rules["after dark"] == 1))
        chosen = np.where(again & (last >= 0) & there[last, every], last, best)
        dark = (off <= hour) & (hour < on)
        chosen = np.where(there.any(axis=0) & ~dark, chosen, -1)
        found[:, hour] = chosen
        had += np.arange(len(watches))[:, None] == chosen
        last = np.where(dark & (rules["after dark"] == 1), last, chosen)
    return found


def _ranks(watches: list[list[int]], first: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the rank of each keeper by each rule, and what each hour with the lamp adds to it."""
    values = {
        "came": [comes for comes, _ in watches],
        "leaves": [leaves for _, leaves in watches],
        "stay": [leaves - comes for comes, leaves in watches],
        "letter": list(range(len(watches))),
        "lamp": [0] * len(watches),
    }
    ranks, by_lamp = [], []
    for names in PARTS["first"]:
        keys = [np.array(values[name.lstrip("-")]) * (-1) ** name.startswith("-") for name in names]
        ranks.append(sum(key * 100 ** (len(keys) - place - 1) for place, key in enumerate(keys)))
        by_lamp.append({"lamp": 100, "-lamp": -100}.get(names[0], 0))
    return np.array(ranks).T[:, first], np.array(by_lamp)[first]


#: The space of all days.
LAMP_RULES = RuleSpace(
    parts=choice_counts(PARTS),
    results=lamps,
    coded=lambda lamp: np.array([NAMES.find(keeper) for keeper in lamp]),
    compared=2_000,
)
