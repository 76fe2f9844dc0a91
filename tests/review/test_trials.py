"""`sightbench review handout` and `trial`: a solver gets what a model gets, and the judge decides.

``python tests/review/test_trials.py --write`` updates the table on the page about open data.
"""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.task import ChoiceCheck, Picture, Task, Text
from benchmark.generation.prompts.picture import read_picture
from benchmark.review.trials import CLAIM, content_digest, draw_handout, read_trials, trial_table
from benchmark.suites import level_of, load
from tests.conftest import Sightbench

PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "open-data" / "index.md"
MARKED = re.compile(r"(?<=<!-- trials -->\n).*?(?=<!-- /trials -->)", re.DOTALL)


def tasks_of(suite: str, dataset: str = "open") -> dict[str, Task]:
    return {task.id: task for task in load(suite).datasets[dataset]()}


def hand_out(run: Sightbench, out: Path, *options: str) -> list[dict[str, str]]:
    run("review", "handout", *options, "--out", str(out), code=0)
    return json.loads(out.with_name(f"{out.name}.key.json").read_text())["tasks"]


def test_a_solver_gets_prompt_pictures_and_starter_and_no_name(in_process, tmp_path: Path) -> None:
    handed = hand_out(in_process, tmp_path / "a", "humaneval-v", "open", "--each", "1", "--seed", "3")
    tasks = tasks_of("humaneval-v")
    assert sorted(level_of(tasks[each["task_id"]]) for each in handed) == [1, 2, 3, 4, 5]
    for each in handed:
        folder, task = tmp_path / "a" / each["folder"], tasks[each["task_id"]]
        assert {path.name for path in folder.iterdir()} == {"prompt.txt", "starter.py", "picture-1.png"}
        prompt = (folder / "prompt.txt").read_text()
        assert task.starter_code.strip() in prompt
        assert "[picture-1.png]" in prompt
        assert task.id not in prompt
        assert task.reference not in prompt
        found = read_picture(Picture(number=1, source="picture-1.png", folder=folder), folder, task.id)
        assert max(found.width, found.height) <= 1568


def test_the_judge_decides_and_an_answer_counts_once(in_process, tmp_path: Path) -> None:
    out, file = tmp_path / "a", tmp_path / "trials.jsonl"
    handed = hand_out(in_process, out, "mathopeval", "open-choice", "--each", "3", "--level", "1")
    tasks = tasks_of("mathopeval", "open-choice")
    right = [getattr(tasks[each["task_id"]].check, "answer", "") for each in handed]
    (out / "01" / "answer.txt").write_text(right[0])
    (out / "02" / "answer.txt").write_text("A" if right[1] != "A" else "B")
    options = ("--trials", str(file), "--picture-fault", "02")
    for _ in range(2):
        in_process("review", "trial", str(out), *options, code=0)
    stored = {trial.task_id: trial for trial in read_trials(file)}
    assert {name: (each.passed, each.picture, each.person) for name, each in stored.items()} == {
        handed[0]["task_id"]: (True, False, False),
        handed[1]["task_id"]: (False, True, False),
    }
    table = trial_table(stored.values())
    assert table.rows[0][-2].startswith("1/2 (")
    assert table.rows[0][-1].endswith("1 by the picture")
    assert table.notes[:2] == [CLAIM, "answers by people: 0 of 2"]
    key = out.with_name("a.key.json")
    key.write_text(key.read_text().replace(handed[1]["content"], "0" * 12))
    later = in_process("review", "trial", str(out), "--trials", str(tmp_path / "later.jsonl"), code=0)
    assert "changed since they were handed out: 02\nwithout an answer: 03" in later.stderr
    assert [trial.task_id for trial in read_trials(tmp_path / "later.jsonl")] == [handed[0]["task_id"]]
    changed = [trial.model_copy(update={"content": "0" * 12}) for trial in stored.values()]
    assert trial_table(changed).notes[-1] == "2 answers to tasks that have changed since are not counted"
    wrong = in_process("review", "trial", str(out), "--trials", str(file), "--picture-fault", "01", code=2)
    assert "'01' is not a folder with a failed answer" in wrong.stderr


