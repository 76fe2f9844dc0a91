"""A figure in TikZ is the same as that of matplotlib, and one change makes it another."""

import pytest

from benchmark.core.verdict import Status
from benchmark.judging.scenes.comparison import Comparison, compare
from benchmark.judging.tikz import answer
from tests.case_files import read_cases
from tests.judging.scenes.conftest import JudgeFigure, SceneOf
from tests.judging.scenes.figures import FIGURES, edited
from tests.judging.tikz.conftest import picture
from tests.sampling import first_of

PAIRS = read_cases("figures/tikz.yaml")
TRIANGLE = FIGURES["triangle"]


def compared(scene_of: SceneOf, reference: str, text: str) -> Comparison:
    wanted = scene_of(reference)
    drawn = answer.figure(text, wanted)
    return compare(wanted if drawn.has_axes else answer.without_numbers(wanted), drawn.scene)


@pytest.mark.parametrize("name", first_of(PAIRS, 8, "gate"))
def test_the_same_figure_gets_all_points_and_a_change_is_found(scene_of: SceneOf, name: str) -> None:
    pair = PAIRS[name]
    reference, text = FIGURES[pair["figure"]], pair["tikz"]
    same = compared(scene_of, reference, text)
    assert (same.points, same.differences) == (10, ())
    other = compared(scene_of, reference, edited(text, [pair["change"]]))
    assert other.points < 10
    assert other.differences


#: Pairs whose change is one of colours, which do not count for a new figure.
RECOLOURED = ("a pie with a legend",)


@pytest.mark.parametrize("name", first_of([name for name in PAIRS if name not in RECOLOURED], 8, "gate"))
def test_a_reference_in_tikz_is_compared_as_one_in_python(judge_figure: JudgeFigure, name: str) -> None:
    pair = PAIRS[name]
    text, program = pair["tikz"], FIGURES[pair["figure"]]
    changed = edited(text, [pair["change"]])
    assert judge_figure(text, text).points == 10
    assert judge_figure(text, changed).status is Status.WRONG_ANSWER
    assert judge_figure(text, program).status in (Status.PASSED, Status.UNSUPPORTED)
    same, undone = (judge_figure(changed, drawn, "modify", text) for drawn in (changed, text))
    assert (same.points, undone.status) == (10, Status.WRONG_ANSWER)


def test_a_reference_outside_of_the_subset_is_a_fault_of_the_task(judge_figure: JudgeFigure) -> None:
    with pytest.raises(AssertionError, match=r"broken: the reference does not draw a figure: .*shade"):
        judge_figure(picture(r"\shade[ball color=red] (0,0) circle (1);"), TRIANGLE)


EDITED = picture(
    r"""
\coordinate (A) at (0,0); \coordinate (B) at (6,0); \coordinate (C) at (2,4);
\draw[navy] (A) -- (C) (A) -- (B); \fill[navy] (A) circle (2pt) (B) circle (2pt) (C) circle (2pt);
\draw[dashed, purple] (C) -- (3,0);
\node at (-0.4,-0.3) {A}; \node at (6.4,-0.3) {B}; \node at (2,4.4) {C}; \node at (3,-0.3) {M};
\node at (3,5.5) {Triangle};"""
)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("", "", ""),
        ("(A) -- (C) (A) -- (B)", "(A) -- (B) -- (C) -- (A)", "nothing-extra"),
        ("{B}", "{D}", "kept"),
        (r"\fill", "%", "kept"),
    ],
)
def test_an_edit_in_tikz_is_compared_with_the_original(
    judge_figure: JudgeFigure, old: str, new: str, part: str
) -> None:
    edited = TRIANGLE.replace("[(A, B), (B, C), (C, A)]", "[(A, B), (C, A)]")
    verdict = judge_figure(edited, EDITED.replace(old, new), "delete", TRIANGLE)
    assert (verdict.points == 10) == (not part), verdict
    assert {name for name, value in verdict.parts.items() if value < 1} == ({part} - {""})


def test_a_drawing_of_nothing_gets_few_points(judge_figure: JudgeFigure) -> None:
    verdict = judge_figure(TRIANGLE, picture(r"\draw (0,0) -- (0,1);"))
    assert verdict.points is not None
    assert verdict.points < 2
