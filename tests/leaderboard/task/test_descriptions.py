"""A task's page shows the descriptions of its pictures by models in two-stage settings, next to its own."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.page import Page
from benchmark.leaderboard.task.page import task_pages
from benchmark.results.row import Row

MakeRow = Callable[..., Row]
MakeSources = Callable[..., Sources]
Shown = Callable[..., str]
Html = Callable[[Page], str]

HOSTILE = "</p><script>alert(1)</script>\u202e<img src=x onerror=alert(1)>"
OWN = "A box with an arrow."
SET = {"suite": "humaneval-v", "dataset": "open", "setting": "V2T2C"}


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
def described(tmp_path: Path, make_row: MakeRow, with_records: MakeRow) -> MakeRow:
    """A function that makes a row of ``t-1`` with descriptions; a text is that of the first draw."""

    def of(slug: str = "one", texts: object = "A crate.", draws: int = 1, **more: Any) -> Row:
        row = make_row(slug, more.pop("letters", "P"), **({"tasks": ["t-1"]} | SET | more))
        completions = row.result.completions.model_copy(update={"draws": draws})
        row = row.model_copy(update={"result": row.result.model_copy(update={"completions": completions})})
        found = {("t-1", 0): texts} if isinstance(texts, str) else texts
        lines = [{"task_id": task, "draw": draw, "completion": text} for (task, draw), text in found.items()]
        return with_records(tmp_path, row, None, None, lines)

    return of


@pytest.fixture
def shown(tmp_path: Path, sources: MakeSources, html: Html) -> Callable[..., str]:
    """A function that renders the single page of some rows."""

    def of(*rows: Row, here: Mapping[Any, TaskSet] | None = None) -> str:
        given = tasks_of("t-1") if here is None else here
        (page,) = task_pages(sources(*rows, where=SiteConfig(rows=tmp_path), tasks=given))
        return html(page)

    return of


def test_descriptions_are_in_order_of_places_after_the_task_s_own(described: MakeRow, shown: Shown) -> None:
    worse = described("worse", "A cup.", letters="W")
    text = shown(worse, described("better", "A crate\nand an arrow."))
    assert text.count(OWN) == 1
    section = text[text.index('id="described"') :]
    order = [section.index(part) for part in (OWN, "A crate\nand an arrow.", "A cup.")]
    assert order == sorted(order)
    assert section.index("Passed") < section.index("A crate") < section.index("Wrong answer")
    assert 'href="/model/better/index.md"' in section
    assert 'id="task-1-words"' in section  # the picture's label


def test_the_page_of_rows_without_descriptions_shows_only_the_task_s_own(
    make_row: MakeRow, shown: Shown
) -> None:
    text = shown(make_row("one", "P", tasks=["t-1"], **SET))
    assert text.count(OWN) == 1
    assert "two-stage" not in text
    assert "sayings" not in text


def test_a_flowchart_as_text_is_the_picture_in_words(make_row: MakeRow, shown: Shown) -> None:
    chart = 'flowchart TD\n    n1(["Start & go"])\n'
    (key,) = tasks_of("t-1")
    tasks = {"t-1": replace(tasks_of("t-1")[key].tasks["t-1"], description="", chart=chart)}
    text = shown(make_row("one", "P", tasks=["t-1"], **SET), here={key: TaskSet(*key, tasks)})
    section = text[text.index('id="described"') :]
    assert "flowchart TD\n    n1([&#34;Start &amp; go&#34;])" in section
    assert 'id="task-1-words"' in section


def test_descriptions_by_models_are_escaped(described: MakeRow, shown: Shown) -> None:
    text = shown(described("one", HOSTILE))
    assert "&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd&lt;img" in text
    assert "<script" not in text
    assert "<img src=x" not in text


def test_long_and_empty_descriptions_are_marked(described: MakeRow, shown: Shown) -> None:
    text = shown(described("long", "x" * 10_000), described("silent", " \n"))
    assert "x" * 2000 + "…" in text
    assert "x" * 2001 not in text
    assert text.count("The full text is in the file of descriptions next to the row.") == 1
    assert text.count("The model wrote nothing.") == 1


def test_only_the_first_of_several_draws_is_shown(described: MakeRow, shown: Shown) -> None:
    text = shown(described("one", {("t-1", draw): f"Seen {draw}." for draw in range(6)}, draws=6))
    assert "the first of 6" in text
    assert ("Seen 0." in text, "Seen 1." in text) == (True, False)


@pytest.mark.parametrize("dataset", ["official-v2", "fresh-0a1b2c3d4e5f", "homemade"])
def test_descriptions_of_pictures_that_may_not_be_shown_are_not_shown(
    described: MakeRow, shown: Shown, dataset: str
) -> None:
    text = shown(described(dataset=dataset), here=tasks_of("t-1", dataset=dataset))
    assert "A crate." not in text
    assert OWN not in text


def test_models_without_a_file_of_descriptions_are_left_out(
    tmp_path: Path, described: MakeRow, shown: Shown
) -> None:
    rows = described("here"), described("gone")
    for file in tmp_path.rglob("*/gone/*.gz"):
        file.unlink()
    assert shown(*rows).count('<p class="by"><a') == 1
    for file in tmp_path.rglob("*/here/*.gz"):
        file.unlink()
    text = shown(*rows)
    assert text.count('<p class="by"><a') == 0
    assert text.count(OWN) == 1


def test_descriptions_of_more_than_twelve_rows_are_not_shown(described: MakeRow, shown: Shown) -> None:
    text = shown(*(described(f"m{number}", "Seen.") for number in range(14)))
    assert text.count("Seen.") == 12
    assert "9 more descriptions" in text
    assert "Descriptions of at most 12 rows are shown." in text


def test_each_task_of_a_family_has_its_own_descriptions(described: MakeRow, shown: Shown) -> None:
    texts = {("t-1", 0): "First.", ("t-2", 0): "Second."}
    row = described("one", texts, letters="PW", tasks=["t-1", "t-2"])
    text = shown(row, here=tasks_of("t-1", "t-2", stem="t"))
    assert text.index("First.") < text.index("Second.")
    assert "The pictures in words" in text
