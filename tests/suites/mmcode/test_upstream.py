"""Replies are read as upstream does: its rule of extraction, and captions in odd forms."""

from typing import Any

import pytest

from benchmark.core.task import FunctionCheck, StdioCase, StdioCheck, Task
from benchmark.suites.mmcode.problem_prompt import read_captions
from benchmark.suites.mmcode.suite import SUITE as MMCODE
from tests.case_files import read_cases

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


@pytest.mark.parametrize("case", read_cases("mmcode/captions.yaml"), ids=lambda case: case["reply"][:30])
def test_each_picture_gets_its_caption(case: dict[str, Any]) -> None:
    assert read_captions(case["reply"], 2) == tuple(case["captions"])


def test_the_only_picture_gets_a_reply_without_a_number() -> None:
    assert read_captions("A tree.\n\nIt has leaves.", 1) == ("A tree.\n\nIt has leaves.",)
    assert read_captions("Picture 1: a tree", 1) == ("a tree",)
