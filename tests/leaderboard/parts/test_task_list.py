"""A list of tasks is filtered by the subsets, levels and categories in which its tasks differ."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.analysis.catalog import status_title
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.page import model_pages, models
from benchmark.leaderboard.parts.answers import shard_size
from benchmark.leaderboard.parts.task_list import (
    LINES_PER_PAGE,
    TaskList,
    kind_selects,
    list_places,
    opened_answers,
    outcomes_by_task,
    query_name,
    task_title,
)
from tests.changed_rows import with_result
from tests.leaderboard.conftest import templates


@pytest.mark.parametrize(
    ("stem", "title"),
    [
        ("apple-sorter", "Apple sorter"),
        ("2-keys-keyboard", "2 keys keyboard"),
        ("x-of-a-kind", "X of a kind"),
        ("q-12", "q-12"),
        ("1-0a1", "1-0a1"),
    ],
)
def test_a_stem_of_words_is_a_title_of_words_and_another_id_is_kept(stem: str, title: str) -> None:
    assert task_title(stem) == title


def test_failures_come_first_with_the_number_of_models_that_solved_them(make_row, sources) -> None:
    tasks = ["HumanEval-10", "HumanEval-9", "HumanEval-1", "HumanEval-2"]
    rows = [make_row("a", "PWMW", tasks=tasks), make_row("b", "PPWW", tasks=tasks)]
    listed = models(sources(*rows))["model/a/index.md"].sections[0].tasks
    assert [(task.task, task.state, task.solved_by) for task in listed.tasks] == [
        ("HumanEval-2", "failed", 0),
        ("HumanEval-9", "failed", 1),
        ("HumanEval-1", "missing", 0),
        ("HumanEval-10", "passed", 2),
    ]
    assert listed.letters == "mffp"
    assert (listed.size, listed.states, listed.models) == (4, {"passed": 1, "failed": 2, "missing": 1}, 2)


def test_a_task_with_several_samples_says_how_many_passed(make_row, sources) -> None:
    statuses = {"task-0": ["passed", "timeout", "passed"], "task-1": ["passed", "passed", "missing"]}
    row = with_result(make_row("a", "PW"), statuses=statuses)
    listed = models(sources(row))["model/a/index.md"].sections[0].tasks
    assert [(task.task, task.state, task.result) for task in listed.tasks] == [
        ("task-0", "failed", "2 of 3 passed"),
        ("task-1", "passed", "2 of 3 passed"),
    ]


def test_statuses_are_counted_with_their_share(make_row, sources) -> None:
    (section,) = models(sources(make_row("a", "PPWM")))["model/a/index.md"].sections
    assert [(view.title, view.count, view.share) for view in section.outcomes] == [
        ("Passed", "2", "50.0"),
        ("Missing", "1", "25.0"),
        ("Wrong answer", "1", "25.0"),
    ]


def test_a_list_is_split_into_consecutive_parts(make_row, sources) -> None:
    listed = models(sources(make_row("a", "PWMPW")))["model/a/index.md"].sections[0].tasks
    parts = replace(listed, lines=2).parts
    assert [(part.first, part.last) for part in parts] == [(0, 2), (2, 4), (4, 5)]
    assert [[task.task for task in part.tasks] for part in parts] == [
        ["task-1", "task-4"],
        ["task-2", "task-0"],
        ["task-3"],
    ]


def test_an_outcome_is_a_status_or_how_many_samples_passed() -> None:
    counts = Counts(
        tasks=("a", "b", "c", "d", "e", "f", "g"),
        stems=("a", "b", "c", "d", "e", "f", "g"),
        statuses={Status.PASSED: (1, 0, 0, 2, 0, 0, 1), Status.TIMEOUT: (0, 1, 0, 1, 2, 0, 0)},
        missing=(0, 0, 1, 1, 0, 2, 1),
    )
    found = outcomes_by_task(counts)
    assert [(outcome.title, outcome.mark, outcome.solved) for outcome in found.values()] == [
        ("Passed", "", True),
        ("Timeout", "x", False),
        ("Missing", "m", False),
        ("2 of 4 passed", "x", True),
        ("0 of 2 passed", "x", False),
        ("Missing", "m", False),
        ("1 of 2 passed", "", True),
    ]


def selects(
    categories: Mapping[str, Sequence[int]],
    tasks: Sequence[str],
    suite: str = "code-vision",
    dataset: str = "official",
):
    return kind_selects(
        suite,
        dataset,
        Counts(
            tasks=tuple(tasks),
            stems=tuple(tasks),
            statuses={},
            missing=(0,) * len(tasks),
            categories={name: tuple(places) for name, places in categories.items()},
        ),
    )


def test_each_task_has_a_letter_in_natural_order_of_ids() -> None:
    found = selects(
        {"subset:math": [0, 1], "subset:algorithm": [2], "subset:math/level:hard": [0]},
        ["t-10", "t-2", "t-3"],
    )
    (select,) = found
    letters = {option.words: option.letters for option in select.options}
    assert [select.tasks[place] for place in range(3)] == [
        letters["Math"],
        letters["Algorithm"],
        letters["Math"],
    ]


def test_levels_go_from_easy_to_hard_over_all_subsets() -> None:
    names = ["subset:math/level:hard", "subset:math/level:easy", "subset:algorithm/level:easy"]
    *_, levels = selects({name: [place] for place, name in enumerate(names)}, ["a", "b", "c"])
    assert [option.value for option in levels.options] == ["easy", "hard"]
    assert levels.tasks[1] == levels.tasks[2] != levels.tasks[0]


def test_a_named_level_of_our_own_tasks_stands_behind_its_number() -> None:
    names = ["subset:math/level:long", "subset:math/level:easy", "subset:math/level:3"]
    (levels,) = selects({name: [place] for place, name in enumerate(names)}, "abc", dataset="open")
    assert [(option.value, option.words) for option in levels.options] == [
        ("easy", "1 (easy)"),
        ("long", "1 (long)"),
        ("3", "3"),
    ]


def test_a_task_of_two_categories_is_found_by_both() -> None:
    (select,) = selects({"category:tree": [0, 1], "category:grid": [1]}, ["a", "b"])
    found = {option.value: [letter in option.letters for letter in select.tasks] for option in select.options}
    assert found == {"tree": [True, True], "grid": [False, True]}


def test_types_aspects_and_kinds_of_pictures_have_a_select_each() -> None:
    names = [
        "type:Validation",
        "type:Aggregation",
        "aspect:Data Structures",
        "aspect:Common Sense",
        "grid",
        "map",
    ]
    found = selects(
        {f"category:{name}": [place % 2] for place, name in enumerate(names)}, ["a", "b"], "humaneval-v"
    )
    assert [(select.everything, [option.words for option in select.options]) for select in found] == [
        ("All task types", ["Aggregation", "Validation"]),
        ("All aspects", ["Common Sense", "Data Structures"]),
        ("All kinds of pictures", ["grid", "map"]),
    ]


def test_a_select_with_too_many_sets_of_values_is_left_out() -> None:
    tasks = [f"t-{number}" for number in range(63)]
    assert selects({f"category:c-{place}": [place] for place in range(63)}, tasks) == ()


@pytest.fixture
def stored(tmp_path, make_row, here, with_files):
    """A function that makes sources of one row whose answers are in the temporary folder."""

    def of(slug: str, letters: str, detail: str = "", **more: object) -> Sources:
        return here(with_files(tmp_path, make_row(slug, letters, **more), "x" * len(letters), detail=detail))

    return of


@pytest.fixture
def acme(stored) -> Sources:
    return stored("acme", "PWPWP")


def test_a_link_names_the_list_and_the_task(acme: Sources) -> None:
    (opened,) = opened_answers(acme).values()
    assert opened.page_of("task-3") == "model/acme/index.md"
    assert opened.query == "?list=code-vision-rebuilt-flowchart-cool-1&open="
    assert query_name('a b&"') == "a%20b%26%22"


def test_a_link_leads_to_the_part_of_a_long_list_that_has_the_task(acme, monkeypatch) -> None:
    monkeypatch.setattr("benchmark.leaderboard.parts.task_list.LINES_PER_PAGE", 2)
    monkeypatch.setattr(TaskList.__init__, "__kwdefaults__", TaskList.__init__.__kwdefaults__ | {"lines": 2})
    (opened,) = opened_answers(acme).values()
    parts = {
        page.source: page.view["tasks"].tasks
        for page in model_pages(acme)
        if page.template == "model_list.html"
    }
    listed = {line.task: source for source, lines in parts.items() for line in lines}
    assert len(parts) == 3
    assert {task: opened.page_of(task) for task in listed} == listed


def test_the_lists_of_a_page_have_room_for_a_number_of_tasks_together(acme: Sources) -> None:
    key = acme.groups["code-vision"][0].key
    places = list_places([(key, LINES_PER_PAGE - 1), (key, 2), (key, 1)])
    assert [(place.anchor[-2:], place.separate) for place in places] == [
        ("-1", False),
        ("-2", True),
        ("-3", False),
    ]


def test_answers_to_fresh_tasks_have_no_address(stored) -> None:
    assert opened_answers(stored("acme", "PW", dataset="fresh-0f1e2d3c4b5a")) == {}


ROOT = Path(__file__).resolve().parents[3]
HOSTILE = "</td><script>alert(1)</script>\u202e\x1b[31m" + "z" * 10_000


def body(found, has=lambda _: False) -> str:
    (page,) = model_pages(found)
    return str(render(page, lambda source: f"/{source}", templates(), has))


def test_the_first_failed_check_is_escaped_and_clipped(stored) -> None:
    text = body(stored("a", "PW", f"assert f(1) == 2; f(1) gave '{HOSTILE}'"))
    assert "f(1) gave '&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd[31mzzz" in text
    assert "<script>" not in text
    assert "z" * 200 not in text


def test_the_list_names_the_files_of_answers(stored) -> None:
    found = stored("a", "PW")
    (row,), text = found.light_rows, body(found)
    folder = f"/d/a/code-vision/rebuilt/a/{row.id[:12]}/00.js"
    source = sum(file.bytes for file in (row.run.completions_file, row.run.verdicts_file))
    assert f'data-shard={folder} data-size="{shard_size(2, source)}"' in text
    assert 'data-states="pf"' in text


def test_checks_of_fresh_tasks_are_not_shown(stored) -> None:
    text = body(stored("a", "PW", "assert f(1) == 2; f(1) gave 'amber'", dataset="fresh-0f1e2d3c4b5a"))
    assert "they would reveal the tasks" in text
    assert "amber" not in text
    assert "f(1)" not in text


def test_the_list_says_that_answers_are_not_shown_if_their_files_are_missing(make_row, sources) -> None:
    text = body(sources(make_row("a", "PW")))
    assert "Answers and checks are not shown" in text
    assert "data-shard" not in text
    assert "First failed check" not in text


def test_a_list_without_any_failed_check_has_no_column_for_them(stored) -> None:
    text = body(stored("a", "WW"))
    assert "Open a row" in text
    assert "First failed check" not in text
    assert 'class="ck"' not in text


def test_only_tasks_with_a_page_are_links(make_row, sources) -> None:
    has = {"task/code-vision/rebuilt/task-1/index.md"}.__contains__
    text = body(sources(make_row("a", "PW")), has)
    assert "<a href=/task/code-vision/rebuilt/task-1/index.md>task-1</a>" in text
    assert "task/code-vision/rebuilt/task-0" not in text


def test_the_script_names_every_result_as_the_pages_do() -> None:
    script = (ROOT / "site" / "assets" / "answer.js").read_text(encoding="utf-8")
    assert """(status) => status[0].toUpperCase() + lower(status).slice(1);""" in script
    for status in (*Status, "missing"):
        assert status_title(status) == status[0].upper() + status[1:].replace("_", " ")
