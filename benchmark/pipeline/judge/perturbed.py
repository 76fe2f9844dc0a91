"""Judges some passed answers again with one expected value changed: an answer that still passes is lying.

A right answer fails the changed test. An answer that decides comparisons itself, or that reached the code
that compares, passes it. So the check finds ways to cheat that nobody has thought of.
"""

import ast
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, Sample, sample_name
from benchmark.core.task import ChoiceCheck, FunctionCheck, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.extraction.own import reference_program

SHARE = 0.01  #: share of the passed verdicts that are judged again
AT_LEAST = 20  #: passed verdicts of a run that are judged again, if it has as many
_REFERENCE = 1 << 40  #: added to the draw of a sample whose answer is the reference
_SHOWN = 150  #: characters of a test or an answer in a message, which becomes a status of at most 500
#: Functions that compare their first two arguments; further ones are tolerances.
_COMPARING = frozenset(
    {
        "assertEqual",
        "assertAlmostEqual",
        "assertListEqual",
        "assertTupleEqual",
        "assertDictEqual",
        "isclose",
        "allclose",
        "array_equal",
        "assert_allclose",
        "assert_equal",
        "approx",
    }
)
#: Judges samples, and returns their outcomes in the same order.
Judging = Callable[[Sequence[Sample]], Sequence[Outcome]]

