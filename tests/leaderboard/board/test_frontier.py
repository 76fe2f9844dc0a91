"""One page ranks models over all suites, on as many tasks of levels 3 to 5 of each."""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from benchmark.analysis.ranks import joint_frontier
from benchmark.analysis.ranks.joint_frontier import EACH, draw_joint, joint_frontiers, joint_sets
from benchmark.leaderboard.board import frontier
from benchmark.leaderboard.board.frontier import frontier_pages
from benchmark.leaderboard.build.site import PAGE_KINDS
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row
from tests.changed_rows import with_result
from tests.leaderboard.conftest import visible_text

FAMILIES, LEVELS = 6, (2, 3, 4, 5)
TASKS = [f"family-{family}-{level}" for level in LEVELS for family in range(FAMILIES)]
SUBSETS = {
    **{f"level:{level}": [task for task in TASKS if task.endswith(f"-{level}")] for level in LEVELS},
}


def answered(make_row, slug: str, solved: float, seed: int = 1, suites: int = 4, **more) -> Iterator[Row]:
    """Yield rows of a model on the open sets of so many suites; it solves this share of the tasks."""
    draws = np.random.default_rng(seed)
    for suite, (dataset, setting) in [*joint_sets().items()][:suites]:
        letters = "".join("P" if draws.random() < solved else "W" for _ in TASKS)
        asked = {"suite": suite, "dataset": dataset, "setting": setting, "protocol": "greedy"}
        yield in_families(make_row(slug, letters, tasks=TASKS, subsets=SUBSETS, **asked | more))


def in_families(row: Row) -> Row:
    stems = {task: task.rpartition("-")[0] for task in row.result.statuses}
    return with_result(row, tasks=row.result.tasks.model_copy(update={"stems": stems}))


def test_each_suite_gives_as_many_tasks_of_as_many_families_as_it_has(make_row) -> None:
    (row, *_) = answered(make_row, "a", 0.5)
    counts = count_row(row).counts
    drawn = draw_joint(row, counts)
    assert len(drawn) == len(set(drawn)) == 3 * FAMILIES, "it has fewer than 12 at a level"
    assert not [task for task in drawn if task.endswith("-2")]
    many = [f"family-{family}-{level}" for level in LEVELS for family in range(40)]
    subsets = {f"level:{level}": [task for task in many if task.endswith(f"-{level}")] for level in LEVELS}
    asked = {"suite": "humaneval-v", "dataset": "open", "setting": "image"}
    row = in_families(make_row("a", "P" * len(many), tasks=many, subsets=subsets, **asked))
    drawn = draw_joint(row, count_row(row).counts)
    assert [sum(task.endswith(f"-{level}") for task in drawn) for level in LEVELS] == [0, EACH, EACH, EACH]
    assert len({task.rpartition("-")[0] for task in drawn}) == 3 * EACH, "no family twice, as there are 40"
    other = in_families(make_row("b", "W" * len(many), tasks=many[::-1], subsets=subsets, **asked))
    assert set(draw_joint(other, count_row(other).counts)) == set(drawn), "whatever their order"


@pytest.mark.gate
def test_only_models_with_rows_of_all_suites_by_one_protocol_are_ranked(make_row, sources) -> None:
    rows = [
        *answered(make_row, "best", 0.9, 1),
        *answered(make_row, "next", 0.2, 2),
        *answered(make_row, "part", 1.0, 3, suites=3),
        *answered(make_row, "thinks", 0.7, 4, protocol="thinking"),
    ]
    found = sources(*rows)
    first, second = joint_frontiers(found.groups, found.counts)
    assert (first.protocol, [*first.rows], second.protocol, [*second.rows]) == (
        "greedy", ["best", "next"], "thinking", ["thinks"]
    )  # fmt: skip
    assert first.lacking == {"part": ("mmcode",)}
    ranking = first.ranking()
    assert [(place.slug, place.first, place.last) for place in ranking.places] == [
        ("best", 1, 1),
        ("next", 2, 2),
    ]
    assert (ranking.tasks, ranking.stems) == (4 * 3 * FAMILIES, 4 * FAMILIES)


def test_the_score_is_over_the_tasks_of_all_suites_and_each_suite_has_its_own(make_row, sources) -> None:
    rows = list(answered(make_row, "best", 0.9, 1))
    (page,) = frontier_pages(sources(*rows))
    (table,) = page.view.tables
    (line,) = table.lines
    hard = [task for task in TASKS if not task.endswith("-2")]
    shares = [sum(row.result.statuses[task] == ["passed"] for task in hard) / len(hard) for row in rows]
    assert [cell.text for cell in line.cells] == [f"{100 * share:.1f}" for share in shares]
    assert line.score.value == f"{100 * sum(shares) / 4:.1f}"
    assert [each[1:] for each in table.suites] == [(18, 6)] * 4


@pytest.mark.parametrize(
    ("second", "says"),
    [
        (0.1, r"^best leads the frontier by [\d.]+ points, and the lead is real\.$"),
        (0.88, r"^best is [\d.]+ points ahead on the frontier, but the lead may be luck\.$"),
        (0.95, r"^best and other cannot be told apart on the frontier\.$"),
        (None, r"^best solves [\d.]+ % of 72 tasks of levels 3 to 5, taken from four suites\.$"),
    ],
)
def test_the_headline_claims_no_more_than_the_comparison(make_row, sources, second, says) -> None:
    rows = list(answered(make_row, "best", 0.95, 1))
    if second is not None:
        rows += answered(make_row, "other", second, 1)  # the same draws: it solves no task more
    (page,) = frontier_pages(sources(*rows))
    assert re.search(says, page.view.headline.sentence)
    text = visible_text(page)
    assert all(task in text for task in page.view.tables[0].ids[0][1].split())
    assert ("can be missed" in text) == (second is not None), "two models: what they can see"
    assert "own stem" not in text, "families are known"


def test_a_site_without_such_models_says_what_is_missing(make_row, sources) -> None:
    (page,) = frontier_pages(sources(*answered(make_row, "part", 1.0, suites=2)))
    text = visible_text(page)
    assert "No model has answered the open sets of all four suites by one protocol yet." in text
    assert "part (MathOPEval and MMCode)" in text
    (page,) = frontier_pages(sources())
    assert page.view.tables == ()
    assert "sightbench submit ready" in visible_text(page)


def test_without_the_statistics_there_are_scores_and_no_places(make_row, sources, monkeypatch) -> None:
    monkeypatch.setattr(frontier, "has_statistics", lambda: False)
    monkeypatch.delattr(joint_frontier.JointFrontier, "ranking")
    rows = [*answered(make_row, "a", 0.9), *answered(make_row, "b", 0.2, 2)]
    (page,) = frontier_pages(sources(*rows))
    (table,) = page.view.tables
    assert [(line.name, line.place) for line in table.lines] == [("a", None), ("b", None)]
    assert "has no places" in page.view.headline.lead


def test_the_site_has_the_page() -> None:
    assert frontier_pages in PAGE_KINDS
