"""A data set whose models are ranked by points shows points on every page, and never a percentage of them."""

import re
from types import SimpleNamespace

import pytest
from inline_snapshot import snapshot

from benchmark.analysis.score_cells import POINTS, field_range
from benchmark.core.task import FigureCheck, Task
from benchmark.leaderboard.board.as_of import asof_pages
from benchmark.leaderboard.board.columns import board_columns, column_cell
from benchmark.leaderboard.board.headline import headline
from benchmark.leaderboard.board.joined_tables import join_tables
from benchmark.leaderboard.board.page import board_pages, boards
from benchmark.leaderboard.charts.page import charts_view
from benchmark.leaderboard.compare.data import compare_files
from benchmark.leaderboard.compare.page import compare_pages, compare_two
from benchmark.leaderboard.compare.tables import ranked_groups
from benchmark.leaderboard.dataset.page import dataset_pages
from benchmark.leaderboard.downloads.badges import badges_by_model
from benchmark.leaderboard.downloads.feed import feed_bytes
from benchmark.leaderboard.downloads.tables import download_tables
from benchmark.leaderboard.model.page import model_pages
from benchmark.leaderboard.nights.page import series_title
from benchmark.leaderboard.parts.score_chart import COST
from benchmark.leaderboard.task.page import task_pages
from benchmark.leaderboard.task.words import check_words
from benchmark.results.status import RunName
from tests.drawings import shapes
from tests.leaderboard.board.test_joined_tables import with_conditions
from tests.leaderboard.conftest import held, page_at, visible_text
from tests.points_rows import CHOICE, by_operation, points_row
from tests.points_rows import OPERATIONS as SUBSETS
from tests.shards import shard_value
from tests.wording import wrapped

TASKS = 39


@pytest.fixture
def rows(make_row):
    """Three models of a free-form data set; that with most passes is not that with most points."""
    subsets = by_operation(TASKS)

    def row(slug: str, *points: float, **more: object):
        return points_row(make_row, slug, [points[n % len(points)] for n in range(TASKS)], subsets, **more)

    return (
        row("acme", 9.9, 8.5, 9.0, name="Acme", cost_usd=0.5),
        row("bolt", 10.0, 4.0, 3.0, name="Bolt", cost_usd=0.2),
        row("zeta", 6.0, 5.0, 5.5, name="Zeta", cost_usd=0.1),
    )


def test_models_are_in_order_of_points(rows, sources) -> None:
    found = sources(*rows)
    (group,) = found.groups["mathopeval"]
    assert [row.result.submission.slug for row in group.models] == ["acme", "bolt", "zeta"]
    ranking = found.ranked[group.key].ranking
    assert (ranking.metric, [place.first for place in ranking.places]) == ("points", [1, 2, 2])
    assert [round(place.score.value, 2) for place in ranking.places] == [9.13, 5.67, 5.5]


def test_the_headline_gives_points_and_the_lead_in_points(rows, sources) -> None:
    found = sources(*rows)
    (group,) = found.groups["mathopeval"]
    shown = headline(group, found.places[group.key])
    assert shown.sentence == "Acme leads by 3.47 points, and the lead is real."
    assert shown.lead.startswith("It gets 9.13 of 10 points on 39 tasks (")
    assert "the next of three models is Bolt with 5.67 (" in shown.lead
    assert headline(group).sentence == "Acme gets 9.13 of 10 points on 39 tasks; its range is 8.63–9.46."
    assert "%" not in shown.sentence + shown.lead + headline(group).lead


def test_baselines_of_points_are_checked_at_the_ends_of_the_scale(make_row, sources) -> None:
    gold, blank = (
        points_row(make_row, slug, [value] * 3) for slug, value in (("gold", 10.0), ("blank", 1.0))
    )
    (group,) = sources(gold, blank).groups["mathopeval"]
    assert wrapped(headline(group).lead) == snapshot("""\
Baselines on 3 tasks: reference answers 10.00 of 10 points and empty answers 1.00 of 10 points. They
 check the benchmark itself. Add a model with a pull request.\
""")


def test_the_board_has_points_on_their_axis_and_the_share_that_passed(rows, sources) -> None:
    board = boards(sources(*rows))["suite/mathopeval/index.md"]
    (table,) = board.tables
    assert table.words is POINTS
    assert table.caption == "MathOPEval, open-free: mean points on 39 tasks, one try each"
    assert [column.title for column in table.columns] == ["Passed, %"]
    assert [column.title for column in table.categories[0].columns if "," not in column.title] == [
        "All", "Generation", "Deletion", "Modification", "Annotation"
    ]  # fmt: skip
    first = table.models[0]
    assert (first.score.value, first.score.dot) == ("9.13", "85.56%")
    assert [line.cells[0].text for line in table.models] == ["0.0", "33.3", "0.0"]
    cells = [cell.text for cell in table.categories[0].lines[1].cells if cell.text]
    assert cells == ["5.67", "6.10", "5.50", "5.40", "5.67"]
    assert "%" not in table.note
    assert table.guessing == table.floor == ""


