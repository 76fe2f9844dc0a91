"""The data set ``open`` as it is in the repository."""

import subprocess
import sys

from benchmark.authoring.gates.words import MAX_TOKENS, MIN_TOKENS, estimate_tokens
from benchmark.core.canary import CANARY
from benchmark.core.task import FunctionCheck, Picture
from benchmark.datasets.collection import load_tasks, read_pins
from benchmark.suites.humaneval_v.open import OPEN

TASKS = load_tasks(OPEN)


def test_a_task_is_a_picture_and_a_signature() -> None:
    for task in TASKS:
        (picture,) = task.parts
        assert isinstance(picture, Picture)
        assert picture.folder == OPEN.folder
        pins = read_pins(OPEN, task.stem.replace("-", "_"))
        assert pins is not None
        (pin,) = [task_pin for task_pin in pins.tasks if task_pin.id == task.id]
        assert pin.picture == picture.source
        assert pin.pixels[:12] in picture.source
        assert MIN_TOKENS <= estimate_tokens(task.starter_code) <= MAX_TOKENS
        assert task.categories
        assert isinstance(task.check, FunctionCheck)
        assert CANARY in task.check.tests[0]


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
