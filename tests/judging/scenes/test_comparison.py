"""The rules of comparing figures, on scenes made by hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import FigureCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.extraction.own import extract
from benchmark.files.verdicts import read_verdicts, write_verdicts
from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.values import (
    Axes,
    AxesText,
    Axis,
    Bar,
    LegendEntry,
    Mark,
    Place,
    Points,
    Scene,
    Stroke,
)
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.case_files import read_cases
from tests.judging.scenes.conftest import SceneOf
from tests.judging.scenes.figures import BAR, FIGURES
from tests.sampling import first_of, gate_of

AXIS = Axis((0, 10), "linear", "", False, ((0, ""), (10, "")))


def scene(*marks: Mark, x: Axis = AXIS, y: Axis = AXIS, legend: tuple[LegendEntry, ...] = ()) -> Scene:
    return Scene((Axes((0, 0, 1, 1), x, y, "", "", legend, marks),), "", ())


def dot(x: float, y: float, color: str = "#000000") -> Points:
    return Points((Place(x, y),), "o", color, "")


def line(*places: tuple[float, float], style: str = "-", label: str = "") -> Stroke:
    return Stroke(tuple(Place(*place) for place in places), style, "#000000", label)


def test_positions_count_relative_to_the_axis() -> None:
    for size in (1e-12, 1, 1e12):
        axis = replace(AXIS, limits=(0, 10 * size), ticks=((0, ""),))
        one, near, far = (scene(dot(size * x, size), x=axis, y=axis) for x in (5, 5.03, 5.05))
        assert compare(one, near).same
        assert compare(one, far).parts["position"] < 1


def test_positions_on_a_log_axis_count_by_logarithms() -> None:
    axis = replace(AXIS, limits=(1e-12, 1), scale="log", ticks=((1e-6, ""),))
    one = scene(dot(1e-11, 5), x=axis)
    assert compare(one, scene(dot(1.05e-11, 5), x=axis)).same
    assert not compare(one, scene(dot(1.3e-11, 5), x=axis)).same
    assert not compare(one, scene(dot(1e-11, 5), x=replace(axis, scale="linear"))).same


def test_the_tolerance_is_that_of_the_task() -> None:
    one, other = scene(dot(5, 5)), scene(dot(5.2, 5))
    assert not compare(one, other).same
    assert compare(one, other, tolerance=0.03).same


def test_limits_count_only_where_they_can_be_read() -> None:
    other = replace(AXIS, limits=(0, 11))
    assert not compare(scene(dot(5, 5)), scene(dot(5, 5), x=other)).same
    without = replace(AXIS, ticks=())
    assert compare(scene(dot(5, 5), x=without), scene(dot(5, 5), x=replace(other, ticks=()))).same


def test_positions_of_ticks_count_if_the_reference_chooses_them() -> None:
    odd = replace(AXIS, ticks=((1, ""), (3, "")))
    assert compare(scene(dot(5, 5)), scene(dot(5, 5), x=odd)).same
    assert not compare(scene(dot(5, 5), x=replace(AXIS, fixed=True)), scene(dot(5, 5), x=odd)).same


def test_swapped_texts_near_to_each_other_are_at_wrong_places() -> None:
    def at(x: float, text: str) -> AxesText:
        return AxesText(text, Place(x, 5), Place(x, 5), "#000000")

    one = scene(at(5, "3"), at(5.4, "4"))
    assert compare(one, scene(at(5.1, "3"), at(5.5, "4"))).same
    assert not compare(one, scene(at(5.4, "3"), at(5, "4"))).same
    assert compare(scene(at(5, "3")), scene(at(5.25, "AB = 3"))).same
    assert not compare(scene(at(5, "3")), scene(at(5.5, "3"))).same


def test_a_label_without_a_legend_does_not_count() -> None:
    a, b = line((0, 1), (9, 1), label="a"), line((0, 1), (9, 1), label="b")
    assert compare(scene(a), scene(b)).same
    legend = (LegendEntry("a", "#000000", "line"),)
    assert not compare(scene(a, legend=legend), scene(b)).same
    assert compare(scene(a, legend=legend), scene(b, legend=legend)).same  # by its colour
    of_nothing = (LegendEntry("a", "#ff0000", "line"),)
    assert not compare(scene(a, legend=legend), scene(b, legend=of_nothing)).same


def test_entries_of_one_colour_mean_lines_of_their_style() -> None:
    one, other = line((0, 1), (9, 1)), line((0, 3), (9, 3), style="--")
    names = [LegendEntry(text, "#000000", "line", style) for text, style in (("a", "-"), ("b", "--"))]
    swapped = [LegendEntry(text, "#000000", "line", style) for text, style in (("b", "-"), ("a", "--"))]
    assert compare(scene(one, other, legend=tuple(names)), scene(other, one, legend=tuple(names[::-1]))).same
    assert not compare(scene(one, other, legend=tuple(names)), scene(one, other, legend=tuple(swapped))).same


def test_the_order_of_axes_does_not_count_but_their_places_do() -> None:
    (left,), (right,) = scene(dot(1, 1)).axes, scene(dot(2, 2), dot(3, 3)).axes
    left, right = replace(left, box=(0, 0, 0.4, 1)), replace(right, box=(0.6, 0, 1, 1))
    both = Scene((left, right), "", ())
    assert compare(both, Scene((right, left), "", ())).same
    swapped = Scene((replace(left, box=right.box), replace(right, box=left.box)), "", ())
    assert compare(both, swapped).parts["position"] < 1
    assert compare(both, Scene((left,), "", ())).parts["completeness"] < 1
    assert compare(Scene((left,), "", ()), both).parts["nothing-extra"] < 1


def test_axes_that_show_nothing_do_not_count() -> None:
    (axes,) = scene(dot(1, 1)).axes
    empty = replace(axes, marks=(), x=replace(AXIS, ticks=()), y=replace(AXIS, ticks=()))
    assert compare(Scene((axes,), "", ()), Scene((axes, empty), "", ())).same
    assert not compare(Scene((axes,), "", ()), Scene((axes, replace(empty, title="A")), "", ())).same


def test_rectangles_lie_as_the_bars_of_the_reference() -> None:
    bar, rectangle = (Bar((0, 5), (1, 2), way, "", "#000000", "") for way in (True, None))
    assert compare(scene(bar), scene(rectangle)).same
    assert not compare(scene(bar), scene(replace(bar, horizontal=False))).same


def test_an_edit_counts_what_changes_and_what_is_kept() -> None:
    kept, removed, added = dot(1, 1), dot(5, 5), dot(8, 8)
    original, reference = scene(kept, removed), scene(kept, added)
    full = {"content": 1, "position": 1, "completeness": 1, "nothing-extra": 1, "kept": 1}
    assert compare(reference, reference, original, "modify").parts == full
    both = compare(reference, scene(kept, removed, added), original, "modify")
    assert (both.parts, both.points) == (full | {"nothing-extra": 0}, 1)
    assert both.differences == ("still there: point at (5, 5)",)
    only = compare(reference, scene(added), original, "modify")
    assert only.parts == full | {"kept": 0.6667}
    assert only.differences == ("missing: point at (1, 1)",)


def test_a_removed_line_next_to_one_that_stays_is_not_still_there() -> None:
    upright, removed = line((5, 0), (5, 10)), line((0, 5), (4.9599, 5))
    original, reference = scene(upright, removed), scene(upright)
    assert compare(reference, scene(line((4.9998, 0), (4.9998, 10))), original, "delete").points == 10
    assert compare(reference, original, original, "delete").points == 1


def test_a_line_without_a_colour_does_not_hide_one_with_it() -> None:
    one = line((0, 1), (9, 1))
    both = scene(replace(one, color=""), one, replace(one, color=""))
    assert compare(both, both, scene(), "modify").differences == ()


def test_nothing_and_everything() -> None:
    one = scene(dot(1, 1))
    assert compare(one, Scene((), "", ())).points == 1
    assert compare(Scene((), "", ()), one).points == 1
    assert compare(Scene((), "", ()), Scene((), "", ())).points == 10


@gate_of("scenes")
def test_one_missing_of_many_is_not_all() -> None:
    many = [dot(i / 1000, j / 10) for i in range(0, 10_000, 100) for j in range(0, 100, 2)]
    found = compare(scene(*many), scene(*many[1:]))
    assert not found.same
    assert found.points < 9.9


@pytest.mark.gate
def test_points_and_parts_reach_the_verdict_file(tmp_path: Path) -> None:
    task = Task(id="t", check=FigureCheck(reference=BAR, operation="generate", type="bar"))
    answers = [BAR, BAR.replace("[3, 7, 5, 2]", "[3, 7, 4, 2]"), "x = 1\n"]
    completions = [
        Completion(task_id="t", draw=draw, text=f"```python\n{answer}```")
        for draw, answer in enumerate(answers)
    ]
    found = evaluate([task], completions, rule=ExtractionRule("own", extract), executor=LocalPool(1))
    assert [outcome.status for outcome in found.outcomes if isinstance(outcome, Verdict)] == [
        Status.PASSED, Status.WRONG_ANSWER, Status.NO_FIGURE,
    ]  # fmt: skip
    write_verdicts(tmp_path / "v.jsonl", found.outcomes)
    verdicts = [verdict for verdict in read_verdicts(tmp_path / "v.jsonl") if isinstance(verdict, Verdict)]
    assert [verdict.points for verdict in verdicts] == [10, 7.89, 1]
    assert [verdict.parts.get("content") for verdict in verdicts] == [1, 0.9167, None]
    assert set(found.guest) > {"python", "matplotlib"}


REWRITES = read_cases("figures/rewrites.yaml")


@pytest.mark.parametrize("name", first_of(REWRITES, 2, "scenes"))
def test_a_rewrite_gets_all_points(scene_of: SceneOf, name: str) -> None:
    reference, answer = FIGURES[REWRITES[name]["figure"]], REWRITES[name]["program"]
    found = compare(scene_of(reference), scene_of(answer))
    assert (found.points, found.differences) == (10, ())
    assert compare(scene_of(answer), scene_of(reference)).same
