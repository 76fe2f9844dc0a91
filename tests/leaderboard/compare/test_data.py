"""The data files of the compare page hold the computed comparisons, each pair once."""

import json

import pytest

from benchmark.leaderboard.compare.data import INDEX, compare_files, models_per_file
from benchmark.leaderboard.compare.joint_comparisons import joint_comparisons
from benchmark.leaderboard.compare.tables import compared_table, ranked_groups
from benchmark.leaderboard.task.page import task_pages
from benchmark.results.row import Row

_SUBSETS = {
    "subset:humaneval": [f"task-{number}" for number in range(6)],
    "subset:math": [f"task-{number}" for number in (*range(6, 9), 10, 11, 12)],
    "subset:algorithm": ["task-9"],
}
_TASKS = [f"task-{number}" for number in (0, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12)]


@pytest.fixture
def rows(make_row) -> list[Row]:
    """Rows whose third letter is the result of ``task-10``, which is last in natural order."""
    return [
        make_row("a", "PPPPW" + "W" * 8, tasks=_TASKS, subsets=_SUBSETS, name="Acme </script>\u202e"),
        make_row("b", "PWMPW" + "W" * 8, tasks=_TASKS, subsets=_SUBSETS),
        make_row("c", "WWWWP" + "W" * 8, tasks=_TASKS, subsets=_SUBSETS),
        make_row("gold", "P" * 13, tasks=_TASKS, subsets=_SUBSETS),
    ]


def _read(found) -> dict:
    return {file.path: json.loads(file.content()) for file in compare_files(found)}


def test_the_index_of_a_table_has_tasks_looks_and_models_best_first(rows, sources) -> None:
    files = _read(sources(*rows))
    (table,) = files[INDEX]["tables"]
    index = files[f"d/r/{table}/index.json"]
    assert index["models"] == [["a", "Acme </script>\ufffd"], ["b", "b"], ["c", "c"]]
    assert index["tasks"] == [f"task-{number}" for number in range(13)]
    assert (index["set"], index["pages"][10]) == ("task/code-vision/rebuilt", "task-10")
    assert [(look["title"], look["of"], look["tasks"]) for look in index["looks"]] == [
        ("All tasks", 1, []),
        ("HumanEval", 2, [0, 1, 2, 3, 4, 5]),
        ("Math", 2, [6, 7, 8, 10, 11, 12]),
    ]
    assert index["tooFew"].startswith("Not compared: Algorithm has under six families.")
    assert (index["pairs"], index["counted"], index["draws"], index["each"]) == (3, "3 pairs of models", 1, 1)


def test_results_have_one_letter_per_task_in_the_order_of_the_index(rows, sources) -> None:
    found = sources(*rows)
    (group,) = ranked_groups(found)
    assert compared_table(found, group).models[1].judged == (*[1] * 10, 0, 1, 1), "one has no verdict"
    files = _read(found)
    (table,) = files[INDEX]["tables"]
    assert [files[f"d/r/{table}/{number:02d}.json"]["models"][0]["results"] for number in range(3)] == [
        "PPPWWWWWWWPWW",
        "PWPWWWWWWW-WW",
        "WWWPWWWWWWWWW",
    ]


def test_every_pair_is_in_the_file_of_the_better_model(rows, sources) -> None:
    found = sources(*rows)
    files = _read(found)
    (group,) = ranked_groups(found)
    looks = joint_comparisons(found, group)
    (table,) = files[INDEX]["tables"]
    slugs = ["a", "b", "c"]
    for number, slug in enumerate(slugs):
        (model,) = files[f"d/r/{table}/{number:02d}.json"]["models"]
        assert model["slug"] == slug
        assert len(model["pairs"]) == len(looks) == 3
        for look, columns in zip(looks, model["pairs"], strict=True):
            pairs = [look.pair(slug, other) for other in slugs[number + 1 :]]
            assert columns["difference"] == [pair.difference for pair in pairs]
            assert [columns["low"], columns["high"]] == [[p.low for p in pairs], [p.high for p in pairs]]
            assert columns["aloneHigh"] == [pair.alone_high for pair in pairs]
            assert ("odds" in columns) == (look is looks[0])


def test_a_real_difference_that_missing_samples_could_turn_is_marked(make_row, sources) -> None:
    rows = [make_row("a", "P" * 12 + "W" * 8), make_row("b", "W" * 12 + "M" * 8), make_row("c", "W" * 20)]
    files = _read(sources(*rows))
    (table,) = files[INDEX]["tables"]
    first, second = (files[f"d/r/{table}/{number:02d}.json"]["models"][0]["pairs"][0] for number in (0, 1))
    assert first["unsure"] == [1, 0]
    assert "unsure" not in second


def test_results_of_several_draws_are_numbers_of_passed_and_judged_samples(make_row, sources) -> None:
    def twice(slug: str, words: list[list[str]]) -> Row:
        row = make_row(slug, "PW")
        statuses = {f"task-{number}": pair for number, pair in enumerate(words)}
        completions = row.result.completions.model_copy(update={"count": 4, "draws": 2})
        update = {"statuses": statuses, "completions": completions}
        return row.model_copy(update={"result": row.result.model_copy(update=update)})

    files = _read(
        sources(
            twice("a", [["passed", "passed"], ["passed", "wrong_answer"]]),
            twice("b", [["passed", "missing"], ["timeout", "wrong_answer"]]),
        )
    )
    (table,) = files[INDEX]["tables"]
    one, other = (files[f"d/r/{table}/0{number}.json"]["models"][0] for number in range(2))
    assert (one["passed"], one["judged"]) == ([2, 1], [2, 2])
    assert (other["passed"], other["judged"]) == ([1, 0], [1, 2])
    assert "results" not in one
    assert files[f"d/r/{table}/index.json"]["draws"] == 2


def test_files_hold_several_models_if_there_are_many(make_row, sources, monkeypatch) -> None:
    monkeypatch.setattr("benchmark.leaderboard.compare.data.MAX_FILES", 2)
    found = sources(*(make_row(f"m{number}", "P" * number + "W" * (5 - number)) for number in range(5)))
    files = _read(found)
    assert len(files) == 1 + 2 + 2
    monkeypatch.undo()
    assert [models_per_file(models) for models in (2, 40, 41, 200)] == [1, 1, 2, 5]
    (table,) = files[INDEX]["tables"]
    assert [
        [model["slug"] for model in files[f"d/r/{table}/0{number}.json"]["models"]] for number in range(2)
    ] == [
        ["m4", "m3", "m2"],
        ["m1", "m0"],
    ]


def test_a_table_of_one_model_cannot_be_compared(make_row, sources) -> None:
    files = _read(sources(make_row("a"), make_row("gold"), make_row("b", setting="text")))
    assert list(files) == [INDEX]
    assert files[INDEX]["tables"] == []


def test_every_task_links_to_an_existing_page(make_row, sources) -> None:
    hostile = ["plain", "a/../b", "<b>x</b>"]
    found = sources(make_row("a", "PPW", tasks=hostile), make_row("b", "WWW", tasks=hostile))
    files = _read(found)
    (table,) = files[INDEX]["tables"]
    index = files[f"d/r/{table}/index.json"]
    known = {page.source for page in task_pages(found)}
    linked = [f"{index['set']}/{name}/index.md" for name in index["pages"]]
    assert len(linked) == 3
    assert set(linked) <= known
