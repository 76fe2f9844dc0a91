"""Level 5 of ``spore_beds``: turned and mirrored beds with a sign at one corner, and strands that lead the wind.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.changed_programs import changed_programs
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.library_values import with_plain_values
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import compile_solution
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._spore_rules import LAST, Carried, grown, program
from workshop.suites.humaneval_v.families._tangles import Form, Tangle, tangle

Place = Callable[[float, float], Point]
#: Whether a drawing is mirrored from left to right, and then by how many quarters it is turned clockwise.
POSES = [*product((False, True), range(4))]
_FORM = Form(strands=5, columns=18, row=44, column=38, crossings=2, far=220)
_LEAST, _MOST = 3, 4  #: drawings


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedBeds:
    """What level 5 shows."""

    strands: tuple[Tangle, Tangle]  #: of winds downwards and to the right
    carried: Carried
    shown: list[Call]


def space(carried: Carried) -> RuleSpace:
    """Return the rules of level 5."""
    return RuleSpace(parts=LAST, results=lambda rules, call: grown(rules, call, carried))


@lru_cache(maxsize=8)
def turned_beds(
    seed: str,
    rule: tuple[tuple[str, int], ...],
    bed: Callable[[Draws, int, int], Call],
    asked: Callable[[str], list[Call]],
) -> TurnedBeds:
    """Return strands of which the calls notice each two that are exchanged, and the fewest beds that prove the rule.

    Raises:
        UnfitError: if none were found.
    """
    calls = asked(seed)
    for number in range(24):
        draws = Draws(seed, "turned", number)
        strands = tangle(draws, _FORM), tangle(draws, _FORM)
        down, right = (tuple(end - 2 for end in made.ends) for made in strands)
        if [*range(-2, 3)] in ([*down], [*right]):
            continue
        if not _are_noticed(dict(rule), (down, right), calls):
            continue
        try:
            shown = _proving(draws, dict(rule), (down, right), bed, calls)
        except UnfitError:
            continue
        return TurnedBeds(strands=strands, carried=(down, right), shown=shown)
    raise UnfitError("few beds do not prove the rule")


def _solver(rule: dict[str, int], carried: Carried) -> Callable[..., Any]:
    return compile_solution(with_plain_values(program(rule, carried)))


def _are_noticed(rule: dict[str, int], carried: Carried, calls: Sequence[Call]) -> bool:
    """Return whether the results of calls show which two strands were exchanged."""
    wrong = []
    for axis, (one, other) in product((0, 1), combinations(range(5), 2)):
        rows = [[*row] for row in carried]
        rows[axis][one], rows[axis][other] = rows[axis][other], rows[axis][one]
        wrong.append(_solver(rule, (tuple(rows[0]), tuple(rows[1]))))
    right = _solver(rule, carried)
    return all(any(solve(*call) != right(*call) for call in calls) for solve in wrong)


def _proving(
    draws: Draws,
    rule: dict[str, int],
    carried: Carried,
    bed: Callable[[Draws, int, int], Call],
    calls: list[Call],
) -> list[Call]:
    """Return beds with at most nine mushrooms on a field that leave one rule, and contradict each changed program.

    Together they show what becomes of each number that a call has on a field before a crowd loses, with a stone or not;
    four and more are one.
    """
    solve, before = _solver(rule, carried), _solver(rule | {"crowd": 0, "stone": 0}, carried)

    def crowds(*about: Call) -> set[tuple[bool, int]]:
        fields = [(np.ravel(bed) == 3, np.minimum(before(bed, wind), 4).ravel()) for bed, wind in about]
        return {
            pair for stones, numbers in fields for pair in zip(stones.tolist(), numbers.tolist(), strict=True)
        }

    def candidate() -> Call:
        while True:
            call = bed(draws, 5, 5)
            if np.max(solve(*call)) < 10:
                return call

    def fits(other: Callable[..., Any], about: Sequence[Call]) -> bool:
        try:
            return all(other(*call) == solve(*call) for call in about)
        except Exception:  # noqa: BLE001 - any error is another result
            return False

    first: list[Call] = []
    while missing := crowds(*calls) - crowds(*first):
        if len(first) == _LEAST:
            raise UnfitError("few beds do not show all crowds")
        first.append(max((candidate() for _ in range(200)), key=lambda call: len(missing & crowds(call))))
    shown = telling_examples(
        space(carried),
        rules=[rule],
        asked=calls,
        shown=first,
        candidate=candidate,
        numbers=range(_LEAST, _MOST + 1),
    )
    changed = changed_programs(with_plain_values(program(rule, carried)), ["wind = *"])
    others = [other for _, other in changed]
    others += [lambda bed, wind, order=order: solve(bed, tuple(order(wind))) for order in (sorted, reversed)]
    for other in others:
        if not fits(other, calls):
            tried = (candidate() for _ in range(60 * fits(other, shown)))
            shown += [call for call in tried if not fits(other, [call])][:1]
            if len(shown) > _MOST or fits(other, shown):
                raise UnfitError("few beds allow another rule")
    return shown


def in_pose(fields: Sequence[Sequence[int]], pose: tuple[bool, int]) -> list[list[int]]:
    """Return the fields of a bed as they are drawn, row by row."""
    shown = np.array(fields)
    drawn: list[list[int]] = np.rot90(shown[:, ::-1] if pose[0] else shown, -pose[1]).tolist()
    return drawn


def draw_sign(canvas: Canvas, place: Place, side: float, pose: tuple[bool, int]) -> None:
    """Draw the sign of a square drawing: a disc at the first corner, and a bar along the beginning of the first row."""

    def posed(u: float, v: float) -> Point:
        u = -u if pose[0] else u
        for _ in range(pose[1]):
            u, v = -v, u
        return place(side / 2 + u, side / 2 + v)

    out = side / 2 + 0.06 * side
    canvas.line(posed(-out, -out), posed(-out + 0.36 * side, -out), line=4)
    canvas.circle(*posed(-out, -out), 6, fill="ink", stroke=None)


def draw_strands(canvas: Canvas, beds: TurnedBeds, below: Point, beside: Point) -> None:
    """Draw the strands for winds downwards from left to right, and those to the right from top to bottom."""
    places: tuple[Place, Place] = (
        lambda x, y: (below[0] + x, below[1] + y),
        lambda x, y: (beside[0] + y, beside[1] + x),
    )
    for strands, place in zip(beds.strands, places, strict=True):
        for row, x in product(range(5), (-24, strands.long + 24)):
            fill, size = ("blue", 5) if row == 2 else ("silver", 4)
            canvas.circle(*place(x, _FORM.row * row), size, fill=fill, stroke=None, guide=True)  # type: ignore[arg-type]
        strands.draw(canvas, place)
        arrow(canvas, place(-54, 2 * _FORM.row), place(-32, 2 * _FORM.row), stroke="blue", line=4, head=10)


def words_of_strands(beds: TurnedBeds) -> str:
    """Describe the strands."""
    down, right = (
        ", ".join(f"{start} to {end}" for start, end in zip(range(-2, 3), row, strict=True))
        for row in beds.carried
    )
    return (
        "Two tangles of five thin lines each lead from five dots to five dots, the middle ones blue; a blue arrow points into "
        f"each. From left to right, by the places of the dots below the middle: {down}. From top to bottom, by the places of the "
        f"dots to the right of the middle: {right}."
    )
