"""Charts do what their programs do: the program made from a chart's text passes the tests of the source.

All programs run in the sandbox, as answers of a model do.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.extraction.own import extract
from benchmark.files.chart import Chart
from benchmark.files.mermaid import parse_mermaid, to_mermaid
from benchmark.judging.judge import Judge
from benchmark.suites.code_vision import rebuilt
from benchmark.suites.code_vision.importer import read_published_outputs
from tests.case_files import read_cases, read_text
from tests.judged import verdict_of
from tests.sampling import first_of, gate_of
from workshop.flowchart.compiler import compile_chart
from workshop.flowchart.interpreter import chart_program
from workshop.flowchart.phraser import source_labels
from workshop.flowchart.step import LEVELS, Level

pytestmark = gate_of("charts")

CHARTS = read_cases("charts/not_runnable.yaml")
CASES = sorted((Path(__file__).parents[2] / "cases" / "flowcharts").glob("*.py"))
MOST_SOURCE = 0.02  #: share of labels at level ``words`` that may hold source text


def through_chart(source: str, entry_point: str, level: Level) -> tuple[str, Chart]:
    """Return the program made from the text of the chart, and the chart."""
    chart = compile_chart(source, entry_point, level=level)
    text = to_mermaid(chart)
    assert parse_mermaid(text) == chart
    return chart_program(text, entry_point), chart


def small_task(test: str, *, entry_point: str = "f", seconds: float = 3.0) -> Task:
    check = FunctionCheck(tests=(test,))
    return Task(id="small", entry_point=entry_point, check=check, limits=Limits(seconds=seconds))


def failures(judge: Judge, tasks: Sequence[Task], level: Level) -> dict[str, str]:
    """Return the tasks whose reference, taken through its chart, does not pass."""
    failed: dict[str, str] = {}
    for task in tasks:
        program, _ = through_chart(task.reference, task.entry_point, level)
        verdict = verdict_of(judge, task, program)
        if verdict.status is not Status.PASSED:
            failed[task.id] = verdict.detail
    return failed


def agreement(judge: Judge, seed: int, count: int) -> Verdict:
    """Compare the traces of random programs with those of their charts, in one run."""
    draw = RandomPrograms(seed)
    pairs: list[tuple[str, str]] = []
    refused = 0
    while len(pairs) < count:
        source = draw.program()
        level = LEVELS[len(pairs) % len(LEVELS)]
        try:
            pairs.append((source, through_chart(source, "f", level)[0]))
        except BadInput:  # such as a yield that is never reached
            refused += 1
        assert refused <= 2 + count // 10
    answer, test = comparison(pairs)
    return verdict_of(judge, small_task(test, entry_point="compare", seconds=10.0), answer)


@pytest.mark.parametrize("case", first_of(CASES, 5, "gate"), ids=lambda path: path.stem)
def test_a_program_and_its_chart_pass_the_same_tests(judge: Judge, case: Path) -> None:
    source, test = case.read_text(encoding="utf-8").split("\n# tests\n")
    task = small_task(test)
    programs = {"source": source}
    for level in LEVELS:
        programs[level], chart = through_chart(source, "f", level)
        assert source_labels(chart) == []
    assert {
        name: verdict_of(judge, task, program).detail for name, program in programs.items()
    } == dict.fromkeys(programs, "")


@pytest.mark.parametrize("seed", first_of([1, 2, 3, 4, 5], 2))
def test_random_programs_agree_with_their_charts(judge: Judge, seed: int) -> None:
    assert agreement(judge, seed=seed, count=3 if seed == 1 else 40).detail == ""


def test_a_chart_that_does_not_end_is_a_timeout(judge: Judge) -> None:
    text = 'flowchart TD\na(["Start of f"]) --> b["set x to 1"]\nb --> c{"is x true?"}\n'
    text += 'c -->|Yes| b\nc -->|No| d(["End"])\n'
    verdict = verdict_of(judge, small_task("assert f() is None", seconds=0.1), chart_program(text, "f"))
    assert verdict.status is Status.TIMEOUT


def test_swapped_answers_of_a_decision_are_seen(judge: Judge) -> None:
    text = to_mermaid(
        compile_chart("def f(n):\n    if n > 0:\n        return 1\n    return 2", "f", level="words")
    )
    task = small_task("assert (f(1), f(0)) == (1, 2)")
    assert verdict_of(judge, task, chart_program(text, "f")).status is Status.PASSED
    swapped = text.replace('"Yes"', '"-"').replace('"No"', '"Yes"').replace('"-"', '"No"')
    assert verdict_of(judge, task, chart_program(swapped, "f")).status is Status.WRONG_ANSWER


def test_charts_that_are_defined_again_and_again_are_refused() -> None:
    lines = ["flowchart TD"]
    name = "f"
    for depth in range(12):
        a = f"n{depth}"
        lines += [f'{a}(["Start of {name}"]) --> {a}b[["define g"]] --> {a}c[["define g"]] --> {a}d(["End"])']
        name += ".g"
    lines += [f'last(["Start of {name}"]) --> lastd(["End"])']
    with pytest.raises(BadInput, match="more than 1000 definitions"):
        chart_program("\n".join(lines), "f")


def test_the_good_chart_is_a_program() -> None:
    assert "return 1" in chart_program(CHARTS["good"], "f")


@pytest.mark.parametrize("case", CHARTS["bad"], ids=lambda case: case["says"])
def test_a_chart_that_cannot_be_run_is_refused(case: dict[str, str]) -> None:
    with pytest.raises(BadInput, match=f"^my.mmd: .*{case['says']}"):
        chart_program(case["chart"], "f", file="my.mmd")


@pytest.mark.parametrize("step", first_of([40, 1]))
def test_references_pass_through_their_charts(judge: Judge, step: int) -> None:
    for number, level in enumerate(LEVELS):
        assert failures(judge, rebuilt.load()[number % step :: step], level) == {}


@pytest.mark.gate
def test_labels_in_words_hold_no_source_text() -> None:
    charts = [compile_chart(task.reference, task.entry_point, level="words") for task in rebuilt.load()]
    count = sum(len(chart.all_nodes()) for chart in charts)
    source = [label for chart in charts for label in source_labels(chart)]
    assert count > 1500
    assert len(source) <= MOST_SOURCE * count, source


@pytest.mark.weekly
def test_programs_of_models_pass_through_their_charts(judge: Judge, shared_data: Path) -> None:
    """For each task of a subset, the first published answer that passes: classes, helpers, imports."""
    outputs = read_published_outputs([shared_data / "codevision" / "upstream" / "Algorithm"])
    passed: dict[str, Status] = {}
    for run in outputs.runs:
        tasks = {task.id: task for task in outputs.tasks[run.subset]}
        for completion in run.completions:
            task = tasks[completion.task_id]
            answer = extract(task, completion.text)
            if task.id in passed or verdict_of(judge, task, answer.program).status is not Status.PASSED:
                continue
            level = LEVELS[len(passed) % len(LEVELS)]
            program, chart = through_chart(answer.program, task.entry_name, level)
            passed[task.id] = verdict_of(judge, task, program).status
            assert source_labels(chart) == []
    assert len(passed) > 120
    assert {task: status for task, status in passed.items() if status is not Status.PASSED} == {}


#: Runs the source and the program made from its chart; both leave a trace of what they do.
COMPARE = read_text("programs/compare_traces.py")
TEST = """
for number in range({count}):
    for arguments in ((0, 1), (3, -2), (2, 5)):
        source, chart = compare(number, *arguments)
        assert source == chart, (number, arguments, source, chart)
