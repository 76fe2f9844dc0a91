"""Levels 3 to 5 of our own tasks lead the page of a suite that has such tasks and rows."""

import random
from statistics import NormalDist, fmean

import numpy as np
import pytest

from benchmark.leaderboard.board.levels import FRONTIER
from benchmark.leaderboard.board.page import board_pages, boards
from benchmark.results.row import RowGeneration
from benchmark.suites import level_of, load
from tests.case_files import table
from tests.changed_rows import with_run
from tests.leaderboard.conftest import page_at

PAGE = "suite/humaneval-v/index.md"
NAMES = {1: ["core", "1"], 2: ["2"], 3: ["hard", "3"], 4: ["4"], 5: ["5"]}
EACH = 4  #: tasks per name of a level
TASKS = [f"f{n}-{name}" for names in NAMES.values() for name in names for n in range(EACH)]


def rows(make_row, solved: dict[str, int], slug: str = "one", **more):
    """Return a row that solves the first ``solved`` tasks of each name of a level."""
    given = {
        "suite": "humaneval-v",
        "dataset": "open",
        "setting": "image",
        "tasks": TASKS,
        "subsets": {
            f"level:{name}": [task for task in TASKS if task.endswith(f"-{name}")] for name in solved
        },
    } | more
    verdicts = "".join(
        "P" if n < solved[name] else "W" for names in NAMES.values() for name in names for n in range(EACH)
    )
    return make_row(slug, given.pop("verdicts", verdicts), **given)


GOOD = {"core": 4, "1": 4, "2": 4, "hard": 4, "3": 2, "4": 2, "5": 0}


def test_older_names_of_levels_are_counted_as_numbers(make_row, sources) -> None:
    (table,) = boards(sources(rows(make_row, GOOD)))[PAGE].tables
    assert table.levels is not None
    assert table.levels.levels == ((1, "8"), (2, "4"), (3, "8"), (4, "4"), (5, "4"))
    (line,) = table.levels.lines
    assert [cell.text for cell in line.cells] == ["100.0", "100.0", "75.0", "50.0", "0.0"]
    assert not any(column.category.startswith("level:") for column in table.columns)
    assert "levels" not in {categories.name for categories in table.categories}


def share_range(solved: int, tasks: int) -> tuple[float, ...]:
    """Return Wilson's 95 % range of tasks that are a family each, as the roots of a quadratic."""
    share, square = solved / tasks, NormalDist().inv_cdf(0.975) ** 2 / (tasks * (tasks - 1) / (tasks + 1))
    return tuple(sorted(np.roots([1 + square, -(2 * share + square), share**2]).real))


def below_half(solved: list[int], tasks: int) -> tuple[str, str]:
    """Return the first of five levels at which a fit that never rises is below one half, and its range."""
    fits = [min(max(fmean(solved[a:b]) for b in range(n, 6)) for a in range(n)) for n in range(1, 6)]
    ends = [share_range(right, tasks) for right in solved]
    first = next((n for n, (low, _) in enumerate(ends, 1) if low < 0.5), 6)
    last = max((n + 1 for n, (_, high) in enumerate(ends, 1) if high >= 0.5), default=1)
    level = min(max(next((n for n, fit in enumerate(fits, 1) if fit < tasks / 2), 6), first), last)
    words = {n: str(n) for n in range(1, 6)} | {6: "above 5"}
    alone = f"only level {first}" if first < 6 else "above level 5"
    span = f"level {first} or above" if last == 6 else f"levels {first} to {last}"
    return words[level], alone if first == last else span


@pytest.mark.gate
def test_the_table_and_the_headline_say_what_another_computation_gives(make_row, sources, html) -> None:
    """Some models solve more of a level than of an easier one."""
    each, solved = 18, {}
    tasks = [f"t{number:02}" for number in range(5 * each)]
    subsets = {f"level:{level}": tasks[each * (level - 1) : each * level] for level in range(1, 6)}
    for draws in map(random.Random, range(40)):
        counts = [draws.randint(0, each) for _ in range(5)]
        solved[f"m{len(solved)}"] = [counts[0], *sorted(counts[1:], reverse=True)]
    found = []
    for name, counts in solved.items():
        verdicts = "".join("P" * right + "W" * (each - right) for right in counts)
        found.append(rows(make_row, GOOD, name, tasks=tasks, verdicts=verdicts, subsets=subsets))
        board = boards(sources(found[-1]))[PAGE]
        frontier, (level, span) = 100 * sum(counts[2:]) / (3 * each), below_half(counts, each)
        assert board.headline.sentence == f"At levels 3 to 5, {name} solves {frontier:.1f} % of 54 tasks."
        half = "solves one half or more at each" if level == "above 5" else "falls below one half at"
        assert f" It {half} level {level} (95".replace(" above 5", "") in board.headline.lead
        assert f" % range: {span}). At all levels: " in board.headline.lead
    page = page_at(PAGE, board_pages(sources(*found)))
    for line in page.view.tables[0].levels.lines:
        counts = solved[line.name]
        assert (line.half.text, line.half.range) == below_half(counts, each)
        sums = [(line.frontier, sum(counts[2:]), 3 * each)]
        for cell, right, of in [*sums, *((*pair, each) for pair in zip(line.cells, counts, strict=True))]:
            low, high = share_range(right, of)
            assert (cell.text, cell.small) == (f"{100 * right / of:.1f}", f"{100 * low:.1f}–{100 * high:.1f}")
    text = html(page)
    board = text.index('class="tb stack sort lb')
    assert board < text.index("-levels") < text.index("Levels 3 to 5")


