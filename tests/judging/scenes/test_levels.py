"""Points by levels: stated kinds of errors get the stated levels, and a second error never gives points."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.values import Axes, AxesText, Bar, Mark, Place, Points, Scene, Stroke
from tests.case_files import read_cases
from tests.judging.scenes.conftest import SceneOf
from tests.judging.scenes.figures import FIGURES
from tests.sampling import gate_of

pytestmark = gate_of("scenes")

Change = Callable[[Axes], Axes]


def on_mark(i: int, change: Callable[[Mark, float], Mark | None]) -> Change:
    """Return the change of the mark with this number; the second argument is the length of the y axis."""

    def changed(axes: Axes) -> Axes:
        mark = change(axes.marks[i], axes.y.limits[1] - axes.y.limits[0])
        hidden = (
            replace(axes.marks[i], points=(Place(1e9, 1e9),) * 2)
            if isinstance(axes.marks[i], Stroke)
            else None
        )
        hidden = hidden or AxesText("", Place(1e9, 1e9), Place(1e9, 1e9), "")
        return replace(axes, marks=(*axes.marks[:i], mark or hidden, *axes.marks[i + 1 :]))

    return changed


def shifted(mark: Mark, by: float) -> Mark:
    """Return a mark that is higher by a number."""
    match mark:
        case Bar():
            return replace(mark, y=(mark.y[0], mark.y[1] + by))
        case Points():
            return replace(mark, places=(Place(mark.places[0].x, mark.places[0].y + by), *mark.places[1:]))
        case Stroke():
            return replace(mark, points=tuple(Place(x, y + by) for x, y in mark.points))
        case AxesText():
            return replace(
                mark, at=Place(mark.at.x, mark.at.y + by), middle=Place(mark.middle.x, mark.middle.y + by)
            )
        case _:
            return mark


def gone(*_: object) -> None:
    """Leave out a mark."""


def errors(axes: Axes) -> Iterator[tuple[str, Change]]:
    """Yield errors of stated kinds, each with its name."""
    yield "title", lambda axes: replace(axes, title="Something else")
    yield "label", lambda axes: replace(axes, x=replace(axes.x, label="something else"))
    if axes.x.named and len(axes.x.ticks) > 1:
        (a, first), (b, second), *rest = axes.x.ticks
        yield (
            "names swapped",
            lambda axes: replace(axes, x=replace(axes.x, ticks=((a, second), (b, first), *rest))),
        )
    for i, mark in enumerate(axes.marks[:6]):
        yield f"mark {i} gone", on_mark(i, gone)
        if isinstance(mark, Bar | Points | Stroke):
            for share in (0.008, 0.04, 0.15, 0.5):
                yield (
                    f"mark {i} off by {share}",
                    on_mark(i, lambda mark, y, share=share: shifted(mark, share * y)),
                )
        if isinstance(mark, AxesText):
            yield f"mark {i} says something else", on_mark(i, lambda mark, _: replace(mark, text="else"))
            yield f"mark {i} elsewhere", on_mark(i, lambda mark, y: shifted(mark, 0.3 * y))


def points(reference: Scene, *changes: Change) -> float:
    (axes,) = reference.axes
    for change in changes:
        axes = change(axes)
    return compare(reference, replace(reference, axes=(axes,))).points


@pytest.mark.parametrize(
    "name",
    ["bar", "geometric", "grouped", "stacked", "line", "sine", "function", "triangle"],
)
def test_a_second_error_never_gives_points(scene_of: SceneOf, name: str) -> None:
    reference = scene_of(FIGURES[name])
    known = dict(errors(reference.axes[0]))
    alone = {error: points(reference, change) for error, change in known.items()}
    assert max(alone.values()) < 10, alone
    pairs = [pair for pair in combinations(known, 2) if pair[0].split()[:2] != pair[1].split()[:2]][:80]
    assert len(pairs) >= 11
    for pair in pairs:
        both = points(reference, *(known[error] for error in pair))
        assert both <= min(alone[error] for error in pair), (pair, both)


@pytest.mark.parametrize(("changed", "level"), read_cases("figures/levels.yaml"))
def test_a_chart_with_stated_errors_is_on_the_stated_level(scene_of, changed, level) -> None:
    answer = FIGURES["bar"]
    for old, new in changed:
        answer = answer.replace(old, new)
    assert level[0] <= compare(scene_of(FIGURES["bar"]), scene_of(answer)).points <= level[1]


@pytest.mark.parametrize(
    ("height", "level"),
    [("4", (10, 10)), ("4.02", (7, 8.9)), ("4.3", (5, 6.9)), ("2.5", (3, 4.9)), ("7", (1, 1))],
)
def test_a_changed_value_is_judged_by_how_far_it_is_off(scene_of, height, level) -> None:
    program = FIGURES["bar"]
    original, reference, answer = (
        scene_of(program.replace("3, 7, 5, 2", f"3, {value}, 5, 2")) for value in ("7", "4", height)
    )
    found = compare(reference, answer, original, "modify")
    assert level[0] <= found.points <= level[1], found
