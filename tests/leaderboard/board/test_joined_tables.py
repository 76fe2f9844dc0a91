"""Rows of several protocols share a table, whose columns depend on the suite."""

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.core.suite_facts import Column
from benchmark.leaderboard.board.columns import VALUE_COLUMNS, columns_without_room
from benchmark.leaderboard.board.joined_tables import JoinedTable, join_tables
from benchmark.leaderboard.board.page import boards
from benchmark.results.row import Row, RowEndings, RowScore, row_id
from tests.changed_rows import with_run


def with_conditions(row: Row, scores: dict[str, float] | None = None, **fields: object) -> Row:
    """Return the row with other conditions, and with more scores by metric or ``metric category``."""
    over = {"low": 0, "high": 1, "tasks": 3, "samples": 3}
    more = [
        RowScore(metric=name.split()[0], category=name.partition(" ")[2], value=value, **over)
        for name, value in (scores or {}).items()
    ]
    result = row.result.model_copy(update={**fields, "scores": [*row.result.scores, *more]})
    return row.model_copy(update={"result": result, "id": row_id(result)})


def tables(*rows: Row) -> tuple[JoinedTable, ...]:
    (groups,) = group_rows(rows).values()
    return join_tables(groups)


def slugs(rows: tuple[Row, ...]) -> list[str]:
    return [row.result.submission.slug for row in rows]


def line(table, slug: str) -> dict[str, str]:
    (found,) = [line for line in table.models if line.page == f"model/{slug}/index.md"]
    return dict(
        zip([column.id for column in table.columns], [cell.text for cell in found.cells], strict=True)
    )


def humaneval(make_row, slug: str, letters: str = "PPW", protocol: str = "greedy", **more) -> Row:
    scores = more.pop("scores", None)
    row = make_row(slug, letters, suite="humaneval-v")
    return with_conditions(row, scores, protocol=protocol, setting=more.pop("setting", "image"))


@pytest.mark.gate
def test_greedy_rows_decide_places_and_sampled_rows_add_a_column(make_row, sources) -> None:
    rows = [
        humaneval(make_row, "a", scores={"execution_success": 0.9, "parsing_success": 0.95}),
        humaneval(make_row, "a", "PWW", "sampled-20", scores={"pass@10": 0.8}),
        humaneval(make_row, "b", "PWW"),
        humaneval(make_row, "b", "WWW", "sampled-20", scores={"pass@10": 0.6}),
    ]
    (table,) = boards(sources(*rows))["index.md"].tables
    assert line(table, "a") == {"pass10": "80.0", "ran": "90.0", "parsed": "95.0"}
    assert line(table, "b")["pass10"] == "60.0"
    assert [line.score.value for line in table.models if line.score] == ["66.7", "33.3"]
    assert [part.id for part in table.protocols] == ["greedy", "sampled-20"]
    assert str(table.conditions).startswith("picture shown · one try, temperature 0, at most 1,024 tokens ·")
    assert [str(part) for part in table.protocols[1:]] == ["20 tries, temperature 0.8, at most 1,024 tokens"]
    assert table.models[0].protocols == ("greedy", "sampled-20")


def test_greedy_rows_decide_places_even_if_more_models_have_others(make_row) -> None:
    rows = [humaneval(make_row, slug, "PWW", "sampled-20") for slug in "abc"]
    (table,) = tables(*rows, humaneval(make_row, "a"))
    assert (table.key.protocol, slugs(table.group.models)) == ("greedy", ["a"])
    assert slugs(table.unranked) == ["b", "c"]
    (table,) = tables(*rows[:2], humaneval(make_row, "a", "PWW", "sampled-6"))
    assert table.key.protocol == "sampled-20", "without greedy rows, that of most models"


def test_a_model_without_a_row_of_the_deciding_protocol_has_no_place(make_row, sources) -> None:
    rows = [humaneval(make_row, "a"), humaneval(make_row, "b", "PPP", "sampled-20", scores={"pass@10": 0.6})]
    (table,) = boards(sources(*rows))["index.md"].tables
    last = table.models[-1]
    assert (last.page, last.score, last.place) == ("model/b/index.md", None, None)
    assert last.note == "no row with this protocol"
    assert line(table, "b")["pass10"] == "60.0"


def test_the_blind_score_has_a_column_next_to_the_score(make_row, sources) -> None:
    rows = [
        humaneval(make_row, "a", "PPW"),
        humaneval(make_row, "a", "WWW", setting="signature-only"),
        humaneval(make_row, "b", "PWW"),
    ]
    table, blind = boards(sources(*rows))["index.md"].tables
    assert (line(table, "a")["blind"], line(table, "b")["blind"]) == ("0.0", "")
    assert (blind.shown.id, [column.id for column in blind.columns]) == ("signature-only", ["ran"])


