"""Hot wax on towers of cubes: what it does by the rule of ``wax_towers`` and by other readings of it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from benchmark.authoring.family import Solve

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
AROUND = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)

Towers = tuple[tuple[int, ...], ...]
Pouring = tuple[Towers, tuple[int, int], int]


@dataclass(frozen=True)
class Rule:
    """What the wax does, as far as the seed decides, and other readings of it."""

    lip: int  #: minimum thickness of wax that runs on
    loss: int  #: thickness lost on each level step
    deep: int  #: deepest fall, cubes
    cap: int  #: maximum thickness after a fall, if the wax gathers
    times: int
    fresh: int
    ways: tuple[tuple[int, int], ...] = SIDES
    #: What the cap is for besides: ``poured`` wax, or ``level`` steps; with ``gained`` no fall makes wax thinner.
    caps: str = ""
    thin: bool = False  #: whether wax that is too thin to run on still falls
    least: int | None = None  #: instead of ``lip``: minimum thickness of what a step leaves
    climb: int | None = None  #: thickness that is lost when wax runs up by a cube; None if it never does

    def runs(self, here: int, fall: int) -> bool:
        """Whether wax of a thickness runs on by a fall; 0 for a level step."""
        if here >= self.lip or self.least is not None:
            return True
        return self.thin and fall > 0


FALLS: dict[str, Callable[[Rule, int, int], int]] = {
    "gathers": lambda rule, here, fall: min(here + fall, rule.cap),
    "halves": lambda _rule, here, _fall: here // 2,
    "depth": lambda rule, _here, fall: rule.times * fall,
    "thins": lambda _rule, here, fall: here - fall,
    "renews": lambda rule, _here, _fall: rule.fresh,
    "keeps": lambda _rule, here, _fall: here,
    "gathers two": lambda rule, here, fall: min(here + 2 * fall, rule.cap),
    "thins by two": lambda _rule, here, fall: here - 2 * fall,
    "halves upwards": lambda _rule, here, _fall: (here + 1) // 2,
    "loses": lambda rule, here, _fall: here - rule.loss,
    "loses and falls": lambda rule, here, fall: here - rule.loss - fall,
    "gains": lambda rule, here, fall: min(here + fall - rule.loss, rule.cap),
    "one more": lambda rule, _here, fall: rule.times + fall,
    "gains one": lambda rule, here, _fall: min(here + 1, rule.cap),
    "gains a constant": lambda rule, here, _fall: min(here + 2, rule.cap),
    "fills up": lambda rule, here, _fall: max(here, rule.cap),
    "doubles": lambda rule, here, _fall: min(2 * here, rule.cap),
    "gains what level steps lose": lambda rule, here, _fall: min(here + rule.loss, rule.cap),
    "loses one": lambda _rule, here, _fall: here - 1,
    "loses two": lambda _rule, here, _fall: here - 2,
}


def poured(name: str, rule: Rule, towers: Towers, start: tuple[int, int], wax: int) -> list[list[int]]:
    """Return the wax on each top by one reading."""
    thick = [[0] * len(row) for row in towers]
    thick[start[0]][start[1]] = min(wax, rule.cap) if rule.caps == "poured" else wax
    wet = [(start[0], start[1])]
    for row, column in wet:
        here = thick[row][column]
        for down, right in rule.ways:
            r, c = row + down, column + right
            if not (0 <= r < len(towers) and 0 <= c < len(towers[r])):
                continue
            fall = towers[row][column] - towers[r][c]
            is_climb = fall == -1 and rule.climb is not None
            if not (0 <= fall <= rule.deep or is_climb) or not rule.runs(here, fall):
                continue
            there = FALLS[name](rule, here, fall) if fall > 0 else here - rule.loss
            if rule.climb is not None and is_climb:
                there = here - rule.climb
            if rule.least is not None and there < rule.least:
                continue
            if rule.caps == "level" and not fall:
                there = min(there, rule.cap)
            if rule.caps == "gained" and fall > 0:
                there = max(there, here)
            if there > thick[r][c]:
                thick[r][c] = there
                wet.append((r, c))
    return thick


def readings(name: str, rule: Rule) -> dict[str, Solve]:
    """Return other rules that a reader may see instead of a mutation's."""
    others = {
        **{f"deep {deep}": replace(rule, deep=deep) for deep in (1, 2, 3, 4, 9) if deep != rule.deep},
        **{f"lip {lip}": replace(rule, lip=lip) for lip in (1, rule.lip - 1, rule.lip + 1)},
        "loss": replace(rule, loss=3 - rule.loss),
        "cap 1 lower": replace(rule, cap=rule.cap - 1),
        "cap 1 higher": replace(rule, cap=rule.cap + 1),
        "no cap": replace(rule, cap=99),
        "cap of what is poured": replace(rule, caps="poured"),
        "cap of level steps": replace(rule, caps="level"),
        "cap of what is gained": replace(rule, caps="gained"),
        "thin wax falls": replace(rule, thin=True),
        "no less on the next top": replace(rule, least=rule.lip - rule.loss),
        "up by a cube": replace(rule, climb=2),
        "to the front alone": replace(rule, ways=((0, 1), (1, 0))),
        "over corners": replace(rule, ways=AROUND),
    }
    if name != "gathers":
        others = {key: other for key, other in others.items() if "cap" not in key}
    found: dict[str, Solve] = {key: partial(poured, name, other) for key, other in others.items()}
    found |= {f"fall {other}": partial(poured, other, rule) for other in FALLS if other != name}
    return found
