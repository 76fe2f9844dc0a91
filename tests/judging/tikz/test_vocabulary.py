"""The reader of TikZ knows what the prompts list."""

import re
from pathlib import Path

import pytest

from benchmark.judging.tikz import arithmetic
from benchmark.judging.tikz.axis import AxisReader
from benchmark.judging.tikz.limits import Budget, Refused
from benchmark.judging.tikz.pictures import Drawing
from benchmark.judging.tikz.styles import Colours, Context, Style

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
        reader = AxisReader("ybar", Context(Budget()))
        reader.add_plot(f"[{text}] coordinates {{(1,1)}}")
    else:
        Context(Budget()).read_options(text, Style())


@pytest.mark.parametrize("name", words("options of the axis:", "of plots:"))
def test_an_option_of_the_axis_is_known(name: str) -> None:
    AxisReader(f"{name}=1", Context(Budget()))
    with pytest.raises(Refused, match=f"the option {name}x"):
        AxisReader(f"{name}x=1", Context(Budget()))


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


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1+2*3", 7), ("2^3^2", 64), ("-2^2", -4), ("2*-3", -6), ("sin(30)", 0.5), ("sin(pi/2 r)", 1),
        ("sqrt(16)/2", 2), ("(1+2)*{3}", 9), ("ln(exp(2))", 2), ("deg(pi)", 180), ("max(1,4,2)", 4),
        ("1e2", 100),
        ("atan(1)", 45), ("2^-1", 0.5), ("10-2-3", 5), ("8/2/2", 2), ("1cm", 1), ("abs(-3)", 3),
    ],
)  # fmt: skip
def test_a_formula_has_its_value(formula: str, value: float) -> None:
    assert arithmetic.number(formula, Budget()) == pytest.approx(value)


def test_a_plain_colour_is_the_one_that_tasks_call_so() -> None:
    colours = Colours()
    names = ("green", "Purple", "green!50!black", "navy", "none", "x")
    assert [colours.find(name) for name in names] == ["#008000", "#800080", "#008000", "#000080", "", None]
    colours.define("green", "HTML", "00FF00")
    assert colours.find("green") == "#00ff00"
