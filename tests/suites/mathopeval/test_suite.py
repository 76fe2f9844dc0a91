"""Settings, prompts, worked examples and extraction rule of MathOPEval."""

import gzip
import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest

from benchmark.analysis import conditions
from benchmark.analysis.groups import GroupKey
from benchmark.core.errors import BadInput
from benchmark.core.suite import DrawProtocol, Suite, extraction_within
from benchmark.core.task import ChoiceCheck, FigureType, Picture, Task, Text
from benchmark.leaderboard.task.words import words_of
from benchmark.pipeline.sources import TaskSource
from benchmark.submissions.rules import broken_rules
from benchmark.submissions.schema import Submission
from benchmark.suites import check_setting, fitting_settings
from benchmark.suites.mathopeval.names import (
    BLIND,
    BOXED_SETTINGS,
    CHOICE_SETTINGS,
    DIRECT_SETTINGS,
    FREE_BLIND,
    FREE_SETTINGS,
    TIKZ,
)
from benchmark.suites.mathopeval.shot_line import OPERATION_NAMES, shot_letter
from benchmark.suites.mathopeval.suite import SUITE as MATHOPEVAL
from benchmark.suites.mathopeval.suite import find_prompt
from benchmark.suites.run_names import known_suites
from tests.case_files import table
from tests.put_suite import put_suite
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
    assert MATHOPEVAL.asked.settings == (
        *(f"choice-{form}{number}" for form in forms for number in shots),
        "choice-blind",
        *(f"free-{form}" for form in forms),
        "free-tikz",
        "free-blind",
        "choice-look",
        "free-look",
    )
    assert MATHOPEVAL.asked.protocols == {
        "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048),
        "thinking": DrawProtocol(id="thinking", draws=1, temperature=None, max_tokens=32_768),
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


@table("suites")
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
        for setting in ("choice-direct", "choice-cot-2shot", "choice-blind", "free-vot", "choice-look")
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
        "choice-look": "picture and text shown, parts of the picture enlarged on request",
    }


def test_settings_fit_the_data_sets_of_their_format() -> None:
    every = MATHOPEVAL.asked.settings
    for dataset in ("open-words-choice", "official-choice"):
        assert fitting_settings("mathopeval", dataset, every) == CHOICE_SETTINGS
    for dataset in ("open-words", "official-free"):
        assert fitting_settings("mathopeval", dataset, every) == FREE_SETTINGS
    assert fitting_settings("mathopeval", "open-choice", every) == (*CHOICE_SETTINGS, "choice-look")
    for dataset in ("open-free", "open-picture"):
        assert fitting_settings("mathopeval", dataset, every) == (*FREE_SETTINGS, "free-look")
    assert fitting_settings("mathopeval", "custom", every) == (*CHOICE_SETTINGS, *FREE_SETTINGS)
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


SETTING = "choice-cot-2shot"
QUESTION = Task(
    id="bar-001-delete-1",
    check=ChoiceCheck(answer="B"),
    subset="deletion",
    categories=("bar",),
    parts=(Text(text="Which? "), Picture(number=1, source="a.png"), Text(text="\nA. 1\nB. 2\nC. 3\nD. 4")),
)


def shot(place: int, type_: str = "bar", subset: str = "deletion", **other: Any) -> dict[str, Any]:
    letter = shot_letter(type_, subset, place)
    return {
        "id": f"shot-{type_}-{subset}-{place + 1}",
        "type": type_,
        "subset": subset,
        "prompt": f"Example {place + 1}: ![image](1.png)\nA. 1\nB. 2\nC. 3\nD. 4",
        "images": [f"pictures/shot-{place + 1}.png"],
        "answer": letter,
        "reasoning": {"cot": "It is longer.", "dcot": "Three bars. Longer.", "vot": "| || |"},
        **other,
    }


def suite_of(folder: Path, shots: list[dict[str, Any]]) -> Suite:
    path = folder / "shots.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(record) + "\n" for record in shots).encode()))
    return replace(MATHOPEVAL, asked=replace(MATHOPEVAL.asked, prompts=partial(find_prompt, pool=path)))


def shown(suite: Suite, setting: str, task: Task = QUESTION) -> list[str]:
    """Return each turn as a text of its speaker's first letter and its parts."""
    turns = suite.prompt("sightbench", setting).turns(task, 0, "")
    return [
        f"{turn.speaker[0]}: "
        + "".join(f"<{part.source}>" if isinstance(part, Picture) else part.text for part in turn.parts)
        for turn in turns
    ]


def test_examples_are_turns_with_their_pictures_and_worked_answers(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, [shot(place) for place in range(4)])
    first, answer, second, other, question = shown(suite, SETTING)
    assert first.startswith("u: Example 1: <pictures/shot-1.png>\nA. 1")
    assert second.startswith("u: Example 2: <pictures/shot-2.png>\nA. 1")
    letters = [shot_letter("bar", "deletion", place) for place in range(2)]
    assert [answer, other] == [f"a: It is longer.\n\n\\boxed{{{letter}}}" for letter in letters]
    assert question.startswith("u: Which? <a.png>\nA. 1")
    pictures = [
        part
        for turn in suite.prompt("sightbench", SETTING).turns(QUESTION, 0, "")
        for part in turn.parts
        if isinstance(part, Picture)
    ]
    assert [picture.folder for picture in pictures] == [tmp_path, tmp_path, None]


