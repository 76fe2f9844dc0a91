"""The gates of one sample refuse what they are for."""

from dataclasses import replace

import pytest

from benchmark.core.draws import Draws
from tests.sampling import gate_of
from workshop.authoring.figures.gates import sample_faults, style_faults
from workshop.authoring.figures.sample import FigureSample, Option, State
from workshop.suites.mathopeval.families.types import pie

pytestmark = gate_of("figures")


@pytest.fixture(scope="module")
def sample() -> FigureSample:
    return pie.make(Draws("tests of gates"), "axes")


def faults(sample: FigureSample) -> str:
    return "\n".join(sample_faults(sample))


def test_values_that_the_texts_lack_are_found(sample: FigureSample) -> None:
    name, value = sample.original.figure["names"][0], sample.original.figure["start"]  # type: ignore[index]
    assert f"the description lacks {name}" in faults(
        replace(sample, description=sample.description.replace(f'"{name}"', "the first"))
    )
    assert f"the description lacks {value}" in faults(
        replace(sample, description=sample.description.replace(f" {value} ", f" 1{value} "))
    )


def test_a_value_that_an_instruction_lacks_is_found(sample: FigureSample) -> None:
    delete, modify, annotate = sample.edits
    broken = replace(sample, edits=(delete, modify, replace(annotate, instruction="Write the shares.")))
    assert "the instruction to annotate lacks" in faults(broken)


def test_an_edit_that_changes_nothing_is_found(sample: FigureSample) -> None:
    delete, modify, annotate = sample.edits
    same = replace(modify, state=State(figure=modify.state.figure, code=sample.original.code))
    assert "the pictures original and modified differ in 0 pixels" in faults(
        replace(sample, edits=(delete, same, annotate))
    )


def test_texts_that_overlap_or_leave_the_picture_are_found(sample: FigureSample) -> None:
    title = sample.original.figure["title"]
    code = sample.original.code + 'ax.text(0.5, 1.05, "over", transform=ax.transAxes, ha="center")\n'
    code += 'ax.text(-9, 0, "outside")\n'
    found = faults(replace(sample, original=State(figure=sample.original.figure, code=code)))
    assert f"the texts 'over' and {title!r} overlap" in found or f"{title!r} and 'over' overlap" in found
    assert "the text 'outside' leaves it" in found


def test_options_that_draw_the_same_are_found(sample: FigureSample) -> None:
    generate, *others = sample.questions
    first, second, third = generate.wrong
    copy = Option(text=first.text, program=generate.right.program)
    assert "the pictures of options 0 and 1 differ in 0 pixels" in faults(
        replace(sample, questions=(replace(generate, wrong=(copy, second, third)), *others))
    )
    assert "its right option does not draw the picture" in faults(
        replace(
            sample, questions=(replace(generate, right=first, wrong=(generate.right, second, third)), *others)
        )
    )


def test_texts_that_give_the_answer_away_are_found(sample: FigureSample) -> None:
    *others, last = sample.questions
    told = replace(last, text=f"Which label belongs at this slice, if its share is {last.right.text}?")
    same = replace(last, wrong=(last.right, *last.wrong[1:]))
    assert "its text holds an option" in faults(replace(sample, questions=(*others, told)))
    assert "two options are the same" in faults(replace(sample, questions=(*others, same)))
    assert "there is no question about annotate" in faults(replace(sample, questions=sample.questions[:3]))


def test_styles_that_draw_other_figures_are_found() -> None:
    found = list(style_faults(lambda style: pie.make(Draws("one" if style == "loop" else "two"), style)))
    assert any("loop has other texts than pyplot" in fault for fault in found)
    assert any("loop draws another original figure than pyplot" in fault for fault in found)
    assert not any("axes" in fault for fault in found)
