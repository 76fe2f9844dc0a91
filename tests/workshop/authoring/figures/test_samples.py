"""Samples of all types of figures: texts that are enough to draw them, styles, and nothing to guess from."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import count, islice
from typing import get_args

import pytest

from benchmark.core.draws import Draws
from benchmark.core.task import FigureCheck, Limits, Task
from benchmark.core.verdict import Verdict
from benchmark.judging.judge import Judge
from benchmark.suites.mathopeval.names import STATES
from tests.judged import verdict_of
from tests.sampling import first_of, gate_of
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.gates import sample_faults, style_faults
from workshop.authoring.figures.guessing import guess_results
from workshop.authoring.figures.looks import dressed
from workshop.authoring.figures.sample import CodeStyle, FigureSample, Operation
from workshop.suites.mathopeval.families.curves.families import FAMILIES
from workshop.suites.mathopeval.families.plane.constructions import KINDS
from workshop.suites.mathopeval.families.types import bar, function, geometric, line, pie

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
STYLES = get_args(CodeStyle)
OPERATIONS = ("", *get_args(Operation))
#: Kinds of edits, and words of descriptions, that must occur, by type.
VARIETY = {
    "bar": {"gap", "closed", "bar", "single", "grouped", "stacked", "error"},
    "line": {"line", "extremes", "circles", "smoothly", "logarithmic", "right"},
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


@cache
def usable(name: str, number: int, style: CodeStyle | None = None) -> FigureSample:
    """Return a sample that can be used; its style follows from the number."""
    for attempt in range(10):
        with suppress(UnfitError):
            return MAKERS[name](Draws("test", number, attempt), style or STYLES[number % 4])
    raise AssertionError("ten draws without a sample")


def judged(judge: Judge, sample: FigureSample, operation: Operation, program: str) -> Verdict:
    """Judge a program as an answer to the task of a sample whose text has all numbers."""
    reference = sample.states[STATES[operation]].code
    original = "" if operation == "generate" else sample.original.code
    check = FigureCheck(
        reference=reference, original=original, operation=operation, type=sample.type, colours=True
    )
    return verdict_of(judge, Task(id="t", check=check, limits=Limits(seconds=20, wall_factor=200)), program)


def assert_texts_are_enough(judge: Judge, name: str, sample: FigureSample) -> None:
    """What a reader of the texts draws is right, whatever the style sheet and the size of the figure."""
    words = {"generate": ""} | {edit.operation: edit.instruction for edit in sample.edits}
    for operation, instruction in words.items():
        found = judged(judge, sample, operation, READERS[name](sample.description, instruction))  # type: ignore[arg-type]
        assert found.points == 10, (operation, found.detail)


@pytest.mark.parametrize("name", first_of(["pie", "geometric", "bar", "line", "function"], 1, "gate"))
def test_the_texts_are_enough_to_draw_the_figures(judge: Judge, name: str) -> None:
    assert_texts_are_enough(judge, name, dressed(samples_of(name)[0], Draws("look", name)))


#: Words of descriptions that only repeat others, or that every figure of the type shares.
REPEATED = re.compile(
    r"A (?:pie )?chart of \d \w+|\(0 is at the right, 90 at the top\)|at 1\.1 of the radius|the \d series|"
    r"Neighbouring points are joined smoothly.*?x0\)\.|lines at x = 0 and at y = 0|"
    r'The x-axis goes from -5 to 5|from x = -5 to x = 5|in \d pieces|"[^"]*"'
)
COLOURS = re.compile(
    r"\b(?:(?:dodger|dark|mediumslate)?blue|yellow|(?:lime|dark|sea)?green|(?:dark|mediumviolet)?red|purple"
    r"|(?:rosy)?brown|black|thistle|olive|slategray|aquamarine|navy|crimson|teal|maroon|mediumorchid)\b"
)
NUMBERS = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*[\"(])")


def wrong_texts(text: str) -> Iterator[tuple[str, str]]:
    """Yield descriptions in which one thing that is named is another one, each with this thing."""
    kept = [match.span() for match in REPEATED.finditer(text)]
    for match in [*NUMBERS.finditer(text), *COLOURS.finditer(text)]:
        if not any(start <= match.start() < end for start, end in kept):
            other = "magenta"
            if match[0][0].isdecimal():
                number = float(match[0])
                other = f"{number - max(3, 0.4 * number) if number > 3 else number + 3:g}"
            yield f"{match[0]} at {match.start()}", text[: match.start()] + other + text[match.end() :]
    for name in dict.fromkeys(re.findall(r'"([^"]+)"', text)):
        if len(name) > 1:
            yield name, re.sub(rf"(?<=[\" ]){re.escape(name)}(?=[\" ,])", f"{name}x", text)
        else:
            yield f"marker {name}", text.replace(f'"{name}"', '"D"')


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(name, number, marks=() if (name, number) == ("pie", 0) else pytest.mark.weekly)
        for name in MAKERS
        for number in range(4)
    ],
)
def test_whatever_a_description_names_changes_the_points(judge: Judge, name: str, number: int) -> None:
    sample = samples_of(name)[number]
    tried = 0
    for what, text in wrong_texts(sample.description):
        assert text != sample.description, what
        program = READERS[name](text, "")
        found = judged(judge, sample, "generate", program)
        assert found.points is not None
        assert found.points < 10, (what, text)
        tried += 1
    assert tried >= 6


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


@pytest.mark.weekly
@every_type
def test_many_samples_pass_their_gates_in_all_styles(judge: Judge, name: str) -> None:
    for index, sample in islice(made(name), 6):
        assert list(sample_faults(sample)) == []
        assert_texts_are_enough(judge, name, dressed(sample, Draws("look", name, index)))
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
