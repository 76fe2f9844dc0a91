"""Replies are read, and answers run and compared, as by MMCode's published judge, with its surprises.

The expected results were found with the published code itself, run in the sandbox.
"""

from dataclasses import replace
from typing import Any

import pytest

from benchmark.core.sample import Answer, Completion, RawSample, Sample
from benchmark.core.suite import ExtractionRule, JudgedExtraction
from benchmark.core.task import FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.extracting import raw_samples
from benchmark.suites.mmcode.call_based import call_check
from benchmark.suites.mmcode.problem_prompt import read_captions
from benchmark.suites.mmcode.suite import SUITE as MMCODE
from benchmark.suites.mmcode.upstream import judged, program
from tests.case_files import read_cases
from tests.judged import verdict_of

TASK = Task(
    id="t",
    suite="mmcode",
    check=StdioCheck(cases=(StdioCase(input="3\n", output="6\n"), StdioCase(input="4", output="8\n"))),
)
RIGHT = "n = int(input())\nprint(2 * n)\n"
WRONG = "n = int(input())\nprint(n)\n"


def block(code: str, tag: str = "python") -> str:
    return f"```{tag}\n{code}```\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (block(RIGHT) + block(WRONG), f"\n{RIGHT}"),
        ("```python3\nx\n```", "3\nx\n"),
        ("no ```python block", "no ```python block"),
        ("```python```", ""),
    ],
)
def test_the_first_closed_block_is_kept_or_all_of_the_text(text: str, code: str) -> None:
    assert MMCODE.judged.extractions["upstream"](TASK, text).code == code


def test_a_call_based_answer_gets_what_it_needs_from_the_starter_code() -> None:
    task = Task(
        id="t",
        check=FunctionCheck(tests=("assert Solution().f([1]) == 2",)),
        entry_point="Solution().f",
        starter_code="from typing import List\n\nclass Solution:\n    def f(self, a: List[int]): pass\n",
    )
    text = block("class Solution:\n    def f(self, a: List[int]) -> int:\n        return 2 * a[0]\n")
    own = MMCODE.judged.extractions["own"](task, text)
    assert own.program.startswith("from typing import List\n")
    assert "from typing import List, Tuple\n" in MMCODE.judged.extractions["upstream"](task, text).program


@pytest.mark.parametrize("case", read_cases("mmcode/captions.yaml"), ids=lambda case: case["reply"][:30])
def test_each_picture_gets_its_caption(case: dict[str, Any]) -> None:
    assert read_captions(case["reply"], 2) == tuple(case["captions"])


def test_the_only_picture_gets_a_reply_without_a_number() -> None:
    assert read_captions("A tree.\n\nIt has leaves.", 1) == ("A tree.\n\nIt has leaves.",)
    assert read_captions("Picture 1: a tree", 1) == ("a tree",)


_SUM = Task(
    id="sum",
    suite="mmcode",
    check=StdioCheck(cases=(StdioCase(input="2\n3 4\n", output="7\n"),), compare="exact"),
)
PROGRAMS = read_cases("mmcode/upstream_programs.yaml")
CALLS = read_cases("mmcode/upstream_calls.yaml")
_READ = "n = int(input())\nvalues = list(map(int, input().split()))\n"


def _verdict(judge: Judge, task: Task, code: str) -> Verdict:
    sample = Sample(task=judged(task), draw=0, answer=Answer(code=code, program=program(task, code)))
    outcome = judge.judge(sample)
    assert isinstance(outcome, Verdict), outcome
    return outcome


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_whole_program_runs_as_in_the_published_judge(judge: Judge, name: str) -> None:
    case = PROGRAMS[name]
    verdict = _verdict(judge, _SUM, case["program"])
    assert (verdict.status is Status.PASSED) is case["passes"], verdict
    assert bool(verdict.error_type) is not case["passes"]


@pytest.mark.parametrize(
    ("code", "error_type"),
    [
        ("n, m, k = map(int, input().split())", "input-parsing"),
        (f"{_READ}1 / 0", "math"),
        ("from sys import stdin\nwhile True:\n    stdin.readline()", "input-parsing"),
        ("x = sys.stdin.buffer.read()", "input-parsing"),
        ("x = 1\nfrom math import *", "syntax"),
        ("import sys", "name"),
        (f"{_READ}print([7])", "output-format"),
    ],
)
def test_error_types_are_found_inside_the_program_that_upstream_makes(
    judge: Judge, code: str, error_type: str
) -> None:
    assert _verdict(judge, _SUM, code).error_type == error_type


@pytest.mark.gate
@pytest.mark.parametrize("name", PROGRAMS)
def test_our_own_rule_differs_where_the_readme_says_so(judge: Judge, name: str) -> None:
    case = PROGRAMS[name]
    task = replace(_SUM, check=replace(_SUM.check, compare="tokens"), limits=Limits(seconds=1))
    verdict = verdict_of(judge, task, case["program"])
    assert (verdict.status is Status.PASSED) is case.get("own", case["passes"]), verdict


@pytest.mark.parametrize(
    "starter",
    ["", pytest.param("class Solution:\n    def f(self, n):\n        ", marks=pytest.mark.gate)],
    ids=["function", "method"],
)
@pytest.mark.parametrize("name", CALLS)
def test_a_call_is_judged_as_in_the_published_judge(judge: Judge, name: str, starter: str) -> None:
    case = CALLS[name]
    check, entry = call_check("f", case["inputs"], case["outputs"], starter)
    task = Task(id="t", suite="mmcode", check=check, entry_point=entry, starter_code=starter)
    verdict = _verdict(judge, task, case["program"])
    assert (verdict.status is Status.PASSED) is case["passes"], verdict


def _extract(_task: Task, text: str) -> Answer:
    return Answer(code=text, program=text)


def test_only_a_rule_that_brings_its_own_form_of_tasks_changes_how_they_are_judged() -> None:
    completion = Completion(task_id="sum", draw=0, text="print(7)")
    tasks = {"sum": _SUM, "other": Task(id="other", check=FunctionCheck(tests=("assert f(1) == 1",)))}
    (own,) = raw_samples(tasks, [completion], ExtractionRule("own", _extract).extract)
    rule = JudgedExtraction(extract=_extract, judged=judged)
    (theirs,) = raw_samples(tasks, iter([completion]), ExtractionRule("upstream", rule).extract)
    assert own.task is _SUM
    assert isinstance(theirs.task.check, StdioCheck)
    limits = theirs.task.limits
    assert (theirs.task.check.compare, limits.seconds, limits.together) == ("tolerant", 20.0, 21.0)
    assert isinstance(theirs, RawSample)
    assert theirs.extraction(theirs.task, "x").code == "x"
    assert judged(tasks["other"]) is tasks["other"]
