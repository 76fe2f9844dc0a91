"""Moves in the gardens of ``garden_ways``, and readings of ponds whose meaning only small gardens show.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import permutations
from typing import Any, NamedTuple

from workshop.suites.mmcode.families._gardens import crossed

LOOKS = "byd"  #: a pond with a blue ring, a yellow one, one with a double outline
#: When a pond acts on a visitor who comes to it: each time; the odd or even times that the walk comes to ponds of this look, only the
#: first or all but the first, also of this pond alone ("here"); after a move of some kind or from some pond. "turned" and "open" are the
#: turnstiles and most gates during this move.
WHENS = (
    "come", "odd", "even", "once", "again", "odd here", "even here", "once here", "again here", "passage", "path", "bare", "crossing",
    "level", "bridge", "gate", "no gate", "path, no gate", "stile", "no stile", "path, no stile", "turned", "unturned", "open", "closed",
    "from red", "not from red", "from same", "not from same",
)  # fmt: skip
#: Likewise with another look at the end: after an odd or even number of comings to it, any or none; from it or not.
_OTHER_WHENS = ("odd ", "even ", "any ", "none ", "from ", "not from ")
#: What it does: turn turnstiles, or set them as drawn or turned; swap open and closed gates, or open or close most of them for the next
#: move; let the move count two or three, two with a rest (which swaps gates), or nothing; change what can be passed by the next move.
EFFECTS = (
    "turn", "as drawn", "as turned", "swap", "open", "close", "twice", "thrice", "rest", "free", "no passage", "only passage",
    "any gate", "no gate", "any stile", "no stile",
)  # fmt: skip
#: Look → when it acts, and what it does.
Rule = Mapping[str, tuple[str, str]]


class Move(NamedTuple):
    """A move of a garden, apart from the pond where it begins."""

    end: int
    needs: str  #: see :func:`_needs`
    kind: str  #: "passage", "bare" for a path that crosses nothing, "level" or "bridge"


class State(NamedTuple):
    """Where a visitor is, and what the walk has changed."""

    pond: int
    closed: bool = False  #: whether most gates are
    turned: bool = False
    #: Looks and numbers of ponds to which the visitor has come an odd number of times, and in a tuple those with any visit.
    seen: frozenset[Any] = frozenset()
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
            made.append((ends[0], Move(ends[1], _needs(signs[first, second], back), "bare")))
    for cell, top in garden["crossings"].items():
        ponds = crossed(cell)
        for one, other in permutations(range(4), 2):
            if top is None or one // 2 == other // 2:
                start, end = ponds[one], ponds[other]
                needs = _needs(signs[start, 20 + cell], False) + _needs(signs[end, 20 + cell], True)
                needs = needs.replace("|", "!") if top is not None and one // 2 != top else needs
                made.append((start, Move(end, needs, "level" if top is None else "bridge")))
    for start in garden["passages"] if level > 2 else {}:
        made += [
            (start, Move(end, "", "passage"))
            for end, sign in garden["passages"].items()
            if end != start and sign == garden["passages"][start]
        ]
    return made


def whens_of(looks: str, own: str) -> list[str]:
    """Return when ponds of one look may act in gardens with some looks."""
    return [*WHENS, *(when + look for look in looks if look != own for when in _OTHER_WHENS)]


def readings_of(looks: str, own: str) -> list[tuple[str, str]]:
    """Return the readings of one look."""
    return [("come", "none"), *((when, effect) for when in whens_of(looks, own) for effect in EFFECTS)]


class Garden:
    """The moves of a garden and the looks of its ponds, for walks under any rule."""

    def __init__(self, garden: dict[str, Any]) -> None:
        self.looks: dict[int, str] = garden["looks"]
        self.red: set[int] = {*garden["red"]}
        self.moves: dict[int, list[tuple[Move, set[str]]]] = {}
        for start, move in moves_of(garden, 5):
            self.moves.setdefault(start, []).append((move, self._context(start, move)))

    def _context(self, start: int, move: Move) -> set[str]:
        """Return when a pond to which a move leads would act, as far as the move itself decides it."""
        path = move.kind != "passage"
        kinds = (
            {"come", move.kind}
            | ({"path"} if path else set())
            | ({"crossing"} if move.kind in ("level", "bridge") else set())
        )
        for name, signs in (("gate", "|!"), ("stile", "+-")):
            if {*signs} & {*move.needs}:
                kinds.add(name)
            else:
                kinds |= {f"no {name}", *([f"path, no {name}"] if path else [])}
        own, look = self.looks.get(start, ""), self.looks.get(move.end, "")
        kinds.add("from red" if start in self.red else "not from red")
        kinds.add("from same" if own == look else "not from same")
        return kinds | {f"{'' if own == other else 'not '}from {other}" for other in LOOKS}

    def steps(self, rule: Rule, state: State, kept: frozenset[Any]) -> Iterator[tuple[int, State]]:
        """Yield what a visitor can do next: how many moves it counts, and the state after it."""
        _, closed, turned, seen, following = state
        now_is = ("closed" if closed else "open", "turned" if turned else "unturned")
        for move, context in self.moves.get(state.pond, []):
            if not _passes(move, context, closed, turned, following):
                continue
            look, end = self.looks.get(move.end, ""), move.end
            count, after, now, later, visited = 1, not closed, turned != (end in self.red), "", seen
            if look in rule:
                when, effect = rule[look]
                if when in context or when in now_is or _acts(when, seen, look, end):
                    count, after, now, later = _changed(effect, count, after, now)
            if look:
                visited = ((seen ^ {look, end}) | {(look,), (end,)}) & kept
            yield count, State(end, after, now, visited, later)

    def lengths(self, rule: Rule, start: int) -> dict[int, int]:
        """Return the smallest number of moves to each pond that can be reached."""
        kept = self.kept(rule)
        found: dict[int, int] = {}
        least, waiting = {State(start): 0}, [(0, 0, State(start))]
        while waiting:
            so_far, _, state = heappop(waiting)
            if so_far > least[state]:
                continue
            found.setdefault(state.pond, so_far)
            for count, after in self.steps(rule, state, kept):
                if so_far + count < least.get(after, 1 << 30):
                    least[after] = so_far + count
                    heappush(waiting, (so_far + count, len(least), after))
        return found

    def kept(self, rule: Rule) -> frozenset[Any]:
        """Return what a walk has to remember under a rule, of :attr:`State.seen`."""
        found: set[Any] = set()
        for own, (when, _) in rule.items():
            kind, _, of = when.partition(" ")
            here = [pond for pond, look in self.looks.items() if look == own]
            known: list[Any] = [own] if not of else here if of == "here" else [of]
            if kind in ("odd", "even"):
                found |= {*known}
            elif kind in ("once", "again", "any", "none"):
                found |= {(one,) for one in known}
        return frozenset(found)


def _acts(when: str, seen: frozenset[Any], own: str, pond: int) -> bool:
    """Whether a pond acts because of earlier visits; this one is counted if it is about the pond itself or its look."""
    kind, of = _parted(when)
    known: Any = of if of in LOOKS and of else pond if of else own
    if of in ("", "here"):
        kind = {"odd": "even", "even": "odd", "once": "none", "again": "any"}.get(kind, "")
    has = known in seen if kind in ("odd", "even") else (known,) in seen
    return kind in ("odd", "even", "any", "none") and has == (kind in ("odd", "any"))


@cache
def _parted(when: str) -> tuple[str, str]:
    kind, _, of = when.partition(" ")
    return kind, of


def _changed(effect: str, count: int, closed: bool, turned: bool) -> tuple[int, bool, bool, str]:
    """Return how many moves count, whether gates are closed and turnstiles turned, and what changes the next move."""
    count += {"twice": 1, "thrice": 2, "rest": 1, "free": -1}.get(effect, 0)
    closed = {"swap": not closed, "rest": not closed, "open": False, "close": True}.get(effect, closed)
    turned = {"turn": not turned, "as drawn": False, "as turned": True}.get(effect, turned)
    return count, closed, turned, effect if effect in EFFECTS[10:] else ""


def _passes(move: Move, context: set[str], closed: bool, turned: bool, following: str) -> bool:
    """Whether a move is possible."""
    if following == ("no passage" if move.kind == "passage" else "only passage"):
        return False
    if following in ("no gate", "no stile") and following not in context:
        return False
    shut = ("|" if closed else "!") in move.needs and following != "any gate"
    return not shut and (("+" if turned else "-") not in move.needs or following == "any stile")


def steps_of(garden: Garden, rule: Rule, letters: Sequence[str]) -> dict[str, str]:
    """Return what a visitor can do in each state of any walk: the states after it, each with the moves that it counts at the end.

    A state is a letter and a number, which is 0 where a walk begins.
    """
    kept = garden.kept(rule)
    waiting = [State(pond) for pond in range(len(letters))]
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
