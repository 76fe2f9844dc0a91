"""`sightbench review second-look`: sheets with answers, the form that comes back, and what it is tied to."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.review.second_looks import SecondLook, frontier_tasks, read_looks, unsettled
from benchmark.review.trials import content_digest
from benchmark.suites import load_all
from tests.conftest import Sightbench

RIGHT = {"shown": "yes", "true": "yes", "clear": "yes", "note": ""}


def read_lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path: Path, lines: list[dict[str, str]]) -> None:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))


@pytest.mark.gate
def test_a_form_is_filled_in_next_to_the_answers_and_read_back(
    in_process: Sightbench, tmp_path: Path
) -> None:
    out, file = tmp_path / "sheets", tmp_path / "looks.jsonl"
    options = ("review", "second-look", "--suite", "mmcode", "--looks", str(file))
    assert "next: read" in in_process(*options, "--out", str(out), code=0).stdout
    form = out / "looks.jsonl"
    lines = read_lines(form)
    tasks = {task.id: task for task in frontier_tasks() if task.suite == "mmcode"}
    assert [line["task_id"] for line in lines] == [*tasks]
    task = tasks[lines[0]["task_id"]]
    folder = out / f"mmcode.open.{task.id}"
    assert task.reference in (folder / "answer.txt").read_text()
    assert (folder / "picture-1.png").is_file()
    page = (out / "sheets.html").read_text()
    assert page.count("<h2>Answer</h2>") == len(tasks)
    assert "img{max-height:none}" in page  # pictures at full size, unlike on sheets to print
    lines[0] |= RIGHT
    lines[1] |= RIGHT | {"clear": "no", "note": "a sign hides the mark"}
    write_lines(form, lines)
    for _ in range(2):
        said = in_process(*options, str(form), code=0).stdout
    assert f"{len(tasks) - 2} of {len(tasks)} tasks without a look; 1 with a fault" in said
    assert f"mmcode {lines[1]['task_id']}: a sign hides the mark" in said
    assert [look.is_right for look in read_looks(file).values()] == [True, False]
    in_process(*options, "--out", str(tmp_path / "next"), code=0)
    assert read_lines(tmp_path / "next" / "looks.jsonl") == lines[2:]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"shown": "maybe"}, "shown"),
        ({"true": ""}, "true"),
        ({"clear": "no"}, "note is empty"),
        ({"by": "anna"}, "by"),
        ({"content": "0" * 12}, "has changed since"),
        ({"task_id": "wax-towers-99"}, "has changed since, or is no task of levels 3 to 5"),
    ],
)
def test_a_line_that_cannot_count_is_refused(in_process, tmp_path: Path, changed, words: str) -> None:
    task = next(frontier_tasks())
    place = {"suite": task.suite, "dataset": task.dataset, "task_id": task.id}
    write_lines(tmp_path / "form.jsonl", [place | {"content": content_digest(task)} | RIGHT | changed])
    file = tmp_path / "looks.jsonl"
    done = in_process("review", "second-look", str(tmp_path / "form.jsonl"), "--looks", str(file), code=2)
    assert words in done.stderr
    assert not file.exists()


def test_a_second_line_about_a_task_is_refused(tmp_path: Path) -> None:
    line = {"suite": "mmcode", "dataset": "open", "task_id": "a-1", "content": "0" * 12} | RIGHT
    write_lines(tmp_path / "looks.jsonl", [line, line])
    with pytest.raises(BadInput, match="has a second line"):
        read_looks(tmp_path / "looks.jsonl")


def test_a_look_counts_for_the_content_that_was_seen() -> None:
    task = next(frontier_tasks())
    look = SecondLook(
        suite=task.suite,
        dataset=task.dataset,
        task_id=task.id,
        content=content_digest(task),
        **RIGHT,  # type: ignore[arg-type]
    )
    assert [*unsettled([task], [look])] == []
    faulty = look.model_copy(update={"true": "no", "note": "no grey cards"})
    assert [*unsettled([task], [faulty])] == [(task, faulty)]
    later = replace(task, starter_code="# other words")
    assert [*unsettled([later], [look])] == [(later, None)]


def test_the_frontier_has_each_task_with_a_picture_once() -> None:
    found = [(task.suite, task.id) for task in frontier_tasks()]
    assert len(found) == len({*found})
    assert {suite for suite, _ in found} == {suite.id for suite in load_all().values() if suite.data.public}
