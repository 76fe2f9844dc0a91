"""The list of a data set's tasks."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from benchmark.core.task import FunctionCheck, Task
from benchmark.datasets.reviews import Solver
from benchmark.leaderboard.dataset.claim import DesignNote
from benchmark.leaderboard.dataset.stem_items import (
    StemItem,
    item_choices,
    items,
    known_tasks,
    label_orders,
    label_tables,
)
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.leaderboard.parts.people import counted_people
from benchmark.leaderboard.parts.pictures import PictureView
from benchmark.leaderboard.parts.task_list import table_totals

CHECK = FunctionCheck(tests=("assert solution() == 1",))


def _task(name: str, stem: str = "", **more: object) -> Task:
    return Task(id=name, stem=stem, check=CHECK, **more)  # type: ignore[arg-type]


def _view(path: str) -> PictureView:
    return PictureView(path=path, small=path, width=8, height=6, number=1, alt="", digest=path, whole=bytes)


def _set(*tasks: Task) -> TaskSet:
    return TaskSet("humaneval-v", "open", {task.id: task for task in tasks})


def _items(tasks: TaskSet, **more: object) -> list[StemItem]:
    values = {"notes": {}, "field": None} | more
    known = known_tasks(tasks, None)
    return list(items(suite="humaneval-v", dataset="open", known=known, tasks=tasks, **values))  # type: ignore[arg-type]


def test_tasks_of_a_stem_are_one_entry_in_natural_order() -> None:
    tasks = _set(_task("b-10", "b"), _task("a-1", "a"), _task("b-9", "b", categories=("tree",)))
    found = _items(tasks)
    assert [[task.name for task in item.tasks] for item in found] == [["a-1"], ["b-9", "b-10"]]
    assert found[1].page == "task/humaneval-v/open/b/index.md"
    assert (found[1].kinds, found[1].labels["kind"]) == (("tree",), "tree")
    assert (found[1].models.text, found[1].solved, found[1].people.text) == ("", "", "")


@pytest.mark.parametrize("shown", ["A AB A AC AA", "AB A AC A AA"])
def test_each_picture_of_a_family_is_shown_once_with_its_tasks(shown: str) -> None:
    (item,) = _items(_set(_task("a-1", "a")))
    tasks = tuple(
        SimpleNamespace(name=f"{names}{place}", pictures=[_view(name) for name in names])
        for place, names in enumerate([*shown.split(), ""])
    )
    found = [
        (picture and picture.path, [task.name for task in of])
        for picture, of in replace(item, tasks=tasks).figures
    ]
    each = [(name, [task.name for task in tasks if name in task.name]) for name in "ABC"]
    assert found == [*each, (None, ["5"])]


def test_a_sheet_is_shown_once_for_all_its_tasks() -> None:
    (item,) = _items(_set(_task("a-1", "a")))
    views = [
        replace(_view(f"s.webp#xywh={left},0,8,6"), left=left, sheet=(40, 6), in_file=2) for left in (0, 24)
    ]
    tasks = tuple(SimpleNamespace(name=str(number), pictures=[view]) for number, view in enumerate(views))
    ((sheet, of),) = replace(item, tasks=tasks).figures
    assert sheet is not None
    assert (sheet.path, sheet.small, sheet.width, sheet.height) == ("s.webp", "s.webp", 40, 6)
    assert (sheet.alt, [task.name for task in of]) == ("The pictures of a", ["0", "1"])


def test_levels_of_a_family_are_named() -> None:
    found = _items(_set(*(_task(f"a-{level}", "a", level=level) for level in ("1", "2", "core"))))
    assert [(item.kinds, item.labels["level"]) for item in found] == [
        (("level 1", "level 2", "core"), "1\n2\ncore")
    ]


def test_each_model_counts_once_per_task(make_row, sources) -> None:
    names = ["a-1", "a-2", "b-1", "c-1"]
    more = {"tasks": names, "suite": "humaneval-v", "dataset": "open"}
    seen = sources(make_row("one", "PWWP", **more), make_row("two", "PPWP", **more))
    field = table_totals(seen, seen.groups["humaneval-v"][0])
    tasks = _set(_task("a-1", "a"), _task("a-2", "a"), _task("b-1", "b"), _task("c-1", "c"))
    found = _items(tasks, field=field)
    assert [item.models.text for item in found] == ["3 of 4", "0 of 2", "2 of 2"]
    assert [item.solved for item in found] == ["some", "none", "all"]
    assert [task.models for task in found[0].tasks] == ["2 of 2", "1 of 2"]


def test_tasks_without_a_task_file_are_known_from_a_row(make_row, sources) -> None:
    categories = {"subset:math/level:easy": ["t-2"], "subset:math": ["t-2", "t-10"]}
    row = make_row("one", "PW", tasks=["t-10", "t-2"], subsets=categories)
    known = known_tasks(None, sources(row).counts[row.id])
    assert [(task.name, task.labels) for task in known] == [
        ("t-2", {"kind": ["Math"], "level": ["easy"]}),
        ("t-10", {"kind": ["Math"]}),
    ]
    assert known_tasks(None, None) == ()


def test_an_entry_shows_its_design_note_and_the_people_who_solved_its_tasks() -> None:
    note = DesignNote(title="Apples", words=Markup("<em>Red</em>"), rules=Markup())
    tasks = _set(_task("a-1", "a"), _task("a-2", "a"), _task("b-1", "b"))
    solvers = tuple(
        Solver(by=by, date="2026-01-31", read="red", right=by == "ab", minutes=1.5) for by in ("ab", "cd")
    )
    people = counted_people(list(tasks.tasks.values()), {"a-1": solvers})
    found, other = _items(tasks, notes={"a": note}, people=people)
    assert (found.title, found.words, found.people.text) == ("Apples", Markup("<em>Red</em>"), "1 of 2")
    assert [task.people for task in found.tasks] == ["1 of 2 people in 1.5 min", ""]
    assert other.people.text == ""


def test_untrusted_names_are_cleaned_and_have_safe_addresses() -> None:
    hostile = '"><script>\u202e' + "x" * 500
    (found,) = _items(_set(_task(hostile, categories=("two words", "<b>"))))
    assert "\u202e" not in found.title
    assert len(found.title) <= 90
    assert '"' not in found.anchor
    assert len(found.labels["kind"].split("\n")) == 2


def test_a_filter_offers_the_values_in_which_entries_differ() -> None:
    tasks = _set(
        _task("a", categories=("tree",), level="easy"), _task("b", categories=("graph",), level="easy")
    )
    (kind,) = item_choices(_items(tasks), known_tasks(tasks, None), {})
    assert kind.name == "kind"
    assert [words for _, words in kind.options] == ["Any kind", "graph", "tree"]


def test_levels_are_offered_from_easy_to_hard() -> None:
    tasks = _set(*(_task(level, level=level) for level in ("hard", "medium", "easy")))
    (found,) = item_choices(_items(tasks), known_tasks(tasks, None), {"level": ("easy", "medium", "hard")})
    assert found.options[1:] == tuple((level, level) for level in ("easy", "medium", "hard"))


def test_types_and_aspects_have_selects_and_meanings_of_their_own() -> None:
    labels = {
        "a": ("grid", "type:Validation", "aspect:Data Structures"),
        "b": ("map", "type:Aggregation", "aspect:Data Structures", "aspect:Common Sense"),
        "c": ("map", "type:Unheard of"),
    }
    tasks = _set(*(_task(name, categories=found, level="core") for name, found in labels.items()))
    known = known_tasks(tasks, None)
    choices = item_choices(_items(tasks), known, label_orders("humaneval-v"))
    assert {choice.name: [words for _, words in choice.options] for choice in choices} == {
        "kind": ["Any kind", "grid", "map"],
        "type": ["Any type", "Aggregation", "Validation", "Unheard of"],
        "aspect": ["Any aspect", "Common Sense", "Data Structures"],
    }
    levels, types, aspects = label_tables("humaneval-v", known)
    assert [line[:2] for line in levels.lines] == [("core", "3")]
    assert [name for name, *_ in types.lines] == ["Aggregation", "Validation", "Unheard of"]
    assert [bool(meaning) for *_, meaning in types.lines] == [True, True, False]
    assert [line[:2] for line in aspects.lines] == [
        ("Common Sense", "1"), ("Data Structures", "2"),
    ]  # fmt: skip
    assert list(label_tables("mmcode", known)) == []
