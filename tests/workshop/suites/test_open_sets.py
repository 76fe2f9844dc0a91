"""The data sets ``open``, as they are in the repository: files, pins, canaries and twins."""

import gzip
from collections import Counter

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.task import Picture
from benchmark.datasets.collection import load_tasks, read_program_count
from benchmark.datasets.twins import blind_ceiling, twin_groups
from benchmark.files.tasks import read_tasks, tasks_digest
from benchmark.suites import load
from tests.sampling import first_of, gate_of
from workshop.authoring.chart_families.dataset import kept_layouts
from workshop.authoring.family_code import code_digest
from workshop.authoring.programs import _CODE
from workshop.drawing.render import MAX_BYTES, decode_png, pixel_digest
from workshop.family_collection import FamilyCollection
from workshop.pins import read_pins
from workshop.suites.code_vision import OPEN as CODE_VISION
from workshop.suites.humaneval_v import OPEN as HUMANEVAL_V
from workshop.suites.mmcode import OPEN as MMCODE

TWINS = {CODE_VISION.suite: 2, HUMANEVAL_V.suite: 3, MMCODE.suite: 2}  #: tasks of a family
PARTS = 16  #: of drawn pictures; each change is checked against one, the weekly run takes all
LEVELS = 5  #: of a family with a dial, which has one or two tasks of each
every_set = pytest.mark.parametrize("collection", [CODE_VISION, HUMANEVAL_V, MMCODE], ids=lambda of: of.suite)


@every_set
def test_a_program_that_sees_nothing_can_solve_one_task_of_each_family(collection: FamilyCollection) -> None:
    tasks, twins = load(collection.suite).datasets["open"](), TWINS[collection.suite]
    dials = Counter(task.stem.replace("-", "_") for task in tasks if task.level == "5")
    each = {name: LEVELS * dials[name] or twins for name in collection.names()}
    assert len(tasks) == sum(each.values())
    assert {task.stem.replace("-", "_") for task in tasks} == set(collection.names())
    found = twin_groups(tasks)
    assert sorted(len(group.tasks) for group in found) == sorted(each.values())
    assert all(pair.are_twins and pair.same_calls for group in found for pair in group.pairs)
    assert blind_ceiling(found) == len(found) == len(each)


@every_set
def test_files_contain_the_same_tasks_as_the_suite(collection: FamilyCollection) -> None:
    """A task's digest does not cover the folder of its picture."""
    files = sorted((collection.folder / "tasks").iterdir())
    read = {task.id: task for path in files for task in read_tasks(path)}
    tasks = load(collection.suite).datasets["open"]()
    assert {task.id: task.check for task in tasks} == {name: task.check for name, task in read.items()}
    assert tasks == load_tasks(collection)
    assert tasks_digest(read.values()) == tasks_digest(tasks)


@every_set
def test_every_file_contains_the_canary(collection: FamilyCollection) -> None:
    folders = [collection.folder / name for name in ("pages", "tasks", "pins", "pictures", "programs")]
    for folder in (*folders, collection.workbench / "families", collection.workbench / "candidates"):
        for path in folder.glob("*"):
            if path.is_file() and path.suffix != ".pyc" and path.name not in ("__init__.py", "README.md"):
                data = path.read_bytes()
                assert CANARY.encode() in (gzip.decompress(data) if path.suffix == ".gz" else data), path


def test_a_stored_picture_has_at_most_150_000_bytes() -> None:
    pictures = HUMANEVAL_V.folder.parents[1].glob("*/open/pictures/*.png")  # of all suites
    assert [path.name for path in pictures if path.stat().st_size > MAX_BYTES] == []


@pytest.mark.gate
def test_kept_counts_of_programs_are_of_the_code_of_today() -> None:
    kept = {name: read_program_count(HUMANEVAL_V, name) for name in HUMANEVAL_V.names()}
    codes = {name: count and count.code for name, count in kept.items()}
    assert codes == {name: code_digest(HUMANEVAL_V, name, _CODE) for name in kept}


@gate_of("open tasks")
@pytest.mark.parametrize("part", first_of(range(PARTS)))
def test_pictures_of_code_vision_have_the_pixels_that_were_kept_with_their_layouts(part: int) -> None:
    for task in load_tasks(CODE_VISION)[part::PARTS]:
        kept = kept_layouts(CODE_VISION, task.stem.replace("-", "_"))[task.id]
        pictures = [each for each in task.parts if isinstance(each, Picture)]
        for picture, digests in zip(pictures, kept.pictures, strict=True):
            image = decode_png((CODE_VISION.folder / picture.source).read_bytes())
            assert pixel_digest(image) == digests.pixels, picture.source


def test_pictures_of_code_vision_are_those_that_the_tasks_name_by_their_kept_digests() -> None:
    stored = {f"pictures/{path.name}" for path in (CODE_VISION.folder / "pictures").iterdir()}
    named = {
        f"pictures/{chart.id}-{number}-{picture.pixels[:12]}.png"
        for name in CODE_VISION.names()
        for chart in kept_layouts(CODE_VISION, name).values()
        for number, picture in enumerate(chart.pictures, start=1)
    }
    shown = {p.source for task in load_tasks(CODE_VISION) for p in task.parts if isinstance(p, Picture)}
    assert stored == named == shown


@gate_of("open tasks")
def test_pictures_of_humaneval_v_have_the_pixels_that_the_pins_name() -> None:
    for task in load_tasks(HUMANEVAL_V):
        (picture,) = task.parts
        assert isinstance(picture, Picture)
        pins = read_pins(HUMANEVAL_V, task.stem.replace("-", "_"))
        assert pins is not None
        (pin,) = [task_pin for task_pin in pins.tasks if task_pin.id == task.id]
        image = decode_png((HUMANEVAL_V.folder / picture.source).read_bytes())
        assert pixel_digest(image) == pin.pixels
        assert max(image.size) <= 1024
