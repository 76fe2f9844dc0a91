"""The prompts of Code-Vision: what a model is shown of a task."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.suites.code_vision import upstream_prompt
from benchmark.suites.code_vision.suite import SUITE as CODE_VISION
from tests.case_files import read_text
from tests.suites.prompts import shown_text

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
CHART = replace(
    FUNCTION,
    parts=(Picture(number=1, source="1.png"), Picture(number=2, source="2.png")),
    chart='flowchart TD\n    n1(["{{ Start }}"])\n',
)
UPSTREAM = read_text("code_vision/evaluate.py")


def prompt_text(task: Task, setting: str) -> str:
    return shown_text(CODE_VISION.prompt("sightbench", setting), task)


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
    assert "<1.png>\n<2.png>" in text
    assert "def area(r):" in text


def test_a_flowchart_as_text_is_shown_without_pictures_and_problem_text() -> None:
    with_words = replace(CHART, parts=(*FUNCTION.parts, *CHART.parts))
    assert prompt_text(with_words, "mermaid") == (
        "This flowchart, in Mermaid's language, shows what a Python program does:\n\n"
        '```mermaid\nflowchart TD\n    n1(["{{ Start }}"])\n```\n\n'
        "It starts like this:\n\n```python\nimport math\n\ndef area(r):\n```\n\n"
        "Answer with the whole of `area`, and the imports and helpers that it needs,"
        " in one Python code block."
    )
    with pytest.raises(BadInput, match="has no flowchart as text"):
        prompt_text(FUNCTION, "mermaid")


def test_the_blind_setting_shows_the_signature_alone() -> None:
    with_words = replace(CHART, parts=(*FUNCTION.parts, *CHART.parts))
    assert prompt_text(with_words, "signature-only") == (
        "Write this Python program. A flowchart shows what it does, but is not shown; answer with your best"
        " guess:\n\n```python\nimport math\n\ndef area(r):\n```\n\n"
        "Answer with the whole of `area`, and the imports and helpers that it needs,"
        " in one Python code block."
    )


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Upstream's source, with words of ours."""
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path))
    path = tmp_path / "code-vision" / "official" / "src" / "evaluation" / "evaluate.py"
    path.parent.mkdir(parents=True)
    path.write_text(UPSTREAM, encoding="utf-8")
    monkeypatch.setattr(upstream_prompt, "SHA256", sha256_hex(UPSTREAM.encode()))
    return path


@pytest.mark.usefixtures("source")
def test_upstreams_prompt_has_its_words_below_the_pictures() -> None:
    prompt = CODE_VISION.prompt("upstream", "flowchart")
    (turn,) = prompt.turns(CHART, 0, "")
    assert [part.source for part in turn.parts if isinstance(part, Picture)] == ["1.png", "2.png"]
    assert turn.parts[2:] == (Text(text="Look at the chart.\nimport math\n\ndef area(r):\nWrite.\n"),)
    assert prompt.digest != CODE_VISION.prompt("sightbench", "flowchart").digest
    with pytest.raises(BadInput, match="has no picture"):
        prompt.turns(FUNCTION, 0, "")


def test_the_pinned_source_of_upstream_is_read_or_named(source: Path) -> None:
    source.write_text(UPSTREAM + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its SHA-256 differs"):
        CODE_VISION.prompt("upstream", "flowchart")
    source.unlink()
    with pytest.raises(BadInput, match="upstream's prompt is not on this machine") as caught:
        CODE_VISION.prompt("upstream", "flowchart")
    assert upstream_prompt.COMMIT in caught.value.fix
    assert str(source.parents[2]) in caught.value.fix
