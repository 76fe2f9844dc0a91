"""The script gives a chosen set of models the places that the ranking gives a table of only these models."""

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
from benchmark.leaderboard.compare.data import set_places
from benchmark.results.counted_row import count_row
from benchmark.scoring.metrics import pass_metric

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
    [
        (6, 0.0, 1),
        (6, 0.12, 3),
        pytest.param(9, 0.0, 2, marks=pytest.mark.gate),
        pytest.param(8, 0.12, 3, marks=pytest.mark.gate),
        pytest.param(24, 0.04, 4, marks=pytest.mark.gate),
    ],
)
def test_every_set_has_the_places_of_a_table_of_these_models(make_row, models, missing, seed) -> None:
    """All sets of a small table, and 300 random ones of a large one."""
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
        sets = [[slug for slug in slugs if drawn.random() < share] for share in drawn.random(300)]
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
