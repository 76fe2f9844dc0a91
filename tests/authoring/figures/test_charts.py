"""Samples of bar, line and pie charts."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, count, islice
from typing import TypeVar, get_args

import pytest

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.charts.lines import LineChart
from benchmark.authoring.figures.charts.pies import PieChart
from benchmark.authoring.figures.domains import domains
from benchmark.authoring.figures.gates import MIN_DIFFERENT, sample_faults, style_faults
from benchmark.authoring.figures.guessing import guess_results
from benchmark.authoring.figures.pictures import different_pixels, picture_image
from benchmark.authoring.figures.sample import CodeStyle, FigureSample, Operation
from benchmark.authoring.figures.types import bar, line, pie
from benchmark.authoring.figures.types.line import check_apart
from benchmark.authoring.figures.types.pie import GAP, check_different
from benchmark.core.draws import Draws

from .charts_from_texts import PROGRAMS

Result = TypeVar("Result")

MAKERS: dict[str, Callable[[Draws, CodeStyle], FigureSample]] = {
    "bar": bar.make,
    "line": line.make,
    "pie": pie.make,
}
STYLES = get_args(CodeStyle)
OPERATIONS = ("", *get_args(Operation))
#: Kinds of edits and values of figures that must occur, by type.
VARIETY = {
    "bar": {"gap", "closed", "bar", "single", "grouped", "stacked"},
    "line": {"line", "extremes", "circles", "smooth"},
    "pie": {"moved", "scaled", "clockwise", "anticlockwise", "legend"},
}
EXTRA = {"bar": [], "line": ["extreme"], "pie": []}

every_type = pytest.mark.parametrize("name", MAKERS)


def made(name: str, style: CodeStyle | None = None) -> Iterator[tuple[int, FigureSample]]:
    """Yield samples of a type with the numbers they are drawn from; each has the next style."""
    samples = 0
    for index in count():
        try:
            yield index, MAKERS[name](Draws("tests", name, index), style or STYLES[samples % 4])
            samples += 1
        except UnfitError:
            continue


@cache
def some(name: str) -> list[FigureSample]:
    """Return 24 samples of a type."""
    return [sample for _, sample in islice(made(name), 24)]


@every_type
def test_samples_have_questions_of_each_kind(name: str) -> None:
    for sample in some(name):
        kinds = [question.kind for question in sample.questions]
        assert kinds == ["code", "code", "code", "forward", "backward", *EXTRA[name]]
        for question in sample.questions:
            assert len({question.right.text, *(option.text for option in question.wrong)}) == 4


@every_type
def test_figures_vary(name: str) -> None:
    words = Counter[str]()
    for sample in some(name):
        words.update(word.strip('.,:;()"') for word in sample.description.split())
        words.update(edit.kind for edit in sample.edits)
    words["smooth"] = words["smoothly"]
    assert {word for word in VARIETY[name] if not words[word]} == set()


@every_type
def test_options_of_code_have_about_130_characters(name: str) -> None:
    lengths = [
        len(option.text)
        for sample in some(name)
        for question in sample.questions
        if question.kind == "code"
        for option in (question.right, *question.wrong)
    ]
    assert 90 < sum(lengths) / len(lengths) < 175


@pytest.mark.parametrize("name", ["pie"])  # the others cost more, and the test of many samples has them
def test_a_sample_passes_its_gates(name: str) -> None:
    assert list(sample_faults(some(name)[0])) == []


@every_type
def test_the_style_changes_only_programs(name: str) -> None:
    index, sample = next(made(name, "pyplot"))
    other = MAKERS[name](Draws("tests", name, index), "loop")
    assert sample.description == other.description
    assert [state.figure for state in sample.states.values()] == [
        state.figure for state in other.states.values()
    ]
    assert all(sample.states[state].code != other.states[state].code for state in sample.states)


@every_type
def test_the_texts_are_enough_to_draw_the_figures(name: str) -> None:
    assert differences(name, some(name)[0]) == {}


def differences(name: str, sample: FigureSample) -> dict[str, int]:
    """Return the figures that look different when they are drawn from the texts alone."""
    states = {"original": (sample.original, "")}
    states |= {edit.operation: (edit.state, edit.instruction) for edit in sample.edits}
    pixels = {
        operation: different_pixels(
            picture_image(PROGRAMS[name](sample.description, instruction)), picture_image(state.code)
        )
        for operation, (state, instruction) in states.items()
    }
    return {operation: count for operation, count in pixels.items() if count >= MIN_DIFFERENT}


@pytest.mark.weekly
@every_type
def test_many_samples_pass_their_gates_in_all_styles(name: str) -> None:
    for index, sample in islice(made(name), 6):
        assert list(sample_faults(sample)) == []
        assert (
            list(style_faults(lambda style, index=index: MAKERS[name](Draws("tests", name, index), style)))
            == []
        )


@pytest.mark.weekly
@every_type
def test_no_guess_beats_chance(name: str) -> None:
    """Two sets of 300 samples together stay inside the 99 % interval of one."""
    samples = [sample for _, sample in islice(made(name), 600)]
    found = {
        (operation, result.guesser): f"{result.rate:.3f} of {result.questions}"
        for operation in OPERATIONS
        for result in guess_results(samples, operation)
        if not result.is_within(result.questions // 2)
    }
    assert found == {}


PIE = PieChart(
    title="",
    names=("a", "b", "c"),
    shares=(20, 30, 50),
    colours=("red", "green", "blue"),
    start=315,
    clockwise=True,
    legend=False,
)


def test_three_slices_in_reverse_the_other_way_round_look_the_same() -> None:
    turned = replace(PIE, clockwise=False)
    assert PIE.wedges() == turned.with_swapped_slices(0, 2).wedges()
    assert PIE.wedges() != turned.wedges()
    with pytest.raises(UnfitError, match="look the same"):
        check_different([PIE, turned, turned.with_swapped_slices(0, 2)])


def fits(make: Callable[[Draws], Result]) -> Iterator[Result]:
    """Yield what 60 draws make, without those that are unfit."""
    for number in range(60):
        with suppress(UnfitError):
            yield make(Draws("fits", number))


def test_wrong_shares_keep_apart_as_the_right_one_does() -> None:
    for question in fits(lambda draws: pie.backward(draws, PIE)):
        shares = [int(option.text.split()[0]) for option in (question.right, *question.wrong)]
        assert min(abs(one - other) for one, other in combinations(shares, 2)) >= GAP


def test_lines_with_a_wrong_value_keep_apart_as_the_right_ones_do() -> None:
    domain = domains()[0]
    chart = LineChart(
        title="",
        x_label="x",
        y_label="y",
        xs=(1, 2, 3, 4),
        names=("a", "b", "c"),
        ys=((20, 30, 40, 25), (50, 60, 70, 55), (80, 90, 98, 85)),
        colours=("red", "green", "blue"),
        smooth=False,
        marker="",
        ticks=(1, 2, 3, 4),
        span=(0, 5),
        limit=120,
        grid=False,
    )
    for edit in fits(lambda draws: line.delete(draws, chart, domain)):
        check_apart([edit.result, *edit.wrong])
