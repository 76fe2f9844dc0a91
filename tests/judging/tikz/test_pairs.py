"""A figure in TikZ is the same as that of matplotlib, and one change makes it another."""

import re
from pathlib import Path

import pytest

from benchmark.core.verdict import Status
from benchmark.judging.scenes.comparison import SceneComparison, compare
from benchmark.judging.tikz import answer, arithmetic
from benchmark.judging.tikz.axis import AxisReader
from benchmark.judging.tikz.limits import DrawingBudget, Refused
from benchmark.judging.tikz.pictures import Drawing
from benchmark.judging.tikz.styles import Colours, Context, PathStyle
from tests.case_files import read_cases, table
from tests.judging.scenes.conftest import JudgeFigure, SceneOf
from tests.judging.scenes.figures import FIGURES, edited
from tests.judging.tikz.conftest import picture
from tests.sampling import first_of

PAIRS = read_cases("figures/tikz.yaml")
TRIANGLE = FIGURES["triangle"]


def compared(scene_of: SceneOf, reference: str, text: str) -> SceneComparison:
    wanted = scene_of(reference)
    drawn = answer.figure(text, wanted)
    return compare(wanted if drawn.has_axes else answer.without_numbers(wanted), drawn.scene)


@pytest.mark.parametrize("name", first_of(PAIRS, 1, "scenes"))
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


@pytest.mark.parametrize("name", first_of([name for name in PAIRS if name not in RECOLOURED], 1, "scenes"))
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


@table("judging")
def test_an_edit_in_tikz_is_compared_with_the_original(judge_figure, old, new, part) -> None:
    edited = TRIANGLE.replace("[(A, B), (B, C), (C, A)]", "[(A, B), (C, A)]")
    verdict = judge_figure(edited, EDITED.replace(old, new), "delete", TRIANGLE)
    assert (verdict.points == 10) == (not part), verdict
    assert {name for name, value in verdict.parts.items() if value < 1} == ({part} - {""})


def test_a_drawing_of_nothing_gets_few_points(judge_figure: JudgeFigure) -> None:
    verdict = judge_figure(TRIANGLE, picture(r"\draw (0,0) -- (0,1);"))
    assert verdict.points is not None
    assert verdict.points < 2


PROMPT = Path("benchmark/suites/mathopeval/prompts/free-tikz.j2")
#: The prompt's paragraph on TikZ.
PARAGRAPH = next(
    " ".join(text.split())
    for text in PROMPT.read_text(encoding="utf-8").split("\n\n")
    if text.startswith("Instead of Python you may write TikZ")
)


def words(start: str, end: str) -> list[str]:
    """Return the words that the paragraph lists between two texts."""
    between = re.search(f"{re.escape(start)}(.*?){re.escape(end)}", PARAGRAPH)
    assert between
    return re.findall("`(.*?)`", between[1])


#: A value of each option that needs one other than ``1``.
VALUES = {
    "draw": "red", "fill": "red", "color": "red", "text": "red", "shift": "{(1,1)}", "anchor": "north",
    "at": "{(1,1)}",
    "label": "above:x", "domain": "0:1", "variable": "\\t", "mark": "*",
}  # fmt: skip
BARE = {
    "dashed", "dotted", "dash dot", "->", "<-", "<->", "above", "below", "left", "right", "midway",
    "only marks",
}  # fmt: skip
OPERATIONS = {
    "--": "-- (1,1)", "-|": "-| (1,1)", "|-": "|- (1,1)", "cycle": "-- (1,0) -- (1,1) -- cycle",
    "rectangle": "rectangle (1,1)", "circle": "circle (1)", "ellipse": "ellipse (2 and 1)",
    "arc": "arc (0:90:1)",
    "grid": "grid (2,2)", "plot": "plot (\\x,{\\x})", "node": "node {x}",
    "coordinate": "coordinate (A) -- (A)",
}  # fmt: skip
COMMANDS = {
    "\\node": "\\node at (0,0) {x};", "\\coordinate": "\\coordinate (A) at (0,0);", "\\def": "\\def\\a{1}",
    "\\foreach": "\\foreach \\x in {1,2} \\fill (\\x,0) circle (1pt);",
    "\\pgfmathsetmacro": "\\pgfmathsetmacro{\\a}{1+1}",
    "\\definecolor": "\\definecolor{mine}{HTML}{aabbcc}",
}  # fmt: skip


@pytest.mark.parametrize("name", [*words(" Options:", "In `axis`"), *words("of plots:", "Charts")])
def test_an_option_is_known(name: str) -> None:
    text = name if name in BARE else f"{name}={VALUES.get(name, '1')}"
    if name == "bar shift":
        reader = AxisReader("ybar", Context(DrawingBudget()))
        reader.add_plot(f"[{text}] coordinates {{(1,1)}}")
    else:
        Context(DrawingBudget()).read_options(text, PathStyle())


@pytest.mark.parametrize("name", words("options of the axis:", "of plots:"))
def test_an_option_of_the_axis_is_known(name: str) -> None:
    AxisReader(f"{name}=1", Context(DrawingBudget()))
    with pytest.raises(Refused, match=f"the option {name}x"):
        AxisReader(f"{name}x=1", Context(DrawingBudget()))


def test_the_functions_are_those_of_the_table() -> None:
    assert set(arithmetic._FUNCTIONS) == set(words("* / ^`, ", "with angles"))


def test_the_operations_and_commands_are_those_of_the_table() -> None:
    assert set(OPERATIONS) == set(words("Operations of paths:", "Coordinates"))
    for text in OPERATIONS.values():
        assert Drawing(f"\\draw (0,0) {text} -- (5,5);").canvas.marks
    for name in words("Commands:", "Operations"):
        Drawing(COMMANDS.get(name, f"{name} (0,0) -- (1,1);"))
    for name in words("Environments:", "Commands"):
        Drawing(f"\\begin{{{name}}}\\end{{{name}}}")
    drawn = Drawing("\\begin{axis}\\addplot coordinates {(1,1)}; \\addlegendentry{a} \\legend{a}\\end{axis}")
    assert drawn.axis is not None


@table("judging")
def test_a_formula_has_its_value(formula: str, value: float) -> None:
    assert arithmetic.number(formula, DrawingBudget()) == pytest.approx(value)


def test_a_plain_colour_is_the_one_that_tasks_call_so() -> None:
    colours = Colours()
    names = ("green", "Purple", "green!50!black", "navy", "none", "x")
    assert [colours.find(name) for name in names] == ["#008000", "#800080", "#008000", "#000080", "", None]
    colours.define("green", "HTML", "00FF00")
    assert colours.find("green") == "#00ff00"
