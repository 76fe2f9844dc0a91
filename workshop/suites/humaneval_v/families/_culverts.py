"""Culverts of ``flooded_hollows``: strands in a tangle that join its spots, and what has to be read of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.changed_programs import Rule, changed_programs
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._tangles import Form, Tangle, tangle

TANGLE_HIGH = 306  #: of the tangle with its letters, px
_LEFT, _TOP = 64.0, 30.0  #: of the first strand's start in the tangle, px
_FORM = Form(strands=6, columns=22, row=48, column=38, crossings=2, far=220)
_POOL, _ROWS = 16, 5  #: possible rows of which more must be left, and the minimum of rows
_SHOWN = (2, 3, 4)  #: numbers of culverts of which the rows may say how they lie

Joined = tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Culverts:
    """Six strands, the letters of the spots at their ends from the top, and which arrows point to the right."""

    strands: Tangle
    left: str
    right: str
    forward: tuple[bool, ...]

    def ends(self) -> Iterator[tuple[str, str, int, int]]:
        """Yield from and to which spot each arrow points, and how often the strand lies below and over another."""
        read = zip(
            self.left, self.strands.ends, self.forward, self.strands.under, self.strands.over, strict=True
        )
        for spot, end, forward, under, over in read:
            yield (*((spot, self.right[end]) if forward else (self.right[end], spot)), under, over)

    def joined(self, shown: Any) -> Joined:
        """Return the same with the grounds of a map."""
        return tuple((shown.at(start), shown.at(end), *lies) for start, end, *lies in self.ends())

    def draw(self, canvas: Canvas, top: float, spot: Callable[[str, float, float], None]) -> None:
        """Draw the strands with arrowheads, and spots at their ends."""
        self.strands.draw(canvas, lambda x, y: (_LEFT + x, top + _TOP + y))
        for (middle, along), forward in zip(self.strands.heads, self.forward, strict=True):
            (x, y), (ux, uy) = middle, (along if forward else (-along[0], -along[1]))
            corners = [
                (_LEFT + x + a * ux - b * uy, top + _TOP + y + a * uy + b * ux)
                for a, b in ((9, 0), (-6, 7), (-6, -7))
            ]
            canvas.polygon(corners, fill="red", line=2)
        for letters, x in ((self.left, _LEFT - 32), (self.right, _LEFT + self.strands.long + 32)):
            for row, letter in enumerate(letters):
                spot(letter, x, top + _TOP + _FORM.row * row)

    def words(self) -> str:
        """Describe the strands."""
        found = "; ".join(
            f"{start} to {end}, {under} times below and {over} times over another"
            for start, end, under, over in self.ends()
        )
        return (
            f"Below the map are the spots {', '.join(self.left)} and again {', '.join(self.right)}, joined by six thin lines in a "
            f"tangle, each with an arrowhead and broken where it lies below another: {found}."
        )


def lay_culverts(draws: Draws, pipe: tuple[str, int, int, int]) -> Culverts:
    """Return culverts in which water loses an even height by a rule, and which join two spots each, no pair twice."""
    strands = tangle(
        draws, _FORM,
        lambda made: all((low * pipe[2] + top * pipe[3]) % 2 == 0 for low, top in zip(made.under, made.over, strict=True)),
    )  # fmt: skip
    while True:
        left, right = draws.shuffled("ABCDEF"), draws.shuffled("ABCDEF")
        pairs = {frozenset((spot, right[end])) for spot, end in zip(left, strands.ends, strict=True)}
        if len(pairs) == 6 and all(len(pair) == 2 for pair in pairs):
            break
    return Culverts(strands, "".join(left), "".join(right), tuple(draws.chance(1, 2) for _ in range(6)))


def _misread(joined: Joined) -> Iterator[tuple[frozenset[int], Joined]]:
    """Yield which culverts are misread, and what is then read."""
    for number, (start, end, under, over) in enumerate(joined):
        for wrong in (
            (end, start, under, over),
            (start, end, under - 1, over + 1),
            (start, end, under + 1, over - 1),
        ):
            yield frozenset([number]), (*joined[:number], wrong, *joined[number + 1 :])
    for first, second in combinations(range(len(joined)), 2):
        made = [*joined]
        made[first] = (joined[first][0], joined[second][1], *joined[first][2:])
        made[second] = (joined[second][0], joined[first][1], *joined[second][2:])
        yield frozenset([first, second]), tuple(made)


def telling_rows(
    draws: Draws,
    space: RuleSpace,
    rule: dict[str, int],
    write: Callable[[dict[str, int], Any], str],
    read: Any,
    asked: Sequence[Call],
    drawn: Sequence[Call],
    settled: Mapping[str, str],
) -> list[Call]:
    """Return rows that prove the rule and notice few of the culverts that are misread.

    Raises:
        UnfitError: if no rows among ``drawn`` do so, or a misread culvert changes no result of a call in ``asked``.
    """
    right = compile_solution(write(rule, read))
    results = {call: right(*call) for call in (*asked, *drawn)}
    misread = [*_misread(read.culverts)]
    wrong = [replace(read, culverts=joined) for _, joined in misread]
    wrong += [replace(read, walls=[*{*read.walls} ^ {number}]) for number in range(1, 10)]
    programs = [write(rule, other) for other in wrong]
    programs += [write({**rule, name: n}, read) for name, count in space.parts.items() for n in range(count)]
    solvers = [compile_solution(program) for program in programs if program != write(rule, read)]
    noticed = {
        call: {n for n, solve in enumerate(solvers) if solve(*call) != results[call]} for call in results
    }
    if not {*range(len(misread))} <= set().union(*(noticed[call] for call in asked)):
        raise UnfitError("a misread culvert is not noticed")
    changed = [
        program
        for _, program in changed_programs(write(rule, read), settled)
        if not _fits(program, asked, results)
    ]
    for shown in (group for size in _SHOWN for group in draws.shuffled(list(combinations(range(6), size)))):
        hidden = {n for n, (culverts, _) in enumerate(misread) if not culverts & {*shown}}
        pool = [call for call in drawn if call not in asked and not noticed[call] & hidden]
        if len(pool) > _POOL and not any(_fits(program, pool, results) for program in changed):
            try:
                rows = telling_examples(
                    space, rules=[rule], asked=asked, shown=[max(pool, key=lambda call: len(noticed[call]))],
                    candidate=lambda pool=pool: draws.choice(pool),  # type: ignore[misc]
                    numbers=range(_ROWS, 13),
                )  # fmt: skip
            except UnfitError:
                continue
            for program in changed:
                if _fits(program, rows, results):
                    rows.append(next(call for call in pool if not _fits(program, [call], results)))
            return sorted(rows)
    raise UnfitError("no rows notice few culverts")


def _fits(program: Rule, calls: Sequence[Call], results: Mapping[Call, Any]) -> bool:
    try:
        return all(program(*call) == results[call] for call in calls)
    except Exception:  # noqa: BLE001 - any error is another result
        return False
