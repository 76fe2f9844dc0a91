"""The order depends on the seed alone, and twins do not follow one another."""

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import ChoiceCheck, Task
from benchmark.review.solving.selection import choose_tasks

from .conftest import TASKS


def test_every_family_comes_once_before_one_comes_again() -> None:
    for seed in "abcdef":
        order = choose_tasks(TASKS, (), "", seed)
        assert order == choose_tasks(TASKS[::-1], (), "", seed)
        assert {task.stem for task in order[:2]} == {"odd-socks", "tide-table"}
        assert sorted(task.id for task in order) == [task.id for task in TASKS]


def test_families_and_levels_narrow_the_choice() -> None:
    assert [task.id for task in choose_tasks(TASKS, ["tide_table"], "", "")] == ["tide-table-1"]
    assert [task.id for task in choose_tasks(TASKS, (), "hard", "")] == ["odd-socks-2"]


@pytest.mark.parametrize(
    ("family", "level", "says"),
    [
        ("odd-sock", "", "--family: no tasks .* 'odd-sock'"),
        ("", "easy", "--level: no task has the level 'easy'"),
    ],
)
def test_an_unknown_family_or_level_is_refused(family: str, level: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        choose_tasks(TASKS, [family] if family else [], level, "")


def test_questions_with_options_are_refused() -> None:
    with pytest.raises(BadInput, match="not solved with a function"):
        choose_tasks([Task(id="a", check=ChoiceCheck(answer="A"))], (), "", "")
