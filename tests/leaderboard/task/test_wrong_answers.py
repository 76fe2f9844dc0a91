"""Wrong answers are grouped by the first failed check and what it returned; groups state no cause."""

from collections.abc import Callable

import pytest

from benchmark.analysis.score_cells import PERCENT
from benchmark.core.task import FunctionCheck, Task
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.task_results import task_results
from benchmark.leaderboard.task.words import grouped_sentence
from benchmark.leaderboard.task.wrong_answers import WrongAnswers, without_verdicts, wrong_answers
from tests.leaderboard.conftest import held

CHECK = FunctionCheck(tests=("assert f(1) == 1",))
TASKS = held(Task(id="t", suite="code-vision", dataset="rebuilt", entry_point="f", check=CHECK))


def block(code: str) -> str:
    return f"Here:\n```python\n{code}\n```"


def gave(result: object) -> str:
    return f"assert f(1) == 1; f(1) gave {result}"


def wrong(here: Sources, *, code: bool = True) -> dict[str, WrongAnswers]:
    ((table,),) = task_results(here).values()
    return wrong_answers(here, table, code=code)


@pytest.fixture
def failing(tmp_path, make_row, with_files) -> Callable[..., object]:
    """A function that makes a row whose answer to the task ``t`` failed."""

    def of(slug: str, answer: str = "no", letters: str = "W", **more: object):
        return with_files(tmp_path, make_row(slug, letters, tasks=["t"], name=slug.title()), [answer], **more)

    return of


def test_a_sentence_says_what_answers_are_grouped_by(here, failing) -> None:
    with_check, without = failing("one", detail=gave(2)), failing("two")
    checks = "Grouped by the first failed check and what it returned"
    for rows, words, shown in (
        ((with_check,), f"{checks}.", False),
        ((with_check, without), f"{checks}, or by result where no check is recorded.", False),
        ((without,), "Grouped by result: the failed checks are not recorded, as they quote tests", False),
        ((without,), "Grouped by result.", True),
    ):
        found = grouped_sentence(wrong(here(*rows, tasks=TASKS))["t"], PERCENT, shown=shown)
        assert found.startswith(words)


@pytest.fixture
def three(here, failing) -> Sources:
    """Rows of two models whose call gives 2, one whose call gives None, and one that passes."""
    return here(
        failing("one", block("def f(x):\n    # a long way to say it\n    return 2"), detail=gave(2)),
        failing("two", block("def f(x):\n    return 2"), detail=gave(2)),
        failing("other", block("def f(x):\n    pass"), detail=gave(None)),
        failing("right", block("def f(x):\n    return x"), "P"),
        tasks=TASKS,
    )


def test_the_largest_group_comes_first_with_its_shortest_answer(three: Sources) -> None:
    found = wrong(three)["t"]
    assert (found.answers, found.ways, found.rest) == (3, 2, 0)
    first, second = found.groups
    assert (first.title, first.expected, first.count) == ("f(1) → 2", "1", "2 models")
    assert first.code == ("def f(x):", "    return 2")
    assert (first.judged, first.part) == (True, False)
    assert first.choice == "Shown: Two, the shorter answer."
    assert {model.name for model in first.who} == {"One", "Two"}
    assert (second.title, second.count, second.choice) == ("f(1) → None", "1 model", "")
    assert [model.name for model in second.who] == ["Other"]
    assert first.shown.name == "Two"


def test_groups_have_no_answers_without_a_licence(three: Sources) -> None:
    found = wrong(three, code=False)["t"]
    assert [group.title for group in found.groups] == ["f(1) → 2", "f(1) → None"]
    assert all(group.code == () and group.choice == "" for group in found.groups)
    stored = found.groups[0].stored
    assert (stored.number, stored.draw, stored.choice) == (0, 0, "Shown: Two, the shorter answer.")
    assert found.groups[0].shown.name == "Two"
    assert stored.path.startswith("d/a/code-vision/rebuilt/")


def test_a_group_of_ten_models_names_eight_of_them(here, failing) -> None:
    (group,) = wrong(here(*(failing(f"m-{number}") for number in range(10))))["t"].groups
    assert (len(group.who), group.others) == (8, 2)


def test_each_draw_of_a_model_counts_as_an_answer(tmp_path, make_row, here, with_records) -> None:
    verdicts = [{"task_id": "t", "draw": n, "status": "timeout", "detail": "more than 3 s"} for n in range(3)]
    answers = [{"task_id": "t", "draw": n, "completion": block("while True: pass")} for n in range(3)]
    row = with_records(tmp_path, make_row("acme", "W", tasks=["t"]), answers, verdicts)
    (group,) = wrong(here(row))["t"].groups
    assert (group.title, group.is_call) == ("Timeout: more than 3 s", False)
    assert group.count == "3 answers of 1 model"
    assert group.choice == "Shown: acme, the shortest answer."


def test_a_missing_sample_is_not_a_wrong_answer(tmp_path, make_row, here, with_files) -> None:
    row = with_files(tmp_path, make_row("acme", "MP", tasks=["t", "u"]), ["lost", "kept"])
    assert wrong(here(row)) == {}


@pytest.mark.gate
def test_answers_beyond_the_first_twelve_groups_are_counted(here, failing) -> None:
    rows = [failing(f"m-{n}", block("def f(x): pass"), detail=gave(n + 2)) for n in range(15)]
    found = wrong(here(*rows, tasks=TASKS))["t"]
    assert (found.answers, found.ways, len(found.groups), found.rest) == (15, 15, 12, 3)
    assert [bool(group.code) for group in found.groups] == [True] * 3 + [False] * 9


def test_groups_beyond_the_three_largest_load_their_shortest_answer(
    tmp_path, make_row, here, with_records
) -> None:
    rows = []
    for slug, comment in (("long", "    # a long way to say it\n"), ("short", "")):
        sample = [{"task_id": "t", "draw": n} for n in range(4)]
        answers = [each | {"completion": block(f"def f(x):\n{comment}    pass")} for each in sample]
        verdicts = [each | {"status": "wrong_answer", "detail": gave(each["draw"] + 2)} for each in sample]
        rows.append(with_records(tmp_path, make_row(slug, "W", tasks=["t"]), answers, verdicts))
    last = wrong(here(*rows, tasks=TASKS))["t"].groups[3]
    assert (last.code, last.stored.draw) == ((), 3)
    assert last.stored.choice == "Shown: short, the shorter answer."
    assert last.shown.name == "short"
    assert "/short/" in last.stored.path


def test_models_without_verdicts_are_named(make_row, here, failing) -> None:
    found = here(failing("here"), make_row("gone", "W", tasks=["t"], name="Gone"))
    ((table,),) = task_results(found).values()
    assert without_verdicts(found, table) == ("Gone",)


def test_completions_without_a_draw_and_with_another_order_of_keys_are_found(
    tmp_path, make_row, here, with_records
) -> None:
    verdicts = [{"task_id": "tä", "draw": 0, "status": "wrong_answer", "detail": ""}]
    answers = [{"completion": block("print()"), "task_id": "tä"}]
    row = with_records(tmp_path, make_row("acme", "W", tasks=["tä"]), answers, verdicts)
    (group,) = wrong(here(row))["tä"].groups
    assert group.code == ("Here:", "```python", "print()", "```")
    assert not group.judged


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
