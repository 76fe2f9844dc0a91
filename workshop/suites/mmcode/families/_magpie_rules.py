"""What signs on cards of ``counter_cards`` can mean, and the rules that its tasks have.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from benchmark.core.draws import Draws

#: What the problem says about signs at levels that have none, and at levels 4 and 5.
TEXT_WITHOUT = """
If there are rings or squares around letters or numbers, they change this. A ring on the front, a square on the front, a ring on
the back and a square on the back each do one thing, whatever the other side shows. Either it holds at any time: the place of the card
among free ones or in the list, whether it is free also under others, or whether it keeps others from being free. Or it happens when the
card is taken, each time, only the first time, or every second time: how the list is read, where reading begins, or whether the
cards that lay under it come first or last, for one choice or from then on; or the magpie drops the card, which it has taken but does
not keep. Then small heaps in frames show what each does: the first picture shows them from above, the second one from below, each
turned, maybe in another order, with the numbers of all cards that the magpie keeps, in order. There its list is the alphabet.
""".strip()
TEXT_WITH = """
A ring on the front, a square on the front, a ring on the back and a square on the back each change one thing. Either it holds
at any time, for each card with the sign: its place among free cards or in the list, whether it is free also under others, or
keeps others from being free. Or it happens when such a card is taken: how the list is read, where reading begins, or whether
cards that lay under it come first or last, for one choice or from then on; or the card is not kept. Whether it happens can go by
just one of these: which of the taken cards with the sign it is; whether the card taken just before, kept or not, lay on it, or has
the same sign; whether cards still lie under it; whether its other side has a sign.

Small heaps in frames show this: from above in the first picture, from below in the second one, each turned, in another order,
with the numbers of all kept cards, in order. There the list is the alphabet.
""".strip()
SIGNS = ("front ring", "front square", "back ring", "back square")
#: What a sign does to its card at any time: its place among free cards, or in the list, and what keeps cards from being free. A
#: loose card is free under one other, a bare one under any, and a thin one keeps none from being free.
ALWAYS = ("none", "first", "last", "list start", "list end", "loose", "thin", "bare")
#: What it does when its card is taken: ``on`` is from then on, and otherwise the next choice alone is changed.
ACTS = (
    "turn on", "turn", "onward on", "onward", "under first on", "under first", "under last on", "under last", "drop",
)  # fmt: skip
#: Of which cards with the sign it does it, as they are taken: some by their number; whether the card before lay on this one, or has
#: the sign too; whether this one lies on others, and whether it has a sign on its other side.
TIMES = (
    "each", "first", "second", "later", "even", "odd", "uncovered", "not uncovered", "again", "not again",
    "laden", "not laden", "both", "not both",
)  # fmt: skip


class _Condition(str):
    """Source that stands in a program as it is, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


#: Times that go by the number of cards with the sign → how a program says so.
_COUNTS = {
    "first": _Condition("number == 1"),
    "later": _Condition("number > 1"),
    "odd": _Condition("number % 2 == 1"),
}
EFFECTS = (*ALWAYS, *(f"{time}: {act}" for act, time in product(ACTS, TIMES)))


def drawn_rule(draws: Draws, level: int) -> dict[str, int]:
    """Return a rule of level 4 or 5, in which each sign does another kind of thing."""
    number = draws.choice(("first", "odd") if level == 5 else ("later", "odd"))
    end, no = draws.choice(("first", "last")), draws.choice(("", "not "))
    if level == 4:
        kinds = [f"{number}: turn on", f"{no}uncovered: under {end}", "thin"]
    else:
        kinds = [
            f"{no}again: turn on",
            f"{draws.choice(('', 'not '))}both: under {end}",
            f"{number}: drop",
            "loose",
        ]
    return dict(zip(SIGNS, map(EFFECTS.index, draws.shuffled(kinds)), strict=False))


def plainer(rule: Mapping[str, int]) -> list[dict[str, int]]:
    """Return rules in which one sign does nothing, or does what it does each time."""
    acts = [EFFECTS[code].rpartition(": ")[2] for code in rule.values()]
    each = [
        {**rule, sign: EFFECTS.index(f"each: {act}")}
        for sign, act in zip(rule, acts, strict=True)
        if act in ACTS
    ]
    return [*({**rule, sign: 0} for sign in rule), *each]


def tables(rule: Mapping[str, int], letters: Sequence[str], worn: Sequence[int]) -> dict[str, Any]:
    """Return what a program needs: the letters of the cards that do each thing, and when they do it."""
    found: dict[str, Any] = {}
    for number, code in enumerate(rule.values()):
        time, _, act = EFFECTS[code].rpartition(": ")
        kind = act.split()[0]
        wearing = {letter: own for letter, own in zip(letters, worn, strict=True) if own >> number & 1}
        if time.endswith("both"):
            both = time == "both"
            wearing = {letter: own for letter, own in wearing.items() if (own > 3 and own & 3 > 0) == both}
        found[kind] = " ".join(sorted(wearing))
        if kind == "under":
            found["upfront"] = act.endswith("first")
        if time in _COUNTS:
            found["counts"] = _COUNTS[time]
        if time.removeprefix("not ") in ("uncovered", "again"):
            found["so"] = not time.startswith("not")
    return found


def signs_of(draws: Draws, count: int, number: int, *, evenly: bool = True) -> list[int]:
    """Return signs of some cards as bits: on each side of a card one of its signs or none, each equally often if so wished."""
    sides = ((0, 1, 2), (0, 4, 8)[: number - 1])
    if not evenly:
        return [sum(map(draws.choice, sides)) for _ in range(count)]
    fronts, backs = ([side[place % len(side)] for place in range(count)] for side in sides)
    return [front + back for front, back in zip(draws.shuffled(fronts), draws.shuffled(backs), strict=True)]
