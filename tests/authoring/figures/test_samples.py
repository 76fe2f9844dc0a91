"""Samples of all types of figures: texts that are enough to draw them, styles, and nothing to guess from."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from typing import get_args

import pytest

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.curves.families import FAMILIES
from benchmark.authoring.figures.gates import MIN_DIFFERENT, sample_faults, style_faults
from benchmark.authoring.figures.guessing import guess_results
from benchmark.authoring.figures.pictures import different_pixels, picture_image
from benchmark.authoring.figures.plane.constructions import KINDS
from benchmark.authoring.figures.sample import CodeStyle, FigureSample, Operation
from benchmark.authoring.figures.types import bar, function, geometric, line, pie
from benchmark.core.draws import Draws
from tests.sampling import first_of, gate_of

from . import charts_from_texts
from .redrawn import redrawn_function, redrawn_geometric

pytestmark = gate_of("figures")

MAKERS: dict[str, Callable[[Draws, CodeStyle], FigureSample]] = {
    "bar": bar.make,
    "line": line.make,
    "pie": pie.make,
    "function": function.make,
    "geometric": geometric.make,
}
#: Programs that a reader of the texts would write.
READERS = {**charts_from_texts.PROGRAMS, "function": redrawn_function, "geometric": redrawn_geometric}
#: Pixels in which a picture may differ from what a reader draws; labels of angles have rounded places.
PIXELS = {("function", ""): 20, ("geometric", ""): 60, ("geometric", "annotate"): 600}
STYLES = get_args(CodeStyle)
OPERATIONS = ("", *get_args(Operation))
#: Kinds of edits, and words of descriptions, that must occur, by type.
VARIETY = {
    "bar": {"gap", "closed", "bar", "single", "grouped", "stacked"},
    "line": {"line", "extremes", "circles", "smoothly"},
    "pie": {"moved", "scaled", "clockwise", "anticlockwise", "legend"},
}
#: Kinds of edits, and names of figures, of which each occurs often.
ALL_KINDS = {
    "function": {
        *("gap", "ends", "shift", "scale", "reflect", "compose", "x-crossings", "y-crossing", "extrema"),
        *(family.name for families in FAMILIES.values() for family in families),
    },
    "geometric": {
        *("one-segment", "two-segments", "points", "lengths", "angles", *KINDS),
        *("triangles", "quadrilaterals", "polygons", "circles"),
    },
}
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
def samples_of(name: str) -> list[FigureSample]:
    """Return 24 samples of a type."""
    return [sample for _, sample in islice(made(name), 24)]


def assert_texts_are_enough(name: str, sample: FigureSample) -> None:
    """Each state must look like what a reader of its texts draws."""
    states = {"original": (sample.original, "")}
    states |= {edit.operation: (edit.state, edit.instruction) for edit in sample.edits}
    for operation, (state, instruction) in states.items():
        redrawn = READERS[name](sample.description, instruction)
        differing = different_pixels(picture_image(redrawn), picture_image(state.code))
        most = PIXELS.get((name, operation)) or PIXELS.get((name, "")) or MIN_DIFFERENT - 1
        assert differing <= most, operation


@pytest.mark.parametrize("name", first_of(["pie", "geometric", "bar", "line", "function"], 1, "gate"))
def test_the_texts_are_enough_to_draw_the_figures(name: str) -> None:
    assert_texts_are_enough(name, samples_of(name)[0])


@every_type
def test_the_style_changes_only_programs(name: str) -> None:
    index, sample = next(made(name, "pyplot"))
    for style in STYLES[1:]:
        other = MAKERS[name](Draws("tests", name, index), style)
        assert sample.description == other.description
        assert [question.text for question in sample.questions] == [each.text for each in other.questions]
        for state, drawn in sample.states.items():
            assert drawn.figure == other.states[state].figure
            assert drawn.code != other.states[state].code


@pytest.mark.parametrize("name", VARIETY)
def test_charts_vary(name: str) -> None:
    words = Counter[str]()
    for sample in samples_of(name):
        words.update(word.strip('.,:;()"') for word in sample.description.split())
        words.update(edit.kind for edit in sample.edits)
    assert {word for word in VARIETY[name] if not words[word]} == set()


@pytest.mark.parametrize("name", ["pie"])  # the others cost more, and the test of many samples has them
def test_a_sample_passes_its_gates(name: str) -> None:
    assert list(sample_faults(samples_of(name)[0])) == []


@pytest.mark.weekly
@every_type
def test_many_samples_pass_their_gates_in_all_styles(name: str) -> None:
    for index, sample in islice(made(name), 6):
        assert list(sample_faults(sample)) == []
        assert_texts_are_enough(name, sample)
        in_style = lambda style, index=index: MAKERS[name](Draws("tests", name, index), style)  # noqa: E731
        assert list(style_faults(in_style)) == []


@pytest.mark.weekly
@every_type
def test_all_kinds_occur_and_no_guess_beats_chance(name: str) -> None:
    """Two sets of 300 samples together stay inside the 99 % interval of one."""
    samples = [sample for _, sample in islice(made(name), 600)]
    kinds = Counter(edit.kind for sample in samples for edit in sample.edits)
    kinds.update(sample.domain for sample in samples)
    kinds.update(str(sample.original.figure.get("function")) for sample in samples)
    assert all(kinds[kind] >= 15 for kind in ALL_KINDS.get(name, ()))
    found = {
        (operation, result.guesser): f"{result.rate:.3f} of {result.questions}"
        for operation in OPERATIONS
        for result in guess_results(samples, operation)
        if not result.is_within(result.questions // 2)
    }
    assert found == {}