def test_subsets_are_columns_and_their_levels_are_in_the_table_by_category(make_row, sources) -> None:
    scores = {
        "pass@1 subset:math": 0.5,
        "pass@1 subset:algorithm": 0.25,
        "pass@1 subset:algorithm/level:hard": 0.1,
        "pass@1 subset:algorithm/level:easy": 0.4,
    }
    (table,) = boards(sources(with_conditions(make_row("a"), scores)))["index.md"].tables
    assert [column.title for column in table.columns] == ["Algorithm", "Math"]
    assert [cell.text for cell in table.models[0].cells] == ["25.0", "50.0"]
    (found,) = table.categories
    assert found.title == "subset and level"
    groups = [(title, [column.short for column in columns]) for title, columns in found.groups]
    assert groups == [("", ["All"]), ("Algorithm", ["all", "easy", "hard"]), ("", ["Math"])]
    assert [column.title for column in found.columns][1:3] == ["Algorithm", "Algorithm, easy"]
    assert [cell.text for cell in found.lines[0].cells][1:4] == ["25.0", "40.0", "10.0"]


def test_columns_that_leave_the_axis_no_room_are_put_away_from_the_last_on() -> None:
    columns = [Column(id=name, title=name) for name in ("humaneval", "algorithm", "mathematics")]
    _, cost, tokens, _, seconds = VALUE_COLUMNS
    assert columns_without_room(columns, [tokens], lanes=1) == set()
    assert columns_without_room(columns, [cost, tokens, cost], lanes=1) == {"mathematics"}
    assert columns_without_room(columns[:2], [cost, tokens, cost, seconds], lanes=1) == {"seconds"}


def test_categories_of_most_tasks_become_columns(make_row, sources) -> None:
    subsets = {"category:tree": ["task-0"], "category:map": ["task-0", "task-2"]}
    (table,) = boards(sources(make_row("a", "PPW", subsets=subsets)))["index.md"].tables
    assert line(table, "a") == {"category-map": "50.0", "category-tree": "100.0"}


def test_baselines_are_in_every_table_of_their_tasks(make_row) -> None:
    alone = {"setting": "baseline", "protocol": "baseline"}
    gold = with_conditions(make_row("gold", "PPP"), **alone)
    blank = with_conditions(make_row("blank", "WWW"), **alone)
    newer = make_row("gold", "PPP", started="2026-05-01T00:00:00Z")
    models = make_row("a"), make_row("b"), with_conditions(make_row("a"), setting="text")
    first, second = tables(*models, gold, blank, newer)
    assert [slugs(table.baselines) for table in (first, second)] == [["gold", "blank"]] * 2
    assert first.baselines[0].id == newer.id
    (table,) = tables(gold, make_row("blank", "WWW"))
    assert (slugs(table.group.models), slugs(table.baselines)) == ([], ["gold", "blank"])


def cut(row: Row) -> Row:
    """Return the row with one cut answer of three, which failed."""
    score = row.result.scores[0].model_copy(update={"value": 1.0})
    endings = RowEndings(refused=0, empty=0, if_cut_passed=[score])
    return with_run(row, cut=["task-2#0"], endings=endings)


def test_a_row_whose_answers_were_cut_is_listed_without_a_place(make_row, sources) -> None:
    rows = [make_row("a"), make_row("b", "PWW"), cut(make_row("c"))]
    board = boards(sources(*rows))["suite/code-vision/index.md"]
    (table,) = board.tables
    last = table.models[-1]
    assert [(line.slug, bool(line.place)) for line in table.models] == [("a", True), ("b", True), ("", False)]
    assert (last.name, last.score.value) == ("c", "66.7")
    assert last.score.note == "cut 33.3 %; up to 100.0"
    assert "No place for c, whose answers were cut off at the limit of tokens" in table.note
    assert "c" not in board.headline.sentence.split()


def test_a_table_of_cut_rows_alone_says_why_nobody_has_a_place(make_row, sources) -> None:
    board = boards(sources(cut(make_row("c")), make_row("gold", "PPP")))["suite/code-vision/index.md"]
    assert (
        board.headline.sentence
        == "No model has a place here yet: the limit of tokens cut off too many answers."
    )
    assert "if over 5 % of its answers were cut off" in board.headline.lead
    assert [line.name for line in board.tables[0].models] == ["c"]


def test_a_model_with_a_place_in_another_protocol_is_not_led_by_a_cut_row(make_row) -> None:
    """If all rows of the deciding protocol are cut, the next one decides."""
    whole = with_conditions(make_row("a"), protocol="greedy")
    (table,) = tables(cut(make_row("b")), whole)
    assert (table.key.protocol, slugs(table.group.models), slugs(table.unranked)) == ("greedy", ["a"], ["b"])
