"""The hardest and easiest tasks of a data set."""

import json
from collections.abc import Callable
from pathlib import Path

from benchmark.analysis.studies.difficulty_cache import difficulties
from benchmark.leaderboard.dataset.difficulty import difficulty_table
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.task.results import task_results
from benchmark.leaderboard.task.sentence import chance_sentence
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row

STATUSES = ("PPPPPPPPPPPW", "PPPPPPPPPWWW", "PPPPPPPWWWWW", "PPPPPPWWWWWW", "PPPPWWWWWWWW", "PPWWWWWWWWWW")


def test_tasks_are_shown_from_six_models_on(
    make_row: Callable[..., Row], sources: Callable[..., Sources]
) -> None:
    rows = [make_row(f"m{number}", statuses) for number, statuses in enumerate(STATUSES)]
    few = sources(*rows[:5])
    assert difficulty_table(few.groups["code-vision"][0], few) is None
    every = sources(*rows)
    found = difficulty_table(every.groups["code-vision"][0], every)
    assert found is not None
    assert [line.name for line in found.hardest[:2]] == ["task-11", "task-10"]
    assert {line.name for line in found.easiest[:2]} == {"task-0", "task-1"}
    assert (found.hardest[0].models.text, found.easiest[0].models.text) == ("0 of 6", "6 of 6")
    (task,) = task_results(every)["code-vision", "rebuilt"]
    sentence = chance_sentence({"task-11": task.chances["task-11"]})
    assert sentence.startswith("A model of middling ability solves it in ")
    assert task_results(few)["code-vision", "rebuilt"][0].chances == {}
    chances = [float(line.mark.sort) for line in (*found.hardest, *reversed(found.easiest))]
    assert chances == sorted(chances)
    assert found.sentences[0] == (
        "No model solves 1 task, and every model solves 2 tasks in every try; these do not tell models apart."
    )
    assert "six models are too few" in found.sentences[-1]


def test_a_table_is_fitted_again_only_if_its_rows_change(
    make_row: Callable[..., Row], tmp_path: Path
) -> None:
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
