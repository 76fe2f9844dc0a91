"""The data set ``open`` as it is in the repository, and the labels of its families."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.task import FunctionCheck, Picture
from benchmark.datasets.collection import load_tasks
from benchmark.suites.humaneval_v.labels import ASPECTS, TASK_TYPES
from workshop.authoring.family_module import family_named
from workshop.authoring.gates.words import MAX_TOKENS, MIN_TOKENS, estimate_tokens
from workshop.authoring.picture_form import MINIMUMS, count_shown, hard_counts, hard_lines
from workshop.pins import read_pins
from workshop.suites.humaneval_v import OPEN
from workshop.suites.humaneval_v.families._sheet_rules import from_top

TASKS = load_tasks(OPEN)
MIN_TRIED = 50  #: rules of which a task with worked examples is unique


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


def test_examples_are_unique_among_rules_or_a_page_says_why_there_is_no_second_reading() -> None:
    for task in TASKS:
        page = " ".join(OPEN.page(task.stem.replace("-", "_")).read_text(encoding="utf-8").split())
        assert "No second reading" not in page, task.id
        assert (task.unique_among >= MIN_TRIED) != ("There is no second reading" in page), task.id


def test_pages_count_the_families_with_examples_all_of_which_state_a_space_of_rules() -> None:
    folder = OPEN.workbench / "families"
    stated = {name for name in OPEN.names() if "def rule_space(" in (folder / f"{name}.py").read_text()}
    silent = {task.stem for task in TASKS if not task.unique_among}
    readme = (folder / "README.md").read_text(encoding="utf-8")
    public = (Path(__file__).parents[4] / "site" / "pages" / "open-data" / "index.md").read_text(
        encoding="utf-8"
    )
    assert len(stated) + len(silent) == len(OPEN.names())
    assert f"All {len(stated)} families with examples state their `rule_space`" in readme
    assert f"the other {len(silent)} say" in readme
    assert f"All {len(stated)} families of HumanEval-V" in " ".join(public.split())


@pytest.mark.gate
def test_judging_needs_no_package_of_the_workshop() -> None:
    """Tasks are read from files; nothing that makes them is imported."""
    program = """
import sys
for name in ("PIL", "coverage", "resvg_py"):
    sys.modules[name] = None
from benchmark.suites import load
print(len(load("humaneval-v").datasets["open"]()), *(name for name in sys.modules if "workshop" in name))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(TASKS))]


FAMILIES = {name: family_named(OPEN, name) for name in OPEN.names()}
CORE = [family for family in FAMILIES.values() if family.level == "core"]


def test_every_type_and_aspect_of_the_paper_has_core_families() -> None:
    types = Counter(family.task_type for family in CORE)
    aspects = Counter(aspect for family in CORE for aspect in family.aspects)
    assert set(types) == set(TASK_TYPES)
    assert set(aspects) == set(ASPECTS)
    assert min(aspects.values()) >= 6  # enough families for a range of their own
    assert max(map(len, (family.aspects for family in CORE))) <= 3


def test_categories_name_the_type_and_the_aspects_with_their_keys() -> None:
    assert FAMILIES["tracing_strip"].categories == (
        "folding", "type:Rearrangement", "aspect:Spatial Transformations", "aspect:Topological Relations",
    )  # fmt: skip


def test_hard_families_are_counted_by_what_they_return() -> None:
    some = FAMILIES["pebble_chart"]
    text = "def solution(a: int) -> {}:\n    ..."
    types = ("bool", "str", "float", "tuple[int, int]", "list[list[bool]]")
    hard = [replace(some, level="hard", text=text.format(result)) for result in types]
    assert list(hard_counts([some, *hard]).values()) == [5, 1, 2, 1]
    assert hard_lines([some, *hard])[0] == f"hard families: 5 of {MINIMUMS['hard families']}"
    assert hard_lines([some]) == []


@pytest.mark.gate
def test_there_are_as_many_hard_families_as_planned() -> None:
    counts = hard_counts(FAMILIES.values())
    assert {name: number for name, number in counts.items() if number < MINIMUMS[name]} == {}


def test_the_steps_of_a_film_are_one_worked_example() -> None:
    film = [([4],), ([4, -2],), ([4, -2, 7],)]
    assert count_shown(film) == 1
    assert count_shown([*film, ([5, -2],)]) == 2
    assert count_shown([([1, 2], 3), ([1, 2, 3], 4)]) == 2  # another second argument
    assert count_shown([]) == 0


def test_sheets_lie_by_each_feature_in_both_directions_and_equal_ones_as_listed() -> None:
    sheets = ((0, 0, 2, 6), (1, 0, 3, 4), (2, 5, 3, 3))

    def lowest_first(order: str) -> list[int]:
        return [*from_top(order, "none", sheets)][::-1]

    assert (lowest_first("first"), lowest_first("last")) == ([0, 1, 2], [2, 1, 0])
    assert (lowest_first("smallest area"), lowest_first("largest area")) == ([2, 0, 1], [0, 1, 2])
    assert lowest_first("smallest shorter side") == [0, 1, 2]
