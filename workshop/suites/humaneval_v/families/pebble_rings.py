"""Numbers that are written as pebbles in rings and boxes, a notation to be learnt from examples.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.other_causes import OtherCause, cause_of, settling_examples
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._pebble_drawings import draw_lines, extent

VERSION = 1
KINDS = ("tree", "sets")
TASK_TYPE = "Computation"
ASPECTS = ("Topological Relations", "Mathematical Operations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
RENUMBERED = {"with-four": 7}  #: those before it had other drawings

TEXT = '''\
def solution(drawing: list) -> int:
    """
    In an old script, a number is drawn as pebbles in rings and boxes, which can hold other rings and boxes.
    Parts stand side by side and are read from left to right. The picture shows some drawings with their values.
    Find the value of another drawing.

    The value of a ring or box follows from its parts, from left to right. Whatever rule changes the value of
    a part goes by one thing alone: its place in its shape, what shape is right around it or whether that is of
    its own kind, how many shapes are around it, whether it holds other shapes, or, if it is a heap, what is right
    beside it.

    Parameters:
        drawing (list): Begins with "ring" or "box", the outer shape; its parts follow from left to right.
            A part is a number from 1 to 6, which is a heap of so many pebbles, or a list of the same form.

    Returns:
        int: The value of the drawing.
    """
'''

#: Part of a rule → its choices as Python; the first of a context changes nothing.
FOLDS = (
    "sum(parts)", "max(parts)", "min(parts)", "max(parts) - min(parts)", "len(parts)", "parts[0] + parts[-1]",
    "sum(parts[::2]) - sum(parts[1::2])",
)  # fmt: skip
CHANGES = {"": "", "twice": "{0} *= 2", "negative": "{0} = -{0}", "more": "{0} += 1", "two more": "{0} += 2"}
SOME = ("twice", "negative", "more")
PLACES = [("", ""), *product(("0", "-1", "1"), SOME)]
PLAIN = "not any(isinstance(part, list) for part in inside)"
#: In which enclosures the value changes: inside of one other, in any other, or without another in it.
DEPTHS = [("", ""), *product(("depth == 1", "depth > 0", "plain"), SOME)]
ALIKE = list(CHANGES)
#: What is beside a heap whose value changes; the side is where the heap stands.
BESIDE = [("", "", ""), *product(("left", "right"), ("ring", "box"), SOME)]
PARTS = {
    "ring": len(FOLDS), "box": len(FOLDS), "place": len(PLACES), "depth": len(DEPTHS), "alike": len(ALIKE),
    "beside": len(BESIDE), "swapped": 2,
}  # fmt: skip
CONTEXTS = ("place", "depth", "alike", "beside")
#: Other conditions under which a rule may act: in a shape, for a heap after others, and by what is next to a heap.
WHERE = (
    "shape == 'ring'", "shape == 'box'", "outer == 'ring'", "outer == 'box'", "shape == outer", "depth == 0", "depth == 1",
    "depth == 2", "depth == 3", "depth > 0", "depth > 1", "depth > 2", "depth % 2 == 0", "depth % 2 == 1", "len(inside) == 1",
    "len(inside) == 2", "len(inside) == 3", "len(inside) > 1", "len(inside) > 2", PLAIN, PLAIN.removeprefix("not "),
)  # fmt: skip
HEAP = (
    "len(parts) == 0", "len(parts) == 1", "len(parts) > 0", "len(parts) > 1", "len(parts) == len(inside) - 1",
    "len(parts) < len(inside) - 1", "part > 2", "part > 3", "part < 3", "part < 4", "part % 2 == 0", "part % 2 == 1",
)  # fmt: skip
NEAR = (
    "len(near) == 2", "len(near) > 2", "any(isinstance(each, list) for each in near)",
    "not any(isinstance(each, list) for each in near)",
)  # fmt: skip
#: Parts among which a heap that changes may have a shape: before it, after it, next to it, or all with it.
AROUND = (
    "inside[: len(parts)]", "inside[len(parts) + 1 :]", "inside[max(0, len(parts) - 1) : len(parts)]",
    "inside[len(parts) + 1 : len(parts) + 2]", "inside[max(0, len(parts) - 1) : len(parts) + 2]", "inside",
)  # fmt: skip
LAST = range(12, 17)  #: numbers of drawings that level 5 may have
WIDEST = 290  #: drawing of level 5, px


@dataclass(frozen=True)
class Script:
    """Parameters: the mutation, the seed of the drawings, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Script:
    order = draws.shuffled(CONTEXTS)
    rules = []
    for level in range(len(MUTATIONS)):
        ring, box = draws.sample(range(len(FOLDS) - 1 if level else len(FOLDS)), 2)
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule = {"ring": ring, "box": box, **dict.fromkeys(CONTEXTS, 0), "swapped": 0}
        rule |= {name: active[name] for name in order[:level]}
        rules.append(tuple(rule.items()))
    return Script(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def _rule(script: Script) -> dict[str, int]:
    return dict(script.rules[MUTATIONS.index(script.mutation)])


def reference(script: Script) -> str:
    """Return the program of a rule: a nested function, in which only what the rule needs has a line."""
    return program(_rule(script))


def program(rule: dict[str, int], other: OtherCause | None = None) -> str:
    """Write any rule of the space as a program, or one with another cause."""
    place, place_change = PLACES[rule["place"]]
    where, depth_change = DEPTHS[rule["depth"]]
    side, neighbour, heap_change = BESIDE[rule["beside"]]
    cause = cause_of("alike", "shape == outer", other)
    alike = [f"        if {cause}:", f"            {CHANGES[ALIKE[rule['alike']]].format('total')}"]
    deep = [f"        if {cause_of('depth', PLAIN if where == 'plain' else where, other)}:"]
    deep += [f"            {CHANGES[depth_change].format('total')}"]
    after = [alike if rule["alike"] else [], deep if rule["depth"] else []]
    used = {"outer": bool(rule["alike"]), "depth": where.startswith("depth")}
    more = [name for name, known in used.items() if known or (other and name in other.condition)]
    lines = ["def solution(drawing: list) -> int:", f"    def value({', '.join(['drawing', *more])}):"]
    lines += ["        shape, inside, parts = drawing[0], drawing[1:], []"]
    near = "[*inside[1:], None]" if side == "left" else "[None, *inside[:-1]]"
    lines += [f"        for part, near in zip(inside, {near}):" if side else "        for part in inside:"]
    given = ["part", *({"outer": "shape", "depth": "depth + 1"}[name] for name in more)]
    lines += ["            if isinstance(part, list):", f"                part = value({', '.join(given)})"]
    if side:
        cause = cause_of("beside", f"isinstance(near, list) and near[0] == {neighbour!r}", other)
        lines += [f"            elif {cause}:"]
        lines += [f"                {CHANGES[heap_change].format('part')}"]
    lines += ["            parts.append(part)"]
    if place:
        change = CHANGES[place_change].format(f"parts[{place}]")
        cause = cause_of("place", "len(parts) > 1" if place == "1" else "", other)
        lines += [f"        if {cause}:", f"            {change}"] if cause else [f"        {change}"]
    lines += ["        if shape == 'ring':", f"            total = {FOLDS[rule['ring']]}"]
    lines += ["        else:", f"            total = {FOLDS[rule['box']]}"]
    lines += chain.from_iterable(reversed(after) if rule["swapped"] else after)
    start = ["drawing", *({"outer": "None", "depth": "0"}[name] for name in more)]
    lines += ["        return total", f"    return value({', '.join(start)})"]
    return "\n".join(lines)


def readings(rule: dict[str, int]) -> Iterator[str]:
    """Yield the program of a rule of level 5, and others that a reader may see in its worked examples.

    One of the added rules acts under another condition, only under one more, or also under one more.
    """
    yield program(rule)
    place = f"inside[{PLACES[rule['place']][0]}]"
    parts = [f"isinstance({place}, {kind})" for kind in ("int", "list")]
    parts += [f"isinstance({place}, list) and {place}[0] == {shape!r}" for shape in ("ring", "box")]
    before = [
        condition.format(
            f"(isinstance(each, list) and each[0] == {shape!r} for each in inside[: len(parts)])"
        )
        for condition, shape in product(("parts and all{}", "sum{} > 1"), ("ring", "box"))
    ]
    kinds_of_shape = ("", " and each[0] == 'ring'", " and each[0] == 'box'")
    around = [
        f"any(isinstance(each, list){kind} for each in {others})"
        for others, kind in product(AROUND, kinds_of_shape)
    ]
    heap = [*WHERE, *HEAP, *before, *around, "isinstance(near, list)"]
    own = {"place": [], "depth": WHERE, "alike": WHERE, "beside": heap}
    narrower = {"place": [*WHERE, *parts], "depth": WHERE, "alike": WHERE, "beside": [*heap, *NEAR]}
    kinds: dict[Literal["", "and", "or"], dict[str, Sequence[str]]] = {"": own, "and": narrower, "or": own}
    for joined, causes in kinds.items():
        for part, conditions in causes.items():
            yield from (program(rule, OtherCause(part, condition, joined)) for condition in conditions)


Values = npt.NDArray[np.int64]


def _changed(values: Values, change: Values, names: Sequence[str]) -> Values:
    """Return values after the change that each rule chooses from ``names``."""
    if not any(names):
        return values
    options = {
        "": values,
        "twice": 2 * values,
        "negative": -values,
        "more": values + 1,
        "two more": values + 2,
    }
    return np.choose(change, [options[name] for name in names])


def _value(rules: Choices, drawing: list[Any], outer: str, depth: int) -> Values:
    """Return the value of a drawing by each rule."""
    shape, drawn = drawing[0], drawing[1:]
    count = len(rules["ring"])
    found = []
    for number, part in enumerate(drawn):
        if isinstance(part, list):
            found.append(_value(rules, part, shape, depth + 1))
            continue
        near = {"left": drawn[number + 1 : number + 2], "right": drawn[max(0, number - 1) : number]}
        shapes = {side: part[0] for side, beside in near.items() for part in beside if isinstance(part, list)}
        changes = [change if side and shapes.get(side) == name else "" for side, name, change in BESIDE]
        found.append(_changed(np.full(count, part), rules["beside"], changes))
    for place in ("0", "1", "-1"):
        if int(place) < len(found):
            changes = [change if at == place else "" for at, change in PLACES]
            found[int(place)] = _changed(found[int(place)], rules["place"], changes)
    parts = np.array(found)
    low, high, total = parts.min(axis=0), parts.max(axis=0), parts.sum(axis=0)
    folds = [total, high, low, high - low, np.full(count, len(parts)), parts[0] + parts[-1]]
    folds.append(2 * parts[::2].sum(axis=0) - total)
    total = np.choose(rules[shape], folds)
    plain = not any(isinstance(part, list) for part in drawn)
    true = {"": True, "depth == 1": depth == 1, "depth > 0": depth > 0, "plain": plain}
    deep = [change if true[where] else "" for where, change in DEPTHS]
    alike = [change if shape == outer else "" for change in ALIKE]
    usual = _changed(_changed(total, rules["alike"], alike), rules["depth"], deep)
    other = _changed(_changed(total, rules["depth"], deep), rules["alike"], alike)
    return np.where(rules["swapped"], other, usual)


def rule_space(script: Script) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=lambda rules, call: _value(rules, call[0], "", 0))


