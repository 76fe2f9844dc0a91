"""The page of a stem shows what its licence allows, and the results of the models that were run on it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.task import ChoiceCheck, FunctionCheck, Task, Text
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.addresses import task_page
from benchmark.leaderboard.parts.page import Page
from benchmark.leaderboard.task.page import task_pages
from benchmark.results.row import Row

MakeRow = Callable[..., Row]
MakeSources = Callable[..., Sources]
WithFiles = Callable[..., Row]

HOSTILE = '</pre><script>alert(1)</script>\u202e"><img src=x onerror=alert(1)>'
ANSWER = "```python\ndef solve(x):\n    return 2\n```"
DETAIL = "assert solve(1) == 1; solve(1) gave 2"


def task(name: str, suite: str, dataset: str, **more: Any) -> Task:
    given: dict[str, Any] = {
        "entry_point": "solve",
        "starter_code": "def solve(x):\n",
        "parts": (Text(text="Follow the rule."),),
        "check": FunctionCheck(tests=("assert solve(1) == 1\nassert solve(2) == 2",)),
        "reference": "def solve(x):\n    return x\n",
        "description": "A box with an arrow.",
    }
    return Task(id=name, suite=suite, dataset=dataset, **(given | more))


def with_tasks(*tasks: Task) -> dict[tuple[str, str], TaskSet]:
    name = (tasks[0].suite, tasks[0].dataset)
    return {name: TaskSet(*name, {given.id: given for given in tasks})}


def body(page: Page) -> str:
    jinja = environment(checkout() / "site" / "templates", "https://code.example.org/a/b")
    return str(render(page, lambda source: f"/{source}", jinja))


@pytest.fixture
def shown(tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles) -> Page:
    rows = [
        with_files(tmp_path, make_row(slug, letter, tasks=["t-1"]), [ANSWER], detail=DETAIL)
        for slug, letter in (("one", "P"), ("two", "W"))
    ]
    here = with_tasks(task("t-1", "code-vision", "rebuilt"))
    (page,) = task_pages(sources(*rows, where=SiteConfig(rows=tmp_path), tasks=here))
    return page


def test_the_page_of_a_task_that_may_be_shown_has_all_parts(shown: Page) -> None:
    assert shown.source == task_page("code-vision", "rebuilt", "t-1")
    text = body(shown)
    assert shown.title == "solve (t-1), Code-Vision rebuilt"
    assert "One of two models solves it: one." in text
    for part in (
        "t-1 · function, 2 checks · 3 s per test",
        "Follow the rule.",
        "A box with an arrow.",
        "solve(1) → 2",
        "    return 2",
        "Reference program",
        "    return x",
        "One answer failed.",
        "HumanEval, MIT licence",
        "https://code.example.org/a/b/issues/new?template=task.yml",
        'href="/model/two/index.md"',
        'data-q="?list=code-vision-rebuilt-flowchart-cool-1&amp;open="',
        'data-open="t-1"',
        'href="/model/two/index.md?list=code-vision-rebuilt-flowchart-cool-1&amp;open=t-1">Whole answer</a>',
    ):
        assert part in text, part


def test_the_page_of_a_task_without_licence_has_only_id_counts_and_groups(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    row = with_files(
        tmp_path, make_row("two", "W", tasks=["t-1"], dataset="official"), [ANSWER], detail=DETAIL
    )
    here = with_tasks(task("t-1", "code-vision", "official"))
    (page,) = task_pages(sources(row, where=SiteConfig(rows=tmp_path), tasks=here))
    text = body(page)
    assert page.title == "t-1, Code-Vision official"
    assert "states no licence" in text
    assert "two, the only model so far, does not solve it." in text
    assert "solve(1) → 2" in text
    for part in ("Follow the rule.", "A box", "return 2", "return x", "def solve", "<img", "Reference"):
        assert part not in text, part


def test_the_page_of_a_fresh_task_has_no_groups_of_wrong_answers(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    row = with_files(
        tmp_path, make_row("two", "W", tasks=["t-1"], dataset="fresh-01"), [ANSWER], detail=DETAIL
    )
    (page,) = task_pages(sources(row, where=SiteConfig(rows=tmp_path)))
    text = body(page)
    assert "two, the only model so far, does not solve it." in text
    assert "solve(1)" not in text


def test_tasks_of_a_stem_share_a_page_with_the_proof_of_twins(
    make_row: MakeRow, sources: MakeSources
) -> None:
    tasks = [
        task("w-1", "humaneval-v", "open", stem="w"),
        task("w-2", "humaneval-v", "open", stem="w", check=FunctionCheck(tests=("assert solve(1) == 7",))),
        task("w-10", "humaneval-v", "open", stem="w", check=FunctionCheck(tests=("assert solve(1) == 9",))),
    ]
    rows = [
        make_row(slug, letters, tasks=["w-1", "w-2", "w-10"], suite="humaneval-v", dataset="open")
        for slug, letters in (("one", "PWP"), ("two", "PPP"), ("three", "WWP"))
    ]
    (page,) = task_pages(sources(*rows, tasks=with_tasks(*tasks)))
    text = body(page)
    assert "One of three models solves all three tasks, and each solves at least one." in text
    assert page.title == "w, HumanEval-V open"
    assert "A program written without the pictures passes at most one of the three tasks." in text
    assert text.index("w-2") < text.index("w-10")
    assert "their verdicts are not available here" in text


def test_a_family_of_questions_has_their_right_options_and_only_facts_that_hold_for_all(
    sources: MakeSources, make_row: MakeRow
) -> None:
    row = {"suite": "mathopeval", "dataset": "open-choice", "setting": "choice-direct", "protocol": "greedy"}
    questions = [
        task(
            f"bar-0-{number}",
            "mathopeval",
            "open-choice",
            stem="bar-0",
            check=ChoiceCheck(answer=letter),
            subset=subset,
            categories=("bar", "domain:water"),
            starter_code="",
            reference="",
        )
        for number, (letter, subset) in enumerate((("D", "deletion"), ("A", "annotation")), 1)
    ]
    run = make_row("one", "PW", tasks=[question.id for question in questions], **row)
    (page,) = task_pages(sources(run, tasks=with_tasks(*questions)))
    assert page.view.facts == "2 tasks · bar · water · multiple choice · 4 options"
    options = body(page).partition("Right options</summary>")[2].partition("</details>")[0]
    assert re.findall(r"<bdi>(.*?)</bdi>: <b>(.)</b>", options) == [("bar-0-1", "D"), ("bar-0-2", "A")]


def test_a_task_that_no_model_was_run_on_has_a_page(sources: MakeSources, make_row: MakeRow) -> None:
    here = with_tasks(task("t-1", "code-vision", "open"))
    (page,) = task_pages(sources(make_row("gold", "P", tasks=["t-1"], dataset="open"), tasks=here))
    assert "No model has been run on this task yet." in body(page)


def test_untrusted_text_is_never_markup(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    name = HOSTILE + "y" * 10_000
    code = f"```python\ndef solve(x):\n    return '''{HOSTILE}'''\n```"
    row = make_row("two", "W", tasks=[name], name=HOSTILE[:190], dataset="open")
    row = with_files(tmp_path, row, [code], detail=f"assert solve(1) == 1; solve(1) gave {HOSTILE!r}")
    words = {"description": HOSTILE, "reference": HOSTILE, "parts": (Text(text=HOSTILE),), "level": HOSTILE}
    here = with_tasks(task(name, "code-vision", "open", **words))
    (page,) = task_pages(sources(row, where=SiteConfig(rows=tmp_path), tasks=here))
    text = body(page)
    assert len(page.source) < 120
    assert "alert(1)" in text
    assert "<script" not in text
    assert "<img" not in text
    assert "\u202e" not in text
    assert "y" * 200 not in text


def test_the_search_finds_every_page_of_many_tasks_by_ids_and_kinds(
    sources: MakeSources, make_row: MakeRow
) -> None:
    many = [f"t-{number}" for number in range(700)]
    pages = list(task_pages(sources(make_row("a", "P" * 700, tasks=many))))
    assert len(pages) == len([page for page in pages if page.searched]) == 700
    assert (pages[5].search.kind, pages[5].search.name, pages[5].search.words[-1]) == ("task", "t-5", "t-5")


def test_a_task_of_several_data_sets_is_found_first_where_its_suite_names_it_first(
    sources: MakeSources, make_row: MakeRow
) -> None:
    names = ["rebuilt", "official", "official-humaneval"]
    rows = [make_row(name, "PW", dataset=name, tasks=["t-1", "t-2"]) for name in names]
    pages = list(task_pages(sources(*rows)))
    assert len(pages) == 6
    first = [page.source for page in pages if not page.search.after]
    assert first == ["task/code-vision/rebuilt/t-1/index.md", "task/code-vision/rebuilt/t-2/index.md"]


def test_the_page_of_an_unknown_suite_has_only_results(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    row = make_row("two", "W", tasks=["t-1"], suite="mystery", dataset="odd", extraction="theirs")
    row = with_files(tmp_path, row, [ANSWER], detail=DETAIL)
    (page,) = task_pages(sources(row, where=SiteConfig(rows=tmp_path)))
    text = body(page)
    assert "they are not shown" in text
    assert "two, the only model so far, does not solve it." in text
    assert "solve(1) → 2" in text
    assert "def solve" not in text
