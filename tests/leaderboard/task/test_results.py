"""Which model solved which task is computed from the counts of each table's newest rows."""

from benchmark.leaderboard.task.results import task_results


def test_models_are_in_order_of_places_and_baselines_are_left_out(make_row, sources) -> None:
    solved = {"worse": "P" * 3 + "W" * 27, "better": "P" * 29 + "W", "gold": "P" * 30}
    tasks = [f"t-{number}" for number in range(30)]
    rows = [make_row(slug, letters, tasks=tasks, name=slug.title()) for slug, letters in solved.items()]
    ((table,),) = task_results(sources(*rows)).values()
    assert [(entrant.place, entrant.name, entrant.page) for entrant in table.entrants] == [
        ("1", "Better", "model/better/index.md"),
        ("2", "Worse", "model/worse/index.md"),
    ]
    assert (table.solved("t-0"), table.solved("t-5"), table.solved("t-29")) == (2, 1, 0)


def test_each_table_of_a_data_set_has_results_of_its_own(make_row, sources) -> None:
    rows = [make_row("a", "PW"), make_row("b", "PP"), make_row("a", "WW", setting="text")]
    (tables,) = task_results(sources(*rows)).values()
    assert [(table.key.setting, len(table.entrants)) for table in tables] == [("flowchart", 2), ("text", 1)]


def test_kinds_of_tasks_come_from_the_row(make_row, sources) -> None:
    subsets = {"subset:math": ["task-0", "task-1"], "subset:math/level:hard": ["task-1"]}
    ((table,),) = task_results(sources(make_row("a", "PW", subsets=subsets))).values()
    assert table.kinds == {"task-0": ["Math"], "task-1": ["Math", "hard"]}