@pytest.mark.gate
def test_the_picture_gain_stands_next_to_the_points_and_leaves_out_annotations_with_code(
    make_row, sources
) -> None:
    operations = ("generate", "delete", "modify", "annotate")
    names = [f"task-{number}" for number in range(40)]
    tasks = [
        Task(
            id=name,
            suite="mathopeval",
            dataset="open-free",
            subset=SUBSETS[number % 4],
            categories=("bar",),
            check=FigureCheck(
                reference="r",
                original="o",
                operation=operations[number % 4],
                type="bar",
                guess=(0.0, 0.125, 0.05, 1.0)[number % 4],
            ),
        )
        for number, name in enumerate(names)
    ]
    subsets = by_operation(40)
    rows = [
        points_row(make_row, "a", [6.0, 5.0, 7.0, 1.0] * 10, subsets),
        points_row(make_row, "a", [2.0, 3.0, 1.0, 10.0] * 10, subsets, setting="free-blind"),
    ]
    found = sources(*rows, tasks=held(*tasks))
    (table,) = [t for t in boards(found)["suite/mathopeval/index.md"].tables if t.shown.id == "free-direct"]
    assert "gain" in [column.id for column in table.values]
    cell = table.models[0].values["gain"]
    assert cell.text == "+4.00"
    low, high = cell.small.split(" to ")
    assert float(low) < 4 < float(high)
    shares = zip(table.categories[0].columns, table.categories[0].guesses, strict=True)
    assert {column.title: share for column, share in shares if "," not in column.title} == {
        "All": "29.4", "Generation": "0.0", "Deletion": "12.5", "Modification": "5.0", "Annotation": "100.0"
    }  # fmt: skip
    text = visible_text(page_at("model/a/index.md", model_pages(found)))
    assert "Picture gain: +4.00 points, range" in text
    assert "on 30 tasks" in text
    page = page_at("dataset/mathopeval/open-free/index.md", dataset_pages(found))
    assert "share of tasks, in percent, that a program can solve by guessing" in visible_text(page)
    assert check_words(tasks[3])[1].endswith("it needs no picture: the code holds all places")
    assert check_words(tasks[1])[1].endswith("guessing without pictures passes at most 12.5 %")


def test_a_choice_table_marks_what_guessing_gives(make_row, sources) -> None:
    rows = [make_row(slug, letters, **CHOICE) for slug, letters in (("a", "PPWW"), ("b", "PWWW"))]
    (table,) = boards(sources(*rows))["suite/mathopeval/index.md"].tables
    assert table.guessing == "Guessing gives 25.0 %; a tick on each axis marks it."
    assert (table.axis.ticks[0], table.axis.ticks[-1], table.floor) == ("15", "60", "22.22%")


def test_a_model_that_chooses_options_is_not_said_to_write_code(make_row, sources) -> None:
    seen, blind = (
        with_conditions(
            make_row("a", "PPWW", **CHOICE), {"execution_success": 0.75}, setting=f"choice-{name}"
        )
        for name in ("cot", "blind")
    )
    found = sources(seen, blind)
    text = visible_text(page_at("model/a/index.md", model_pages(found)))
    assert "of its answers: the letter of an option was found" in text
    assert "Its score when it sees only the text." in text
    assert not re.search("its programs|code cut out|signature alone", text)
    facts = dict(boards(found)["suite/mathopeval/index.md"].tables[0].facts)
    assert facts["Task"] == "choose the code or the value that a figure shows"


@pytest.mark.gate
def test_the_two_formats_show_each_other_s_scores_and_have_places_of_their_own(make_row, sources) -> None:
    rows = [
        make_row("a", "PPWW", **CHOICE),
        make_row("b", "PWWW", **CHOICE),
        points_row(make_row, "a", [4.0, 2.0, 2.0, 2.0]),
        points_row(make_row, "c", [9.0, 9.0, 9.0, 9.0]),
    ]
    tables = {table.key.dataset: table for table in join_tables(sources(*rows).groups["mathopeval"])}
    shown = {
        name: {
            row.result.submission.slug: column_cell(table, row, column).text
            for row in table.group.models
            for column in board_columns(table)
            if column.id in {"choice", "free"}
        }
        for name, table in tables.items()
    }
    assert shown == {"open-choice": {"a": "2.50", "b": ""}, "open-free": {"c": "", "a": "50.0"}}


