from pathlib import Path

from benchmark.leaderboard.model import models
from benchmark.leaderboard.where import Where


def test_the_field_spans_the_other_models_without_baselines(make_row, sources) -> None:
    rows = [make_row("a", "PPWW"), make_row("b", "PWWW"), make_row("c", "PPPW"), make_row("gold", "PPPP")]
    (section,) = models(sources(*rows))["model/a/index.md"].sections
    field = section.forest[0].field
    assert field is not None
    assert (field.bar_from, field.bar_width, field.median) == ("25%", "50%", "50.0")
    assert (section.others, section.forest[0].solved) == (2, "2 of 4")


def test_tasks_are_listed_in_natural_order_with_who_solved_them(make_row, sources) -> None:
    tasks = ["HumanEval-10", "HumanEval-9", "HumanEval-1"]
    rows = [make_row("a", "PWM", tasks=tasks), make_row("b", "PPW", tasks=tasks)]
    listed = models(sources(*rows))["model/a/index.md"].sections[0].tasks
    assert [(task.task, task.state, task.solved_by) for task in listed.tasks] == [
        ("HumanEval-1", "missing", 0),
        ("HumanEval-9", "failed", 1),
        ("HumanEval-10", "passed", 2),
    ]
    assert (listed.passed, listed.failed, listed.missing) == (1, 1, 1)


def test_every_row_of_a_model_says_where_it_comes_from(make_row, sources) -> None:
    old, new = make_row("a", started="2025-01-01T00:00:00Z"), make_row("a", "PWW")
    (section,) = models(sources(old, new, where=Where(rows=Path(), named="out/rows")))[
        "model/a/index.md"
    ].sections
    assert [row.facts[0].value for row in section.rows] == [new.id, old.id]
    assert section.rows[0].command == f"sightbench verify out/rows/code-vision/rebuilt/a/{new.id}.json"


def test_only_https_addresses_become_links(make_row, sources) -> None:
    links = {
        "run": "https://ci.example.org/1",
        "bad": "javascript:alert(1)",
        "odd": "https://",
        "old": "http://x.org",
    }
    (section,) = models(sources(make_row("a", links=links)))["model/a/index.md"].sections
    assert section.rows[0].links == (("run", "https://ci.example.org/1"),)


def test_no_slug_can_take_the_place_of_an_index(make_row, sources) -> None:
    assert list(models(sources(make_row("index"), make_row("readme")))) == [
        "model/index/index.md",
        "model/readme/index.md",
    ]


def test_outcomes_are_counted_with_their_share(make_row, sources) -> None:
    (section,) = models(sources(make_row("a", "PPWM")))["model/a/index.md"].sections
    assert [(view.title, view.count, view.share) for view in section.outcomes] == [
        ("Passed", "2", "50.0"),
        ("Missing", "1", "25.0"),
        ("Wrong answer", "1", "25.0"),
    ]


def test_a_category_of_all_tasks_is_not_said_twice(make_row, sources) -> None:
    subsets = {"subset:math": ["task-0", "task-1", "task-2"], "level:easy": ["task-0"]}
    (section,) = models(sources(make_row("a", "PPW", subsets=subsets)))["model/a/index.md"].sections
    assert [line.title for line in section.forest] == ["All 3 tasks", "Level easy"]
