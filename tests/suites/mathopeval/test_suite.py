"""Settings, prompts and extraction rule of MathOPEval."""

import re
import tomllib
from pathlib import Path

import pytest

from benchmark.analysis import conditions
from benchmark.core.errors import BadInput
from benchmark.core.suite import DrawProtocol, extraction_within
from benchmark.core.task import ChoiceCheck, Picture, Task, Text
from benchmark.pipeline.sources import TaskSource
from benchmark.submissions.rules import broken_rules
from benchmark.submissions.schema import Submission
from benchmark.suites.mathopeval.names import (
    BLIND,
    BOXED_SETTINGS,
    CHOICE_SETTINGS,
    DIRECT_SETTINGS,
    FREE_BLIND,
    FREE_SETTINGS,
    TIKZ,
)
from benchmark.suites.mathopeval.suite import SUITE as MATHOPEVAL
from benchmark.suites.run_names import known_suites
from benchmark.suites.settings import check_setting, fitting_settings
from tests.suites.prompts import shown_text

ROOT = Path(__file__).parents[3]
TASK = Task(
    id="bar-001-delete-1",
    suite="mathopeval",
    check=ChoiceCheck(answer="B"),
    subset="deletion",
    categories=("bar",),
    parts=(
        Picture(number=1, source="before.png"),
        Text(text=" became "),
        Picture(number=2, source="after.png"),
        Text(text=".\nWhich code {{ does }} that?\n\nA. one\nB. two\nC. three\nD. four\n"),
    ),
)


def prompt_text(setting: str) -> str:
    return shown_text(MATHOPEVAL.prompt("sightbench", setting), TASK)


def test_choices_have_each_form_with_up_to_four_shots_and_free_form_has_none() -> None:
    shots = ["", "-1shot", "-2shot", "-3shot", "-4shot"]
    forms = ["direct", "cot", "dcot", "vot"]
    assert MATHOPEVAL.settings == (
        *(f"choice-{form}{number}" for form in forms for number in shots),
        "choice-blind",
        *(f"free-{form}" for form in forms),
        "free-tikz",
        "free-blind",
    )
    assert MATHOPEVAL.protocols == {
        "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048),
        "thinking": DrawProtocol(id="thinking", draws=1, temperature=1.0, max_tokens=32_768),
    }


SINGLE = [name for name in (*CHOICE_SETTINGS, *FREE_SETTINGS) if "blind" not in name and "shot" not in name]


@pytest.mark.parametrize("setting", SINGLE)
def test_pictures_and_options_stay_at_their_places(setting: str) -> None:
    text = prompt_text(setting)
    assert "<before.png> became <after.png>.\nWhich code {{ does }} that?\n\nA. one\nB. two\nC." in text
    assert ("\\boxed{LETTER}" in text) == (setting in BOXED_SETTINGS)
    assert ("letter only" in text) == (setting in DIRECT_SETTINGS)
    assert ("program in one code block" in text) == (setting in FREE_SETTINGS)
    assert ("step by step" in text) == (not setting.endswith(("direct", "tikz")))
    assert ("tikzpicture" in text) == (setting == TIKZ)


def test_the_blind_prompt_shows_the_question_and_its_options_without_pictures() -> None:
    text = prompt_text(BLIND)
    assert ".png" not in text
    assert "Which code {{ does }} that?\n\nA. one\nB. two\nC. three\nD. four\n\n" in text
    assert "letter only" in text
    free = prompt_text(FREE_BLIND)
    assert ".png" not in free
    assert "Which code {{ does }} that?" in free
    assert "program in one code block" in free


def test_free_prompts_state_the_pinned_versions() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    versions = dict(name.split("==") for name in extras["figure"])
    for setting in FREE_SETTINGS:
        stated = dict(re.findall(r"(matplotlib|numpy) ([0-9.]+[0-9])", prompt_text(setting)))
        assert stated == versions


