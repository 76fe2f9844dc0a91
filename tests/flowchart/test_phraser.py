"""Labels at both levels: what they say, and that every one turns back into its step."""

import ast
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.flowchart.phraser import CODE, level_of, phrase, read_label
from benchmark.flowchart.step import LEVELS, Kind, Level, Step
from benchmark.suites.code_vision import rebuilt
from tests.case_files import read_cases
from tests.sampling import first_of

LABELS = read_cases("charts/labels.yaml")
EXAMPLES, QUESTIONS = LABELS["statements"], LABELS["decisions"]


def do(source: str) -> Step:
    return Step(kind=Kind.DO, node=ast.parse(source).body[0])


def question(source: str) -> Step:
    return Step(kind=Kind.TEST, node=ast.parse(source, mode="eval").body)


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
        assert level_of(phrase(Step(kind=Kind.START, name="f.g"), level)) == level
    assert level_of("Begin") is None


def _steps(source: str) -> Iterator[Step]:
    """Yield all expressions, loops, parameters and statements of a program as steps."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Slice() | ast.Starred() | ast.FormattedValue():
                continue
            case ast.Raise(exc=None) | ast.Return(value=None):  # they have labels of their own
                continue
            case ast.expr() if isinstance(getattr(node, "ctx", None), ast.Load | None):
                yield Step(kind=Kind.TEST, node=node)
            case ast.For():
                node.body, node.orelse = [], []
                yield Step(kind=Kind.NEXT, node=node)
            case ast.arguments() if ast.unparse(node) and ":" not in ast.unparse(node):
                yield Step(kind=Kind.INPUT, node=node)
            case ast.Assign() | ast.AugAssign() | ast.Return() | ast.Expr() | ast.Raise() | ast.Assert():
                yield Step(kind=Kind.DO, node=node)
            case ast.Delete() | ast.Global() | ast.Import() | ast.ImportFrom():
                yield Step(kind=Kind.DO, node=node)


def _assert_read_back(steps: Iterator[Step]) -> None:
    """Every label turns into its step again, and none holds source text."""
    for step in steps:
        for level in LEVELS:
            label = phrase(step, level)
            assert read_label(label, level) == step
            assert not label.startswith(CODE), label


#: Modules of the standard library: code of others, which has nearly all that Python can say.
MODULES = [
    "operator",
    "bisect",
    "statistics",
    "fractions",
    "enum",
    "dataclasses",
    "argparse",
    "ast",
    "functools",
]


@pytest.mark.parametrize("name", first_of(MODULES, 2))
def test_labels_of_the_standard_library_are_read_back(name: str) -> None:
    source = Path(sysconfig.get_path("stdlib"), f"{name}.py").read_text(encoding="utf-8")
    _assert_read_back(_steps(source))


@pytest.mark.parametrize("every", [40, pytest.param(1, marks=pytest.mark.gate)])
def test_labels_of_references_are_read_back(every: int) -> None:
    for task in rebuilt.load()[::every]:
        _assert_read_back(_steps(task.reference))
