"""Rules of ``pebble_rings``: what rings and boxes do with their parts, and what else changes a value.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.joined_choices import JoinedChoices
from workshop.authoring.rule_space import Choices, choice_counts
from workshop.suites.humaneval_v.families._pebble_readings import (
    ADDING,
    ALIKE,
    BESIDE,
    CHANGES,
    CONTEXTS,
    DEPTHS,
    PLACES,
    RIGHT,
    SHAPES,
)

#: The numbers that a ring or a box can make of its parts, as Python.
FOLDS = (
    "sum(parts)", "max(parts)", "min(parts)", "max(parts) - min(parts)", "len(parts)", "parts[0] + parts[-1]",
    "sum(parts[::2]) - sum(parts[1::2])",
)  # fmt: skip
PARTS = {"ring": len(FOLDS), "box": len(FOLDS), **choice_counts(CONTEXTS), "swapped": 2, "early": 2}


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    if rule["early"] or any(rule[name] >= count for name, count in RIGHT.items()):
        return _reading(rule)
    chosen = {name: choices[rule[name]] for name, choices in CONTEXTS.items()}
    place, place_change = PLACES.get(chosen["place"][0], ""), chosen["place"][1]
    where, depth_change = DEPTHS.get(chosen["depth"][0], ""), chosen["depth"][1]
    side, neighbour = BESIDE.get(chosen["beside"][0], ("", ""))
    alike = [f"        if {ALIKE}:", f"            {CHANGES[chosen['alike'][1]].format('total')}"]
    deep = [f"        if {where}:", f"            {CHANGES[depth_change].format('total')}"]
    after = [alike if rule["alike"] else [], deep if rule["depth"] else []]
    more = [name for name, used in (("outer", rule["alike"]), ("depth", where.startswith("depth"))) if used]
    lines = ["def solution(drawing: list) -> int:", f"    def value({', '.join(['drawing', *more])}):"]
    lines += ["        shape, inside, parts = drawing[0], drawing[1:], []"]
    near = "[*inside[1:], None]" if side == "left" else "[None, *inside[:-1]]"
    lines += [f"        for part, near in zip(inside, {near}):" if side else "        for part in inside:"]
    given = ["part", *({"outer": "shape", "depth": "depth + 1"}[name] for name in more)]
    lines += ["            if isinstance(part, list):", f"                part = value({', '.join(given)})"]
    if side:
        lines += [f"            elif isinstance(near, list) and near[0] == {neighbour!r}:"]
        lines += [f"                {CHANGES[chosen['beside'][1]].format('part')}"]
    lines += ["            parts.append(part)"]
    if place:
        change = CHANGES[place_change].format(f"parts[{place}]")
        lines += (
            ["        if len(parts) > 1:", f"            {change}"] if place == "1" else [f"        {change}"]
        )
    lines += ["        if shape == 'ring':", f"            total = {FOLDS[rule['ring']]}"]
    lines += ["        else:", f"            total = {FOLDS[rule['box']]}"]
    lines += chain.from_iterable(reversed(after) if rule["swapped"] else after)
    start = ["drawing", *({"outer": "None", "depth": "0"}[name] for name in more)]
    lines += ["        return total", f"    return value({', '.join(start)})"]
    return "\n".join(lines)


_READING = """\
def solution(drawing: list) -> int:
    def is_plain(drawing):
        return not any(isinstance(part, list) for part in drawing[1:])

    def value(drawing, outers, spot):
        shape, inside, parts = drawing[0], drawing[1:], []
        kinds = [part[0] if isinstance(part, list) else "heap" for part in inside]
        depth, outer, count, plain = len(outers), (outers or [None])[-1], len(inside), is_plain(drawing)
        for number, part in enumerate(inside):
            before, after, heap = kinds[:number], kinds[number + 1:], kinds[number] == "heap"
            if not heap:
                part = value(part, [*outers, shape], (number, count))
            {heaps[0]}
            {heaps[1]}
            parts.append(part)
        total = {ring} if shape == "ring" else {box}
        {ends[0]}
        {ends[1]}
        return total

    return value(drawing, [], (0, 1))"""


def _reading(rule: dict[str, int]) -> str:
    """Write a rule that no task has as a program."""
    lines = {}
    for name, choices in CONTEXTS.items():
        condition, change = choices[rule[name]]
        only = f"heap and ({condition})" if name == "beside" else condition
        text = CHANGES[change].format("part" if name in ("place", "beside") else "total")
        lines[name] = f"if {only}: {text}" if change else "pass"
    heaps = [lines[name] for name in ("place", "beside")]
    ends = [lines[name] for name in ("depth", "alike")]
    return _READING.format(
        heaps=heaps if rule["early"] else heaps[::-1],
        ends=ends if rule["swapped"] else ends[::-1],
        ring=FOLDS[rule["ring"]],
        box=FOLDS[rule["box"]],
    )


Values = npt.NDArray[np.int64]
Path = tuple[int, ...]  #: numbers of parts from the outer shape to a part
_TESTS = {
    name: [
        (compile(condition or "False", name, "eval"), [*CHANGES].index(change))
        for condition, change in choices
    ]
    for name, choices in CONTEXTS.items()
}


def _is_plain(drawing: list[Any]) -> bool:
    return not any(isinstance(part, list) for part in drawing[1:])


def _places_of(
    drawing: list[Any], outers: list[str], spot: tuple[int, int], path: Path
) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Yield each place where a context may change something, with what its conditions can name."""
    shape, inside = drawing[0], drawing[1:]
    kinds = [part[0] if isinstance(part, list) else "heap" for part in inside]
    names: dict[str, Any] = {
        "shape": shape,
        "inside": inside,
        "kinds": kinds,
        "outers": outers,
        "outer": outers[-1] if outers else None,
    }
    names |= {"depth": len(outers), "count": len(inside), "plain": _is_plain(drawing), "spot": spot}
    names["is_plain"] = _is_plain
    yield "depth", path, names
    yield "alike", path, names
    for number, part in enumerate(inside):
        heap, here = kinds[number] == "heap", (*path, number)
        around = {"number": number, "before": kinds[:number], "after": kinds[number + 1 :], "heap": heap}
        yield "place", here, names | around
        if heap:
            yield "beside", here, names | around
        else:
            yield from _places_of(part, [*outers, shape], (number, len(inside)), here)


