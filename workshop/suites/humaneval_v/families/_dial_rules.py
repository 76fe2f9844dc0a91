"""Rules of ``coupled_dials``: how dials are read, and what else changes the number.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.joined_choices import JoinedChoices
from workshop.authoring.rule_space import Choices, choice_counts

#: How far a hand has come from the top, either way round, and the value of so many steps; of each dial.
WAYS = ("{0}", "-{0} % 8")
SCALES = ("{0}", "{0} ** 2", "2 ** {0} - 1")
FOLDS = ("a + b + c", "a + b - c", "a - b + c", "b + c - a")
NAMES = {"a": "left", "b": "middle", "c": "right"}
PAIRS = [*combinations(NAMES.values(), 2)]
HALVES = ("(3, 4, 5)", "(5, 6, 7)")


def _conditions() -> list[str]:
    """Return when a reader may think that something happens, as Python."""
    found = [f"{one} {sign} {other}" for one, other in PAIRS for sign in ("==", "<", ">")]
    found += [f"({one} - {other}) % 8 == {turn}" for one, other in PAIRS for turn in (1, 4, 7)]
    for name in NAMES.values():
        found += [f"{name} == {place}" for place in range(8)] + [f"{name} % 2 == 0", f"{name} % 2"]
        arcs = [
            tuple(sorted((at + turn) % 8 for turn in range(size))) for size in (2, 3, 4, 5) for at in range(8)
        ]
        found += [f"{name} in {arc}" for arc in arcs]
    return found


CONDITIONS = _conditions()
#: What each rule that is added may do when; first nothing, then the choices of the tasks, then other readings.
Added = Sequence[tuple[str, str] | None]


def _first(right: Sequence[tuple[str, str]], effects: Sequence[str]) -> list[tuple[str, str] | None]:
    return [None, *right, *(pair for pair in product(CONDITIONS, effects) if pair not in right)]


#: What a coupling makes of a dial; a hand that points up has come no step, or eight with ``past``.
CHANGES = {"opposite": "-{0} % 8", "past": "8 - {0}", "twice": "2 * {0}"}
COUPLED = [
    (f"{NAMES[source]} in {half}", f"{target} {effect}")
    for (source, target), half, effect in product(permutations("abc", 2), HALVES, ("opposite", "twice"))
]
NEGATIVE, TWICE, BELOW = "number = -number", "number *= 2", "number = -abs(number)"
ROUNDED = (
    "", "number += 1", "number -= 1", "number += 1 if number > 0 else -1", "number -= 1 if number > 0 else -1",
)  # fmt: skip
CHOICES: Mapping[str, Sequence[object]] = {
    **{name: [*product(SCALES, WAYS)] for name in "abc"},
    "fold": FOLDS,
    "coupling": _first(COUPLED, [f"{target} {effect}" for target, effect in product("abc", CHANGES)]),
    "together": _first([(" == ".join(pair), NEGATIVE) for pair in PAIRS], (NEGATIVE, TWICE, BELOW)),
    "upright": _first([(f"{name} == 0", TWICE) for name in NAMES.values()], (TWICE, NEGATIVE)),
    "rounded": ROUNDED,
    "early": ("last", "before the number is doubled or negative"),
}  # fmt: skip
#: Choices of each added rule in the tasks.
RIGHT = {"coupling": 1 + len(COUPLED), "together": 1 + len(PAIRS), "upright": 1 + len(NAMES), "rounded": 3}
PARTS = choice_counts(CHOICES)
ADDED: dict[str, Added] = {name: CHOICES[name] for name in ("coupling", "together", "upright")}  # type: ignore[misc]


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    lines = ["def solution(hands: list[int]) -> int:", "    left, middle, right = hands"]
    steps = [f"    {dial} = {WAYS[rule[dial] % 2].format(NAMES[dial])}" for dial in "abc"]
    values = [f"    {dial} = {SCALES[rule[dial] // 2].format(dial)}" for dial in "abc" if rule[dial] // 2]
    if coupling := ADDED["coupling"][rule["coupling"]]:
        target, effect = coupling[1].split()
        change = [f"    if {coupling[0]}:", f"        {target} = {CHANGES[effect].format(target)}"]
        (values if effect == "twice" else steps).extend(change)
    lines += [*steps, *values, f"    number = {FOLDS[rule['fold']]}"]
    rounding = ["    if number % 2:", f"        {ROUNDED[rule['rounded']]}"] if rule["rounded"] else []
    lines += rounding if rule["early"] else []
    for name in ("together", "upright"):
        if added := ADDED[name][rule[name]]:
            lines += [f"    if {added[0]}:", f"        {added[1]}"]
    lines += [] if rule["early"] else rounding
    return "\n".join([*lines, "    return number"])


Values = npt.NDArray[np.int64]
_EFFECTS = (
    "",
    *(f"{target} {effect}" for target, effect in product("abc", CHANGES)),
    NEGATIVE,
    TWICE,
    BELOW,
)
_TESTS = {condition: compile(condition, "condition", "eval") for condition in CONDITIONS}


@lru_cache(maxsize=512)
def _effects(hands: tuple[int, ...]) -> dict[str, Values]:
    """Return the number of the effect that each choice of an added rule has for some positions; 0 is none."""
    at = dict(zip(NAMES.values(), hands, strict=True))
    true = {condition for condition, code in _TESTS.items() if eval(code, dict(at))}  # noqa: S307 - ours
    return {
        part: np.array([_EFFECTS.index(each[1]) if each and each[0] in true else 0 for each in choices])
        for part, choices in ADDED.items()
    }


def _scaled(choice: Values, steps: Values) -> Values:
    return np.choose(choice // 2, [steps, steps**2, 2**steps - 1])


def _acts(call: Call) -> dict[str, Values]:
    """Return what each choice does for some positions: a dial's value as it is and as couplings change it."""
    found = {name: np.arange(count)[:, None] for name, count in PARTS.items()}
    for dial, hand in zip("abc", call[0], strict=True):
        choice = np.arange(PARTS[dial])
        steps = np.where(choice % 2, -hand % 8, hand)
        found[dial] = np.stack([_scaled(choice, way) for way in (steps, -steps % 8, 8 - steps)], axis=1)
    return found | {part: effects[:, None] for part, effects in _effects(tuple(call[0])).items()}


