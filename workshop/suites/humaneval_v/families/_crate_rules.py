"""Rules of ``crate_shelf``: all that a reader may see in the drawn crate and joints, tried at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.rule_space import Choices, one_rule
from workshop.suites.humaneval_v.families._crate_nets import NAMES

#: When dots of the left and of the right face go together.
CONDITIONS: Mapping[str, Callable[[int, int], bool]] = {
    "always": lambda _left, _right: True,
    "never": lambda _left, _right: False,
    "equal": lambda left, right: left == right,
    "not equal": lambda left, right: left != right,
    "at most": lambda left, right: left <= right,
    "at least": lambda left, right: left >= right,
    "fewer": lambda left, right: left < right,
    "more": lambda left, right: left > right,
    "odd": lambda left, right: (left + right) % 2 == 1,
    "even": lambda left, right: (left + right) % 2 == 0,
    "odd left": lambda left, _right: left % 2 == 1,
    "even left": lambda left, _right: left % 2 == 0,
    "odd right": lambda _left, right: right % 2 == 1,
    "even right": lambda _left, right: right % 2 == 0,
    "four together": lambda left, right: left + right == 4,
    "not four together": lambda left, right: left + right != 4,
    "more than three together": lambda left, right: left + right > 3,
    "more than four together": lambda left, right: left + right > 4,
    "less than four together": lambda left, right: left + right < 4,
    "less than five together": lambda left, right: left + right < 5,
    "two apart": lambda left, right: abs(left - right) == 2,
    "one apart at most": lambda left, right: abs(left - right) < 2,
    "one more": lambda left, right: left - right == 1,
    "one less": lambda left, right: right - left == 1,
}
#: Mutation → the condition for faces of one colour, and for those of two.
GOOD = {
    "match": ("equal", "not equal"),
    "rise": ("at most", "more"),
    "odd": ("odd", "even"),
    "fall": ("at least", "fewer"),
}
#: Colours of the left and of the right face, by whether they are blue.
COLOURS = ((False, False), (True, True), (False, True), (True, False))
#: How a net is folded, and what the letters of a crate name: its front and its top, or its top and its front.
FOLDED, GIVEN = ("letters outside", "letters inside"), ("front, top", "top, front")
PARTS = {
    **{f"{'yb'[left]}{'yb'[right]}": len(CONDITIONS) for left, right in COLOURS},
    "folded": len(FOLDED), "given": len(GIVEN),
}  # fmt: skip
_PAIRS = [*product((1, 2, 3), repeat=2)]  #: dots of the left and of the right face
_TABLE = np.array([[condition(*pair) for pair in _PAIRS] for condition in CONDITIONS.values()])


#: Whether a face is blue, and its dots.
Face = tuple[bool, int]


@dataclass(frozen=True)
class Joint:
    """Two faces that touch."""

    left: Face
    right: Face


def right_rule(mutation: str) -> Choices:
    """Return the rule of a mutation, as the only one of some."""
    alike, unlike = ([*CONDITIONS].index(condition) for condition in GOOD[mutation])
    choices = {**dict.fromkeys(PARTS, 0), "yy": alike, "bb": alike, "yb": unlike, "by": unlike}
    return one_rule(choices)


def joints() -> list[Joint]:
    """Return all pairs of colours and dots, in the order of the picture."""
    return [Joint((first, left), (second, right)) for first, second in COLOURS for left, right in _PAIRS]


def is_good(rules: Choices, joint: Joint) -> Any:
    """Return whether a joint is good, by each rule."""
    (first, left), (second, right) = joint.left, joint.right
    return _TABLE[rules[f"{'yb'[first]}{'yb'[second]}"], _PAIRS.index((left, right))]


def sides(rings: Mapping[str, str], crate: str) -> str:
    """Return the left and the right face of a crate; nothing if it cannot stand."""
    ring = rings[crate[0]]
    place = ring.find(crate[1])
    return "" if place < 0 else ring[place - 1] + ring[(place + 1) % 4]


def random_row(
    draws: Draws, rings: Mapping[str, str], faces: Mapping[str, Face], rule: Choices
) -> tuple[str, ...]:
    """Choose a row of two to six crates; most of its joints are good by a rule."""
    crates = [front + top for front in NAMES for top in rings[front]]
    row = [draws.choice(crates)]
    for _ in range(draws.integer(1, 5)):
        last = faces[sides(rings, row[-1])[1]]
        good = [crate for crate in crates if is_good(rule, Joint(last, faces[sides(rings, crate)[0]]))[0]]
        row.append(draws.choice(good if good and draws.chance(7, 8) else crates))
    if draws.chance(1, 12):
        place = draws.integer(0, len(row) - 1)
        front = row[place][0]
        row[place] = front + draws.choice([name for name in NAMES if name not in rings[front]])
    return tuple(row)


def stands(rules: Choices, rings: Mapping[str, str], faces: Mapping[str, Face], row: Sequence[str]) -> Any:
    """Return whether a row of crates is good, by each rule."""
    found = np.zeros(len(rules["folded"]), dtype=bool)
    for folded, given in product(range(len(FOLDED)), range(len(GIVEN))):
        pairs = [sides(rings, crate[::-1] if given else crate)[:: -1 if folded else 1] for crate in row]
        if not all(pairs):
            continue
        good = (rules["folded"] == folded) & (rules["given"] == given)
        for first, second in pairwise(pairs):
            good &= is_good(rules, Joint(faces[first[1]], faces[second[0]]))
        found |= good
    return found


def right_face(rules: Choices, rings: Mapping[str, str], crate: str) -> Any:
    """Return the number of the right face of a crate, by each rule."""
    pairs = [sides(rings, letters) for letters in (crate, crate[::-1])]
    numbers = np.array([[NAMES.index(pair[1 - folded]) for pair in pairs] for folded in range(len(FOLDED))])
    return numbers[rules["folded"], rules["given"]]
