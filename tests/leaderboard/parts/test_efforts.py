"""Efforts of one model have places of their own; pages join them by a line, with its numbers as text."""

import math
import re

import pytest

from benchmark.analysis.wording import NAME_CHARACTERS, SENTENCE_NAME_CHARACTERS
from benchmark.leaderboard.charts.page import charts_view
from benchmark.leaderboard.downloads.badges import badges_by_model
from benchmark.leaderboard.inputs.facts import display_name, short_name
from benchmark.leaderboard.lists.directory import model_directory
from benchmark.leaderboard.model.page import model_pages, models
from benchmark.leaderboard.parts.efforts import joined
from benchmark.leaderboard.parts.score_chart import COST
from benchmark.leaderboard.parts.task_list import opened_answers
from benchmark.results.row import RowSampling, row_id
from tests.drawings import shapes
from tests.leaderboard.conftest import page_at, submission

TASKS = 8
#: Effort → outcomes, tokens of all answers, US dollars.
EFFORTS = {
    "low": ("PPWWWWWW", 800, 0.008),
    "high": ("PPPPPPWW", 32_000, 0.2),
    "medium": ("PPPPWWWW", 4_000, 0.04),
}


@pytest.fixture
def row_of(make_row):
    """A function that makes the row of an effort."""

    def make(effort: str, outcomes: str = "PPWWWWWW", tokens=None, dollars=None, **more):
        row = make_row("acme", outcomes, name="Acme", tokens_out=tokens, cost_usd=dollars, **more)
        of = row.result.submission.model_copy(update={"effort": effort})
        result = row.result.model_copy(update={"submission": of})
        return row.model_copy(update={"id": row_id(result), "result": result})

    return make


@pytest.fixture
def rows(row_of, make_row):
    own = [row_of(effort, *known) for effort, known in EFFORTS.items()]
    return [*own, make_row("zeta", "PWWWWWWW", name="Zeta", cost_usd=0.08)]


def points(drawing) -> list[tuple[float, float]]:
    """Return the position of each point, percent from the left and from the bottom."""
    found = [(dot["cx"], dot["cy"]) for dot in shapes(str(drawing), "circle")]
    return [(float(x.rstrip("%")), 100 - float(y.rstrip("%"))) for x, y in found]


def test_each_effort_has_a_place_and_none_replaces_another(rows, sources) -> None:
    (group,) = sources(*rows).tables
    assert [row.slug for row in group.models] == ["acme@high", "acme@medium", "acme@low", "zeta"]
    assert [len(same) for same in group.by_slug.values()] == [1, 1, 1, 1]


def test_a_newer_row_replaces_only_that_of_the_same_effort(rows, row_of, sources) -> None:
    again = row_of("low", "PPPWWWWW", started="2026-03-03T04:05:06Z")
    (group,) = sources(*rows, again).tables
    assert [row.id for row in group.by_slug["acme@low"]] == [again.id, rows[0].id]
    assert len(group.models) == 4


def test_a_newer_suite_supersedes_only_the_same_effort(row_of, sources) -> None:
    rows = [row_of("low"), row_of("high"), row_of("low", version=2, tasks=list("abcdefgh"))]
    new, old = sorted(sources(*rows).tables, key=lambda group: group.models[0].slug, reverse=True)
    assert ([row.id for row in old.models], [row.id for row in new.models]) == ([rows[1].id], [rows[2].id])


@pytest.mark.gate
def test_the_page_of_a_model_has_all_its_efforts_with_their_numbers(rows, sources, html) -> None:
    found = sources(*rows, submissions={"acme": submission("acme", release_date="2026-01")})
    page = models(found)["model/acme/index.md"]
    assert (page.name, len(page.sections), page.unknown) == ("Acme", 3, False)
    assert [section.setting.rpartition(" · ")[2] for section in page.sections] == ["low", "medium", "high"]
    assert len({section.anchor for section in page.sections}) == 3
    ((_, title, _, view),) = page.efforts
    assert title == "Code-Vision, rebuilt"
    expected = []
    for effort in ("low", "medium", "high"):
        outcomes, tokens, dollars = EFFORTS[effort]
        score = outcomes.count("P") / TASKS
        ends = f"{100 * max(score - 0.1, 0):.1f}–{100 * min(score + 0.1, 1):.1f}"
        expected.append(
            (effort, f"{100 * score:.1f}", ends, f"{tokens // TASKS:,}", f"{1000 * dollars / TASKS:.2f}")
        )
    shown = [(line.name, line.mark.value, line.mark.range, line.tokens, line.cost) for line in view.lines]
    assert shown == expected
    text = html(page_at("model/acme/index.md", model_pages(found)))
    (table,) = re.findall(
        r"<table[^>]*>\s*<caption[^>]*>Score, tokens and cost by effort.*?</table>", text, re.DOTALL
    )
    cells = re.sub(r"<[^>]*>", " ", table).split()
    places = [cells.index(word) for line in expected for word in (line[0], line[3], line[4], line[1])]
    assert places == sorted(places)