def test_the_compare_page_counts_in_points(rows, sources) -> None:
    found = sources(*rows)
    (group,) = ranked_groups(found)
    shown = compare_two(found, group)
    assert shown.sentence == "Acme leads Bolt by 3.47 points, and the lead is real."
    assert shown.lead.startswith("On the same 39 tasks it gets 9.13 of 10 points, Bolt 5.67.")
    assert (shown.bars[0].a, shown.bars[0].b, shown.bars[0].difference) == ("9.13", "5.67", "+3.47")
    assert shown.agreement is None
    assert shown.ticks in {("−9", "−4.5", "0", "+4.5", "+9"), ("−6", "−3", "0", "+3", "+6")}
    assert "%" not in shown.sentence + shown.lead + shown.settle
    page = visible_text(next(compare_pages(found)))
    assert "An answer gets 1 to 10 points, so tasks are not listed as solved or missed." in page
    assert not re.search(r"\d %", page)


def test_the_script_gets_the_points_of_each_task(rows, sources) -> None:
    files = list(compare_files(sources(*rows)))
    index, shard = (shard_value(file.content()) for file in files[1:4:2])
    assert (index["scale"], index["decimals"], index["axes"][-1]) == ("points", 2, 9)
    assert shard["models"][0]["points"][:3] == [9.9, 8.5, 9.0]
    assert shard["models"][0]["pairs"][0]["difference"][0] == 347


def test_a_model_s_page_speaks_of_points(rows, sources) -> None:
    page = page_at("model/bolt/index.md", model_pages(sources(*rows)))
    text = visible_text(page)
    assert "Bolt gets 5.67 of 10 points on 39 tasks of MathOPEval, open-free: places 2–3 of 3" in text
    assert "It is 3.47 points behind Acme and 0.17 points ahead of Zeta." in text
    assert re.search(r"Points 5\.67 of 10 \d\.\d\d–\d\.\d\d Passed 33\.3 %", text)
    assert "Points from 1 to 10, by category" in text
    assert "5.67 %" not in text


def test_a_model_with_both_scales_has_the_unit_next_to_each_score(make_row, sources, rows) -> None:
    found = sources(*rows, make_row("acme", "PPWW", **CHOICE))
    text = visible_text(page_at("model/acme/index.md", model_pages(found)))
    assert "Score, by table" in text
    assert " 50.0 % " in text
    assert " 9.13 of 10 " in text


def test_the_cost_chart_has_an_axis_of_points(rows, sources) -> None:
    (chart,) = charts_view(sources(*rows), COST).charts
    assert (
        chart.sentence == "Acme scores highest, 9.13 of 10 points; Zeta costs least, $2.56 per 1,000 tasks."
    )
    words = {found["text"] for found in shapes(chart.axis, "text")}
    assert words
    assert words <= {str(points) for points in range(1, 11)}
    assert [entry.mark.value for entry in chart.entries] == ["9.13", "5.67", "5.50"]


def test_earlier_days_downloads_badges_and_the_feed_give_points(rows, sources) -> None:
    found = sources(*rows)
    past = visible_text(list(asof_pages(found))[-1])
    assert "Points, 1 to 10" in past
    assert "Solved, %" not in past
    table = next(iter(download_tables(found)))
    (block,) = table.blocks()
    assert (block["metric"][0], round(block["score"][0], 2), block["pass_1"][0]) == ("points", 9.13, 0.0)
    assert badges_by_model(found)["acme"][0].message.startswith("9.13 of 10 points (8.63–9.46), place")
    assert b"Acme on MathOPEval, open-free, 9.13 of 10 points<" in feed_bytes(found)


def test_the_range_of_the_others_is_on_the_axis_of_points() -> None:
    shown = field_range([1.0, 5.5], POINTS)
    assert (shown.bar_from, shown.bar_width, shown.median) == ("0%", "50%", "3.25")


def test_a_series_of_nights_says_that_it_watches_the_share_that_passes() -> None:
    def title(dataset: str) -> str:
        name = RunName("acme", "mathopeval", dataset, "free-direct", "greedy", "sightbench")
        line = SimpleNamespace(pooled=False, names=[name])
        return series_title(SimpleNamespace(lines=[line]), line)

    assert title("open-free").endswith(" · nights watch the share that passes, not the points")
    assert "watch" not in title("open-choice")


def test_reported_points_are_not_mixed_with_shares(make_row, sources) -> None:
    found = sources(
        points_row(make_row, "graded", [7.0, 4.0], trust="reported"),
        make_row("choosing", "PW", trust="reported", **CHOICE),
    )
    page = page_at("suite/mathopeval/index.md", board_pages(found))
    text = visible_text(page).partition("As reported in papers")[2]
    assert re.search(r"Score .* choosing .* 50\.0 % .* graded .* 5\.50 of 10 ", text)


def test_the_page_of_a_task_has_points_and_no_solved_tasks(rows, sources) -> None:
    page = next(iter(task_pages(sources(*rows))))
    text = visible_text(page)
    assert re.search(r"Three models get \d\.\d\d of 10 points on average, from [\d.]+ to [\d.]+\.", text)
    assert " Points " in text
    assert re.search(r"Acme [\d.]+ points", text)
    assert "olved" not in text
