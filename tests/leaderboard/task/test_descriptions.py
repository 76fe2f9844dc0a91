"""In settings of two stages a task's page shows what models wrote of its pictures, beside its own words."""

import gzip
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.rows.sources import Sources, TaskSet
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.leaderboard.task.page import task_pages
from benchmark.results.ledger import row_path
from benchmark.results.row import Row, RowFile

MakeRow = Callable[..., Row]
MakeSources = Callable[..., Sources]

HOSTILE = "</p><script>alert(1)</script>\u202e<img src=x onerror=alert(1)>"
OWN = "A box with an arrow."
SET = {"suite": "humaneval-v", "dataset": "open", "setting": "V2T2C"}


def described(folder: Path, row: Row, said: Mapping[tuple[str, int], str]) -> Row:
    """The row with descriptions beside it."""
    lines = [{"task_id": task, "draw": draw, "completion": text} for (task, draw), text in said.items()]
    data = gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode(), mtime=0)
    file = RowFile(name=f"{row.id}.descriptions.jsonl.gz", sha256=sha256_hex(data), bytes=len(data))
    path = row_path(folder, row).with_name(file.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return row.model_copy(update={"run": row.run.model_copy(update={"descriptions_file": file})})


def tasks_of(*names: str, dataset: str = "open", stem: str = "") -> dict[tuple[str, str], TaskSet]:
    check = FunctionCheck(tests=("assert solve(1) == 1",))
    tasks = {
        name: Task(
            id=name,
            suite="humaneval-v",
            dataset=dataset,
            stem=stem or name,
            entry_point="solve",
            parts=(Text(text="Follow the rule."),),
            check=check,
            description=OWN,
        )
        for name in names
    }
    return {("humaneval-v", dataset): TaskSet("humaneval-v", dataset, tasks)}


@pytest.fixture
def shown(tmp_path: Path, sources: MakeSources) -> Callable[..., str]:
    """The text of the one page that rows make."""

    def of(*rows: Row, here: Mapping[Any, TaskSet] | None = None) -> str:
        given = tasks_of("t-1") if here is None else here
        (page,) = task_pages(sources(*rows, where=SiteConfig(rows=tmp_path), tasks=given))
        jinja = environment(checkout() / "site" / "templates", "")
        return str(render(page, lambda source: f"/{source}", jinja))

    return of


def test_they_stand_side_by_side_the_tasks_own_first(
    tmp_path: Path, make_row: MakeRow, shown: Callable[..., str]
) -> None:
    rows = [
        described(tmp_path, make_row(slug, letter, tasks=["t-1"], **SET), {("t-1", 0): said})
        for slug, letter, said in (("worse", "W", "A cup."), ("better", "P", "A crate\nand an arrow."))
    ]
    text = shown(*rows)
    assert text.count(OWN) == 1
    section = text[text.index('id="described"') :]
    order = [section.index(part) for part in (OWN, "A crate\nand an arrow.", "A cup.")]
    assert order == sorted(order)
    assert section.index("Passed") < section.index("A crate") < section.index("Wrong answer")
    assert 'href="/model/better/index.md"' in section
    assert 'id="task-1-words"' in section  # the picture's label


def test_without_any_the_page_is_as_before(make_row: MakeRow, shown: Callable[..., str]) -> None:
    text = shown(make_row("one", "P", tasks=["t-1"], **SET))
    assert text.count(OWN) == 1
    assert "two stages" not in text
    assert "sayings" not in text


def test_what_a_model_wrote_is_text_and_nothing_else(
    tmp_path: Path, make_row: MakeRow, shown: Callable[..., str]
) -> None:
    row = make_row("one", "P", tasks=["t-1"], **SET)
    text = shown(described(tmp_path, row, {("t-1", 0): HOSTILE}))
    assert "&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd&lt;img" in text
    assert "<script" not in text
    assert "<img src=x" not in text


def test_a_long_one_is_cut_and_says_so_and_an_empty_one_is_told(
    tmp_path: Path, make_row: MakeRow, shown: Callable[..., str]
) -> None:
    rows = [
        described(tmp_path, make_row(slug, "P", tasks=["t-1"], **SET), {("t-1", 0): said})
        for slug, said in (("long", "x" * 10_000), ("silent", " \n"))
    ]
    text = shown(*rows)
    assert "x" * 2000 + "…" in text
    assert "x" * 2001 not in text
    assert text.count("The rest is in the file of its row.") == 1
    assert text.count("It wrote nothing.") == 1


def test_of_several_draws_the_first_is_shown(
    tmp_path: Path, make_row: MakeRow, shown: Callable[..., str]
) -> None:
    row = make_row("one", "P", tasks=["t-1"], **SET)
    completions = row.result.completions.model_copy(update={"draws": 6})
    row = row.model_copy(update={"result": row.result.model_copy(update={"completions": completions})})
    text = shown(described(tmp_path, row, {("t-1", draw): f"Seen {draw}." for draw in range(6)}))
    assert "the first of 6" in text
    assert ("Seen 0." in text, "Seen 1." in text) == (True, False)


@pytest.mark.parametrize("dataset", ["official-v2", "fresh-0a1b2c3d4e5f", "homemade"])
def test_what_retells_a_picture_that_may_not_be_shown_is_not_shown(
    tmp_path: Path, make_row: MakeRow, shown: Callable[..., str], dataset: str
) -> None:
    row = make_row("one", "P", tasks=["t-1"], **{**SET, "dataset": dataset})
    text = shown(described(tmp_path, row, {("t-1", 0): "A crate."}), here=tasks_of("t-1", dataset=dataset))
    assert "A crate." not in text
    assert OWN not in text


def test_a_file_that_is_not_here_is_told(
    tmp_path: Path, make_row: MakeRow, shown: Callable[..., str]
) -> None:
    rows = [
        described(tmp_path, make_row(slug, "P", tasks=["t-1"], **SET), {("t-1", 0): f"By {slug}."})
        for slug in ("here", "gone")
    ]
    for file in tmp_path.rglob("*/gone/*.gz"):
        file.unlink()
    assert "The descriptions of gone are not here." in shown(*rows)
    for file in tmp_path.rglob("*/here/*.gz"):
        file.unlink()
    text = shown(*rows)
    assert "The descriptions of gone and here are not here." in text
    assert text.count(OWN) == 1


def test_more_than_twelve_are_counted(tmp_path: Path, make_row: MakeRow, shown: Callable[..., str]) -> None:
    rows = [
        described(tmp_path, make_row(f"m{number}", "P", tasks=["t-1"], **SET), {("t-1", 0): "Seen."})
        for number in range(14)
    ]
    text = shown(*rows)
    assert text.count("Seen.") == 12
    assert "9 more descriptions" in text
    assert "2 more rows described the pictures: in the files of their rows." in text


def test_each_task_of_a_family_has_its_own(
    tmp_path: Path, make_row: MakeRow, shown: Callable[..., str]
) -> None:
    row = make_row("one", "PW", tasks=["t-1", "t-2"], **SET)
    said = {("t-1", 0): "First.", ("t-2", 0): "Second."}
    text = shown(described(tmp_path, row, said), here=tasks_of("t-1", "t-2", stem="t"))
    assert text.index("First.") < text.index("Second.")
    assert "The pictures in words" in text
