"""A table is also ranked on only the tasks that were published after a month."""

import pytest

from benchmark.analysis.ranks.categories import months
from benchmark.analysis.ranks.ranking import rank_months
from benchmark.analysis.ranks.subjects import row_subject
from benchmark.leaderboard.board.page import boards
from benchmark.suites import suite_of
from tests.leaderboard.conftest import submission

#: Contests 353, 357 and 361 were in July, August and September 2023.
TASKS = [
    f"weekly-contest-{number}-{word}"
    for number, many in ((353, 5), (357, 10), (361, 31))
    for word in (f"{chr(97 + at % 26)}{at}" for at in range(many))
]
RUN = {"dataset": "official", "tasks": [*TASKS, "HumanEval-1"]}


@pytest.mark.parametrize(
    ("dataset", "task", "date"),
    [
        ("official", "weekly-contest-381-minimum-number-of-pushes-to-type-word-i", "2024-01-21"),
        ("official", "biweekly-contest-122-divide-an-array", "2024-01-20"),
        ("official", "weekly-contest-353-find-the-maximum-achievable-number", "2023-07-09"),
        ("official", "HumanEval-17", ""),
        ("official", "227. Basic Calculator II", ""),
        ("lcb-vision", "v4_abc370_e", "2024-08-01"),
        ("lcb-vision", "weekly-contest-381-x", ""),
    ],
)
def test_a_problem_has_the_day_of_its_contest_or_the_first_day_of_its_release(dataset, task, date) -> None:
    assert suite_of("code-vision").data.task_date(dataset, task) == date


def test_months_have_at_least_thirty_later_tasks() -> None:
    found = months("code-vision", "official", (*TASKS, "HumanEval-1"))
    assert {name: len(places) for name, places in found.items()} == {"after:2023-07": 41, "after:2023-08": 31}
    assert found["after:2023-08"] == tuple(range(15, 46))
    assert months("mmcode", "open", ("a", "b")) == {}


def test_of_many_months_at_most_eight_are_taken_the_latest_always() -> None:
    tasks = tuple(f"weekly-contest-{number}-{at}" for number in range(300, 400) for at in range(8))
    found = [*months("code-vision", "official", tasks)]
    assert (len(found), found[-1]) == (8, "after:2024-04")


def test_a_table_is_ranked_again_after_each_month(make_row, sources) -> None:
    """One solves the old problems, two the new ones."""
    found = sources(make_row("one", "P" * 15 + "W" * 32, **RUN), make_row("two", "W" * 15 + "P" * 32, **RUN))
    (group,) = found.groups["code-vision"]
    rankings = [table.ranking for table in rank_months(group, found.counts, None)]
    assert [(each.category, each.tasks) for each in rankings] == [
        ("after:2023-07", 41),
        ("after:2023-08", 31),
    ]
    assert [place.slug for place in rankings[1].places] == ["two", "one"]
    assert rankings[1].neighbours[0].p_holm == pytest.approx(2 * rankings[1].neighbours[0].p)


def test_a_board_shows_the_months_and_greys_models_that_may_have_seen_the_tasks(make_row, sources) -> None:
    rows = make_row("one", "P" * 15 + "W" * 32, **RUN), make_row("two", "W" * 15 + "P" * 32, **RUN)
    ends = {"one": {"training_cutoff": "2023-07"}, "two": {"training_cutoff": "2023-10"}}
    known = {slug: submission(slug, **more) for slug, more in ends.items()}

    def after(**submissions) -> tuple:
        return boards(sources(*rows, submissions=submissions))["suite/code-vision/index.md"].tables[0].after

    first, last = after(**known)
    assert (first.month, first.tasks) == ("Jul 2023", "41 tasks")
    assert last.sentence == "two leads by 100.0 points, and the lead is real."
    assert [(model.name, model.end, model.later) for model in last.models] == [
        ("two", "Oct 2023", True),
        ("one", "Jul 2023", False),
    ]
    assert after() == (), "no model's training data is known to end before"
    late = {slug: submission(slug, training_cutoff="2023-10") for slug in ends}
    assert after(**late) == ()


def test_scores_of_a_row_are_computed_once_for_all_days_on_which_it_is_ranked(make_row, sources) -> None:
    found = sources(make_row("one", "PPPPPPWW"), make_row("two", "PPPPWWWW"))
    (group,) = found.tables
    known = [found.counts[row.id] for row in group.models]
    assert all(
        row_subject(row, counts).counts is counts for row, counts in zip(group.models, known, strict=True)
    )
    computed = [counts.scores["pass@1", ""] for counts in known]
    again = found.until("2100-01-01T00:00:00Z").ranking(group.key)
    assert again is not None
    assert all(counts.scores["pass@1", ""] is score for counts, score in zip(known, computed, strict=True))
