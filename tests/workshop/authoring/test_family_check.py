"""Every gate refuses its fault with a name and a reason; the finished scaffold passes all gates."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.sample import Sample
from benchmark.files import font
from benchmark.judging.judge import Judge
from tests.sampling import gate_of
from workshop.authoring.family import Family
from workshop.authoring.family_check import check_families
from workshop.authoring.family_files import text_faults, unowned_file_faults
from workshop.authoring.family_module import family_named
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.picture_form import PICTURES, task_faults
from workshop.family_collection import FamilyCollection

from .conftest import broken

WriteFamily = Callable[..., FamilyCollection]
NAME = "row_left"
NO_JUDGE: Any = None


def faults_of_tasks(family: Family) -> Iterator[str]:
    """Yield the faults of the tasks of instance 0; no other instance is tried."""
    for made in PICTURES.tasks(family, family.seed, index=0):
        yield from map(fault_text, task_faults(made, family))


def faults(collection: FamilyCollection, judge: Judge) -> list[str]:
    (checked,) = check_families(collection, [NAME], judge=judge)
    return list(map(fault_text, checked.faults))


def fault_text(fault: GateFault) -> str:
    return f"{fault.gate}: {fault.problem}"


@gate_of("authors")
def test_a_finished_family_passes(write_family: WriteFamily, judge: Judge) -> None:
    collection = write_family()
    PICTURES.write(collection, family_named(collection, NAME), NO_JUDGE)
    assert faults(collection, judge) == []


@broken("families", "task")
def test_a_gate_of_tasks_names_the_problem(case: dict[str, str], write_family: WriteFamily) -> None:
    found = faults_of_tasks(family_named(write_family((case["old"], case["new"])), NAME))
    assert any(fault.startswith(f"{case['gate']}: ") and case["says"] in fault for fault in found)


@broken("families", "page")
def test_a_gate_of_pages_names_the_problem(case: dict[str, str], write_family: WriteFamily) -> None:
    collection = write_family((case["old"], case["new"]))
    mutations = family_named(collection, NAME).mutations
    found = [fault_text(fault) for fault in text_faults(collection, NAME, mutations)]
    assert any(fault.startswith(f"{case['gate']}: ") and case["says"] in fault for fault in found), found


@gate_of("authors")
@broken("families", "family")
def test_a_gate_of_families_names_the_problem(
    case: dict[str, str], write_family: WriteFamily, judge: Judge
) -> None:
    found = faults(write_family((case["old"], case["new"])), judge)
    assert any(fault.startswith(f"{case['gate']}: ") and case["says"] in fault for fault in found), found


@pytest.mark.usefixtures("fewer_tries")
@broken("families", "made")
def test_a_family_without_tasks_is_refused_with_the_reason(
    case: dict[str, str], write_family: WriteFamily, judge: Judge
) -> None:
    (fault,) = faults(write_family((case["old"], case["new"])), judge)
    assert fault.startswith("made: ")
    assert case["says"] in fault


@broken("families", "read")
def test_a_module_that_is_not_a_family_is_bad_input(case: dict[str, str], write_family: WriteFamily) -> None:
    collection = write_family((case["old"], case["new"]))
    with pytest.raises(BadInput) as raised:
        family_named(collection, NAME)
    assert str(collection.module(NAME)) in str(raised.value)
    assert case["says"] in raised.value.render()


@pytest.mark.gate
def test_a_mutant_may_survive_if_it_is_listed(write_family: WriteFamily) -> None:
    change = ("        if number >= $limit:", "        if number >= $limit and number < 200:")
    listed = ("VERSION = 1", 'VERSION = 1\nEQUIVALENT = {"number < 200*": "numbers end at 99"}')
    found = faults_of_tasks(family_named(write_family(change, listed), NAME))
    assert [fault for fault in found if "no test kills" in fault] == [
        f"mutants: no test kills `200 → {changed}` in line 5; add a call, or list it in EQUIVALENT"
        for changed in (201, 199)
    ]


@gate_of("authors")
def test_a_file_that_the_code_does_not_make_is_refused(write_family: WriteFamily, judge: Judge) -> None:
    collection = write_family()
    assert "tasks/row_left.jsonl is not built yet" in str(faults(collection, judge))
    PICTURES.write(collection, family_named(collection, NAME), NO_JUDGE)
    picture = next((collection.folder / "pictures").glob("row-left-1-*"))
    picture.with_name("row-left-7-0123456789ab.png").write_bytes(picture.read_bytes())
    picture.write_bytes(picture.read_bytes()[:-200])
    found = faults(collection, judge)
    assert any(f"{picture.name} is not what the code makes" in fault for fault in found)
    assert any("no task shows pictures/row-left-7-0123456789ab.png" in fault for fault in found)
    assert sorted(PICTURES.write(collection, family_named(collection, NAME), NO_JUDGE)) == sorted(
        [picture, picture.with_name("row-left-7-0123456789ab.png")]
    )
    assert faults(collection, judge) == []


@pytest.mark.gate
def test_the_files_of_a_deleted_family_are_named(write_family: WriteFamily) -> None:
    """Without this, its tasks would stay in the data set."""
    collection = write_family()
    PICTURES.write(collection, family_named(collection, NAME), NO_JUDGE)
    assert list(unowned_file_faults(collection)) == []
    collection.module(NAME).unlink()
    found = [fault.problem for fault in unowned_file_faults(collection)]
    assert len(found) == 7  # three pictures, tasks, pins, programs, design page
    assert "tasks/row_left.jsonl belongs to no family; delete it" in found


@gate_of("authors")
def test_a_result_is_cached_until_a_file_changes(
    write_family: WriteFamily, judge: Judge, tmp_path: Path
) -> None:
    collection = write_family()
    PICTURES.write(collection, family_named(collection, NAME), NO_JUDGE)

    def cached(**given: Any) -> bool:
        (checked,) = check_families(collection, [NAME], judge=judge, cache_folder=tmp_path / "cache", **given)
        return checked.cached

    assert [cached(), cached(), cached(again=[NAME])] == [False, True, False]
    page = collection.page(NAME)
    page.write_text(page.read_text() + "\nMore.\n")
    assert [cached(), cached()] == [False, True]


@gate_of("authors")
def test_a_result_is_not_cached_if_a_file_changed_meanwhile(
    write_family: WriteFamily, judge: Judge, tmp_path: Path
) -> None:
    collection = write_family()
    PICTURES.write(collection, family_named(collection, NAME), NO_JUDGE)
    folder, page = tmp_path / "cache", collection.page(NAME)

    judging = judge.judge

    def judge_while_a_file_changes(sample: Sample) -> object:
        page.write_text(page.read_text() + "\nMore.\n")
        return judging(sample)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge, "judge", judge_while_a_file_changes)
        check_families(collection, [NAME], judge=judge, cache_folder=folder)
    assert not folder.exists() or list(folder.iterdir()) == []


@gate_of("authors")
def test_a_review_of_an_unknown_task_is_refused(write_family: WriteFamily, judge: Judge) -> None:
    collection = write_family()
    reviews = collection.folder / "reviews" / f"{NAME}.yaml"
    reviews.parent.mkdir()
    canary = "sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training"
    reviews.write_text(f'canary: "{canary}"\ntasks:\n  row-left-9: {{}}\n')
    PICTURES.write(collection, family_named(collection, NAME), NO_JUDGE)
    assert faults(collection, judge) == ["reviews: a review is about row-left-9, which is not a task"]
    reviews.write_text("canary: none\n")
    with pytest.raises(BadInput, match="not the canary"):
        faults(collection, judge)


def test_a_missing_font_is_noticed(write_family: WriteFamily, monkeypatch: pytest.MonkeyPatch) -> None:
    """The renderer leaves the texts out without an error."""
    monkeypatch.setattr(font, "FAMILY", "No Such Sans")
    assert "picture: its texts are not drawn: the font is missing" in faults_of_tasks(
        family_named(write_family(), NAME)
    )


def test_a_missing_font_file_is_a_failure_of_ours(
    write_family: WriteFamily, judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not a fault of the family."""
    collection = write_family()
    monkeypatch.setattr(font, "_path", lambda name: tmp_path / name)
    font.face.cache_clear()
    with pytest.raises(
        OurFailure, match=r"SightbenchSans-\w+\.ttf, the font of the pictures, cannot be read"
    ):
        faults(collection, judge)
    monkeypatch.undo()
    font.face.cache_clear()
