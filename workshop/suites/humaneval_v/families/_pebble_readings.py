"""When rules of ``pebble_rings`` may act: in the tasks, and in other readings of their drawings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from itertools import chain, product

CHANGES = {"": "", "twice": "{0} *= 2", "negative": "{0} = -{0}", "more": "{0} += 1", "two more": "{0} += 2"}
SOME = ("twice", "negative", "more")
SHAPES = ("ring", "box")
PLAIN = "not any(isinstance(part, list) for part in inside)"
ALIKE = "shape == outer"
#: Which parts of a shape the rules of the tasks change, in which enclosures, and the heaps next to what.
PLACES = {"number == 0": "0", "number == count - 1": "-1", "number == 1": "1"}
DEPTHS = {"depth == 1": "depth == 1", "depth > 0": "depth > 0", "plain": PLAIN}
BESIDE = {
    f"{kinds} == [{name!r}]": (side, name)
    for (side, kinds), name in product({"left": "after[:1]", "right": "before[-1:]"}.items(), SHAPES)
}


#: Readings of a rule that may add to it, then those that only stand for a rule that a drawing shows.
Readings = tuple[list[str], list[str]]


def _places() -> Readings:
    """Return of which parts a reader may think that they change."""
    scopes = ("heap", "not heap", "count > 1", "count > 2", "count < 4", "outers", "not outers")
    found = [*PLACES, *(f"{place} and shape == {name!r}" for place, name in product(PLACES, SHAPES))]
    more = [
        "number % 2",
        "number % 2 == 0",
        "number == 2",
        "number == count - 2",
        *(f"{place} and {scope}" for place, scope in product(PLACES, scopes)),
    ]
    return found, more


def _shapes() -> Readings:
    """Return of which shapes a reader may think that their value changes."""
    found = [*DEPTHS, ALIKE, "depth == 0", "depth > 1", "not plain", "outer and shape != outer"]
    more = ["depth == 2", "shape in outers", "outers and {*outers} == {shape}", "shape in kinds"]
    for name in SHAPES:
        found += [f"{fact} {name!r}" for fact in ("shape ==", "outer ==", "shape == outer ==")]
        more += [
            f"shape == {name!r} and {fact}"
            for fact in ("plain", "not plain", "outer", "depth == 1", "not outer")
        ]
        more += [f"shape != outer == {name!r}", f"{name!r} in kinds", f"{name!r} in outers"]
    more += [f"count {size}" for size in ("== 1", "== 2", "> 1", "> 2")]
    more += [
        f"kinds.count('heap') {size}" for size in ("== 0", "== 1", "> 1", "== count - 1", "== count - 2")
    ]
    more += [
        "spot[0] == 0",
        "spot[0] == spot[1] - 1",
        "spot[1] > 1",
        "kinds[0] == 'heap'",
        "kinds[-1] == 'heap'",
    ]
    scopes = (
        "depth == 0",
        "depth > 0",
        "count > 1",
        "count == 1",
        "spot[0] == 0",
        "spot[0] > 0",
        "spot[1] > 1",
        "'heap' in kinds",
    )
    return found, more + [f"{fact} and {scope}" for fact, scope in product(("plain", ALIKE), scopes)]


def _heaps() -> Readings:
    """Return of which heaps a reader may think that they change: by what is next to them."""
    found, sides = [*BESIDE], [f"{name!r} in (*before[-1:], *after[:1])" for name in SHAPES]
    more = [*sides, *(f"{side} and {end}" for side, end in product(sides, ("before", "after")))]
    for kinds, one, two, near, far, end in (
        ("after", "after[:1]", "after[:2]", "inside[number + 1]", "after[1:]", "before"),
        ("before", "before[-1:]", "before[-2:]", "inside[number - 1]", "before[:-1]", "after"),
    ):
        for name in SHAPES:
            found += [f"{name!r} in {kinds}"]
            more += [
                f"{two} == [{name!r}, {name!r}]",
                *(f"{kinds}.count({name!r}) {size}" for size in ("== 1", "> 1")),
            ]
            scopes = [
                f"len({near}) == 2",
                f"len({near}) > 2",
                f"is_plain({near})",
                f"not is_plain({near})",
                far,
                end,
            ]
            scopes += [f"not {far}", f"not {end}", "outers", "not outers", "count == 2", "count > 2"]
            scopes += [f"shape == {shape!r}" for shape in SHAPES]
            more += [f"{one} == [{name!r}] and {scope}" for scope in scopes]
        found += [f"{one} and {one} != ['heap']"]
        more += [f"{one} == [shape]", f"{one} and {one} not in (['heap'], [shape])"]
    return found, more


def _choices(
    readings: Readings, right: int, changes: Sequence[str], others: Sequence[str]
) -> list[tuple[str, str]]:
    """Return conditions with changes: none, then those of the tasks, then the other readings."""
    first = [*product(readings[0][:right], changes)]
    return [("", ""), *first, *(pair for pair in product(chain(*readings), others) if pair not in first)]


ALL = (*SOME, "two more")
_ALIKES = tuple(sorted(found, key=lambda fact: fact != ALIKE) for found in _shapes())
READINGS: Mapping[str, Readings] = {
    "place": _places(),
    "depth": _shapes(),
    "alike": (_ALIKES[0], _ALIKES[1]),
    "beside": _heaps(),
}
CONTEXTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "place": _choices(READINGS["place"], 3, SOME, SOME),
    "depth": _choices(READINGS["depth"], 3, SOME, ALL),
    "alike": _choices(READINGS["alike"], 1, ALL, ALL),
    "beside": _choices(READINGS["beside"], 4, SOME, SOME),
}
#: Number of the choices of each context that tasks have, and of those that may add to a rule.
RIGHT = {"place": 10, "depth": 10, "alike": 5, "beside": 13}
ADDING = {
    name: sum(condition not in READINGS[name][1] for condition, _ in choices)
    for name, choices in CONTEXTS.items()
}
