"""Every gate of families of problems refuses its fault with a name and a reason; whole families pass."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, StdioCheck, Text
from benchmark.datasets.collection import load_tasks
from benchmark.datasets.store import VARIABLE, folder_of
from benchmark.datasets.twins import twin_groups
from benchmark.judging.judge import Judge
from benchmark.pipeline.sources import from_suite
from benchmark.suites.mmcode.categories import CATEGORIES as SUITE_CATEGORIES
from tests.sampling import gate_of
from tests.wording import wrapped
from workshop.authoring.family_check import check_families
from workshop.authoring.fresh import dataset_name, write_fresh
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.gates.words import undrawn
from workshop.authoring.problem_families.dataset import (
    PinnedPicture,
    PinnedProblem,
    ProblemPins,
    count_pins,
    set_faults,
    set_lines,
)
from workshop.authoring.problem_families.family import CATEGORIES
from workshop.authoring.problem_families.form import PROBLEMS, seed_faults
from workshop.authoring.problem_families.gates import (
    case_faults,
    judged_faults,
    picture_faults,
    program_faults,
    spoiled_inputs,
    text_faults,
)
from workshop.authoring.problem_families.instance import ProblemTask, make_instance
from workshop.authoring.redraw import changed_faults
from workshop.authoring.scaffold import write_scaffold
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import key
from workshop.drawing.styles import Style, style_picture
from workshop.family_collection import FamilyCollection

from .conftest import broken, empty_collection

pytestmark = gate_of("problems")

WriteFamily = Callable[..., FamilyCollection]
NAME = "stone_mosaics"


@pytest.fixture
def problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WriteFamily]:
    """A data set with the scaffold's family, in which the given texts are replaced."""
    with empty_collection(tmp_path, monkeypatch, "mmcode", "problems") as collection:

        def write(*changes: tuple[str, str]) -> FamilyCollection:
            module, page = write_scaffold(collection, NAME)
            text = module.read_text(encoding="utf-8").replace("TODO, ", "")
            for old, new in changes:
                assert old in text, old
                text = text.replace(old, new)
            module.write_text(text, encoding="utf-8")
            words = page.read_text(encoding="utf-8").replace("TODO: ", "").replace("TODO", "said")
            words = words.replace("follow from them.", "follow from them, in some more words.")
            page.write_text(words, "utf-8")
            return collection

        yield write


def twins(collection: FamilyCollection) -> tuple[ProblemTask, ...]:
    return make_instance(PROBLEMS.family(collection, NAME), "public-1", 0)


def stage_faults(collection: FamilyCollection, stage: str) -> Iterator[GateFault]:
    family, made = PROBLEMS.family(collection, NAME), twins(collection)
    match stage:
        case "text":
            yield from text_faults(made[0])
        case "cases":
            yield from case_faults(made, family)
        case "seeds":
            yield from seed_faults(family, made)
        case "pictures":
            yield from picture_faults(made[0])
        case _:
            yield from program_faults(made[0], family.equivalent)


@broken("problem_families", "text", "cases", "pictures", "programs")
def test_a_gate_names_the_problem(case: dict[str, str], problems: WriteFamily) -> None:
    found = list(stage_faults(problems((case["old"], case["new"])), case["stage"]))
    assert any(fault.gate == case["gate"] and case["says"] in fault.problem for fault in found), found


@pytest.mark.gate
@broken("problem_families", "seeds")
def test_a_gate_that_makes_tasks_of_another_seed_names_the_problem(
    case: dict[str, str], problems: WriteFamily
) -> None:
    test_a_gate_names_the_problem(case, problems)


@broken("problem_families", "made", "read")
def test_a_module_that_makes_no_tasks_is_refused_with_the_reason(
    case: dict[str, str], problems: WriteFamily
) -> None:
    collection = problems((case["old"], case["new"]))
    with pytest.raises(BadInput) as raised:
        next(PROBLEMS.search(PROBLEMS.family(collection, NAME), "public-1").twins())
    assert case["says"] in raised.value.render()


def test_a_text_may_name_what_a_picture_draws_or_has_in_its_key() -> None:
    """A word in the text may be split between lines, and may have an s; part of another word is no word."""
    text, drawn, keyed = "Two red\narrows turn twice on ice.", Canvas(400, 400), Canvas(400, 400)
    names = ("red arrow", "ice", "plank", "wic")
    assert [problem.split("'")[1] for problem in undrawn(text, names, [drawn, keyed])] == ["red arrow", "ice"]
    drawn.things.add("red arrow")
    key(keyed, 20, 20, [(lambda x, y: keyed.circle(x, y, 9), "ice")])
    assert list(undrawn(text, names, [drawn, style_picture(keyed, Style("paper"))])) == []


@pytest.mark.parametrize("stage", ["text", "cases", "pictures", "programs"])
def test_the_scaffold_has_no_fault(stage: str, problems: WriteFamily) -> None:
    assert list(stage_faults(problems(), stage)) == []