def test_sheets_have_each_task_for_two_people_and_second_tries_are_judged(in_process, tmp_path: Path) -> None:
    out, file = tmp_path / "a", tmp_path / "trials.jsonl"
    handed = hand_out(in_process, out, "mathopeval", "open-choice", "--each", "2", "--sheets")
    text = (out / "sheets.html").read_text()
    assert text.count("<section>") == len(handed)
    assert text.count("Person 2, try 2") == len(handed)
    assert all((out / name).is_file() for name in re.findall('<img src="([^"]*)"', text))
    assert not any(each["task_id"] in text for each in handed)
    letter = getattr(tasks_of("mathopeval", "open-choice")[handed[0]["task_id"]].check, "answer", "")
    (out / "01" / "answer.txt").write_text("A" if letter != "A" else "B")
    (out / "01" / "answer-2.txt").write_text(letter)
    program = in_process("review", "trial", str(out), "--trials", str(file), code=0)
    assert "second try" not in program.stderr
    person = in_process("review", "trial", str(out), "--trials", str(file), "--person", code=0)
    assert "passed by the second try: 01" in person.stderr
    assert [(each.passed, each.person) for each in read_trials(file)] == [(False, True)]


@pytest.mark.parametrize("field", ["parts", "starter_code", "check"])
def test_a_trial_is_tied_to_what_was_shown_and_judged(field: str) -> None:
    task = next(iter(tasks_of("mathopeval", "open-choice").values()))
    other = {
        "parts": (*task.parts, Text(text="!")),
        "starter_code": "x",
        "check": ChoiceCheck(answer="D", options=8),
    }
    assert content_digest(replace(task, **{field: other[field]})) != content_digest(task)
    assert content_digest(replace(task, level="5", version=9, categories=())) == content_digest(task)


def test_a_draw_takes_all_families_before_it_takes_one_twice() -> None:
    tasks = tasks_of("humaneval-v").values()
    families = {task.family for task in tasks if level_of(task) == 3}
    drawn = draw_handout(tasks, len(families), 1, [3])
    assert {task.family for task in drawn} == families
    assert drawn == draw_handout(reversed([*tasks]), len(families), 1, [3])
    assert drawn != draw_handout(tasks, len(families), 2, [3])


def test_a_level_over_all_suites_is_named_if_it_misses_its_aim_by_more_than_15_points() -> None:
    stored = read_trials()
    for passed, named in (
        (True, "level 3 (100 %), level 4 (100 %), level 5 (100 %)"),
        (False, "level 1 (0 %), level 2 (0 %), level 3 (0 %), level 4 (0 %)"),
    ):
        trials = [each.model_copy(update={"passed": passed}) for each in stored]
        (note,) = (
            note for note in trial_table(trials).notes if note.startswith("aims: 95, 85, 60, 35, 10 %")
        )
        assert note.split("; ")[1] == f"over all suites, more than 15 points off: {named}"


def page_table() -> str:
    table = trial_table(read_trials())
    lines = [table.heads, ["---"] * len(table.heads), *table.rows]
    rows = "\n".join(f"|{'|'.join(map(str, line))}|" for line in lines)
    claim, *others = table.notes
    return f"\n{rows}\n\nThese are {claim}. {'. '.join(each[:1].upper() + each[1:] for each in others)}.\n\n"


def test_the_page_has_the_table_of_all_trials() -> None:
    assert MARKED.findall(PAGE.read_text()) == [page_table()]


if __name__ == "__main__" and "--write" in sys.argv:
    PAGE.write_text(MARKED.sub(lambda _: page_table(), PAGE.read_text()))