@pytest.mark.parametrize(
    ("form", "answer"),
    [("direct", "{}"), ("dcot", "Three bars. Longer.\n\n\\boxed{{{}}}"), ("vot", "| || |\n\n\\boxed{{{}}}")],
)
def test_worked_answers_have_the_form_that_the_prompt_asks_for(
    form: str, answer: str, tmp_path: Path
) -> None:
    suite = suite_of(tmp_path, [shot(place) for place in range(4)])
    turns = shown(suite, f"choice-{form}-4shot")
    letters = [shot_letter("bar", "deletion", place) for place in range(4)]
    assert turns[1:8:2] == [f"a: {answer.format(letter)}" for letter in letters]


def test_an_example_without_reasoning_shows_its_letter_in_a_box(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, [shot(place, reasoning={}) for place in range(4)])
    letter = shot_letter("bar", "deletion", 0)
    assert shown(suite, "choice-cot-1shot")[1] == f"a: \\boxed{{{letter}}}"


def test_right_letters_are_uniform_by_construction() -> None:
    cells = [(type_, subset) for type_ in get_args(FigureType) for subset in OPERATION_NAMES.values()]
    for place in range(4):
        assert Counter(shot_letter(*cell, place) for cell in cells) == dict.fromkeys("ABCD", 5)
    for cell in cells:
        assert {shot_letter(*cell, place) for place in range(4)} == set("ABCD")


def test_the_digest_covers_the_examples_that_are_shown(tmp_path: Path) -> None:
    shots = [shot(place) for place in range(4)]

    def digest(name: str, setting: str, records: list[dict[str, Any]]) -> str:
        (tmp_path / name).mkdir(exist_ok=True)
        return suite_of(tmp_path / name, records).prompt("sightbench", setting).digest

    plain = digest("a", SETTING, shots)
    assert digest("b", SETTING, shots) == plain
    assert digest("a", "choice-cot-3shot", shots) != plain
    assert digest("a", "choice-vot-2shot", shots) != plain
    changed = [shots[0], shot(1, prompt="Other ![image](1.png)\nA. 1\nB. 2\nC. 3\nD. 4"), *shots[2:]]
    assert digest("c", SETTING, changed) != plain
    assert digest("d", SETTING, [*shots[:3], shot(3, prompt="![image](1.png)")]) == plain
    more = [*shots, *(shot(place, type_="pie") for place in range(4))]
    assert digest("e", SETTING, more) != plain


def test_examples_follow_from_type_and_operation(tmp_path: Path) -> None:
    pies = [shot(place, type_="pie", prompt="A pie: ![image](1.png)") for place in range(4)]
    suite = suite_of(tmp_path, [*pies, *(shot(place) for place in range(4))])
    pie = replace(QUESTION, categories=("pie",))
    assert shown(suite, "choice-cot-1shot", pie)[0].startswith("u: A pie: ")
    with pytest.raises(BadInput, match="no examples of its type 'line' and operation 'deletion'"):
        shown(suite, SETTING, replace(QUESTION, categories=("line",)))


@pytest.mark.parametrize(
    ("shots", "problem"),
    [
        ([shot(0), shot(1), shot(2)], "bar, deletion has 3 shots, and needs 4"),
        ([shot(place) for place in (1, 0, 2, 3)], "line 1: answer: must be"),
        ([shot(0, type_="bar", prompt="No mark")], "no mark for picture 1"),
        ([shot(0, images=["../a.png"])], "must be a path inside"),
        ([shot(0, answer="E")], "must be 'A', 'B', 'C' or 'D'"),
    ],
)
def test_a_broken_pool_is_refused(shots: list[dict[str, Any]], problem: str, tmp_path: Path) -> None:
    prompt = suite_of(tmp_path, shots).prompt("sightbench", SETTING)
    with pytest.raises(BadInput, match=problem):
        _ = prompt.digest


def test_pages_count_the_examples_and_show_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = suite_of(tmp_path, [shot(place) for place in range(4)])
    put_suite(monkeypatch, suite)
    digest = suite.prompt("sightbench", SETTING).digest
    key = GroupKey("mathopeval", "x", SETTING, "greedy", "sightbench", digest, "own", "0" * 64)
    words = words_of(replace(QUESTION, suite="mathopeval"), key)
    assert words.as_sent
    assert words.text.startswith("[2 worked examples]\n\nWhich? [picture 1]\nA. 1")
    assert [part.source for part in words.parts if isinstance(part, Picture)] == ["a.png"]


def test_a_missing_pool_is_refused(tmp_path: Path) -> None:
    asked = replace(MATHOPEVAL.asked, prompts=partial(find_prompt, pool=tmp_path / "shots.jsonl.gz"))
    suite = replace(MATHOPEVAL, asked=asked)
    with pytest.raises(BadInput, match=r"shots\.jsonl\.gz"):
        shown(suite, SETTING)
