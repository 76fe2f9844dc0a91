"""How difficult the tasks of a data set are."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.analysis.studies.difficulties import difficulties, keep_difficulties
from benchmark.leaderboard.dataset.studies import (
    chance_cell,
    solved_words,
)
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.task_difficulty import task_difficulty
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, row_id

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


def test_chances_are_shown_from_six_models_on(ranked) -> None:
    few = ranked(*STATUSES[:5])
    assert task_difficulty(few.groups["code-vision"][0], few) is None
    every = ranked(*STATUSES)
    known = task_difficulty(every.groups["code-vision"][0], every)
    chances = [float(chance_cell([f"task-{number}"], known).sort) for number in range(12)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]
    assert chance_cell(["task-0", "task-11"], known).text.count("–") == 1
    assert chance_cell(["task-11"], None).text == ""


def test_a_site_without_computed_difficulties_shows_none(make_row, sources, tmp_path: Path) -> None:
    rows = [make_row(f"m{number}", each) for number, each in enumerate(STATUSES)]
    for where in (SiteConfig(rows=Path("results")), SiteConfig(rows=Path("results"), cache=tmp_path)):
        plain = sources(*rows, where=where)
        assert task_difficulty(plain.groups["code-vision"][0], plain) is None
        assert not (tmp_path / "difficulties").exists()


def _pairs(row: Row) -> Row:
    """Return a row whose every two tasks are two tries of one task."""
    found = list(row.result.statuses.values())
    statuses = {f"task-{place // 2}": [*found[place], *found[place + 1]] for place in range(0, len(found), 2)}
    completions = row.result.completions.model_copy(update={"draws": 2})
    result = row.result.model_copy(update={"statuses": statuses, "completions": completions})
    return row.model_copy(update={"id": row_id(result), "result": result})


def test_what_solving_means_is_said_for_several_tries(ranked) -> None:
    several = ranked("PPPWPWWW", "PPPPPWWW", "PPWWPWWW", "PPPPPPWW", "PPPWWWWW", "PPPWPPPW", change=_pairs)
    group = several.groups["code-vision"][0]
    assert solved_words(group) == "A model solves a task here if at least one of its answers passes."
    once = ranked(*STATUSES)
    assert solved_words(once.groups["code-vision"][0]) == ""


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