_LINE_END = re.compile(rb"\r\n|\r|\n")
_WORD = re.compile(r"\S+")
_WHOLE = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTask:
    """A task with one test or case, in which one literal of an expected value is changed."""

    task: Task
    shown: str  #: the changed statement, or the changed line of the expected output
    #: Whether every right answer fails it: the test always compares with the literal by a plain ``==``.
    certain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingAnswer:
    """An answer that passes the task's test, and also the test with a changed expected value."""

    sample: Sample
    shown: str  #: the changed part of the test

    @property
    def text(self) -> str:
        """Task, test and answer, for a message."""
        texts = self.shown, self.sample.answer.program
        test, code = (text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…" for text in texts)
        return f"{sample_name(self.sample.key)} also passes with {test}; its answer: {code}"


def draw(outcomes: Sequence[Outcome], tasks: Iterable[Task], digest: str) -> list[tuple[int, ChangedTask]]:
    """Return the places of 1 % of the passed outcomes, at least 20, each with its changed task.

    Outcomes and literals follow from the digest of the completions, so judging again draws the same. Outcomes
    of tasks without a literal to change are skipped.
    """
    by_id = {task.id: task for task in tasks}
    passed = [
        (sha256_hex(f"{digest} {sample_name(outcome.key)}".encode()), place)
        for place, outcome in enumerate(outcomes)
        if isinstance(outcome, Verdict) and outcome.status is Status.PASSED
    ]
    wanted = max(AT_LEAST, math.ceil(SHARE * len(passed)))
    changes = (
        (place, change(by_id[outcomes[place].task_id], int(seed, 16))) for seed, place in sorted(passed)
    )
    return list(islice(((place, changed) for place, changed in changes if changed is not None), wanted))


def lying_answers(pairs: Sequence[tuple[Sample, ChangedTask]], judge: Judging) -> tuple[LyingAnswer, ...]:
    """Return the answers that pass their changed tasks twice, although the references fail them.

    Twice, because chance must not stop a row: an answer may return numbers at random.
    """
    for _ in range(2):
        if pairs:
            pairs = _passing(pairs, judge)
    return tuple(LyingAnswer(sample=sample, shown=changed.shown) for sample, changed in pairs)


def _passing(pairs: Sequence[tuple[Sample, ChangedTask]], judge: Judging) -> list[tuple[Sample, ChangedTask]]:
    answers = [replace(sample, task=changed.task) for sample, changed in pairs]
    references = [
        Sample(task=changed.task, draw=_REFERENCE + sample.draw, answer=Answer(code=program, program=program))
        for sample, changed in pairs
        if not changed.certain
        for program in [reference_program(changed.task)]
    ]
    passed = {
        outcome.key: outcome.status is Status.PASSED
        for outcome in judge([*answers, *references])
        if isinstance(outcome, Verdict)
    }
    return [
        (sample, changed)
        for sample, changed in pairs
        if passed.get(sample.key)
        and (changed.certain or passed.get((sample.task.id, _REFERENCE + sample.draw)) is False)
    ]


def check_honest(lying: Sequence[LyingAnswer]) -> None:
    """Refuse a run with an answer that passes whatever its test expects.

    Raises:
        OurFailure: if there is one; the message has task, test and answer.
    """
    if lying:
        problem = f"an answer passes whatever its test expects, so no row is made: {lying[0].text}"
        raise OurFailure(problem, "report it as a fault of the judge, as SECURITY.md says")


def change(task: Task, seed: int) -> ChangedTask | None:
    """Return a task with one literal of an expected value changed; None if it has none.

    Tolerances and arguments stay as they are.

    Args:
        task: the task; without a reference, only literals that every right answer must reproduce are changed.
        seed: chooses the literal, at least 0.
    """
    match task.check:
        case FunctionCheck() as check:
            places = [
                (test, place)
                for test in check.tests
                for place in _expected_literals(test)
                if place.certain or task.reference.strip()
            ]
            if not places:
                return None
            test, place = places[seed % len(places)]
            changed = replace(check, tests=(place.changed(test),), kinds=())
            return ChangedTask(
                task=replace(task, check=changed), shown=place.shown(test), certain=place.certain
            )
        case StdioCheck(cases=cases, compare=rule) as check:
            usable = [case for case in cases if case.output.split()]
            certain = rule in ("lines", "tokens", "exact")
            if not usable or not (certain or task.reference.strip()):
                return None
            case, shown = _change_output(usable[seed % len(usable)], seed // len(usable))
            return ChangedTask(
                task=replace(task, check=replace(check, cases=(case,))), shown=shown, certain=certain
            )
        case ChoiceCheck(answer=letter, options=options) as check:
            others = [chr(ord("A") + number) for number in range(options) if chr(ord("A") + number) != letter]
            other = others[seed % len(others)]
            return ChangedTask(
                task=replace(task, check=replace(check, answer=other)), shown=other, certain=True
            )
        case _:  # a figure has no literals: its reference is a program
            return None


@dataclass(frozen=True, slots=True)
class _ExpectedLiteral:
    """A literal of an expected value in a test."""

    literal: ast.expr
    statement: ast.stmt
    replacement: str
    certain: bool

    def changed(self, test: str) -> str:
        data = test.encode("utf-8", "surrogatepass")
        starts = [0, *(match.end() for match in _LINE_END.finditer(data))]
        assert self.literal.end_lineno is not None  # noqa: S101 - parsed from text, so it has an end
        assert self.literal.end_col_offset is not None  # noqa: S101 - see above
        begin = starts[self.literal.lineno - 1] + self.literal.col_offset
        end = starts[self.literal.end_lineno - 1] + self.literal.end_col_offset
        return (data[:begin] + self.replacement.encode() + data[end:]).decode("utf-8", "surrogatepass")

    def shown(self, test: str) -> str:
        statement = " ".join((ast.get_source_segment(test, self.statement) or "").split())
        return f"{statement} with {self.replacement} for {ast.unparse(self.literal)}"


def _expected_literals(test: str) -> Iterator[_ExpectedLiteral]:
    """Yield the literals of the values that a test compares with a result."""
    try:
        tree = ast.parse(test)
    except (SyntaxError, ValueError, RecursionError):
        return
    always = set(map(id, _always_run(tree)))
    for statement in ast.walk(tree):
        if not isinstance(statement, ast.Assert | ast.Expr):
            continue
        for node in ast.walk(statement):
            for expected in _compared_with(node):
                plain = (
                    isinstance(statement, ast.Assert)
                    and node is statement.test
                    and isinstance(node, ast.Compare)
                )
                for literal, replacement in _replacements(expected):
                    yield _ExpectedLiteral(literal, statement, replacement, plain and id(statement) in always)


def _always_run(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements that a test runs for every answer that passes: outside of branches and loops."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    called = [node for node in functions if node.name == "check"] or [
        node for node in functions if node.name.startswith("test")
    ]
    for block in (tree.body, *(node.body for node in called)):
        for statement in block:
            if isinstance(statement, ast.Return):
                break
            yield statement


def _compared_with(node: ast.AST) -> list[ast.expr]:
    """Return the literal that an expression compares with something else, or nothing."""
    match node:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            sides = [left, right]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[left, right, *_]) if (
            name in _COMPARING
        ):
            sides = [left, right]
        case ast.Call(func=ast.Name(id="abs"), args=[ast.BinOp(left=left, op=ast.Sub(), right=right)]):
            sides = [left, right]
        case _:
            return []
    literal = [side for side in sides if _is_literal(side)]
    # Two literals have no result between them; a side without a call may be an argument that the test made.
    return literal if len(literal) == 1 else []


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def _replacements(expected: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """Yield the constants of a literal with another value for each, which makes the literal unequal."""
    constants = [node for node in ast.walk(expected) if isinstance(node, ast.Constant)]
    for constant in constants:
        match constant.value:
            case bool() as truth:
                yield constant, repr(not truth)
            case int() | complex() as number:
                yield constant, repr(number + 1)
            case float() as number if math.isfinite(number):
                yield constant, repr(2 * abs(number) + 1)
            case str() as text:
                yield constant, repr(text + "!")
            case bytes() as data:
                yield constant, repr(data + b"!")
            case None:
                yield constant, "0"
            case _:
                pass
    if not constants:  # an empty container
        yield expected, "None"


def _change_output(case: StdioCase, seed: int) -> tuple[StdioCase, str]:
    words = [*_WORD.finditer(case.output)]
    word = words[seed % len(words)]
    old = word.group()
    try:
        new = str(int(old) + 1) if _WHOLE.fullmatch(old) else str(2 * abs(float(old)) + 1)
    except (ValueError, OverflowError):
        new = old + "x"
    if new in ("inf", "nan", old):
        new = old + "x"
    output = case.output[: word.start()] + new + case.output[word.end() :]
    return replace(case, output=output), f"{new} for {old} as word {words.index(word) + 1} of the output"
