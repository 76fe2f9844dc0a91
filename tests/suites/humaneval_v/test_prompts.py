"""The prompts of HumanEval-V: what a model is shown of a task in each setting."""

from dataclasses import replace

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V
from tests.suites.prompts import shown_text

TASK = Task(
    id="t",
    suite="humaneval-v",
    parts=(Picture(number=1, source="tree.png"),),
    starter_code='def solution(tree: list) -> int:\n    """Walk {{ down }} the tree."""\n',
    entry_point="solution",
    description="Four trees; orange circles mark a walk.\n",
    reference="def solution(tree):\n    return tree[0]\n",
    check=FunctionCheck(tests=("assert solution([7]) == 7",)),
)
NAMES = [name for name in HUMANEVAL_V.settings if not name.endswith("*")] + ["V2T2C-acme-coder"]


def prompt(setting: str) -> Prompt:
    return HUMANEVAL_V.prompt("sightbench", setting)


def prompt_text(setting: str, stage: int = 0, earlier: str = "", task: Task = TASK) -> str:
    return shown_text(prompt(setting), task, stage, earlier)


@pytest.mark.parametrize("setting", NAMES)
def test_every_setting_shows_the_signature_without_tests_and_reference(setting: str) -> None:
    for stage in range(prompt(setting).stages):
        text = prompt_text(setting, stage, "A tree.")
        assert f"```python\n{TASK.starter_code}```" in text
        assert "assert" not in text
        assert "tree[0]" not in text


@pytest.mark.parametrize(
    ("setting", "picture", "description"),
    [
        ("image", True, False),
        ("description", False, True),
        ("image+description", True, True),
        ("signature-only", False, False),
        ("V2C", True, False),
        ("V2C-CoT", True, False),
        ("GT-T2C", False, True),
    ],
)
def test_a_setting_shows_the_parts_that_its_name_promises(
    setting: str, picture: bool, description: bool
) -> None:
    text = prompt_text(setting)
    assert prompt(setting).stages == 1
    assert ("<tree.png>" in text) is picture
    assert (TASK.description.strip() in text) is description


def test_the_blind_setting_needs_no_picture_and_mentions_it() -> None:
    text = prompt_text("signature-only", task=replace(TASK, parts=(), description=""))
    assert text == prompt_text("signature-only")
    assert "is not shown" in text


@pytest.mark.parametrize("setting", ["V2T2C", "V2T2C-acme-coder"])
def test_two_stages_write_the_program_from_the_models_own_description(setting: str) -> None:
    assert prompt(setting).stages == 2
    first, second = prompt_text(setting), prompt_text(setting, 1, "An oak.\n")
    assert "<tree.png>" in first
    assert "Write no code." in first
    assert "<tree.png>" not in second
    assert "An oak.\n\nThis is the function." in second
    assert TASK.description.strip() not in first + second


def test_a_description_cannot_bring_the_picture_back() -> None:
    """U+FDD0 and U+FDD1 mark pictures while a template is filled in, and a model may write them."""
    text = prompt_text("V2T2C", 1, "Look: \ufdd01\ufdd1")
    assert "Look: \ufffd1\ufffd" in text
    assert "tree.png" not in text


@pytest.mark.parametrize("setting", ["description", "image+description", "GT-T2C"])
def test_a_task_without_description_cannot_be_shown_in_words(setting: str) -> None:
    with pytest.raises(BadInput, match="'t': has no description"):
        prompt_text(setting, task=replace(TASK, description=" \n"))


def test_only_one_setting_asks_for_a_chain_of_thought() -> None:
    assert [name for name in NAMES if "step by step" in prompt_text(name)] == ["V2C-CoT"]