def _drawing(draws: Draws, depth: int, parts: int) -> list[Any]:
    """Draw a drawing with some parts, in which others are nested at most ``depth`` deep."""
    made: list[Any] = [draws.choice(("ring", "box"))]
    for _ in range(parts):
        if depth and draws.chance(2, 5):
            made.append(_drawing(draws, depth - 1, draws.integer(1, 3)))
        else:
            made.append(draws.integer(1, 6))
    return made


def calls(script: Script) -> list[Call]:
    draws = Draws(script.seed, "calls")
    made = [[name, 3, 1, 4] for name in ("ring", "box")]
    while len(made) < 15:
        drawing = _drawing(draws, 3, draws.integer(2, 4))
        if drawing not in made and 6 <= _size(drawing) <= 16:
            made.append(drawing)
    return [(drawing,) for drawing in made]


def _size(drawing: list[Any]) -> int:
    return 1 + sum(_size(part) if isinstance(part, list) else 1 for part in drawing[1:])


def examples(script: Script) -> list[Call]:
    shown = _shown if script.mutation != MUTATIONS[-1] else _settled
    return [(drawing,) for drawing in shown(script.seed, script.rules)]


def _first(draws: Draws) -> list[Call]:
    """Draw a ring and a box with three heaps each."""
    return [([name, *draws.sample((1, 2, 3, 4, 5), 3)],) for name in ("ring", "box")]