def _numbers(rules: Choices, call: Call) -> Values:
    """Return the number that each rule prints for some positions."""
    acting = {part: effects[rules[part]] for part, effects in _effects(tuple(call[0])).items()}
    values = []
    for place, (dial, hand) in enumerate(zip("abc", call[0], strict=True)):
        steps = np.where(rules[dial] % 2, -hand % 8, hand)
        change = acting["coupling"] - len(CHANGES) * place
        steps = np.where(change == 1, -steps % 8, np.where(change == 2, 8 - steps, steps))
        values.append(_scaled(rules[dial], steps) * (1 + (change == len(CHANGES))))
    a, b, c = values
    number: Values = np.choose(rules["fold"], [a + b + c, a + b - c, a - b + c, b + c - a])
    number = np.where(rules["early"], _rounded(rules, number), number)
    for part in ("together", "upright"):
        change = acting[part]
        number = number * np.array([*[1] * (len(_EFFECTS) - 3), -1, 2, 1])[change]
        number = np.where(change == _EFFECTS.index(BELOW), -abs(number), number)
    printed: Values = np.where(rules["early"], number, _rounded(rules, number))
    return printed


def _rounded(rules: Choices, number: Values) -> Values:
    away = np.where(number > 0, 1, -1)
    change: Values = number % 2 * np.choose(rules["rounded"], [0, 1, -1, away, -away])
    return number + change


SPACE = JoinedChoices(parts=PARTS, results=_numbers, acts=_acts)
