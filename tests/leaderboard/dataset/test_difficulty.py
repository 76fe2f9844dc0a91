"""The hardest and easiest tasks of a data set."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.analysis.studies.difficulties import difficulties, keep_difficulties
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.dataset.studies import (
    chance_cell,
    difficulty_table,
    draws_sentence,
    solved_words,
)
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.task_difficulty import task_difficulty
from benchmark.leaderboard.task.page import task_pages
from benchmark.leaderboard.task.results import task_results
from benchmark.leaderboard.task.sentences import chance_sentence
from benchmark.leaderboard.task.sentences import draws_sentence as task_draws_sentence
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, row_id
from tests.changed_rows import with_draws
from tests.leaderboard.conftest import templates

STATUSES = ("PPPPPPPPPPPW", "PPPPPPPPPWWW", "PPPPPPPWWWWW", "PPPPPPWWWWWW", "PPPPWWWWWWWW", "PPWWWWWWWWWW")


@pytest.fixture
def ranked(
    make_row: Callable[..., Row], sources: Callable[..., Sources], tmp_path: Path
) -> Callable[..., Sources]:
    """A function that returns sources of models with these statuses, whose difficulties are computed."""

    def of(*statuses: str, change: Callable[[Row], Row] = lambda row: row) -> Sources:
        rows = [change(make_row(f"m{number}", each)) for number, each in enumerate(statuses)]
        keep_difficulties([count_row(row) for row in rows], tmp_path)
        return sources(*rows, where=SiteConfig(rows=tmp_path / "results", cache=tmp_path))

    return of


def test_tasks_are_shown_from_six_models_on(ranked) -> None:
    few = ranked(*STATUSES[:5])
    assert difficulty_table(few.groups["code-vision"][0], few) is None
    every = ranked(*STATUSES)
    group = every.groups["code-vision"][0]
    found = difficulty_table(group, every)
    assert [line.name for line in found.hardest[:2]] == ["task-11", "task-10"]
    assert {line.name for line in found.easiest[:2]} == {"task-0", "task-1"}
    assert (found.hardest[0].models.text, found.easiest[0].models.text) == ("0 of 6", "6 of 6")
    (task,) = task_results(every)["code-vision", "rebuilt"]
    sentence = chance_sentence({"task-11": task.chances["task-11"]})
    assert sentence.startswith("A model of median ability solves it in ")
    assert task_results(few)["code-vision", "rebuilt"][0].chances == {}
    marks = [line.mark for line in (*found.hardest, *reversed(found.easiest))]
    chances = [float(mark.sort) for mark in marks if mark is not None]
    assert len(chances) == 10
    assert chances == sorted(chances)
    assert [(title, len(tasks)) for title, tasks, _ in found.alike] == [
        ("No model solves 1 task", 1),
        ("Every model solves 2 tasks", 2),
    ]
    known = task_difficulty(group, every)
    assert chance_cell(["task-11"], known).text == found.hardest[0].mark.value
    assert chance_cell(["task-0", "task-11"], known).text.count("–") == 1
    assert chance_cell(["task-11"], None).text == ""


@pytest.mark.parametrize("statuses", ["P" * 12, "W" * 12, "M" * 12, "P"])
def test_no_task_is_hardest_if_all_are_alike(ranked, statuses: str) -> None:
    found = ranked(*[statuses] * 5, statuses)
    table = difficulty_table(found.groups["code-vision"][0], found)
    assert (table.hardest, table.easiest, table.coverage) == ((), (), "")


def test_pages_of_tasks_with_a_range_say_where_to_read_how_often_it_holds(ranked) -> None:
    for statuses, links in ((STATUSES, 1), (STATUSES[:5], 0)):
        page = next(page for page in task_pages(ranked(*statuses)) if "task-3" in page.source)
        text = str(render(page, str, templates()))
        assert text.count("How often such ranges hold") == text.count("95 % range: ") == links


def test_a_model_without_a_verdict_has_no_error(ranked) -> None:
    found = ranked(*STATUSES, "M" * 12)
    known = task_difficulty(found.groups["code-vision"][0], found)
    errors = {model.slug: model.error for model in known.report.models}
    assert [slug for slug, error in errors.items() if error is None] == ["m6"]


def test_how_often_ranges_hold_is_said_as_simulated(ranked) -> None:
    every = ranked(*STATUSES)
    found = difficulty_table(every.groups["code-vision"][0], every)
    assert "93 of 100 with six models, 91 of 100 with 20 models, " in found.coverage
    assert "80 of 100 with 200 models held the true value" in found.coverage


def test_a_site_without_computed_difficulties_names_the_command(make_row, sources, tmp_path: Path) -> None:
    rows = [make_row(f"m{number}", each) for number, each in enumerate(STATUSES)]
    for where in (SiteConfig(rows=Path("results")), SiteConfig(rows=Path("results"), cache=tmp_path)):
        plain = sources(*rows, where=where)
        found = difficulty_table(plain.groups["code-vision"][0], plain)
        assert found.command == "sightbench rank --rows results"
        assert not (tmp_path / "difficulties").exists()


def _pairs(row: Row) -> Row:
    """Return a row whose every two tasks are two tries of one task."""
    found = list(row.result.statuses.values())
    statuses = {f"task-{place // 2}": [*found[place], *found[place + 1]] for place in range(0, len(found), 2)}
    completions = row.result.completions.model_copy(update={"draws": 2})
    result = row.result.model_copy(update={"statuses": statuses, "completions": completions})
    return row.model_copy(update={"id": row_id(result), "result": result})


def _draws_of_rows_with_other_numbers(found: Sources) -> str:
    """Return the sentence on draws after another draw of the first task for the first model."""
    (group,) = found.groups["code-vision"]
    first, *others = group.newest
    return draws_sentence(replace(group, newest=(with_draws(first, 3), *others)), replace(found))


def test_several_tries_split_the_variance_into_draws_and_the_rest(ranked) -> None:
    several = ranked("PPPWPWWW", "PPPPPWWW", "PPWWPWWW", "PPPPPPWW", "PPPWWWWW", "PPPWPPPW", change=_pairs)
    group = several.groups["code-vision"][0]
    assert draws_sentence(group, several).startswith("With 2 tries per task, drawing answers explains ")
    assert "With 2 to 3 tries per task, " in _draws_of_rows_with_other_numbers(several)
    (table,) = task_results(several)["code-vision", "rebuilt"]
    assert set(table.draws) == {"task-1", "task-2", "task-3"}  # all tries of task-0 pass
    assert "single tries" in task_draws_sentence({"task-1": table.draws["task-1"]})
    found = difficulty_table(group, several)
    assert found.alike[-1][0] == "Every model solves 1 task in every try"
    assert solved_words(group) == "A model solves a task here if at least one of its answers passes."
    once = ranked(*STATUSES)
    assert solved_words(once.groups["code-vision"][0]) == ""
    assert draws_sentence(once.groups["code-vision"][0], once) == ""
    assert task_results(once)["code-vision", "rebuilt"][0].draws == {}


def test_a_table_is_fitted_again_only_if_its_rows_change(make_row, tmp_path: Path) -> None:
    rows = [make_row(f"m{number}", statuses) for number, statuses in enumerate(STATUSES)]
    counts = [count_row(row).counts for row in rows]
    first = difficulties([row.id for row in rows], counts, tmp_path)
    (path,) = (tmp_path / "difficulties").iterdir()
    changed = {**json.loads(path.read_bytes()), "stem_spread": 7.0}
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert difficulties([row.id for row in rows], counts, tmp_path).stem_spread == 7.0
    path.write_text("{}", encoding="utf-8")
    assert difficulties([row.id for row in rows], counts, tmp_path) == first
    difficulties([row.id for row in rows[1:]], counts[1:], tmp_path)
    assert len(list(path.parent.iterdir())) == 2
