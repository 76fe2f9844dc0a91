"""Upstream's prompts, filled in as upstream does."""

from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.suites.humaneval_v.official import OFFICIAL
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V
from tests.suites.prompts import shown_text, store_prompts

TASK = Task(
    id="t",
    parts=(Picture(number=1, source="t.png"),),
    starter_code="def solution(d: dict = {}) -> int:\n    pass\n",
    description="A {strange} sheet.",
    check=FunctionCheck(tests=("",)),
)
#: Templates in upstream's format; the words are ours.
TEMPLATES = {
    "v1": {"CODE_GEN_TASK_PROMPT": "Old:\n{signature}"},
    "v2": {
        "PROMPT_V2C": "Look:\n{function_signature}",
        "PROMPT_V2C_WITH_COT": "Think:\n{function_signature}",
        "PROMPT_V2T": "Describe:\n{function_signature}",
        "PROMPT_T2C": "Read:\n{problem_specification}\nWrite:\n{function_signature}",
    },
}


TWO_STAGES = [f"<t.png>Describe:\n{TASK.starter_code}", f"Read:\nAn {{oak}}.\nWrite:\n{TASK.starter_code}"]


@pytest.mark.parametrize(
    ("setting", "texts"),
    [
        ("image", [f"<t.png>Old:\n{TASK.starter_code}"]),
        ("V2C", [f"<t.png>Look:\n{TASK.starter_code}"]),
        ("V2C-CoT", [f"<t.png>Think:\n{TASK.starter_code}"]),
        ("GT-T2C", [f"Read:\n{TASK.description}\nWrite:\n{TASK.starter_code}"]),
        *((setting, TWO_STAGES) for setting in ("V2T2C", "V2T2C-4o")),
    ],
)
def test_a_prompt_has_upstreams_words(setting: str, texts: list[str], home: Path) -> None:
    """The picture comes before the text; braces in a signature or a description stay as they are."""
    for version, official in OFFICIAL.items():
        store_prompts(home, "humaneval-v", official.dataset, TEMPLATES[version])
    prompt = HUMANEVAL_V.prompt("upstream", setting)
    earlier = ("", "An {oak}.")
    assert [shown_text(prompt, TASK, stage, earlier[stage]) for stage in range(prompt.stages)] == texts
    assert prompt.digest != HUMANEVAL_V.prompt("sightbench", setting).digest
