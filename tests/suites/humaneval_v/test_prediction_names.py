"""Upstream's names of prediction files, and its example files."""

from pathlib import Path

import pytest

from benchmark.suites.humaneval_v.prediction_names import PredictionName, descriptions_path, prediction_name


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
