"""Upstream's prompts, protocols and names of prediction files."""

from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.suites.humaneval_v.official import OFFICIAL
from benchmark.suites.humaneval_v.prediction_names import PredictionName, descriptions_path, prediction_name
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


@pytest.mark.parametrize(
    ("programs", "descriptions"),
    [
        ("m_V2T2C_T2C_sample_6.json", "m_V2T_sample_6.json"),
        ("m_V2T2C-4o_T2C_sample_1.json", "m_V2T_sample_1.json"),
        ("mine.json", "mine.stage-1.json"),
        ("m_V2C_sample_1.json", "m_V2C_sample_1.stage-1.json"),
    ],
)
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
        protocol = HUMANEVAL_V.protocols["greedy"].within(setting)
        assert (protocol.id, protocol.draws, protocol.temperature) == ("greedy", 1, 0.0)
        assert (protocol.max_tokens, protocol.stop) == (tokens, stop)


@pytest.mark.parametrize("draws", [20, 100, 1000])
def test_the_first_version_draws_enough_samples_for_pass_at_ten(draws: int) -> None:
    protocol = HUMANEVAL_V.protocols[f"sampled-{draws}"].within("image")
    assert (protocol.draws, protocol.temperature, protocol.top_p, protocol.top_k) == (draws, 0.8, 0.95, None)
    assert (protocol.max_tokens, protocol.stop) == (1024, ("\n```\n",))


def test_the_second_version_draws_six_samples() -> None:
    protocol = HUMANEVAL_V.protocols["sampled-6"].within("V2C-CoT")
    assert (protocol.draws, protocol.temperature, protocol.top_p, protocol.top_k) == (6, 0.8, 0.95, 20)
    assert (protocol.max_tokens, protocol.stop) == (2048, ())