@pytest.mark.gate
def test_the_line_joins_the_efforts_in_their_order_and_readers_of_text_do_not_meet_it(rows, sources) -> None:
    ((*_, view),) = models(sources(*rows))["model/acme/index.md"].efforts
    for number, drawn in enumerate(view.drawings):
        assert 'aria-hidden="true"' in str(drawn.drawing)
        amounts = [EFFORTS[effort][1 + number] for effort in ("low", "medium", "high")]
        found = points(drawn.drawing)
        assert [y for _, y in found] == [25, 50, 75]
        (x0, _), (x1, _), (x2, _) = found
        ratio = math.log(amounts[1] / amounts[0]) / math.log(amounts[2] / amounts[0])
        assert (x1 - x0) / (x2 - x0) == pytest.approx(ratio, abs=0.001)
        lines = [shape for shape in shapes(str(drawn.drawing), "line") if shape["class"] == "j"]
        ends = [(float(line["x1"].rstrip("%")), float(line["x2"].rstrip("%"))) for line in lines]
        assert ends == [(x0, x1), (x1, x2)]
        ranges = [shape for shape in shapes(str(drawn.drawing), "line") if shape["class"] == "w"]
        assert [(line["y1"], line["y2"]) for line in ranges[:1]] == [("65.00%", "85.00%")]


def test_an_unknown_cost_is_said_in_words_and_not_drawn(row_of, sources, html) -> None:
    found = sources(row_of("low", tokens=80, dollars=0.008), row_of("high", tokens=800))
    ((*_, view),) = models(found)["model/acme/index.md"].efforts
    tokens, dollars = view.drawings
    assert (len(points(tokens.drawing)), tokens.absent) == (2, "")
    assert len(points(dollars.drawing)) == 1
    assert dollars.absent == "1 effort not drawn: dollars for 1,000 tasks not known, or 0."
    text = html(page_at("model/acme/index.md", model_pages(found)))
    assert dollars.absent in text
    assert text.count("not known<") == 1


def test_only_ordered_efforts_of_one_model_are_joined(row_of, make_row) -> None:
    budgets = ["16384-tokens", "1024-tokens"]
    rows = [row_of(effort) for effort in ("high", "adaptive", *budgets, "off", "", "between_tools")]
    rows.append(make_row("zeta"))
    names = [(rows[a].slug, rows[b].slug) for a, b in joined(rows)]
    assert names == [
        ("acme@off", "acme@between_tools"),
        ("acme@between_tools", "acme@high"),
        ("acme@1024-tokens", "acme@16384-tokens"),
    ]


def test_thinking_that_did_not_go_off_is_no_point_of_the_line(row_of, sources) -> None:
    rows = [
        row_of(effort, tokens=tokens, dollars=None)
        for effort, tokens in (("off", 800), ("low", 900), ("high", 990))
    ]
    sampling = RowSampling(sent={"thinking": "off"}, ignored={"thinking": TASKS})
    rows[0] = rows[0].model_copy(update={"run": rows[0].run.model_copy(update={"sampling": sampling})})
    assert joined(rows) == ((1, 2),)
    ((*_, view),) = models(sources(*rows))["model/acme/index.md"].efforts
    assert [line.name for line in view.lines] == ["no thinking, ignored", "low", "high"]


def test_one_effort_alone_is_named_and_needs_no_line(row_of, sources) -> None:
    page = models(sources(row_of("8192-tokens")))["model/acme/index.md"]
    assert page.efforts == ()
    assert page.sections[0].setting.endswith(" · 8,192 tokens")


def test_the_picture_of_cost_joins_the_efforts_of_a_model(rows, sources) -> None:
    (chart,) = charts_view(sources(*rows), COST).charts
    assert [entry.name for entry in chart.entries] == [
        "Acme (high)", "Acme (medium)", "Acme (low)", "Zeta",
    ]  # fmt: skip
    dots = [dot["cx"] for dot in shapes(str(chart.drawing), "circle") if dot["class"] == "hit"]
    lines = [
        (line["x1"], line["x2"]) for line in shapes(str(chart.drawing), "line") if line.get("class") == "ef"
    ]
    assert lines == [(dots[2], dots[1]), (dots[1], dots[0])]
    assert chart.efforts
    (other,) = charts_view(sources(rows[-1]), COST).charts
    assert not other.efforts


def test_lists_count_a_model_with_several_efforts_once(rows, sources) -> None:
    found = sources(*rows)
    assert model_directory(found).sentence == "Two models have rows so far, all on Code-Vision."
    assert len({badge.path for badge in badges_by_model(found)["acme"]}) == 3
    assert opened_answers(found) == {}


@pytest.mark.gate
def test_the_first_sentences_are_about_the_best_effort(rows, sources) -> None:
    page = models(sources(*rows))["model/acme/index.md"]
    assert page.answer.startswith("Acme (high) solves 75.0 % of 8 tasks of Code-Vision, rebuilt:")
    assert "acme%40high" in page.compare


def test_a_long_name_is_shortened_and_its_effort_is_not(row_of) -> None:
    row = row_of("8192-tokens")
    long = row.result.submission.model_copy(update={"name": "A" * 150})
    row = row.model_copy(update={"result": row.result.model_copy(update={"submission": long})})
    for limit, name in ((NAME_CHARACTERS, display_name(row)), (SENTENCE_NAME_CHARACTERS, short_name(row))):
        assert len(name) == limit
        assert name.endswith("A… (8,192 tokens)")
