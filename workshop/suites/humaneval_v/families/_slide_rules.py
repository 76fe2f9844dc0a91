"""Rules of ``stacked_slides``: how slides change while they are laid, as programs and as arrays of all rules.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices
from workshop.authoring.source import compile_solution

Grid = npt.NDArray[Any]
#: What is seen where two different marks meet, and two equal ones.
UNLIKE = ("upper", "lower", "0", "1", "2")
LIKE = ("upper", "0", "3 - upper")
#: How a slide is turned, and how its fields move on, around the edge; as Python, and as fields of a grid.
TURNS = (
    "{0}", "list(zip(*{0}[::-1]))", "[row[::-1] for row in {0}[::-1]]", "list(zip(*{0}))[::-1]",
    "[row[::-1] for row in {0}]", "{0}[::-1]", "list(zip(*{0}))", "[row[::-1] for row in list(zip(*{0}))[::-1]]",
)  # fmt: skip
SHIFTS = (
    "[row[-1:] + row[:-1] for row in {0}]", "[row[1:] + row[:1] for row in {0}]",
    "{0}[-1:] + {0}[:-1]", "{0}[1:] + {0}[:1]",
)  # fmt: skip
EXCHANGED = "[[(0, 2, 1)[mark] for mark in row] for row in {0}]"
NAMES = ("top", "middle", "bottom")
#: When the slides are laid in the opposite order.
OPPOSITE = ["", *(f"{name}[1][1] {asked}" for name in NAMES for asked in ("> 0", "== 1", "== 2"))]
PARTS = {
    "unlike": len(UNLIKE), "like": len(LIKE), "exchanged": 4, "turn": 1 + len(NAMES) * (len(TURNS) - 1),
    "shift": 1 + len(NAMES) * len(SHIFTS), "opposite": len(OPPOSITE), "shifted first": 2, "downwards": 2,
}  # fmt: skip
#: When a slide changes on levels 4 and 5: by the mark in one middle, by two middles, by the numbers of discs and crosses.
CAUSES = (
    [cause for cause in OPPOSITE if "==" in cause],
    [f"{one}[1][1] == {other}[1][1]" for one, other in combinations(NAMES, 2)],
    [f"sum({name}, []).count(1) > sum({name}, []).count(2)" for name in NAMES],
)
CHANGES = ("exchanged", "turn", "shift")


@dataclass(frozen=True)
class When:
    """Conditions as Python under which parts of a rule act; a part with an empty one always acts."""

    exchanged: str = ""
    turn: str = ""
    shift: str = ""
    other: int = (
        0  #: what is turned, as a choice of the part ``turn``, while the condition of that does not hold
    )

    def conditions(self) -> dict[str, str]:
        """Return the condition of each part that has one."""
        return {name: condition for name in CHANGES if (condition := getattr(self, name))}


ALWAYS = When()


def program(rule: Mapping[str, int], when: When = ALWAYS) -> str:
    """Write any rule of the space as a program."""
    lines = [
        "def solution(slides: list[list[list[int]]]) -> list[list[int]]:",
        "    top, middle, bottom = slides",
    ]
    lines += [f"    opposite = {OPPOSITE[rule['opposite']]}"] * bool(rule["opposite"])
    lines += [f"    {part} = {condition}" for part, condition in when.conditions().items()]
    for part in ("exchanged", "shift", "turn") if rule["shifted first"] else CHANGES:
        change = _changed(part, rule[part])
        if part in when.conditions():
            lines += [f"    if {part}:", f"        {change or 'pass'}"]
            lines += ["    else:", f"        {_changed('turn', when.other)}"] * (part == "turn")
        else:
            lines += [f"    {change}"] * bool(change)
    if rule["opposite"]:
        lines += ["    if opposite:", "        top, bottom = bottom, top"]
    first, last, pair = (
        ("top", "bottom", "lower, upper") if rule["downwards"] else ("bottom", "top", "upper, lower")
    )
    lines += [f"    seen = [list(row) for row in {first}]", f"    for slide in (middle, {last}):"]
    lines += ["        for row in range(3):", "            for column in range(3):"]
    lines += [f"                {pair} = slide[row][column], seen[row][column]"]
    lines += ["                mark = upper + lower", "                if upper and lower:"]
    lines += [f"                    mark = {LIKE[rule['like']]}", "                    if upper != lower:"]
    lines += [f"                        mark = {UNLIKE[rule['unlike']]}"]
    return "\n".join([*lines, "                seen[row][column] = mark", "    return seen"])


def _changed(part: str, choice: int) -> str:
    """Return the statement that changes a slide; empty if no slide changes."""
    if not choice:
        return ""
    changes = {"exchanged": [EXCHANGED], "turn": TURNS[1:], "shift": SHIFTS}[part]
    number, change = divmod(choice - 1, len(changes))
    return f"{NAMES[number]} = {changes[change].format(NAMES[number])}"


_FIELDS = np.arange(9, dtype=np.int8).reshape(3, 3)
_TURNED = np.array([_FIELDS, np.rot90(_FIELDS, -1), np.rot90(_FIELDS, 2), np.rot90(_FIELDS), _FIELDS[:, ::-1],
    _FIELDS[::-1], _FIELDS.T, _FIELDS.T[::-1, ::-1]]).reshape(-1, 9)  # fmt: skip
_ROLLS = ((1, 1), (-1, 1), (1, 0), (-1, 0))
_SHIFTED = np.array([_FIELDS, *(np.roll(_FIELDS, by, axis) for by, axis in _ROLLS)]).reshape(-1, 9)
#: (shifted first, turn, shift, field) → the field of the slide that gets there.
_FROM = np.array([
    [[turn[shift] for shift in _SHIFTED] for turn in _TURNED],
    [[shift[turn] for shift in _SHIFTED] for turn in _TURNED],
])  # fmt: skip
_MARKS = np.zeros((len(UNLIKE), len(LIKE), 3, 3), dtype=np.int8)  #: (unlike, like, upper, lower) → mark
for _unlike, _like, _upper, _lower in np.ndindex(*_MARKS.shape):
    _meeting = (_upper, _lower, 0, 1, 2)[_unlike] if _upper != _lower else (_upper, 0, 3 - _upper)[_like]
    _MARKS[_unlike, _like, _upper, _lower] = _meeting if _upper and _lower else _upper + _lower


def _of(choice: Grid, slide: int, many: int) -> Grid:
    """Return the change of one slide by each rule, from 1; 0 if another slide changes."""
    number = choice - many * slide
    return np.where((number >= 1) & (number <= many), number, 0)


def results(rules: Choices, call: Call, when: When = ALWAYS) -> Any:
    """Return what is seen by each rule, of shape (rules, 3, 3)."""
    holds = {part: is_true(condition, call) for part, condition in when.conditions().items()}
    acting = {part: rules[part] * holds.get(part, True) for part in CHANGES}
    if not holds.get("turn", True):
        acting["turn"] = np.full_like(rules["turn"], when.other)
    hits = np.array([bool(condition) and is_true(condition, call) for condition in OPPOSITE])
    return seen({**rules, **acting}, call, hits[rules["opposite"]])


@lru_cache(maxsize=4096)
def _condition(source: str) -> Any:
    return compile_solution(f"def solution(slides):\n    top, middle, bottom = slides\n    return {source}")


def is_true(condition: str, call: Call) -> bool:
    """Whether a condition holds for the slides of a call."""
    return bool(_condition(condition)(*call))


def laid_slides(rules: Choices, call: Call) -> list[Grid]:
    """Return the fields of each slide when it is laid, by each rule, of shape (rules, 9)."""
    laid = []
    for number, slide in enumerate(np.array(call[0], dtype=np.int8).reshape(3, 9)):
        turn, shift = _of(rules["turn"], number, len(TURNS) - 1), _of(rules["shift"], number, len(SHIFTS))
        both = np.stack([slide, np.array([0, 2, 1], dtype=np.int8)[slide]])
        exchanged = (rules["exchanged"] == number + 1).astype(np.int8)[:, None]
        laid.append(both[exchanged, _FROM[rules["shifted first"], turn, shift]])
    return laid


def seen(rules: Choices, call: Call, opposite: Grid) -> Any:
    """Return what is seen by each rule, of shape (rules, 3, 3), if their slides are or are not reversed."""
    laid, hit = laid_slides(rules, call), opposite[:, None]
    high, low = np.where(hit, laid[2], laid[0]), np.where(hit, laid[0], laid[2])
    unlike, like = rules["unlike"].astype(np.int8)[:, None], rules["like"].astype(np.int8)[:, None]
    upwards = _MARKS[unlike, like, high, _MARKS[unlike, like, laid[1], low]]
    downwards = _MARKS[unlike, like, _MARKS[unlike, like, high, laid[1]], low]
    return np.where(rules["downwards"][:, None], downwards, upwards).reshape(-1, 3, 3)


def shows_all(rule: Mapping[str, int], call: Call, when: When) -> bool:
    """Whether a call has another result if any one change acts when it does not, or the other way round."""
    holds = {part: is_true(condition, call) for part, condition in when.conditions().items()}
    opposite = OPPOSITE[rule["opposite"]]
    acts = np.array(
        [holds.get(part, True) for part in CHANGES] + [bool(opposite) and is_true(opposite, call)]
    )
    some = acts ^ np.concatenate([np.zeros((1, 4), dtype=bool), np.eye(4, dtype=bool)])
    turned = np.where(some[:, 1], rule["turn"], when.other)
    rules = {name: np.full(5, choice) for name, choice in rule.items()}
    rules |= {
        "exchanged": some[:, 0] * rule["exchanged"],
        "turn": turned,
        "shift": some[:, 2] * rule["shift"],
    }
    found = seen(rules, call, some[:, 3]).reshape(5, 9)
    return bool((found[1:] != found[0]).any(axis=1).all())