@lru_cache(maxsize=256)
def _effects(text: str) -> dict[str, dict[Path, Values]]:
    """Return the change, by its number, that each choice of a context makes at each place of a drawing."""
    found: dict[str, dict[Path, Values]] = {name: {} for name in CONTEXTS}
    for name, path, names in _places_of(json.loads(text), [], (0, 1), ()):
        true: dict[Any, bool] = {}
        for code, _ in _TESTS[name]:
            if code not in true:
                true[code] = bool(eval(code, dict(names)))  # noqa: S307 - ours
        found[name][path] = np.array([true[code] * change for code, change in _TESTS[name]])
    return found


def _acts(call: Call) -> dict[str, Values]:
    """Return what each choice does in a drawing."""
    effects, text = _effects(json.dumps(call[0])), json.dumps(call[0])
    found = {name: np.arange(count)[:, None] for name, count in PARTS.items()}
    found |= {name: np.zeros((len(FOLDS), 1), np.int64) for name in SHAPES if name not in text}
    none = {name: np.zeros((PARTS[name], 0), np.int64) for name in CONTEXTS}
    return found | none | {name: np.stack([*rows.values()], axis=1) for name, rows in effects.items() if rows}


def _changed(values: Values, change: Values) -> Values:
    """Return values after the change that each rule makes, by its number."""
    if not change.any():
        return values
    return np.choose(change, [values, 2 * values, -values, values + 1, values + 2])


def _value(
    rules: Choices, drawing: list[Any], effects: Mapping[str, Mapping[Path, Values]], path: Path
) -> Values:
    """Return the value of a drawing by each rule."""
    count, found = len(rules["ring"]), []
    for number, part in enumerate(drawing[1:]):
        here = (*path, number)
        place = effects["place"][here][rules["place"]]
        if isinstance(part, list):
            found.append(_changed(_value(rules, part, effects, here), place))
            continue
        beside = effects["beside"][here][rules["beside"]]
        heap = np.full(count, part)
        usual, early = _changed(_changed(heap, beside), place), _changed(_changed(heap, place), beside)
        found.append(np.where(rules["early"], early, usual))
    parts = np.array(found)
    low, high, total = parts.min(axis=0), parts.max(axis=0), parts.sum(axis=0)
    folds = [total, high, low, high - low, np.full(count, len(parts)), parts[0] + parts[-1]]
    folds.append(2 * parts[::2].sum(axis=0) - total)
    total = np.choose(rules[drawing[0]], folds)
    deep, alike = (effects[name][path][rules[name]] for name in ("depth", "alike"))
    usual, other = _changed(_changed(total, alike), deep), _changed(_changed(total, deep), alike)
    return np.where(rules["swapped"], other, usual)


def _values(rules: Choices, call: Call) -> Values:
    return _value(rules, call[0], _effects(json.dumps(call[0])), ())


SPACE = JoinedChoices(parts=PARTS, results=_values, acts=_acts, usual=RIGHT, adding=ADDING)