"""


class RandomPrograms:
    """Draws programs ``def f(a, b): …`` from one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - no secret
        self._label = 0

    def program(self) -> str:
        self._label = 0
        self._generator = self.chance.random() < 0.2
        body = self._block(3, loop=False, handler=False, final=False, inner=False)
        lines = [
            "def f(a, b):",
            "    c = d = e = 0",
            *(f"    {line}" for line in body),
            "    return a, b, c, d, e",
        ]
        return "\n".join(lines) + "\n"

    def _pick(self, *choices: str) -> str:
        return self.chance.choice(choices)

    def _value(self, depth: int = 2) -> str:
        if depth == 0 or self.chance.random() < 0.4:
            return self._pick("a", "b", "c", "d", "1", "2", "-3", "len(str(a))")
        left, right = self._value(depth - 1), self._value(depth - 1)
        return self._pick(
            f"({left} + {right})", f"({left} - {right})", f"{left} % 7",
            f"({left} if {right} > 0 else {right})",
            f"max({left}, {right})", f"sum([i * {left} for i in range(3) if i != {right}])",
            f"log({self._next()}, {left})", f"(lambda x: x + {left})({right})",
            f"len({{i for i in range({left} % 4) for a in (1, 2)}})", f"10 // ({left})",
        )  # fmt: skip

    def _test(self) -> str:
        left, right = self._value(1), self._value(1)
        return self._pick(
            f"{left} < {right}", f"{left} % 2 == 0", f"not {left}", f"{left} in (1, 2, {right})", "c > 3",
            f"{left} != {right} and {left}", f"log({self._next()}, {left}) or {right} == 1",
        )  # fmt: skip

    def _next(self) -> int:
        self._label += 1
        return self._label

    def _block(self, depth: int, **where: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 3)):
            lines += self._statement(depth, **where)
        return lines

    def _inside(self, depth: int, **where: bool) -> list[str]:
        return [f"    {line}" for line in self._block(depth - 1, **where)]

    def _statement(self, depth: int, **where: bool) -> list[str]:
        kinds = ["log", "log", "set", "set", "update", "jump", "raise", "pass"]
        if depth:
            kinds += ["if", "if", "for", "for", "while", "try", "try", "finally", "with", "def", "true"]
        return list(getattr(self, f"_{self.chance.choice(kinds)}")(depth, where))

    def _log(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        if self._generator and not _where["inner"] and self.chance.random() < 0.4:
            yield f"yield log({self._next()}, {self._value(1)})"
        else:
            yield f"log({self._next()}, {self._value(1)})"

    def _set(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        target = self._pick("a", "b", "c", "d", "c = d", "c, d")
        yield f"{target} = {self._value()}" + (f", {self._value()}" if "," in target else "")

    def _update(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        yield f"{self._pick('a', 'b', 'c', 'd')} {self._pick('+=', '-=', '//=', '%=')} {self._value(1)}"

    def _jump(self, _depth: int, where: dict[str, bool]) -> Iterator[str]:
        choices = [f"return {self._value(1)}", "return"]
        if where["loop"]:
            choices += ["break", "break"] + ([] if where["final"] else ["continue", "continue"])
        yield f"if {self._test()}:"
        yield f"    {self.chance.choice(choices)}"

    def _raise(self, _depth: int, where: dict[str, bool]) -> Iterator[str]:
        error = self._pick("ValueError", "KeyError", "IndexError")
        yield f"if {self._test()}:"
        if where["handler"] and self.chance.random() < 0.5:
            yield "    raise"
        else:
            cause = " from ValueError(1)" if self.chance.random() < 0.2 else ""
            yield f"    raise {error}({self._next()}){cause}"

    def _pass(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        yield "pass"

    def _if(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield f"if {self._test()}:"
        yield from self._inside(depth, **where)
        if self.chance.random() < 0.3:
            yield f"elif {self._test()}:"
            yield from self._inside(depth, **where)
        if self.chance.random() < 0.5:
            yield "else:"
            yield from self._inside(depth, **where)

    def _for(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        variable = self._pick("c", "d", "e", "i")
        items = self._pick(
            "range(3)", "(4, 0, 1)", "[n - b for n in (1, 2)]", "range(a % 4)", "''", "iter((1, 2))"
        )
        yield f"for {variable} in {items}:"
        yield f"    log({self._next()}, {variable})"
        yield from self._inside(depth, **where | {"loop": True, "final": False})
        yield from self._otherwise(depth, where)

    def _while(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield f"while {self._test()}:"
        yield f"    log({self._next()})"
        yield from self._inside(depth, **where | {"loop": True, "final": False})
        yield from self._otherwise(depth, where)

    def _true(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield "while True:"
        if self.chance.random() < 0.5:
            yield f"    for e in log({self._next()}, (1, 2, a)):"
            yield f"        log({self._next()})"
            yield from (
                "    " + line for line in self._inside(depth, **where | {"loop": True, "final": False})
            )
        else:
            yield f"    log({self._next()})"
        yield from self._inside(depth, **where | {"loop": True, "final": False})
        yield f"    if {self._test()}:"
        yield "        break"

    def _otherwise(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        if self.chance.random() < 0.4:
            yield "else:"
            yield from self._inside(depth, **where)

    def _try(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield "try:"
        yield from self._inside(depth, **where)
        for kind in self.chance.sample(["ValueError", "(KeyError, IndexError)", "ArithmeticError"], 2):
            yield f"except {kind}{self._pick('', ' as error')}:"
            yield from self._inside(depth, **where | {"handler": True})
        if self.chance.random() < 0.3:
            yield "except Exception:"
            yield from self._inside(depth, **where | {"handler": True})
        if self.chance.random() < 0.4:
            yield "else:"
            yield from self._inside(depth, **where)
        if self.chance.random() < 0.4:
            yield "finally:"
            yield from self._inside(depth, **where | {"final": True, "handler": False})

    def _finally(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield "try:"
        yield from self._inside(depth, **where)
        yield "finally:"
        yield from self._inside(depth, **where | {"final": True, "handler": False})

    def _with(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        more = f", manager({self._next()}, False)" if self.chance.random() < 0.3 else ""
        yield f"with manager({self._next()}, {self.chance.random() < 0.4}) as e{more}:"
        yield from self._inside(depth, **where)

    def _def(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        name = f"inner_{self._next()}"
        yield f"def {name}(n, m=a):"
        if self.chance.random() < 0.5:
            yield f"    nonlocal {self._pick('a', 'c', 'd')}"
        else:
            yield "    a = c = d = m"
        yield "    b = e = n"
        yield from self._inside(depth, loop=False, handler=False, final=False, inner=True)
        yield f"    return {name}(n - 1) if 0 < n < 3 else n"
        yield f"log({name}({self._value(1)}))"
        del where


def comparison(programs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return an answer that runs each source and its chart, and the test that compares their traces."""
    return f"PROGRAMS = {list(programs)!r}\n{COMPARE}", TEST.format(count=len(programs))
