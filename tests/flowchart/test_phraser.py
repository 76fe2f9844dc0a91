"""Labels at both levels: what they say, and that every one turns back into its step."""

import ast
from collections.abc import Iterator

import pytest

from benchmark.flowchart.phraser import CODE, level_of, phrase, read_label
from benchmark.flowchart.step import LEVELS, Kind, Level, Step
from benchmark.suites.code_vision import rebuilt
from tests.case_files import read_cases

from .random_code import RandomCode

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


def _steps(seed: int, count: int) -> Iterator[Step]:
    """Draw steps whose syntax trees are those that Python reads."""
    code = RandomCode(seed)
    while count:
        tree: ast.stmt = ast.Expr(value=code.expression(4))
        loop = ast.For(target=code.target(), iter=code.expression(3), body=[ast.Pass()], orelse=[])
        parameters = ast.FunctionDef(name="f", args=code.parameters(2), body=[ast.Pass()], decorator_list=[])
        drawn = [tree, loop, parameters, code.statement(4)]
        module = ast.fix_missing_locations(ast.Module(body=drawn, type_ignores=[]))
        try:
            read = ast.parse(ast.unparse(module)).body
        except (SyntaxError, ValueError):
            continue
        match read:
            case [ast.Expr(value=value), ast.For() as head, ast.FunctionDef(args=arguments), statement]:
                head.body = []
                yield Step(kind=Kind.TEST, node=value)
                yield Step(kind=Kind.NEXT, node=head)
                if ast.unparse(arguments):
                    yield Step(kind=Kind.INPUT, node=arguments)
                if ast.unparse(statement) != "end":  # the label of the end of a chart
                    yield Step(kind=Kind.DO, node=statement)
        count -= 1


def _reference_steps(every: int) -> Iterator[Step]:
    for task in rebuilt.load()[::every]:
        for node in ast.walk(ast.parse(task.reference)):
            if isinstance(node, ast.expr) and not isinstance(node, ast.Slice | ast.Starred):
                yield Step(kind=Kind.TEST, node=node)
            elif isinstance(node, ast.Assign | ast.AugAssign | ast.Return | ast.Expr | ast.Raise):
                yield Step(kind=Kind.DO, node=node)


def _assert_read_back(steps: Iterator[Step]) -> None:
    """Every label turns into its step again, and none holds source text."""
    for step in steps:
        for level in LEVELS:
            label = phrase(step, level)
            assert read_label(label, level) == step
            assert not label.startswith(CODE), label


def test_labels_of_random_code_are_read_back() -> None:
    _assert_read_back(_steps(seed=1, count=20))


def test_labels_of_references_are_read_back() -> None:
    _assert_read_back(_reference_steps(every=40))


@pytest.mark.weekly
def test_labels_of_much_random_code_are_read_back() -> None:
    _assert_read_back(_steps(seed=2, count=600))


@pytest.mark.gate
def test_labels_of_all_references_are_read_back() -> None:
    _assert_read_back(_reference_steps(every=1))