@pytest.mark.gate
def test_the_tasks_at_levels_3_to_5_say_which_gaps_they_can_show(make_row, sources, html) -> None:
    good, bad = rows(make_row, GOOD), rows(make_row, dict.fromkeys(GOOD, 0), "two")
    (page,) = [page for page in board_pages(sources(good)) if page.source == PAGE]
    assert page.view.tables[0].levels.detectable == "", "one model cannot differ"
    page = page_at(PAGE, board_pages(sources(good, bad)))
    found = page.view.tables[0].levels.detectable
    hard = sum(task.rpartition("-")[2] in {"hard", "3", "4", "5"} for task in TASKS)
    assert f" {hard} tasks" in found
    assert found.startswith("The two models really differ.")
    assert f"At levels 3 to 5: {found}" in html(page).replace("\u2060", "").replace("&nbsp;", " ")


def test_rows_of_several_protocols_name_theirs(make_row, sources, html) -> None:
    found = sources(rows(make_row, GOOD, protocol="greedy"), rows(make_row, GOOD, "two", protocol="thinking"))
    board = boards(found)[PAGE]
    assert "one (greedy) and two (thinking) solve 50.0 % of 16 tasks" in board.headline.sentence
    (table,) = board.tables
    assert table.levels is not None
    assert {line.protocol for line in table.levels.lines} == {"greedy", "thinking"}
    assert "thinking" in html(page_at(PAGE, board_pages(found)))


@pytest.mark.parametrize("more", [{"dataset": "official-v2", "setting": "V2C"}, {"subsets": {}}])
def test_tasks_of_others_and_rows_without_levels_show_nothing_new(make_row, sources, more) -> None:
    found = boards(sources(rows(make_row, GOOD, **more)))[PAGE]
    assert [table.levels for table in found.tables] == [None]
    assert "levels" not in found.headline.sentence


def test_a_suite_without_tasks_above_level_2_keeps_its_headline(make_row, sources) -> None:
    easy = {"level:easy": TASKS[:8], "level:hard": TASKS[8:16], "level:2": TASKS[16:]}
    given = {"suite": "mmcode", "setting": "vision+language", "subsets": easy}
    found = boards(sources(rows(make_row, GOOD, **given)))["suite/mmcode/index.md"]
    levels = found.tables[0].levels
    assert levels is not None
    assert levels.frontier == 0
    assert levels.lines[0].frontier.text == ""
    assert [level for level, _ in levels.levels] == [1, 2]
    assert not found.headline.sentence.startswith("At levels")


def test_answers_that_the_token_limit_cut_off_are_counted_apart(make_row, sources) -> None:
    whole, cut = rows(make_row, GOOD), rows(make_row, GOOD, "cut")
    shown = []
    for finishes in ({"stop": 28}, {"stop": 21, "length": 7}):
        made = RowGeneration(
            provider="openai", model="m", finishes=finishes, started=cut.run.started, config="0" * 64
        )
        (table,) = boards(sources(whole, with_run(cut, generation=made)))[PAGE].tables
        shown.append({line.name: line.values["cut"].text for line in table.models})
        assert ("cut" in {column.id for column in table.values}) == ("length" in finishes)
    assert shown == [{"one": "", "cut": "0"}, {"one": "", "cut": "25.0"}]


EIGHT = [f"t{number}" for number in range(8)]
LEVELS = {"level:core": EIGHT[:2], "level:hard": EIGHT[2:]}


def asked(make_row, slug: str, setting: str, verdicts: str, **more):
    given = {"suite": "humaneval-v", "dataset": "open", "tasks": EIGHT, "subsets": LEVELS} | more
    return make_row(slug, verdicts, setting=setting, **given)


def sight_lines(found, page: str = "suite/humaneval-v/index.md") -> list[list[object]]:
    """Return name, tasks, and the three shares, of the first table that has them."""
    table = next((each.sight for each in boards(found)[page].tables if each.sight is not None), None)
    of = () if table is None else table.lines
    return [[each.name, each.tasks, each.solved.text, each.sight.text, each.thought.text] for each in of]