def test_a_right_program_that_is_too_slow_is_a_fault(
    problems: WriteFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workshop.authoring.problem_families.gates.MAX_SECONDS", -1)
    (fault,) = stage_faults(problems(), "programs")
    assert fault.gate == "time"
    assert fault.problem.endswith("more than -1")


def test_a_task_interleaves_text_and_pictures_and_prints_its_output(problems: WriteFamily) -> None:
    first, second = twins(problems())
    assert first.text == second.text
    assert first.text.startswith("Stone mosaics\n\nTime limit: 3 seconds. Memory limit: 1024 MiB.\n\n")
    assert first.text.endswith(f"Sample Input 1\n\n2\n1\n2\n\nSample Output 1\n\n{first.samples[0].output}")
    _, tasks = PROBLEMS.set_files((first, second), "mmcode", "open", Path("folder"))
    parts = tasks[0].parts
    assert [type(part) for part in parts] == [Text, Picture, Text]
    assert isinstance(parts[1], Picture)
    assert parts[1].categories == tasks[0].categories == ("patterns",)
    assert isinstance(tasks[0].check, StdioCheck)
    assert len(tasks[0].check.cases) == 12
    assert tasks[0].description.startswith("Picture 1: Four mosaics")


@pytest.mark.gate
def test_a_family_is_built_checked_and_loaded(problems: WriteFamily, judge: Judge) -> None:
    collection = problems()
    written = PROBLEMS.write(collection, PROBLEMS.family(collection, NAME), judge)
    assert [path.name.partition(".")[2] for path in written] == ["jsonl.gz", "png", "png", "json"]
    (checked,) = check_families(collection, [NAME], judge=judge)
    assert checked.faults == ()
    (group,) = twin_groups(load_tasks(collection))
    assert group.ceiling == 1
    assert group.pairs[0].shared == 12
    assert group.pairs[0].same_calls
    (collection.folder / "pictures" / "stone-mosaics-2-1-0123456789ab.png").touch()
    made = PROBLEMS.make(collection, PROBLEMS.family(collection, NAME), None)
    (fault,) = PROBLEMS.file_faults(collection, made)
    assert fault.problem == "no task shows pictures/stone-mosaics-2-1-0123456789ab.png"


def test_the_judge_refuses_a_reference_a_twin_and_a_wrong_program(
    problems: WriteFamily, judge: Judge
) -> None:
    first, second = twins(problems())
    crashing = "def solution(text):\n    return 1 / 0\n"
    changed = replace(
        first, solution=second.solution, wrong={"crashes": crashing, "is-right": first.solution}
    )
    found = [str(fault) for fault in judged_faults((changed, replace(first, number=9)), judge)]
    name = first.task_id
    assert any(fault.startswith(f"{name}: reference: does not pass its own tests") for fault in found)
    assert f"{name}: twins: the reference of stone-mosaics-9 passes its tests" in found
    assert f"{name}: wrong: the wrong program is-right passes the hidden tests" in found
    assert any("wrong: crashes does not run on the samples, so nobody" in fault for fault in found)


@pytest.mark.gate
def test_another_process_must_make_the_same_task(problems: WriteFamily) -> None:
    order = ("draws.integers(count, 1, most)", "list({str(n) for n in draws.integers(count, 1, most)})")
    collection = problems(order)
    faults = changed_faults(collection, {NAME: twins(collection)})[NAME]
    assert {fault.problem for fault in faults} == {"another process makes another text, input or program"}


@pytest.mark.gate
def test_a_fresh_set_has_other_tasks_and_is_found_by_its_name(
    problems: WriteFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "datasets"))
    seed = "0123456789abcdef" * 2
    collection, name = problems(), dataset_name(seed)
    write_fresh(collection, [NAME], seed, folder_of("mmcode", name))
    tasks = from_suite("mmcode", name).tasks
    assert len(tasks) == 2
    shown = [part for task in tasks for part in task.parts if isinstance(part, Picture)]
    assert all(part.folder is not None and (part.folder / part.source).is_file() for part in shown)
    public = {case.input for task in twins(collection) for case in task.cases}
    assert isinstance(tasks[0].check, StdioCheck)
    assert len({case.input for case in tasks[0].check.cases} - public) >= 8


def test_spoiled_inputs_differ_from_the_input() -> None:
    for text in ("3\n1 2 3\n", "abc\n", "2 -7\n", "1\n####\n"):
        spoiled = list(spoiled_inputs(text).values())
        assert text not in spoiled
        assert len(set(spoiled)) == len(spoiled)


def pins(number: int, category: str, level: str, pictures: int = 2) -> ProblemPins:
    digest = "0" * 64
    shown = [PinnedPicture(picture=f"p{n}.png", svg=digest, pixels=digest) for n in range(pictures)]
    tasks = [
        PinnedProblem(id=f"t{number}-{n}", variant=f"v{n}", content=digest, pictures=shown) for n in (1, 2)
    ]
    return ProblemPins(
        canary="c",
        family=f"f{number}",
        version=1,
        seed="s",
        index=0,
        level=level,
        category=category,
        tasks=tasks,
    )


def test_a_set_needs_six_families_of_each_category_and_a_third_of_each_level() -> None:
    levels = ("easy", "medium", "long")
    whole = [pins(number, CATEGORIES[number % 12], levels[number // 24]) for number in range(72)]
    assert list(set_faults(count_pins(whole))) == []
    assert not any(line.startswith("not yet") for line in set_lines(count_pins(whole)))
    other = [pins(72, "tree", "easy", 1), *(pins(n, "tree", "easy", 4) for n in range(73, 120))]
    problems = [fault.problem for fault in set_faults(count_pins(whole[1:] + other))]
    assert wrapped("\n".join(problems)) == snapshot("""\
5 families count for linear-data-structure, fewer than 6
20% of the families are medium, less than 30%
20% of the families are long, less than 30%
a problem has 2.78 pictures on average, not 1.5 to 2.2\
""")
    assert list(set_faults(count_pins(whole[1:]))) == []
    assert "not yet: 71 families, fewer than 72" in set_lines(count_pins(whole[1:]))


def test_categories_are_those_of_the_suite() -> None:
    assert CATEGORIES == SUITE_CATEGORIES