def _candidates(draws: Draws, depth: int, fewest: int, widest: float = math.inf) -> Iterator[Call]:
    """Draw drawings with up to three parts that have room."""
    while True:
        drawing = _drawing(draws, depth, draws.integer(fewest, 3))
        if _size(drawing) <= 9 and extent(drawing)[0] <= widest:
            yield (drawing,)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[list[Any]]:
    """Return drawings that leave one rule of the space for each mutation, small ones first."""
    draws, script = Draws(seed, "examples"), Script("", seed, rules)
    right, asked = [dict(rule) for rule in rules], calls(script)
    space, numbers, first = rule_space(script), range(10, 16), _first(draws)
    candidate = _candidates(draws, 2, 2).__next__
    chosen = telling_examples(
        space, rules=right, asked=asked, shown=first, candidate=candidate, numbers=numbers
    )
    return sorted((call[0] for call in chosen), key=_size)


@lru_cache(maxsize=8)
def _settled(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[list[Any]]:
    """Return the drawings of level 5, which leave one rule of the space and one reading of when it acts."""
    draws, script, rule = Draws(seed, "examples of level 5"), Script("", seed, rules), dict(rules[-1])
    asked, space, numbers, first = calls(script), rule_space(script), range(LAST.stop), _first(draws)
    candidate = _candidates(draws, 3, 1, WIDEST).__next__
    proving = telling_examples(
        space, rules=[rule], asked=asked, shown=first, candidate=candidate, numbers=numbers
    )
    chosen = settling_examples(readings(rule), asked=asked, shown=proving, candidate=candidate, numbers=LAST)
    return sorted((call[0] for call in chosen), key=_size)


def picture(script: Script, solve: Solve) -> Canvas:
    return draw_lines([(drawing, solve(drawing)) for (drawing,) in examples(script)])


def describe(script: Script, solve: Solve) -> str:
    shown = "; ".join(f"{_words(drawing)} has the value {solve(drawing)}" for (drawing,) in examples(script))
    return (
        "The picture shows drawings of rings with round ends and boxes with corners. They hold heaps of pebbles and other "
        "rings and boxes, side by side. Below each drawing stands its value. In words, with the parts of each shape in "
        f"brackets from left to right and a number for a heap of so many pebbles: {shown}."
    )


def _words(part: Any) -> str:
    return str(part) if isinstance(part, int) else f"{part[0]} ({', '.join(map(_words, part[1:]))})"
