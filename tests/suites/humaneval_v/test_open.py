"""The data set ``open`` as it is in the repository."""

import subprocess
import sys

import pytest

from benchmark.authoring.gates.words import MAX_TOKENS, MIN_TOKENS, estimate_tokens
from benchmark.core.canary import CANARY
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.datasets.collection import load_tasks, read_pins
from benchmark.datasets.twins import blind_ceiling, twin_groups
from benchmark.drawing.render import decode_png, pixel_digest
from benchmark.files.tasks import read_tasks, tasks_digest
from benchmark.suites import SUITES
from benchmark.suites.humaneval_v.open import OPEN

TASKS = load_tasks(OPEN)


def test_every_family_has_three_tasks() -> None:
    assert len(TASKS) == 3 * len(OPEN.names()) >= 24
    assert SUITES["humaneval-v"].datasets["open"]() == TASKS
    assert {task.stem.replace("-", "_") for task in TASKS} == set(OPEN.names())


@pytest.mark.parametrize("task", TASKS, ids=[task.id for task in TASKS])
def test_a_task_is_a_picture_and_a_signature(task: Task) -> None:
    (picture,) = task.parts
    assert isinstance(picture, Picture)
    assert picture.folder == OPEN.folder
    pins = read_pins(OPEN, task.stem.replace("-", "_"))
    assert pins is not None
    (pin,) = [task_pin for task_pin in pins.tasks if task_pin.id == task.id]
    assert pin.picture == picture.source
    image = decode_png((OPEN.folder / picture.source).read_bytes())
    assert pixel_digest(image) == pin.pixels
    assert pin.pixels[:12] in picture.source
    assert max(image.size) <= 1024
    assert MIN_TOKENS <= estimate_tokens(task.starter_code) <= MAX_TOKENS
    assert task.categories
    assert isinstance(task.check, FunctionCheck)
    assert CANARY in task.check.tests[0]


def test_every_task_is_a_twin_of_the_two_other_tasks_of_its_family() -> None:
    found = twin_groups(TASKS)
    assert [len(group.tasks) for group in found] == [3] * len(OPEN.names())
    assert all(pair.are_twins and pair.same_calls for group in found for pair in group.pairs)
    assert blind_ceiling(found) == len(OPEN.names())


def test_task_files_contain_the_same_tasks_as_the_suite() -> None:
    """A task's digest does not cover the folder of its picture."""
    read = [task for name in OPEN.names() for task in read_tasks(OPEN.folder / "tasks" / f"{name}.jsonl")]
    assert tasks_digest(read) == tasks_digest(TASKS)


def test_every_file_contains_the_canary() -> None:
    for path in OPEN.folder.rglob("*"):
        if path.is_file() and path.suffix != ".pyc" and path.name not in ("__init__.py", "README.md"):
            assert CANARY.encode() in path.read_bytes(), path


def test_judging_needs_no_package_of_the_extra_authoring() -> None:
    """Tasks are read from files; no family, drawing or gate is imported."""
    program = """
import sys
for name in ("PIL", "coverage", "resvg_py"):
    sys.modules[name] = None
from benchmark.suites import SUITES
print(len(SUITES["humaneval-v"].datasets["open"]()), *(name for name in sys.modules if ".families" in name))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(TASKS))]
