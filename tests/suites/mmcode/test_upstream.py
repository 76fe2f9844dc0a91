"""Upstream's rule of extraction, on texts of ours and on a published answer."""

import pytest

from benchmark.core.task import FunctionCheck, StdioCase, StdioCheck, Task
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
