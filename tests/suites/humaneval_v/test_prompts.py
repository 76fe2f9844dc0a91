"""The prompts of HumanEval-V, ours and upstream's, with its protocols and names of prediction files."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.suites.humaneval_v.official import OFFICIAL
from benchmark.suites.humaneval_v.prediction_names import PredictionName, descriptions_path, prediction_name
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V
from tests.case_files import table
from tests.suites.prompts import shown_text, store_prompts

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
NAMES = [name for name in HUMANEVAL_V.asked.settings if not name.endswith("*")] + ["V2T2C-acme-coder"]


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


@table("suites")
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


SHEET = Task(
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


TWO_STAGES = [f"<t.png>Describe:\n{SHEET.starter_code}", f"Read:\nAn {{oak}}.\nWrite:\n{SHEET.starter_code}"]


@pytest.mark.parametrize(
    ("setting", "texts"),
    [
        ("image", [f"<t.png>Old:\n{SHEET.starter_code}"]),
        ("V2C", [f"<t.png>Look:\n{SHEET.starter_code}"]),
        ("V2C-CoT", [f"<t.png>Think:\n{SHEET.starter_code}"]),
        ("GT-T2C", [f"Read:\n{SHEET.description}\nWrite:\n{SHEET.starter_code}"]),
        *((setting, TWO_STAGES) for setting in ("V2T2C", "V2T2C-4o")),
    ],
)
def test_a_prompt_has_upstreams_words(setting: str, texts: list[str], home: Path) -> None:
    """The picture comes before the text; braces in a signature or a description stay as they are."""
    for version, official in OFFICIAL.items():
        store_prompts(home, "humaneval-v", official.dataset, TEMPLATES[version])
    prompt = HUMANEVAL_V.prompt("upstream", setting)
    earlier = ("", "An {oak}.")
    assert [shown_text(prompt, SHEET, stage, earlier[stage]) for stage in range(prompt.stages)] == texts
    assert prompt.digest != HUMANEVAL_V.prompt("sightbench", setting).digest


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt_4o_V2C_sample_1.json", PredictionName(model="gpt_4o", setting="V2C", draws=1)),
        ("gpt_4o_V2C-CoT_sample_6.json", PredictionName(model="gpt_4o", setting="V2C-CoT", draws=6)),
        ("m_GT-T2C_sample_6.json", PredictionName(model="m", setting="GT-T2C", draws=6)),
        ("m_V2T2C_T2C_sample_6.json", PredictionName(model="m", setting="V2T2C", draws=6)),
        ("m_V2T2C-4o_T2C_sample_1.json", PredictionName(model="m", setting="V2T2C-4o", draws=1)),
        ("m_V2T_sample_6.json", PredictionName(model="m", setting="", draws=6, descriptions=True)),
        ("gpt_4o_mini_sample_20.json", PredictionName(model="gpt_4o_mini", setting="", draws=20)),
        ("a_V2C_b_sample_1.json.gz", PredictionName(model="a_V2C_b", setting="", draws=1)),
        ("predictions.json", None),
        ("m_V2C_sample_0.json", None),
        ("m_V2C_sample_6_executed.json", None),
    ],
)
def test_a_name_gives_model_setting_and_draws(name: str, expected: PredictionName | None) -> None:
    assert prediction_name(Path("x") / name) == expected


@table("suites")
def test_descriptions_are_next_to_the_programs(programs: str, descriptions: str) -> None:
    assert descriptions_path(Path("x") / programs) == Path("x") / descriptions


V1 = ("image", "description", "image+description", "signature-only")
V2 = ("V2C", "V2C-CoT", "V2T2C", "V2T2C-acme-coder", "GT-T2C")


@pytest.mark.parametrize(
    ("settings", "tokens", "stop"), [(V1, 1024, ("\n```\n",)), (V2, 2048, ())], ids=["v1", "v2"]
)
def test_greedy_has_the_limits_of_its_settings_version(
    settings: tuple[str, ...], tokens: int, stop: tuple[str, ...]
) -> None:
    for setting in settings:
        protocol = HUMANEVAL_V.asked.protocols["greedy"].within(setting)
        assert (protocol.id, protocol.draws, protocol.temperature) == ("greedy", 1, 0.0)
        assert (protocol.max_tokens, protocol.stop) == (tokens, stop)


@pytest.mark.parametrize("draws", [20, 100, 1000])
def test_the_first_version_draws_enough_samples_for_pass_at_ten(draws: int) -> None:
    protocol = HUMANEVAL_V.asked.protocols[f"sampled-{draws}"].within("image")
    assert (protocol.draws, protocol.temperature, protocol.top_p, protocol.top_k) == (draws, 0.8, 0.95, None)
    assert (protocol.max_tokens, protocol.stop) == (1024, ("\n```\n",))


def test_the_second_version_draws_six_samples() -> None:
    protocol = HUMANEVAL_V.asked.protocols["sampled-6"].within("V2C-CoT")
    assert (protocol.draws, protocol.temperature, protocol.top_p, protocol.top_k) == (6, 0.8, 0.95, 20)
    assert (protocol.max_tokens, protocol.stop) == (2048, ())
