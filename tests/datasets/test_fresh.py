"""A fresh data set that was built here is found by its name; a missing one gives a helpful error."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture
from benchmark.datasets.fresh import load_fresh
from benchmark.datasets.store import VARIABLE, folder_of
from benchmark.pipeline.sources import from_suite
from tests.sampling import gate_of
from workshop.authoring.fresh import dataset_name, write_fresh
from workshop.suites.humaneval_v import OPEN

pytestmark = gate_of("open tasks")

SEED = "7" * 32
NAME = dataset_name(SEED)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "datasets"))
    write_fresh(OPEN, ["knotted_beads"], SEED, folder_of("humaneval-v", NAME))
    return tmp_path


@pytest.mark.usefixtures("here")
def test_a_fresh_set_is_found_with_its_pictures() -> None:
    source = from_suite("humaneval-v", NAME)
    assert (source.suite_id, source.dataset, len(source.tasks)) == ("humaneval-v", NAME, 3)
    pictures = [part for task in source.tasks for part in task.parts if isinstance(part, Picture)]
    assert all(part.folder is not None and (part.folder / part.source).is_file() for part in pictures)


def test_a_missing_fresh_set_gives_an_error_that_says_how_to_get_it(here: Path) -> None:
    with pytest.raises(
        BadInput, match="fresh-000000000000 is not on this machine: its tasks are made from a secret"
    ) as error:
        from_suite("humaneval-v", "fresh-000000000000", "row.json")
    assert "or name its file with --tasks" in (error.value.fix or "")
    assert str(error.value.file) == "row.json"
    with pytest.raises(BadInput, match="has no data set 'fresh-000000000000' here"):
        from_suite("evalplus", "fresh-000000000000")
    assert here.is_dir()


def test_names_that_no_seed_gives_are_never_used_as_a_folder(here: Path) -> None:
    """An untrusted submission may name any data set that starts with ``fresh-``."""
    (here / "datasets" / "humaneval-v" / "fresh-").mkdir()
    for name in (f"fresh-/../{NAME}", "fresh-", "fresh-../x", f"{NAME}/"):
        with pytest.raises(BadInput, match="has no data set"):
            from_suite("humaneval-v", name)


def test_a_folder_with_the_tasks_of_another_set_is_refused(here: Path) -> None:
    folder = folder_of("humaneval-v", NAME)
    folder.rename(folder.with_name("fresh-0123456789ab"))
    with pytest.raises(BadInput, match=f"belongs to humaneval-v {NAME}"):
        load_fresh("humaneval-v", "fresh-0123456789ab", here)
