"""A model's loss is split: solved in perfect words, and not with the picture; or solved neither way."""

import pytest

from benchmark.leaderboard.board.page import board_pages, boards
from benchmark.suites import SUITES

TASKS = [f"t{number}" for number in range(8)]
LEVELS = {"level:core": TASKS[:2], "level:hard": TASKS[2:]}


def asked(make_row, slug: str, setting: str, verdicts: str, **more):
    given = {"suite": "humaneval-v", "dataset": "open", "tasks": TASKS, "subsets": LEVELS} | more
    return make_row(slug, verdicts, setting=setting, **given)


def lines(found, page: str = "suite/humaneval-v/index.md") -> list[list[object]]:
    """Return name, tasks, and the three shares, of the first table that has them."""
    table = next((each.sight for each in boards(found)[page].tables if each.sight is not None), None)
    of = () if table is None else table.lines
    return [[each.name, each.tasks, each.solved.text, each.sight.text, each.thought.text] for each in of]


def test_the_shares_add_up_over_the_tasks_of_levels_3_to_5(make_row, sources, html) -> None:
    found = sources(
        asked(make_row, "blind", "V2C", "PPPWWWWW"),
        asked(make_row, "blind", "GT-T2C", "PPPPPPPW"),
        asked(make_row, "slow", "V2C", "PPPPWWWW"),
        asked(make_row, "slow", "GT-T2C", "PPPPPWWW"),
        asked(make_row, "alone", "V2C", "PPPPPPPP"),
    )
    assert lines(found) == [["slow", 6, "33.3", "16.7", "50.0"], ["blind", 6, "16.7", "66.7", "16.7"]]
    text = html(next(page for page in board_pages(found) if page.source == "suite/humaneval-v/index.md"))
    assert "at levels 3 to 5 in %" in text
    assert "<code>GT-T2C</code>" in text


def test_a_missing_sample_and_another_protocol_or_prompt_do_not_count(make_row, sources) -> None:
    first = asked(make_row, "one", "V2C", "PPMPWWWW", protocol="greedy")
    told = asked(make_row, "one", "GT-T2C", "PPPPMPWW", protocol="greedy")
    assert lines(sources(first, told)) == [["one", 4, "25.0", "25.0", "50.0"]]
    assert lines(sources(first, asked(make_row, "one", "GT-T2C", "P" * 8, protocol="thinking"))) == []
    assert lines(sources(first, asked(make_row, "one", "GT-T2C", "P" * 8, prompt="sightbench"))) == []


@pytest.mark.parametrize(
    ("suite", "picture", "words"),
    [
        ("humaneval-v", ("open", "image"), ("open", "description")),
        ("mmcode", ("open", "vision+language"), ("open", "described")),
        ("code-vision", ("open", "flowchart"), ("open", "mermaid")),
        ("mathopeval", ("open-free", "free-direct"), ("open-words", "free-direct")),
    ],
)
def test_each_suite_has_its_pictures_in_perfect_words(make_row, sources, suite, picture, words) -> None:
    own = [task.id for task in SUITES[suite].datasets[picture[0]]()][:8]
    assert {task.id for task in SUITES[suite].datasets[words[0]]()} >= set(own)
    rows = [
        make_row("one", verdicts, suite=suite, dataset=of, setting=setting, tasks=own)
        for (of, setting), verdicts in ((picture, "PWWWWWWW"), (words, "PPPPPPWW"))
    ]
    assert lines(sources(*rows), f"suite/{suite}/index.md") == [["one", 8, "12.5", "62.5", "25.0"]]


def test_official_tasks_have_no_such_table(make_row, sources) -> None:
    rows = [
        asked(make_row, "one", setting, "PWPWPWPW", dataset="official-v2") for setting in ("V2C", "GT-T2C")
    ]
    assert lines(sources(*rows)) == []