@pytest.mark.parametrize(
    ("setting", "letters"),
    [
        ("choice-direct", ["C", "B", "C"]),
        ("choice-direct-3shot", ["C", "B", "C"]),
        ("choice-blind", ["C", "B", "C"]),
        ("choice-cot", ["C", "", "C"]),
        ("choice-vot-4shot", ["C", "", "C"]),
        ("", ["C", "B", "C"]),
    ],
)
def test_the_rule_depends_on_how_the_setting_asks(setting: str, letters: list[str]) -> None:
    """A reasoning prompt asks for a box, so that a letter without one is no answer."""
    source = TaskSource(tasks=(TASK,), suite_id="mathopeval", dataset="open-choice", suite=MATHOPEVAL)
    rule = source.rule("own", setting=setting)
    texts = ["Option A? \\boxed{C}", "Option B.", "\\boxed{C}"]
    assert [rule.extract(TASK, text).program for text in texts] == letters
    assert rule.setting == setting


def test_other_rules_do_not_depend_on_the_setting() -> None:
    source = TaskSource(tasks=(TASK,), suite_id="custom", dataset="custom", suite=None)
    rule = source.rule("own", setting="choice-cot")
    assert rule.setting == ""
    assert extraction_within(rule.extract, "choice-cot") is rule.extract


def test_words_of_a_setting_say_what_is_shown_and_how_many_examples() -> None:
    words = {
        setting: str(conditions.setting_condition("mathopeval", setting))
        for setting in ("choice-direct", "choice-cot-2shot", "choice-blind", "free-vot")
    }
    for setting in ("choice-direct-2shot", "choice-cot-2shot"):
        words[f"official {setting}"] = str(
            conditions.setting_condition("mathopeval", setting, "official-choice")
        )
    assert words.pop("official choice-direct-2shot") == "picture and text shown, after 2 worked examples"
    assert words.pop("official choice-cot-2shot") == f"{words['choice-cot-2shot']} without reasoning"
    assert words == {
        "choice-direct": "picture and text shown",
        "choice-cot-2shot": "picture and text shown, reasoning asked for first, after 2 worked examples",
        "choice-blind": "text shown, pictures not shown",
        "free-vot": "picture and text shown, reasoning asked for first",
    }


def test_settings_fit_the_data_sets_of_their_format() -> None:
    for dataset in ("open-choice", "official-choice"):
        assert fitting_settings("mathopeval", dataset, MATHOPEVAL.settings) == CHOICE_SETTINGS
    for dataset in ("open-free", "open-picture", "open-words", "official-free"):
        assert fitting_settings("mathopeval", dataset, MATHOPEVAL.settings) == FREE_SETTINGS
    assert fitting_settings("mathopeval", "custom", MATHOPEVAL.settings) == MATHOPEVAL.settings
    check_setting("mathopeval", "open-free", "free-cot")
    with pytest.raises(BadInput, match="'choice-cot' does not fit the tasks of mathopeval open-free"):
        check_setting("mathopeval", "open-free", "choice-cot")


def test_a_submission_with_a_setting_of_the_other_format_is_refused(tmp_path: Path) -> None:
    def problems(dataset: str, setting: str) -> list[str]:
        run = {"suite": "mathopeval", "dataset": dataset, "setting": setting, "protocol": "greedy"}
        fields = {
            "schema": "sightbench/submission/1",
            "slug": "acme",
            "name": "Acme",
            "owners": ["acme"],
            "runs": [{**run, "predictions": "p.jsonl"}],
        }
        found = broken_rules(Submission.model_validate(fields), tmp_path / "acme", known_suites())
        return [broken.problem for broken in found]

    assert problems("open-choice", "choice-cot-2shot") == problems("official-free", "free-vot") == []
    assert problems("open-free", "choice-cot") == [
        "choice-cot does not fit the tasks of mathopeval open-free"
    ]
