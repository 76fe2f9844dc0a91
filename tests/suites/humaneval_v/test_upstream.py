"""Upstream's rules of both versions: what they keep of a text, and what their linter accepts."""

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Lint
from benchmark.pipeline.judge.parsing import LintProcess
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V
from benchmark.suites.humaneval_v.upstream import UPSTREAM, UPSTREAM_V2

RULES = ("own", "upstream", "upstream-v2")
SIGNATURE = 'def solution(n: int) -> int:\n    """As in the picture."""'
TASK = Task(
    id="t",
    suite="humaneval-v",
    starter_code=SIGNATURE,
    entry_point="solution",
    check=FunctionCheck(tests=("assert solution(3) == 6\n",)),
)
RIGHT = "def solution(n: int) -> int:\n    return 2 * n\n"
WRONG = "def solution(n: int) -> int:\n    return n\n"


def block(code: str, tag: str = "python") -> str:
    return f"```{tag}\n{code}```\n"


def kept_code(rule: str, text: str) -> str:
    return HUMANEVAL_V.judged.extractions[rule](TASK, text).code


@pytest.mark.gate
def test_imports_of_libraries_that_upstream_has_are_not_parsing_errors() -> None:
    linter = LintProcess()
    names = ["PIL", "requests", "yaml", "pydantic", "typing_extensions", "openai.types"]
    try:
        for rule in (UPSTREAM, UPSTREAM_V2):
            for code, parses in (
                ("\n".join(f"import {name}\nfrom {name} import a" for name in names), True),
                ("import pandas\nfrom pandas import DataFrame\n", True),  # pandas is in the sandbox
                ("import pandas\nimport nonesuch\n", False),
                ("import requests\nrequests.get(unknown)\n", False),
                ("import matplotlib.pyplot\n", False),  # is in no requirements.txt of upstream
                ("import sympy, sortedcontainers\n", True),
            ):
                program = f"{code}\ndef solution(x): return x\n"
                answer = Answer(code=program, program=program)
                found = linter.lint(Sample(task=TASK, draw=0, answer=answer), rule)
                assert isinstance(found, Lint)
                assert found.parses is parses, found.messages
                assert "PIL" not in str(found.messages)
    finally:
        linter.close()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" \n", ""),
        ("no code", f"{SIGNATURE}\n    pass"),
        ("import os\n```", "import os"),
        ("```\nimport os\n```\n```\nimport re\n```", "import os"),
        ("``` python\nX = 1\n```", ""),
        ("```python3\nimport os\n```", "import os"),
        ("```python\nimport a.b as c, d\nfrom . import e\n```", "import a.b as c\nimport d\nfrom  import e"),
        (
            "```python\ndef f():\n    import os\n    class C:\n        pass\n```",
            "def f():\n    import os\n\n    class C:\n        pass\nimport os",
        ),
        ("```python\nif True:\n    def f(): return 1\n```", "def f():\n    return 1"),
        ("```python\nasync def f():\n    def g(): return 1\n```", "def g():\n    return 1"),
        ("```python\nx = (\n```", "\nx = (\n"),
    ],
    ids=[
        "nothing", "no fence", "one fence", "the first of two blocks", "a space in the tag", "another tag",
        "imports", "an import inside comes out", "a function in an if", "asynchronous", "broken",
    ],
)  # fmt: skip
def test_both_versions_keep_the_same_part_of_one_block(text: str, code: str) -> None:
    assert kept_code("upstream", text) == code
    assert kept_code("upstream-v2", text) == code


def test_the_versions_keep_different_blocks_of_several() -> None:
    text = block("def a(): pass\n") + block(RIGHT) + block("def b(): pass\n")
    names = [
        [line for line in kept_code(rule, text).splitlines() if line.startswith("def")] for rule in RULES
    ]
    assert names == [
        ["def solution(n: int) -> int:"],
        ["def a():", "def solution(n: int) -> int:", "def b():"],
        ["def solution(n: int) -> int:"],
    ]
    none = block("def a(): pass\n") + block("def b(): pass\n")
    assert kept_code("upstream-v2", none).startswith("def a")
    never_closed = "```python\ndef a(): pass\n```python\ndef b(): pass\n"
    assert kept_code("upstream", never_closed) == ""
    assert kept_code("upstream-v2", never_closed).endswith("    pass")


def test_a_program_is_the_signature_with_pass_and_then_the_kept_code() -> None:
    answer = HUMANEVAL_V.judged.extractions["upstream"](TASK, block(RIGHT))
    assert answer.program == f"{SIGNATURE}\n    pass\n\n{answer.code}"
    assert answer.code == RIGHT.rstrip()
