"""`sightbench review handout` and `trial`: a solver gets what a model gets, and the judge decides.

``python tests/review/test_trials.py --write`` updates the tables on the page about open data.
"""

import json
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.task import ChoiceCheck, Picture, Task, Text
from benchmark.generation.prompts.picture import read_picture
from benchmark.review.trials import (
    AIMS,
    CLAIM,
    CLASSES,
    ENOUGH_FAMILIES,
    ENOUGH_TASKS,
    Trial,
    content_digest,
    draw_handout,
    level_result,
    part_table,
    read_trials,
    trial_tables,
)
from benchmark.suites import level_of, load
from tests.conftest import Sightbench

PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "open-data" / "index.md"
OLD_TRIALS = 401  #: which have no class
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
    table, *others = trial_tables(stored.values())
    assert {each.solver_class for each in stored.values()} == {"look"}
    assert table.rows[0][4].startswith("1/2 (")
    assert table.rows[0][5].endswith("1 by the picture")
    assert table.rows[0][-2:] == ("95 %", "too few")
    assert table.notes[:2] == [CLAIM, "answers by people: 0 of 2"]
    assert [other.notes[1] for other in others] == ["answers by people: 0 of 0"] * 3
    key = out.with_name("a.key.json")
    key.write_text(key.read_text().replace(handed[1]["content"], "0" * 12))
    later = in_process("review", "trial", str(out), "--trials", str(tmp_path / "later.jsonl"), code=0)
    assert "changed since they were handed out: 02\nwithout an answer: 03" in later.stderr
    assert [trial.task_id for trial in read_trials(tmp_path / "later.jsonl")] == [handed[0]["task_id"]]
    changed = [trial.model_copy(update={"content": "0" * 12}) for trial in stored.values()]
    assert (
        trial_tables(changed)[0].notes[-1] == "answers not counted because their tasks have changed since: 2"
    )
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


@pytest.mark.gate
def test_tasks_without_levels_are_drawn_by_what_they_ask(in_process, tmp_path: Path) -> None:
    out, file = tmp_path / "a", tmp_path / "trials.jsonl"
    by = ("--by", "subset", "--by", "category")
    handed = hand_out(in_process, out, "mathopeval", "open-choice", "--each", "2", *by)
    cells = Counter(each["part"] for each in handed)
    assert set(cells.values()) == {2}
    assert len(cells) == 20  # four operations of five kinds of figures
    tasks = tasks_of("mathopeval", "open-choice")
    # The program that one task of a figure shows would answer another.
    assert len({tasks[each["task_id"]].family for each in handed}) == 40
    for number, each in enumerate(handed):
        letter = getattr(tasks[each["task_id"]].check, "answer", "")
        other = "A" if letter != "A" else "B"
        (out / each["folder"] / "answer.txt").write_text(other if number < 3 else letter)
    shown = in_process("review", "trial", str(out), "--trials", str(file), code=0).stdout
    assert "By part. One look" in shown
    trials = read_trials(file)
    table = part_table(trials)
    assert table is not None
    counts = {row[0]: row[1].partition(" ")[0] for row in table.rows}
    assert counts["all"] == "37/40"
    for value in ("deletion", "bar"):
        found = [each for each in trials if value in each.part]
        assert counts[value] == f"{sum(each.passed for each in found)}/{len(found)}"
    # They are tried for another reason than to set levels.
    assert all(row[5] == "–" for table in trial_tables(trials) for row in table.rows)
    assert part_table(read_trials()[:1]) is None


def test_what_a_handout_draws_by_is_one_or_the_other(in_process, tmp_path: Path) -> None:
    options = ("review", "handout", "mathopeval", "open-choice", "--out", str(tmp_path / "a"), "--by")
    wrong = in_process(*options, "subset", "--level", "3", code=2)
    assert "--by does not go with --level and --family" in wrong.stderr.replace(": ", " ")
    unknown = in_process(*options, "colour", code=2)
    assert "'colour' is unknown" in unknown.stderr


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


@pytest.mark.parametrize(
    ("option", "words"),
    [("look", "Run no program"), ("tools", "You may run programs"), ("told", "rule.txt in each folder")],
)
def test_a_handout_says_what_its_class_allows(in_process, tmp_path: Path, option: str, words: str) -> None:
    hand_out(in_process, tmp_path / "a", "humaneval-v", "--each", "1", "--level", "3", "--class", option)
    assert words in (tmp_path / "a" / "README.txt").read_text()
    assert json.loads((tmp_path / "a.key.json").read_text())["solver_class"] == option


def test_an_answer_of_who_was_told_counts_only_with_a_rule(in_process, tmp_path: Path) -> None:
    out, file = tmp_path / "a", tmp_path / "trials.jsonl"
    options = ("mathopeval", "open-choice", "--each", "2", "--level", "1", "--class", "told")
    for each in hand_out(in_process, out, *options):
        (out / each["folder"] / "answer.txt").write_text("A")
    (out / "02" / "rule.txt").write_text("The thicker line lies above.")
    found = in_process("review", "trial", str(out), "--trials", str(file), code=0)
    assert "without rule.txt: 01" in found.stderr
    assert [each.solver_class for each in read_trials(file)] == ["told"]


