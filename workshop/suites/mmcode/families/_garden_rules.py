"""Moves in the gardens of ``garden_ways``, and readings of ponds whose meaning only small gardens show.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import permutations
from typing import Any, NamedTuple

from workshop.suites.mmcode.families._gardens import crossed

LOOKS = "byd"  #: a pond with a blue ring, a yellow one, one with a double outline
#: When a pond acts on a visitor who comes to it: each time; after a move of some kind or from some pond; beside a black sign or not.
#: "turned" and "open" are the turnstiles and most gates during this move.
WHENS = (
    "come", "passage", "path", "bare", "crossing", "level", "straight", "corner", "bridge", "over", "under", "gate", "no gate",
    "path, no gate", "stile", "no stile", "path, no stile", "with stile", "against stile", "turned", "unturned", "open", "closed", "from red",
    "not from red", "from same", "not from same", "from plain", "not from plain", "signed", "unsigned",
)  # fmt: skip
#: Before this coming, the walk has come an odd or even number of times, at least once, never, once, not once, twice, at least or less than
#: twice, or a number with some rest of three …
TESTS = {
    "odd": (1,), "even": (0,), "any": (1, 2, 3), "none": (0,), "one": (1,), "not one": (0, 2, 3), "two": (2,), "more": (2, 3), "less": (0, 1),
    "third": (0,), "after third": (1,), "before third": (2,),
}  # fmt: skip
#: … to ponds of a look, to this pond, to ponds of any look of :data:`LOOKS`, to red ones, or to any pond.
_KEYS = ("here", "all", "red", "move")
#: What it does: turn turnstiles, or set them as drawn or turned; swap open and closed gates, or open or close most of them for the next
#: move; let the move count two or three, two with a rest (which swaps gates), or nothing, also with gates as they are; change turnstiles or
#: gates for the next move only, or what can be passed by it.
EFFECTS = (
    "turn", "as drawn", "as turned", "swap", "open", "close", "twice", "thrice", "rest", "free", "still", "turn once", "swap once",
    "no passage", "only passage", "any gate", "no gate", "any stile", "no stile", "anything",
)  # fmt: skip
_LATER = frozenset(EFFECTS[11:])
#: Look → when it acts, and what it does.
Rule = Mapping[str, tuple[str, str]]
#: What a walk counts: comings to a look, a pond, or a key; and how: the rest of two or three, or up to three.
Counted = tuple[str | int, str]


class Move(NamedTuple):
    """A move of a garden, apart from the pond where it begins."""

    end: int
    needs: str  #: see :func:`_needs`
    kinds: tuple[str, ...]  #: of :data:`WHENS`


class State(NamedTuple):
    """Where a visitor is, and what the walk has changed."""

    pond: int
    closed: bool = False  #: whether most gates are
    turned: bool = False
    seen: tuple[int, ...] = ()  #: numbers of comings, as far as the rule counts them
    next: str = ""  #: an effect that changes the next move


def _needs(sign: str, back: bool) -> str:
    """Return what passing a part needs: "|" or "!" an open gate, on a lower path at a bridge, "+" turnstiles as drawn, "-" turned ones."""
    return {"": "", "|": "|", "!": "!", ">": "+-"[back], "<": "-+"[back]}[sign]


def moves_of(garden: dict[str, Any], level: int) -> list[tuple[int, Move]]:
    """Return all moves of a garden with the ponds where they begin."""
    made, signs = [], {part: sign if level > 1 else "" for part, sign in garden["signs"].items()}
    for first, second in garden["paths"]:
        for back in (False, True):
            ends = (second, first) if back else (first, second)
            made.append((ends[0], Move(ends[1], _needs(signs[first, second], back), ("path", "bare"))))
    for cell, top in garden["crossings"].items():
        ponds = crossed(cell)
        for one, other in permutations(range(4), 2):
            if top is None or one // 2 == other // 2:
                start, end = ponds[one], ponds[other]
                needs = _needs(signs[start, 20 + cell], False) + _needs(signs[end, 20 + cell], True)
                needs = needs.replace("|", "!") if top is not None and one // 2 != top else needs
                made.append((start, Move(end, needs, ("path", "crossing", *_crossing(top, one, other)))))
    for start in garden["passages"] if level > 2 else {}:
        made += [
            (start, Move(end, "", ("passage",)))
            for end, sign in garden["passages"].items()
            if end != start and sign == garden["passages"][start]
        ]
    return made


def _crossing(top: int | None, one: int, other: int) -> tuple[str, str]:
    """Return how a move leads through a crossing from one of its corners to another."""
    if top is None:
        return "level", "straight" if one // 2 == other // 2 else "corner"
    return "bridge", "over" if one // 2 == top else "under"


def readings_of(looks: str, own: str) -> list[tuple[str, str]]:
    """Return the readings of one look in gardens with some looks."""
    froms = [f"{word}from {look}" for look in looks if look != own for word in ("", "not ")]
    counts = [f"{test} {key}" for key in (*looks, *_KEYS) for test in TESTS if len(looks) > 1 or key != "all"]
    return [("come", "none"), *((when, effect) for when in (*WHENS, *froms, *counts) for effect in EFFECTS)]


class Garden:
    """The moves of a garden and the looks of its ponds, for walks under any rule."""

    def __init__(self, garden: dict[str, Any]) -> None:
        self.looks: dict[int, str] = garden["looks"]
        self.red: set[int] = {*garden["red"]}
        self.signed: set[int] = {*garden["passages"]}
        self.keys: dict[int, set[str | int]] = {}  #: of each pond, what counts comings to it
        for pond in range(20):
            self.keys[pond] = {pond, "move", *(["red"] if pond in self.red else [])}
            self.keys[pond] |= {self.looks[pond], "all"} if pond in self.looks else set()
        self.moves: dict[int, list[tuple[Move, set[str]]]] = {}
        for start, move in moves_of(garden, 5):
            self.moves.setdefault(start, []).append((move, self._context(start, move)))

    def _context(self, start: int, move: Move) -> set[str]:
        """Return when a pond to which a move leads would act, as far as the move itself decides it."""
        kinds, path = {"come", *move.kinds}, "path" in move.kinds
        for name, signs in (("gate", "|!"), ("stile", "+-")):
            if {*signs} & {*move.needs}:
                kinds.add(name)
            else:
                kinds |= {f"no {name}", *([f"path, no {name}"] if path else [])}
        kinds |= {name for name, sign in (("with stile", "+"), ("against stile", "-")) if sign in move.needs}
        own, look = self.looks.get(start, ""), self.looks.get(move.end, "")
        kinds.add("from red" if start in self.red else "not from red")
        kinds.add("from same" if own == look else "not from same")
        kinds.add("not from plain" if own or start in self.red else "from plain")
        kinds.add("signed" if move.end in self.signed else "unsigned")
        return kinds | {f"{'' if own == other else 'not '}from {other}" for other in LOOKS}

    def steps(self, rule: Rule, state: State, kept: Sequence[Counted]) -> Iterator[tuple[int, State]]:
        """Yield what a visitor can do next: how many moves it counts, and the state after it."""
        _, closed, turned, seen, following = state
        now_is = ("closed" if closed else "open", "turned" if turned else "unturned")
        for move, context in self.moves.get(state.pond, []):
            if not _passes(move, context, closed, turned, following):
                continue
            look, end = self.looks.get(move.end, ""), move.end
            count, after, now, later = 1, not closed, turned != (end in self.red), ""
            if look in rule:
                when, effect = rule[look]
                if when in context or when in now_is or _acts(when, seen, kept, end):
                    count, after, now, later = _changed(effect, count, after, now)
            keys, seen_after = self.keys[end], seen
            for place, (key, how) in enumerate(kept):
                if key in keys:
                    seen_after = (*seen_after[:place], _counted(seen[place], how), *seen_after[place + 1 :])
            yield count, State(end, after, now, seen_after, later)

    def lengths(self, rule: Rule, start: int, ends: Collection[int] = range(20)) -> dict[int, int]:
        """Return the smallest number of moves to each pond that can be reached, or at least to those of ``ends``."""
        kept = self.kept(rule)
        found: dict[int, int] = {}
        wanted = {*ends}
        begin = State(start, seen=(0,) * len(kept))
        least, waiting = {begin: 0}, [(0, 0, begin)]
        while waiting:
            so_far, _, state = heappop(waiting)
            if so_far > least[state]:
                continue
            found.setdefault(state.pond, so_far)
            if found.keys() >= wanted:
                break
            for count, after in self.steps(rule, state, kept):
                if so_far + count < least.get(after, 1 << 30):
                    least[after] = so_far + count
                    heappush(waiting, (so_far + count, len(least), after))
        return found

    def kept(self, rule: Rule) -> list[Counted]:
        """Return what a walk has to count under a rule."""
        found: dict[Counted, None] = {}
        for own, (when, _) in rule.items():
            test, key = _parted(when)
            if test in TESTS:
                here = [pond for pond, look in self.looks.items() if look == own]
                found |= dict.fromkeys((one, _how(test)) for one in (here if key == "here" else [key]))
        return [*found]


def _how(test: str) -> str:
    return "two" if test in ("odd", "even") else "three" if "third" in test else "some"


def _counted(number: int, how: str) -> int:
    return min(number + 1, 3) if how == "some" else (number + 1) % (2 if how == "two" else 3)


def _acts(when: str, seen: Sequence[int], kept: Sequence[Counted], pond: int) -> bool:
    """Whether a pond acts because of earlier comings."""
    test, key = _parted(when)
    return test in TESTS and seen[kept.index((pond if key == "here" else key, _how(test)))] in TESTS[test]


@cache
def _parted(when: str) -> tuple[str, str]:
    test, _, key = when.rpartition(" ")
    return test, key


def _changed(effect: str, count: int, closed: bool, turned: bool) -> tuple[int, bool, bool, str]:
    """Return how many moves count, whether gates are closed and turnstiles turned, and what changes the next move."""
    count += {"twice": 1, "thrice": 2, "rest": 1, "free": -1, "still": -1}.get(effect, 0)
    closed = {"swap": not closed, "rest": not closed, "still": not closed, "open": False, "close": True}.get(
        effect, closed
    )
    turned = {"turn": not turned, "as drawn": False, "as turned": True}.get(effect, turned)
    return count, closed, turned, effect if effect in _LATER else ""


def _passes(move: Move, context: set[str], closed: bool, turned: bool, following: str) -> bool:
    """Whether a move is possible."""
    if following == ("no passage" if "passage" in move.kinds else "only passage"):
        return False
    if following in ("no gate", "no stile") and following not in context:
        return False
    closed, turned = closed != (following == "swap once"), turned != (following == "turn once")
    shut = ("|" if closed else "!") in move.needs and following not in ("any gate", "anything")
    return not shut and (("+" if turned else "-") not in move.needs or following in ("any stile", "anything"))


def steps_of(garden: Garden, rule: Rule, letters: Sequence[str]) -> dict[str, str]:
    """Return what a visitor can do in each state of any walk: the states after it, each with the moves that it counts at the end.

    A state is a letter and a number, which is 0 where a walk begins.
    """
    kept = garden.kept(rule)
    waiting = [State(pond, seen=(0,) * len(kept)) for pond in range(len(letters))]
    names = {state: f"{letters[state.pond]}0" for state in waiting}
    counts = dict.fromkeys(letters, 1)
    steps = {}
    for state in waiting:
        after = dict.fromkeys((step, count) for count, step in garden.steps(rule, state, kept))
        for step, _ in after:
            if step not in names:
                letter = letters[step.pond]
                names[step], counts[letter] = f"{letter}{counts[letter]}", counts[letter] + 1
                waiting.append(step)
        steps[names[state]] = " ".join(sorted(f"{names[step]}{count}" for step, count in after))
    return steps


def ways_of(garden: dict[str, Any], letters: Sequence[str], level: int) -> str:
    """Return all moves of a garden without other looks: two letters, and what the move needs."""
    made = [(start, move.end, move.needs) for start, move in moves_of(garden, level)]
    if level < 3:
        made = [(start, end, needs.replace("+", "")) for start, end, needs in made if "-" not in needs]
    return " ".join(
        sorted({letters[start] + letters[end] + "".join(sorted({*needs})) for start, end, needs in made})
    )
