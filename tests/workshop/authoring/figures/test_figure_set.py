"""A seed makes the same samples each time; the public set is as its pins say, and fresh sets are new."""

import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.names import is_set_name
from benchmark.core.task import ChoiceCheck, FigureCheck
from benchmark.files.tasks import read_tasks
from benchmark.suites import fitting_settings
from benchmark.suites.mathopeval.open import FOLDER
from tests.sampling import gate_of
from workshop.authoring.family import UnfitError
from workshop.authoring.figures import figure_set
from workshop.authoring.figures.figure_set import (
    PUBLIC_SEED,
    TYPES,
    MadeSet,
    file_faults,
    fresh_names,
    make_pool,
    make_samples,
    make_set,
    read_pins,
    set_contents,
    write_fresh_figures,
)
from workshop.authoring.figures.gates import MIN_CHOICE, MIN_FREE, set_faults, set_lines
from workshop.authoring.fresh import dataset_name
from workshop.suites.mathopeval.families.types import bar

pytestmark = gate_of("figures")


@pytest.fixture(autouse=True)
def without_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every draw: the gates of samples draw, and have tests of their own."""
    monkeypatch.setattr(figure_set, "sample_faults", lambda _: ())


def test_a_seed_makes_the_same_samples_and_the_first_do_not_depend_on_their_number() -> None:
    found = list(make_samples("pie", "a", 3))
    assert found == list(make_samples("pie", "a", 8))[:3]
    assert found != list(make_samples("pie", "b", 3))
    assert {numbered.sample.style for numbered in make_samples("pie", "a", 4)} == {
        "pyplot", "axes", "loop", "dictionary",
    }  # fmt: skip
    pool = make_pool("pie", "a")
    assert not {numbered.sample.description for numbered in pool} & {
        numbered.sample.description for numbered in found
    }


def unfit(*_: object) -> None:
    raise UnfitError


def test_a_draw_with_a_fault_or_a_figure_of_before_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_ = make_samples("bar", "a", 1)
    refused = [first.sample.description]
    monkeypatch.setattr(
        figure_set, "sample_faults", lambda sample: ["fault"] if sample.description in refused else []
    )
    (second,) = make_samples("bar", "a", 1)
    assert (first.attempt, second.attempt) == (0, 1)
    assert list(make_samples("bar", "a", 1, pinned=[1])) == [second]
    monkeypatch.setattr(figure_set, "sample_faults", lambda _: ["fault"])
    with pytest.raises(OurFailure, match="none of 60 draws of a bar figure"):
        list(make_samples("bar", "a", 1))
    monkeypatch.setattr(bar, "make", unfit)
    with pytest.raises(OurFailure, match=r"pins.json: draw 1 of bar figure 0 is no longer fit"):
        list(make_samples("bar", "a", 1, pinned=[1]))


def test_the_public_set_is_what_its_pins_make() -> None:
    """Pictures are drawn again by `python -m workshop check`."""
    pins = read_pins(FOLDER)
    assert pins is not None
    made = make_set(PUBLIC_SEED, pins=pins)
    choices = read_tasks(FOLDER / "choice.jsonl.gz")
    free = read_tasks(FOLDER / "free.jsonl.gz")
    assert len(free) == sum(len(numbered.sample.drawn) for numbered in made.samples) >= MIN_FREE
    assert len(choices) >= MIN_CHOICE
    assert list(set_faults(made.plain, choices)) == []
    by_id = {task.id: task for task in free}
    for numbered in made.samples:
        for operation in numbered.sample.drawn:
            state = numbered.sample.references[operation]
            check = by_id[f"{numbered.stem}-{operation}"].check
            assert isinstance(check, FigureCheck)
            assert check.reference == state.code
    answers = [task.check.answer for task in choices if isinstance(task.check, ChoiceCheck)]
    expected = [task.check for task in made.choices("open-choice")]
    assert answers == [check.answer for check in expected if isinstance(check, ChoiceCheck)]
    assert f"{len(choices)} questions" in set_lines(made.plain)[0]


def test_fresh_data_sets_are_written_with_their_pictures(tmp_path: Path) -> None:
    made = make_set("00" * 16, 1, processes=1)
    few = MadeSet(samples=made.samples[:2], pool=())
    names = fresh_names(dataset_name("00" * 16))
    folders = {name: tmp_path / name for name in names}
    found = write_fresh_figures(few, folders)
    assert [entry.dataset for entry in found] == list(names)
    for name, folder in folders.items():
        assert is_set_name(name)
        tasks = read_tasks(folder / "tasks.jsonl")
        assert {task.dataset for task in tasks} == {name}
        colours = {task.check.colours for task in tasks if isinstance(task.check, FigureCheck)}
        assert colours == (set() if name.endswith("-choice") else {name.endswith("-words")})
        assert all(
            (folder / part.source).is_file()
            for task in tasks
            for part in task.parts
            if hasattr(part, "source")
        )
        assert "00" * 16 not in (folder / "set.json").read_text()
        fitting = fitting_settings("mathopeval", name, ("choice-direct", "free-direct"))
        assert fitting == (("choice-direct",) if name.endswith("-choice") else ("free-direct",))
    with pytest.raises(BadInput, match="exists already"):
        write_fresh_figures(few, folders)


def test_a_file_that_differs_and_a_picture_without_a_task_are_found(tmp_path: Path) -> None:
    made = make_set("a", 1, processes=1)
    few = MadeSet(samples=made.samples[:1], pool=())
    files = set_contents(few, tmp_path)
    for path, data in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    assert list(file_faults(few, tmp_path)) == []
    pins = json.loads((tmp_path / "pins.json").read_text())
    (tmp_path / "pins.json").write_text(json.dumps({**pins, "seed": "b"}))
    (tmp_path / "pictures" / "old.png").write_bytes(b"")
    assert list(file_faults(few, tmp_path)) == [
        "pins.json differs from what the generator makes",
        "no task shows pictures/old.png",
    ]
    assert read_pins(tmp_path) is None
    assert TYPES[0] == few.samples[0].sample.type