def test_earlier_trials_have_the_class_programs_and_set_no_level() -> None:
    old = [each for each in read_trials() if each.solver_class == "programs"]
    assert len(old) == OLD_TRIALS
    look, tools, _, programs = trial_tables(old)
    assert {row[5] for table in (look, tools) for row in table.rows} == {"–"}
    assert {row[-1] for table in (look, tools) for row in table.rows} == {"too few"}
    assert {row[-2:] for row in programs.rows} == {("–", "–")}


def tried(passed: int, answers: int, families: int = ENOUGH_FAMILIES) -> list[tuple[Trial, Task]]:
    """Return answers to as many tasks; the first ones passed."""
    trial, task = read_trials()[0], next(iter(tasks_of("mathopeval", "open-choice").values()))
    return [
        (
            trial.model_copy(update={"passed": number < passed}),
            replace(task, id=f"t-{number}", stem=f"f-{number % families}"),
        )
        for number in range(answers)
    ]


@pytest.mark.parametrize(
    ("name", "level", "passed", "result"),
    [
        ("look", 3, 15, "holds"),  # 75 %, 15 points above the aim
        ("look", 3, 16, "too easy"),
        ("look", 3, 9, "holds"),
        ("look", 3, 8, "too hard"),
        ("tools", 3, 15, "holds"),  # 75 % at most
        ("tools", 3, 16, "too easy"),
        ("tools", 3, 0, "holds"),
        ("told", 5, 18, "holds"),  # 90 % at least
        ("told", 5, 17, "unclear"),
        ("programs", 3, 20, "–"),
    ],
)
def test_a_level_is_compared_with_the_aim_of_its_class(name, level: int, passed: int, result: str) -> None:
    assert level_result(name, level, tried(passed, 20)) == result


def test_a_level_with_few_tasks_or_families_does_not_hold() -> None:
    right = round(ENOUGH_TASKS * AIMS["look"][0])
    assert level_result("look", 1, tried(right, ENOUGH_TASKS)) == "holds"
    assert level_result("look", 1, tried(right, ENOUGH_TASKS - 1)) == "too few"
    assert level_result("look", 1, tried(right, ENOUGH_TASKS, ENOUGH_FAMILIES - 1)) == "too few"
    twice = tried(right, ENOUGH_TASKS - 1)
    assert level_result("look", 1, twice * 2) == "too few"  # answers of two solvers to the same tasks


#: Levels that enough solvers tried and that are easier than aimed. Harder tasks take a line away.
TOO_EASY = {
    *(f"{CLASSES['look']}: level {level}" for level in (3, 4, 5)),
    *(f"{CLASSES['tools']}: level {level}" for level in (1, 3, 4, 5)),
}


def test_the_levels_that_miss_their_aims_are_known() -> None:
    found = {
        f"{table.title}: level {row[0]}": row[-1]
        for table in trial_tables(read_trials())
        for row in table.rows
    }
    missed = {name: words for name, words in found.items() if words not in ("holds", "too few", "–")}
    assert missed == dict.fromkeys(TOO_EASY, "too easy")


def test_a_suite_whose_range_has_not_the_aim_is_named() -> None:
    for passed, words in (
        (True, "HumanEval-V levels 3, 4, 5 (easier)"),
        (False, "HumanEval-V levels 1, 2, 3 (harder)"),
    ):
        trials = [
            each.model_copy(update={"passed": passed, "solver_class": "look"}) for each in read_trials()
        ]
        (note,) = (note for note in trial_tables(trials)[0].notes if "does not contain the aim" in note)
        assert words in note


def page_tables() -> str:
    found = ""
    by_part = part_table(read_trials())
    assert by_part is not None
    for table in (*trial_tables(read_trials()), by_part):
        lines = [table.heads, ["---"] * len(table.heads), *table.rows]
        rows = "\n".join(f"|{'|'.join(map(str, line))}|" for line in lines)
        others = [f"{note[:1].upper()}{note[1:]}." for note in table.notes if note != CLAIM]
        found += f"\n**{table.title}.** {' '.join(others)}\n\n{rows}\n"
    return f"{found}\nThese are {CLAIM}.\n\n"


def test_the_page_has_the_tables_of_all_trials() -> None:
    assert MARKED.findall(PAGE.read_text()) == [page_tables()]


def test_published_and_generated_figures_are_about_as_hard() -> None:
    """The README of MathOPEval says so: the ranges of all answers to each data set have a point in common."""
    table = part_table(read_trials())
    assert table is not None
    ranges = [[int(end) for end in re.findall(r"(\d+)–(\d+)", cell)[0]] for cell in table.rows[-1][1:]]
    assert len(ranges) == 3
    assert max(low for low, _ in ranges) <= min(high for _, high in ranges)


if __name__ == "__main__" and "--write" in sys.argv:
    PAGE.write_text(MARKED.sub(lambda _: page_tables(), PAGE.read_text()))
