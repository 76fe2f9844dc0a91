"""Charts of programs: shapes, edges, sub-charts, refusals, and labels that turn back into their steps."""

import ast
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.chart import Chart
from benchmark.suites.code_vision import rebuilt
from tests.case_files import read_cases, read_text
from tests.sampling import first_of, gate_of
from workshop.flowchart.compiler import compile_chart
from workshop.flowchart.phraser import CODE, level_of, phrase, read_label
from workshop.flowchart.step import LEVELS, ChartStep, Level, StepKind

pytestmark = gate_of("charts")

NESTED = read_text("programs/nested_functions.py")


def outline(chart: Chart) -> list[str]:
    """Return the nodes as lines ``group/shape/label``."""
    lines = [f"/{node.shape}/{node.label}" for node in chart.nodes]
    for group in chart.all_groups():
        lines += [f"{group.title}/{node.shape}/{node.label}" for node in group.nodes]
    return lines


def test_a_program_has_these_nodes() -> None:
    chart = compile_chart(NESTED, "f")
    assert outline(chart) == read_cases("charts/nested_functions.yaml")


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


LABELS = read_cases("charts/labels.yaml")
EXAMPLES, QUESTIONS = LABELS["statements"], LABELS["decisions"]


def do(source: str) -> ChartStep:
    return ChartStep(kind=StepKind.DO, node=ast.parse(source).body[0])


def question(source: str) -> ChartStep:
    return ChartStep(kind=StepKind.TEST, node=ast.parse(source, mode="eval").body)


@pytest.mark.parametrize("source", EXAMPLES)
def test_a_statement_has_these_labels(source: str) -> None:
    step = do(source)
    assert phrase(step, "verbatim") == ast.unparse(ast.parse(source))
    assert phrase(step, "words") == EXAMPLES[source]


@pytest.mark.parametrize("source", QUESTIONS)
def test_a_decision_has_these_labels(source: str) -> None:
    step = question(source)
    assert phrase(step, "verbatim") == f"if {source}"
    assert phrase(step, "words") == QUESTIONS[source]


@pytest.mark.parametrize("name", ["the", "least", "true", "mod", "of", "list", "it", "nothing", "at"])
def test_a_variable_may_be_named_like_a_word_of_ours(name: str) -> None:
    for level in LEVELS:
        for step in (do(f"{name} = {name} + x[{name}]"), question(f"{name} % {name} <= {name}")):
            label = phrase(step, level)
            assert not label.startswith(CODE)
            assert read_label(label, level) == step


def test_a_step_without_words_has_its_source_as_label() -> None:
    step = do("from . import a as c, d as e")
    assert phrase(step, "words") == f"{CODE}from . import a as c, d as e"
    assert read_label(phrase(step, "words"), "words") == step


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "label", ["", "x ==", "set x", "if", "is it so?", "for x", "¬", "a; b", "def f(", "‘", "(" * 499]
)
def test_other_text_is_not_a_label(label: str, level: Level) -> None:
    with pytest.raises(ValueError, match=r"\S|^$"):
        read_label(label, level)


def test_the_start_shows_the_level() -> None:
    for level in LEVELS:
        assert level_of(phrase(ChartStep(kind=StepKind.START, name="f.g"), level)) == level
    assert level_of("Begin") is None


def _steps(source: str) -> Iterator[ChartStep]:
    """Yield all expressions, loops, parameters and statements of a program as steps."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Slice() | ast.Starred() | ast.FormattedValue():
                continue
            case ast.Raise(exc=None) | ast.Return(value=None):  # they have labels of their own
                continue
            case ast.expr() if isinstance(getattr(node, "ctx", None), ast.Load | None):
                yield ChartStep(kind=StepKind.TEST, node=node)
            case ast.For():
                node.body, node.orelse = [], []
                yield ChartStep(kind=StepKind.NEXT, node=node)
            case ast.arguments() if ast.unparse(node) and ":" not in ast.unparse(node):
                yield ChartStep(kind=StepKind.INPUT, node=node)
            case ast.Assign() | ast.AugAssign() | ast.Return() | ast.Expr() | ast.Raise() | ast.Assert():
                yield ChartStep(kind=StepKind.DO, node=node)
            case ast.Delete() | ast.Global() | ast.Import() | ast.ImportFrom():
                yield ChartStep(kind=StepKind.DO, node=node)


def _assert_read_back(steps: Iterator[ChartStep]) -> None:
    """Every label turns into its step again, and none holds source text."""
    for step in steps:
        for level in LEVELS:
            label = phrase(step, level)
            assert read_label(label, level) == step
            assert not label.startswith(CODE), label


#: Modules of the standard library: code of others, which has nearly all that Python can say.
MODULES = read_cases("charts/modules.yaml")


@pytest.mark.parametrize("name", first_of(MODULES, 2))
def test_labels_of_the_standard_library_are_read_back(name: str) -> None:
    source = Path(sysconfig.get_path("stdlib"), f"{name}.py").read_text(encoding="utf-8")
    _assert_read_back(_steps(source))


@pytest.mark.parametrize("every", [40, pytest.param(1, marks=pytest.mark.gate)])
def test_labels_of_references_are_read_back(every: int) -> None:
    for task in rebuilt.load()[::every]:
        _assert_read_back(_steps(task.reference))
