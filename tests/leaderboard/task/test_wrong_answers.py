"""Wrong answers are grouped by the first failed check and what it returned; groups state no cause."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.task.results import task_results
from benchmark.leaderboard.task.wrong_answers import WrongAnswers, without_verdicts, wrong_answers
from benchmark.results.row import Row

MakeRow = Callable[..., Row]
MakeSources = Callable[..., Sources]
WithFiles = WithRecords = Callable[..., Row]

TASKS = {
    ("code-vision", "rebuilt"): TaskSet(
        "code-vision",
        "rebuilt",
        {"t": Task(id="t", entry_point="f", check=FunctionCheck(tests=("assert f(1) == 1",)))},
    )
}


def block(code: str) -> str:
    return f"Here:\n```python\n{code}\n```"


def wrong(here: Sources, *, code: bool = True) -> dict[str, WrongAnswers]:
    ((table,),) = task_results(here).values()
    return wrong_answers(here, table, code=code)


@pytest.fixture
def three(tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles) -> Sources:
    """Rows of two models whose call gives 2, one whose call gives None, and one that passes."""
    rows = []
    for slug, letter, code, gave in (
        ("one", "W", "def f(x):\n    # a long way to say it\n    return 2", "2"),
        ("two", "W", "def f(x):\n    return 2", "2"),
        ("other", "W", "def f(x):\n    pass", "None"),
        ("right", "P", "def f(x):\n    return x", ""),
    ):
        detail = f"assert f(1) == 1; f(1) gave {gave}"
        row = make_row(slug, letter, tasks=["t"], name=slug.title())
        rows.append(with_files(tmp_path, row, [block(code)], detail=detail))
    return sources(*rows, where=SiteConfig(rows=tmp_path), tasks=TASKS)


def test_the_largest_group_comes_first_with_its_shortest_answer(three: Sources) -> None:
    found = wrong(three)["t"]
    assert (found.answers, found.ways, found.rest) == (3, 2, 0)
    first, second = found.groups
    assert (first.title, first.expected, first.count) == ("f(1) → 2", "1", "2 models")
    assert first.code == ("def f(x):", "    return 2")
    assert first.judged
    assert not first.part
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
    assert stored is not None
    assert (stored.number, stored.draw, stored.choice) == (0, 0, "Shown: Two, the shorter answer.")
    assert found.groups[0].shown.name == "Two"
    assert stored.path.startswith("d/a/code-vision/rebuilt/")


def test_a_group_of_ten_models_names_eight_of_them(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    rows = [with_files(tmp_path, make_row(f"m-{number}", "W", tasks=["t"]), ["no"]) for number in range(10)]
    (group,) = wrong(sources(*rows, where=SiteConfig(rows=tmp_path)))["t"].groups
    assert (len(group.who), group.others) == (8, 2)


def test_each_draw_of_a_model_counts_as_an_answer(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_records: WithRecords
) -> None:
    verdicts = [{"task_id": "t", "draw": n, "status": "timeout", "detail": "more than 3 s"} for n in range(3)]
    answers = [{"task_id": "t", "draw": n, "completion": block("while True: pass")} for n in range(3)]
    row = with_records(tmp_path, make_row("acme", "W", tasks=["t"]), answers, verdicts)
    (group,) = wrong(sources(row, where=SiteConfig(rows=tmp_path)))["t"].groups
    assert (group.title, group.is_call) == ("Timeout: more than 3 s", False)
    assert group.count == "3 answers of 1 model"
    assert group.choice == "Shown: acme, the shortest answer."


def test_a_missing_sample_is_not_a_wrong_answer(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    row = with_files(tmp_path, make_row("acme", "MP", tasks=["t", "u"]), ["lost", "kept"])
    assert wrong(sources(row, where=SiteConfig(rows=tmp_path))) == {}


def test_answers_beyond_the_first_twelve_groups_are_counted(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    rows = [
        with_files(
            tmp_path,
            make_row(f"m-{number}", "W", tasks=["t"]),
            [block("def f(x): pass")],
            detail=f"assert f(1) == 1; f(1) gave {number + 2}",
        )
        for number in range(15)
    ]
    found = wrong(sources(*rows, where=SiteConfig(rows=tmp_path), tasks=TASKS))["t"]
    assert (found.answers, found.ways, len(found.groups), found.rest) == (15, 15, 12, 3)
    assert [bool(group.code) for group in found.groups] == [True] * 3 + [False] * 9


def test_groups_beyond_the_three_largest_load_their_shortest_answer(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_records: WithRecords
) -> None:
    rows = []
    for slug, comment in (("long", "    # a long way to say it\n"), ("short", "")):
        answers = [
            {"task_id": "t", "draw": n, "completion": block(f"def f(x):\n{comment}    pass")}
            for n in range(4)
        ]
        verdicts = [
            {
                "task_id": "t",
                "draw": n,
                "status": "wrong_answer",
                "detail": f"assert f(1) == 1; f(1) gave {n + 2}",
            }
            for n in range(4)
        ]
        rows.append(with_records(tmp_path, make_row(slug, "W", tasks=["t"]), answers, verdicts))
    last = wrong(sources(*rows, where=SiteConfig(rows=tmp_path), tasks=TASKS))["t"].groups[3]
    assert last.stored is not None
    assert (last.code, last.stored.draw) == ((), 3)
    assert last.stored.choice == "Shown: short, the shorter answer."
    assert (last.shown.name, last.stored.opened.slug) == ("short", "short")


def test_models_without_verdicts_are_named(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    row = with_files(tmp_path, make_row("here", "W", tasks=["t"]), ["no"])
    here = sources(row, make_row("gone", "W", tasks=["t"], name="Gone"), where=SiteConfig(rows=tmp_path))
    ((table,),) = task_results(here).values()
    assert without_verdicts(here, table) == ("Gone",)


def test_completions_without_a_draw_and_with_another_order_of_keys_are_found(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_records: WithRecords
) -> None:
    verdicts = [{"task_id": "tä", "draw": 0, "status": "wrong_answer", "detail": ""}]
    answers = [{"completion": block("print()"), "task_id": "tä"}]
    row = with_records(tmp_path, make_row("acme", "W", tasks=["tä"]), answers, verdicts)
    (group,) = wrong(sources(row, where=SiteConfig(rows=tmp_path)))["tä"].groups
    assert group.code == ("Here:", "```python", "print()", "```")
    assert not group.judged
