"""The data set ``open`` as it is in the repository."""

import pytest

from benchmark.core.task import Picture, Task, Text
from benchmark.datasets.collection import load_tasks
from benchmark.suites import load
from benchmark.suites.mmcode.categories import union
from workshop.authoring.problem_families.dataset import ProblemPins, set_counts, set_faults
from workshop.authoring.problem_families.gates import MAX_TEXT, MIN_TEXT
from workshop.drawing.render import decode_png, pixel_digest
from workshop.pins import read_pinned
from workshop.suites.mmcode import OPEN

TASKS = load_tasks(OPEN)


def pictures(task: Task) -> list[Picture]:
    return [part for part in task.parts if isinstance(part, Picture)]


def test_a_problem_interleaves_its_statement_with_pictures_that_have_categories() -> None:
    for task in TASKS:
        shown = pictures(task)
        assert [picture.number for picture in shown] == list(range(1, len(shown) + 1))
        assert 1 <= len(shown) <= 4, task.id
        assert all(picture.folder == OPEN.folder and picture.categories for picture in shown)
        assert task.categories == union(picture.categories for picture in shown), task.id
        words = "".join(part.text for part in task.parts if isinstance(part, Text))
        assert MIN_TEXT <= len(words) <= MAX_TEXT, task.id
        assert "Sample Input 1" in words
        assert "Sample Output 1" in words
        assert task.level in load("mmcode").data.levels
        assert task.description.count("Picture ") >= len(shown)
        pins = read_pinned(ProblemPins, OPEN, task.stem.replace("-", "_"))
        assert pins is not None
        (pin,) = [own for own in pins.tasks if own.id == task.id]
        assert [own.picture for own in pin.pictures] == [picture.source for picture in shown]
        assert pins.category in task.categories


def test_the_set_has_enough_of_each_category_and_level_once_it_is_complete() -> None:
    assert list(set_faults(set_counts(OPEN))) == []


@pytest.mark.gate
def test_pictures_have_the_pixels_that_the_pins_name() -> None:
    for name in OPEN.names():
        pins = read_pinned(ProblemPins, OPEN, name)
        assert pins is not None
        for pin in (picture for task in pins.tasks for picture in task.pictures):
            image = decode_png((OPEN.folder / pin.picture).read_bytes())
            assert pixel_digest(image) == pin.pixels
            assert pin.pixels[:12] in pin.picture
