"""Samples of bar, line and pie charts."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

import pytest

from benchmark.core.draws import Draws
from tests.sampling import gate_of
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import domains
from workshop.suites.mathopeval.families.charts.lines import LineChart
from workshop.suites.mathopeval.families.charts.pies import PieChart
from workshop.suites.mathopeval.families.types import line, pie
from workshop.suites.mathopeval.families.types.line import check_apart
from workshop.suites.mathopeval.families.types.pie import GAP, check_different

from .test_samples import samples_of

pytestmark = gate_of("figures")

Result = TypeVar("Result")

EXTRA = {"bar": [], "line": ["extreme"], "pie": []}

every_type = pytest.mark.parametrize("name", EXTRA)


@every_type
def test_samples_have_questions_of_each_kind(name: str) -> None:
    for sample in samples_of(name):
        kinds = [question.kind for question in sample.questions]
        assert kinds == ["code", "code", "code", "forward", "backward", *EXTRA[name]]
        for question in sample.questions:
            assert len({question.right.text, *(option.text for option in question.wrong)}) == 4


@every_type
def test_options_of_code_have_about_130_characters(name: str) -> None:
    lengths = [
        len(option.text)
        for sample in samples_of(name)
        for question in sample.questions
        if question.kind == "code"
        for option in (question.right, *question.wrong)
    ]
    assert 90 < sum(lengths) / len(lengths) < 175


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
