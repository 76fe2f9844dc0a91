"""Upstream's rule of extraction, on texts of ours and on a published answer."""

import json
from pathlib import Path

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Verdict
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.suites.mmcode.suite import SUITE as MMCODE

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
    assert MMCODE.extractions["upstream"](TASK, text).code == code


@pytest.mark.gate
def test_a_published_answer_passes_all_tests_under_both_rules(shared_data: Path) -> None:
    """The answer that another project printed with its verdict: 65 of 65 tests."""
    record = json.loads((shared_data / "mmcode" / "cf_1092_F.json").read_text(encoding="utf-8"))
    tests = record["input_output"]
    cases = tuple(map(_case, zip(tests["inputs"], tests["outputs"], strict=True)))
    task = Task(id="t", suite="mmcode", check=StdioCheck(cases=cases), limits=Limits(seconds=10))
    text = block(f"{record['published_run']['code']}\n") + "For example:\n" + block("1\n1337\n", "")
    for rule in ("own", "upstream"):
        extraction = ExtractionRule(rule, MMCODE.extractions[rule])
        completion = Completion(task_id="t", draw=0, text=text)
        (outcome,) = evaluate([task], [completion], rule=extraction, executor=LocalPool(1)).outcomes
        assert isinstance(outcome, Verdict)
        assert outcome.status == "passed", outcome


def _case(pair: tuple[str, str]) -> StdioCase:
    return StdioCase(input=pair[0], output=pair[1])


def test_a_call_based_answer_gets_what_it_needs_from_the_starter_code() -> None:
    task = Task(
        id="t",
        check=FunctionCheck(tests=("assert Solution().f([1]) == 2",)),
        entry_point="Solution().f",
        starter_code="from typing import List\n\nclass Solution:\n    def f(self, a: List[int]): pass\n",
    )
    text = block("class Solution:\n    def f(self, a: List[int]) -> int:\n        return 2 * a[0]\n")
    own = MMCODE.extractions["own"](task, text)
    assert own.program.startswith("from typing import List\n")
    assert "from typing import List, Tuple\n" in MMCODE.extractions["upstream"](task, text).program
