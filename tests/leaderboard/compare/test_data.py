"""The data files of the compare page hold the computed comparisons, each pair once."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.places import TablePlaces, places_by_table
from benchmark.analysis.ranks.ranking import rank
from benchmark.analysis.ranks.subjects import row_subject
from benchmark.leaderboard.compare.data import INDEX, compare_files, models_per_file, set_places
from benchmark.leaderboard.compare.joint_comparisons import joint_comparisons
from benchmark.leaderboard.compare.tables import compared_table, ranked_groups
from benchmark.leaderboard.task.page import task_pages
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row
from benchmark.scoring.metrics import pass_metric
from tests.changed_rows import with_draws
from tests.shards import shard_value

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
    return {file.path: shard_value(file.content()) for file in compare_files(found)}


def _only(found) -> tuple[dict, list[dict]]:
    """Return the index of the only table, and the first model of each of its files."""
    files = _read(found)
    (table,) = files.pop(INDEX)["tables"]
    index = files.pop(f"d/r/{table}/index.js")
    return index, [files[path]["models"][0] for path in sorted(files) if path.startswith(f"d/r/{table}/0")]


def test_the_index_of_a_table_has_tasks_looks_and_models_best_first(rows, sources) -> None:
    index, _ = _only(sources(*rows))
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
    assert [model["results"] for model in _only(found)[1]] == [
        "PPPWWWWWWWPWW",
        "PWPWWWWWWW-WW",
        "WWWPWWWWWWWWW",
    ]


def test_every_pair_is_in_the_file_of_the_better_model(rows, sources) -> None:
    found = sources(*rows)
    (group,) = ranked_groups(found)
    looks = joint_comparisons(found, group)
    slugs = ["a", "b", "c"]
    for number, (slug, model) in enumerate(zip(slugs, _only(found)[1], strict=True)):
        assert model["slug"] == slug
        assert len(model["pairs"]) == len(looks) == 3
        for look, columns in zip(looks, model["pairs"], strict=True):
            pairs = [look.pair(slug, other) for other in slugs[number + 1 :]]
            assert columns["difference"] == [pair.difference for pair in pairs]
            assert columns["low"] == [pair.low - pair.difference for pair in pairs]
            assert columns["high"] == [pair.high - pair.difference for pair in pairs]
            assert columns["aloneHigh"] == [pair.alone_high - pair.difference for pair in pairs]
            assert ("odds" in columns) == (look is looks[0])


def test_a_real_difference_that_missing_samples_could_turn_is_marked(make_row, sources) -> None:
    rows = [make_row("a", "P" * 12 + "W" * 8), make_row("b", "W" * 12 + "M" * 8), make_row("c", "W" * 20)]
    first, second, _ = (model["pairs"] and model["pairs"][0] for model in _only(sources(*rows))[1])
    assert first["unsure"] == [1, 0]
    assert "unsure" not in second


def test_results_of_several_draws_are_numbers_of_passed_and_judged_samples(make_row, sources) -> None:
    def twice(slug: str, words: list[list[str]]) -> Row:
        statuses = {f"task-{number}": pair for number, pair in enumerate(words)}
        return with_draws(make_row(slug, "PW"), 2, statuses=statuses)

    rows = [
        twice("a", [["passed", "passed"], ["passed", "wrong_answer"]]),
        twice("b", [["passed", "missing"], ["timeout", "wrong_answer"]]),
    ]
    index, (one, other) = _only(sources(*rows))
    assert (one["passed"], one["judged"]) == ([2, 1], [2, 2])
    assert (other["passed"], other["judged"]) == ([1, 0], [1, 2])
    assert "results" not in one
    assert index["draws"] == 2


def test_files_hold_several_models_if_there_are_many(make_row, sources, monkeypatch) -> None:
    monkeypatch.setattr("benchmark.leaderboard.compare.data.MAX_FILES", 2)
    found = sources(*(make_row(f"m{number}", "P" * number + "W" * (5 - number)) for number in range(5)))
    files = _read(found)
    assert len(files) == 1 + 2 + 2
    monkeypatch.undo()
    assert [models_per_file(models) for models in (2, 40, 41, 200)] == [1, 1, 2, 5]
    (table,) = files[INDEX]["tables"]
    assert [
        [model["slug"] for model in files[f"d/r/{table}/0{number}.js"]["models"]] for number in range(2)
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
    index, _ = _only(found)
    known = {page.source for page in task_pages(found)}
    linked = [f"{index['set']}/{name}/index.md" for name in index["pages"]]
    assert len(linked) == 3
    assert set(linked) <= known


SCRIPT = Path(__file__).resolve().parents[3] / "site" / "assets" / "places.js"
KEY = GroupKey("code-vision", "rebuilt", "flowchart", "cool-1", "own", "0" * 64, "own", "0" * 64)
_RUN = """
const { file, sets } = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(sets.map((slugs) => placesOf(file, slugs))));
"""


def _chosen(file: dict, sets: list[list[str]]) -> list[dict]:
    node = os.environ.get("SIGHTBENCH_NODE", "node")
    command = [node, "-e", SCRIPT.read_text(encoding="utf-8") + _RUN]
    done = subprocess.run(
        command, input=json.dumps({"file": file, "sets": sets}), capture_output=True, text=True, check=True
    )
    found: list[dict] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("models", "missing", "seed"),
    [(7, 0.12, 3), *(pytest.param(*case, marks=pytest.mark.gate) for case in ((7, 0.0, 2), (24, 0.04, 4)))],
)
def test_every_set_has_the_places_of_a_table_of_these_models(make_row, models, missing, seed) -> None:
    """All sets of a small table, and 80 random ones of a large one."""
    drawn = np.random.default_rng(seed)
    tasks = 60
    hard, skill = drawn.normal(0, 1.2, tasks), np.sort(drawn.normal(0, 0.9, models))[::-1]
    rows = []
    for number in range(models):
        solved = drawn.random(tasks) < 1 / (1 + np.exp(hard - skill[number]))
        lost = drawn.random(tasks) < missing
        letters = np.where(lost, "M", np.where(solved, "P", "W"))
        rows.append(count_row(make_row(f"m{number:02}", "".join(letters))))
    subjects = {row.row.result.submission.slug: row_subject(row.row, row.counts) for row in rows}
    whole = rank(KEY, list(subjects.values()), pass_metric(1), "", None)
    slugs = [place.slug for place in whole.ranking.places]
    file = set_places(whole.pairs, slugs)
    assert 0 < whole.ranking.separated < whole.ranking.pairs
    if models < 10:
        numbers = range(1, 2**models)
        sets = [[slug for at, slug in enumerate(slugs) if number >> at & 1] for number in numbers]
    else:
        sets = [[slug for slug in slugs if drawn.random() < share] for share in drawn.random(80)]
    unsure = 0
    for chosen, found in zip(sets, _chosen(file, sets), strict=True):
        expected = rank(KEY, [subjects[slug] for slug in chosen], pass_metric(1), "", None).ranking
        assert [
            (place["slug"], place["first"], place["last"], place["sure"]) for place in found["places"]
        ] == [(place.slug, place.first, place.last, place.is_sure) for place in expected.places]
        assert (found["pairs"], found["real"]) == (expected.pairs, expected.separated)
        assert found["groups"] == expected.groups
        shown: TablePlaces = places_by_table([expected])[expected.key]
        assert [place["brackets"] for place in found["places"]] == [
            [[part.lane, part.end] for part in shown.of[place.slug].brackets] for place in expected.places
        ]
        unsure += sum(not place["sure"] for place in found["places"])
        if len(chosen) > 1:
            pair = expected.neighbours[0]
            lead = found["lead"]
            assert lead["real"] == pair.real
            if pair.real:
                assert (lead["ahead"], lead["sure"]) == (pair.difference > 0, pair.sure)
    assert (unsure > 0) == (missing > 0)


def test_the_file_of_a_large_table_is_small(make_row) -> None:
    drawn = np.random.default_rng(5)
    rows = [
        make_row(f"m{number:03}", "".join(np.where(drawn.random(80) < number / 60, "P", "W")))
        for number in range(60)
    ]
    subjects = [row_subject(row, count_row(row).counts) for row in rows]
    whole = rank(KEY, subjects, pass_metric(1), "", None)
    file = set_places(whole.pairs, [place.slug for place in whole.ranking.places])
    values = [abs(value) for line in file["p"] for value in line]
    assert len(values) == 60 * 59 / 2
    useful = [value for value in values if value not in (1, 1e-9)]
    assert 0 < len(useful) < len(values) / 2
    assert all(0.05 / len(values) < value <= 0.05 for value in useful)