@pytest.mark.gate
def test_the_shares_add_up_over_the_tasks_of_levels_3_to_5(make_row, sources, html) -> None:
    found = sources(
        asked(make_row, "blind", "V2C", "PPPWWWWW"),
        asked(make_row, "blind", "GT-T2C", "PPPPPPPW"),
        asked(make_row, "slow", "V2C", "PPPPWWWW"),
        asked(make_row, "slow", "GT-T2C", "PPPPPWWW"),
        asked(make_row, "alone", "V2C", "PPPPPPPP"),
    )
    assert sight_lines(found) == [["slow", 6, "33.3", "16.7", "50.0"], ["blind", 6, "16.7", "66.7", "16.7"]]
    text = html(page_at("suite/humaneval-v/index.md", board_pages(found)))
    assert "covers the tasks at levels 3 to 5 that a model" in text
    assert "<code>GT-T2C</code>" in text


def test_a_picture_that_costs_nothing_loses_nothing_by_sight(make_row, sources) -> None:
    """The same number of tasks, and luck decides which: half of the product of both shares is not sight."""
    found = sources(
        asked(make_row, "one", "V2C", "PPPWPWPW"),
        asked(make_row, "one", "GT-T2C", "PPWPWPWP"),
    )
    assert sight_lines(found) == [["one", 6, "50.0", "0.0", "50.0"]]


def test_a_missing_sample_and_another_protocol_or_prompt_do_not_count(make_row, sources) -> None:
    first = asked(make_row, "one", "V2C", "PPMPWWWW", protocol="greedy")
    told = asked(make_row, "one", "GT-T2C", "PPPPMPWW", protocol="greedy")
    assert sight_lines(sources(first, told)) == [["one", 4, "25.0", "25.0", "50.0"]]
    assert sight_lines(sources(first, asked(make_row, "one", "GT-T2C", "P" * 8, protocol="thinking"))) == []
    assert sight_lines(sources(first, asked(make_row, "one", "GT-T2C", "P" * 8, prompt="sightbench"))) == []


@table("leaderboard")
def test_each_suite_has_its_pictures_in_perfect_words(make_row, sources, suite, picture, words) -> None:
    own = [task.id for task in load(suite).datasets[picture[0]]() if level_of(task) in FRONTIER]
    assert {task.id for task in load(suite).datasets[words[0]]()} >= set(own)
    own = own[:8]
    rows = [
        make_row("one", verdicts, suite=suite, dataset=of, setting=setting, tasks=own)
        for (of, setting), verdicts in ((picture, "PWWWWWWW"), (words, "PPPPPPWW"))
    ]
    assert sight_lines(sources(*rows), f"suite/{suite}/index.md") == [["one", 8, "12.5", "62.5", "25.0"]]


def test_official_tasks_have_no_such_table(make_row, sources) -> None:
    rows = [
        asked(make_row, "one", setting, "PWPWPWPW", dataset="official-v2") for setting in ("V2C", "GT-T2C")
    ]
    assert sight_lines(sources(*rows)) == []


def look_rows(make_row, without: str, looked: str, suite: str = "humaneval-v", **more):
    base = "V2C" if suite == "humaneval-v" else "flowchart"
    setting = next(name for name, other in load(suite).asked.looking.items() if other == base)
    levels = {"level:1": EIGHT[:2], "level:4": EIGHT[2:]}
    first = asked(make_row, "one", base, without, suite=suite, subsets=levels, **more)
    hard = {"tasks": EIGHT[2:], "subsets": {"level:4": EIGHT[2:]}}
    second = asked(make_row, "one", setting, looked, suite=suite, **hard, **more)
    generation = RowGeneration(provider="openai", model="m", started=second.run.started, config="0" * 64)
    return first, with_run(second, generation=generation, looks=15)


@pytest.mark.parametrize("suite", ["humaneval-v", "code-vision"])
def test_a_model_with_looks_stands_next_to_itself_without_them(make_row, sources, html, suite) -> None:
    """On the six tasks that both rows have; the other two do not count."""
    found = sources(*look_rows(make_row, "PPPPWWWW", "PPPPPW", suite))
    page = f"suite/{suite}/index.md"
    (board,) = (each for each in boards(found)[page].tables if each.looking is not None)
    (line,) = board.looking.lines
    assert board.shown.id == load(suite).asked.looking[board.looking.setting]
    cells = (line.tasks, line.solved.text, line.looked.text, line.gain.text, line.looks)
    assert cells == (6, "33.3", "83.3", "+50.0", "2.5")
    text = html(page_at(page, board_pages(found)))
    assert f"<code>{board.looking.setting}</code>" in text
    assert "Looking closer" in text


def test_other_protocols_and_models_have_no_gain_by_looking(make_row, sources) -> None:
    first, second = look_rows(make_row, "PPPPWWWW", "PPPPPW", protocol="greedy")
    alone = [each.looking for each in boards(sources(first))[PAGE].tables]
    assert alone == [None]
    other = asked(make_row, "one", "V2C", "PPPPWWWW", protocol="thinking")
    assert {each.looking for each in boards(sources(other, second))[PAGE].tables} == {None}
