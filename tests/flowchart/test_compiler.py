"""Charts of programs: shapes, edges, sub-charts, and what is refused by name."""

import pytest

from benchmark.core.errors import BadInput
from benchmark.flowchart.chart import Chart
from benchmark.flowchart.compiler import compile_chart
from tests.case_files import read_cases, read_text

NESTED = read_text("programs/nested_functions.py")


def outline(chart: Chart) -> list[str]:
    """Return the nodes as lines ``group/shape/label``."""
    lines = [f"/{node.shape}/{node.label}" for node in chart.nodes]
    for group in chart.all_groups():
        lines += [f"{group.title}/{node.shape}/{node.label}" for node in group.nodes]
    return lines


def test_a_program_has_these_nodes() -> None:
    chart = compile_chart(NESTED, "f")
    assert outline(chart) == [
        "/terminal/Start of f",
        "/data/take xs, n by default 0",
        "/subroutine/define half",
        "/data/output n",
        "/subroutine/define lambda_1",
        "/decision/is there a next x in sorted of (xs, key as lambda_1)?",
        "/subroutine/run half of n",
        "/data/return math.floor of n",
        "/decision/is this error of kind ValueError?",
        "/process/call this error error",
        "/terminal/raise this error again",
        "/terminal/End",
        "try/subroutine/increase n by half of x",
        "whole program/terminal/Start of whole program",
        "whole program/process/use module math",
        "whole program/process/set FACTOR to 2",
        "whole program/terminal/End",
        "function half of f/terminal/Start of f.half",
        "function half of f/data/take x",
        "function half of f/data/return x divided in whole numbers by FACTOR",
        "function half of f/terminal/End",
        "function lambda_1 of f/terminal/Start of f.lambda_1",
        "function lambda_1 of f/data/take y",
        "function lambda_1 of f/data/return minus y",
        "function lambda_1 of f/terminal/End",
    ]


def test_edges_say_yes_no_and_which_error() -> None:
    chart = compile_chart(
        "def f(x):\n    try:\n        if x: return 1\n    except KeyError: pass\n    return 2", "f"
    )
    labels = {node.id: node.label for node in chart.all_nodes()} | {"g2": "try"}
    assert [(labels[edge.source], edge.label, labels[edge.target]) for edge in chart.edges] == [
        ("Start of f", "", "take x"),
        ("take x", "", "is x true?"),
        ("is x true?", "Yes", "return 1"),
        ("is x true?", "No", "return 2"),
        ("return 1", "", "End"),
        ("return 2", "", "End"),
        ("is this error of kind KeyError?", "Yes", "return 2"),
        ("is this error of kind KeyError?", "No", "raise this error again"),
        ("try", "error", "is this error of kind KeyError?"),
    ]


LARGE = {
    f"def f():\n    return {list(range(200))}": "f, line 2: a label of 897 characters",
    "def f(x):\n    return " + "+".join(["x"] * 3000): ".*(nested too deeply|recursion depth)",
    "def f(x):\n" + "    x += 1\n" * 1000: "f: has 1003 nodes; at most 1000 are allowed",
}
REFUSED = {case["program"]: case["says"] for case in read_cases("charts/refused_programs.yaml")} | LARGE


@pytest.mark.parametrize("source", REFUSED)
def test_what_no_chart_shows_is_refused_with_function_line_and_construct(source: str) -> None:
    with pytest.raises(BadInput, match=f"^mine.py: {REFUSED[source]}"):
        compile_chart(source, "f", file="mine.py")
