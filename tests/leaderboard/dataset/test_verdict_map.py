"""The map of verdicts: its lines are drawn from the same results that its shard names."""

from typing import Any

import pytest

from benchmark.files.references import ReferencedAnswers
from benchmark.leaderboard.dataset.verdict_map import VerdictMap, verdict_files, verdict_map
from benchmark.suites.code_vision.fetched_tasks import COMMIT, FILES
from tests.changed_rows import with_draws, with_run
from tests.shards import shard_value

TASKS = ["t-1", "t-2", "t-10", "t-3"]


@pytest.fixture
def drawn(sources):
    """A function that returns the map of rows of Code-Vision, and the value of its shard."""

    def of(*rows, dataset: str = "rebuilt", **more: Any) -> tuple[VerdictMap, dict[str, Any]]:
        here = sources(*rows, **more)
        found = verdict_map(here, "code-vision", dataset)
        assert found is not None
        (file,) = verdict_files(here)
        assert file.path == found.path
        return found, shard_value(file.content())

    return of


def _states(found: VerdictMap) -> dict[str, str]:
    """Return what is drawn, a letter per task: on, some, missing, or a point for the ground."""
    states = {}
    for line in found.lines:
        letters = ["."] * found.tasks
        for kind, runs in line.runs:
            lengths = [int(length) for length in runs.split()]
            assert sum(lengths) == found.tasks
            for number, length in enumerate(lengths):
                start = sum(lengths[:number])
                for place in range(start, start + length) if number % 2 == 0 else ():
                    letters[place] = kind[0]
        states[line.entrant.row.slug] = "".join(letters)
    return states


def test_the_easiest_task_is_the_first_column_and_the_best_model_the_first_line(make_row, drawn) -> None:
    found, shard = drawn(
        make_row("good", "WPPP", tasks=TASKS),
        make_row("middle", "WPWP", tasks=TASKS),
        make_row("weak", "WPWM", tasks=TASKS),
    )
    assert [name for name, *_ in shard["tasks"]] == ["t-2", "t-3", "t-10", "t-1"]
    assert _states(found) == {"good": "ooo.", "middle": "oo..", "weak": "om.."}
    assert [line.solved for line in found.lines] == [3, 2, 1]
    assert shard["tasks"][0] == ["t-2", "task/code-vision/rebuilt/t-2/", ""]


def test_a_cell_has_the_outcome_that_its_line_draws(make_row, drawn) -> None:
    found, shard = drawn(make_row("a", "PWPM", tasks=TASKS), make_row("b", "WWPP", tasks=TASKS))
    drawings = {"Passed": "o", "Wrong answer": ".", "Missing": "m"}
    for line, model in zip(found.lines, shard["models"], strict=True):
        titles = [shard["outcomes"][ord(sign) - ord("0")] for sign in model["results"]]
        assert "".join(drawings[title] for title in titles) == _states(found)[line.entrant.row.slug]


def test_a_task_of_which_some_answers_passed_is_half_filled(make_row, drawn) -> None:
    row = make_row("a", "PW", tasks=TASKS[:2])
    statuses = {"t-1": ["passed", "wrong_answer"], "t-2": ["passed", "passed"]}
    found, shard = drawn(with_draws(row, 2, statuses=statuses))
    assert found.partly
    assert _states(found) == {"a": "so"}
    assert [shard["outcomes"][ord(sign) - ord("0")] for sign in shard["models"][0]["results"]] == [
        "1 of 2 passed",
        "2 of 2 passed",
    ]


def test_answers_that_others_publish_are_at_their_source(make_row, drawn) -> None:
    given = {"format": "code-vision-outputs", "files": [{"url": FILES[-1].url, "sha256": "a" * 64}]}
    row = make_row("acme", "WP", tasks=["9. Palindrome Number", "7. Reverse Integer"], dataset="official")
    references = ReferencedAnswers.model_validate(given)
    _, shard = drawn(with_run(row, references=references, completions_file=None), dataset="official")
    place = [name for name, *_ in shard["tasks"]].index("9. Palindrome Number")
    address = f"https://github.com/wanghanbinpanda/CodeVision/blob/{COMMIT}/output/MATH/gpt-4o"
    assert shard["models"][0]["sources"][place] == f"{address}/samples.jsonl_results.jsonl#L1"


def test_a_single_task_and_models_that_saw_no_picture_have_no_map(make_row, sources) -> None:
    blind = make_row("b", "PW", setting="signature-only", suite="humaneval-v", dataset="open")
    here = sources(make_row("a", "P"), blind, make_row("gold", "PP", suite="mmcode", dataset="open"))
    for suite, dataset in (("code-vision", "rebuilt"), ("humaneval-v", "open"), ("mmcode", "open")):
        assert verdict_map(here, suite, dataset) is None
    assert list(verdict_files(here)) == []
