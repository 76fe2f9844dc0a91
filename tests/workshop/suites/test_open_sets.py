"""The data sets ``open``, as they are in the repository: files, pins, canaries and twins."""

import gzip
from collections import Counter
from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.task import Picture
from benchmark.datasets.collection import load_tasks, read_program_count
from benchmark.datasets.twins import blind_ceiling, twin_groups
from benchmark.files.tasks import read_tasks, tasks_digest
from benchmark.suites import load
from benchmark.suites.mathopeval.open import FOLDER as FIGURES
from tests.sampling import first_of, gate_of
from workshop.authoring.chart_families.dataset import kept_layouts
from workshop.authoring.family_code import code_digest
from workshop.authoring.figures.figure_set import EYE_CAPTURES, PER_TYPE
from workshop.authoring.forms import form_of
from workshop.authoring.gates.pictures import SENT_AT
from workshop.authoring.programs import _CODE
from workshop.drawing.render import MAX_BYTES, MAX_SIDE, decode_png, pixel_digest
from workshop.family_collection import FamilyCollection
from workshop.pins import read_pinned, read_pins
from workshop.suites.code_vision import OPEN as CODE_VISION
from workshop.suites.humaneval_v import OPEN as HUMANEVAL_V
from workshop.suites.mmcode import OPEN as MMCODE

TWINS = {CODE_VISION.suite: 2, HUMANEVAL_V.suite: 3, MMCODE.suite: 2}  #: tasks of a family
PARTS = 16  #: of drawn pictures; each change is checked against one, the weekly run takes all
LEVELS = 5  #: of a family with a dial, which has one or two tasks of each
#: Captures of all suites: minimum of tasks and families, maximum of bytes together.
MIN_CAPTURES, MIN_CAPTURED_FAMILIES, MAX_CAPTURES = 20, 8, 4_000_000
every_set = pytest.mark.parametrize("collection", [CODE_VISION, HUMANEVAL_V, MMCODE], ids=lambda of: of.suite)


def captured(collection: FamilyCollection) -> dict[str, str]:
    """Return the tasks whose pictures are captures, and their families."""
    form, found = form_of(collection), dict[str, str]()
    for name in collection.names():
        if (count := len(form.family(collection, name).captured)) > 0:
            pins = read_pinned(form.pins, collection, name)
            assert pins is not None
            assert pins.captured is not None
            tasks = pins.tasks  # type: ignore[attr-defined]  # of each kind of pins
            found |= {task.id: name for task in tasks[-count:]}
    return found


@pytest.mark.gate
@every_set
def test_a_program_that_sees_nothing_can_solve_one_task_of_each_family(collection: FamilyCollection) -> None:
    """Tasks whose pictures are captures are a group of their own, in which it can solve one more."""
    tasks, twins = load(collection.suite).datasets["open"](), TWINS[collection.suite]
    captures = captured(collection)
    drawn = [task for task in tasks if task.id not in captures]
    dials = Counter(task.stem.replace("-", "_") for task in drawn if task.level == "5")
    each = {name: LEVELS * dials[name] or twins for name in collection.names()}
    assert {task.stem.replace("-", "_") for task in tasks} == set(collection.names())
    for of, counts in (
        (drawn, each),
        ([task for task in tasks if task.id in captures], Counter(captures.values())),
    ):
        found = twin_groups(of)
        assert sorted(len(group.tasks) for group in found) == sorted(counts.values())
        assert all(pair.are_twins and pair.same_calls for group in found for pair in group.pairs)
        assert blind_ceiling(found) == len(found) == len(counts)


@pytest.mark.gate
def test_captures_are_of_many_families_and_small() -> None:
    """Each has at most 150 kB, as every picture; this is about all suites together."""
    tasks, paths = dict[str, str](), list[Path]()
    for collection in (CODE_VISION, HUMANEVAL_V, MMCODE):
        tasks |= captured(collection)
        for name in captured(collection):
            paths += collection.folder.glob(f"pictures/{name}-*.png")
    for kind, captures in EYE_CAPTURES.items():
        for number in range(PER_TYPE, PER_TYPE + len(captures)):
            tasks[f"{kind}-{number:03}"] = kind
            paths += FIGURES.glob(f"pictures/{kind}-{number:03}-*.png")
    assert len(paths) >= len(tasks) >= MIN_CAPTURES
    assert len(set(tasks.values())) >= MIN_CAPTURED_FAMILIES
    assert sum(path.stat().st_size for path in paths) <= MAX_CAPTURES


@pytest.mark.gate
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


@pytest.mark.gate
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
    captures = captured(HUMANEVAL_V)
    for task in load_tasks(HUMANEVAL_V):
        (picture,) = task.parts
        assert isinstance(picture, Picture)
        pins = read_pins(HUMANEVAL_V, task.stem.replace("-", "_"))
        assert pins is not None
        (pin,) = [task_pin for task_pin in pins.tasks if task_pin.id == task.id]
        image = decode_png((HUMANEVAL_V.folder / picture.source).read_bytes())
        assert pixel_digest(image) == pin.pixels
        assert max(image.size) <= (SENT_AT if task.id in captures else MAX_SIDE)


@pytest.mark.gate
def test_the_page_says_how_many_rules_were_tried_and_in_how_many_families() -> None:
    page = (Path(__file__).parents[3] / "site" / "pages" / "open-data" / "index.md").read_text(
        encoding="utf-8"
    )
    tasks = {each.suite: load_tasks(each) for each in (CODE_VISION, MMCODE)}
    counts = [
        len({task.id.rpartition("-")[0] for task in found if task.unique_among}) for found in tasks.values()
    ]
    most = max(task.unique_among for found in tasks.values() for task in found)
    exponent = len(str(most)) - 1
    power = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    said = " ".join(page.split())
    assert f"up to {round(most / 10**exponent)} · 10{power}." in said
    assert f"and {counts[0]} of Code-Vision and {counts[1]} of MMCode." in said
