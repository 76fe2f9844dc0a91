"""People count once per version of a task."""

from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.datasets.collection import Collection
from benchmark.datasets.reviews import TaskPeople, people_of, read_solvers, tried_tasks


class _Folder(Collection):
    """A collection in a temporary folder."""

    @property
    def folder(self) -> Path:
        return Path(self.package)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    (tmp_path / "reviews").mkdir()
    return _Folder(suite="humaneval-v", dataset="open", package=str(tmp_path))


def record(collection: Collection, *solvers: str, canary: str = CANARY) -> None:
    lines = "".join(
        f"      - {{date: '2026-01-02', read: pairs have one colour, {solver}}}\n" for solver in solvers
    )
    text = f"canary: '{canary}'\ntasks:\n  odd-socks-1:\n    solvers:\n{lines}"
    (collection.folder / "reviews" / "odd_socks.yaml").write_text(text)


def people(collection: Collection, version: int = 1) -> TaskPeople:
    return people_of(read_solvers(collection), "odd-socks-1", version)


def test_nobody_has_tried_a_new_set(collection: Collection) -> None:
    assert read_solvers(collection) == {}
    assert people(collection) == TaskPeople()


def test_a_person_counts_once_by_the_last_record_and_missed_tasks_have_no_time(
    collection: Collection,
) -> None:
    record(
        collection,
        "by: AB, right: true, minutes: 9",
        "by: ab, right: false, minutes: 7",
        "by: cd, right: true, minutes: 4.0",
        "by: xy, right: true, minutes: 2.0",
        "by: zz, right: true",
    )
    found = people(collection)
    assert (found.solved, found.tried, found.minutes) == (3, 4, 3.0)


def test_a_new_version_begins_without_people(collection: Collection) -> None:
    record(collection, "by: ab, right: true")
    assert (people(collection).tried, people(collection, version=2).tried) == (1, 0)
    record(collection, "by: ab, right: true", "by: ab, right: true, version: 2")
    assert people(collection, version=2).tried == 1
    assert tried_tasks(read_solvers(collection), {"odd_socks": 2, "odd": None}).keys() == {"odd-socks-1"}


def test_a_file_without_the_canary_is_refused(collection: Collection) -> None:
    record(collection, "by: ab, right: true", canary="none")
    with pytest.raises(BadInput, match=r"odd_socks\.yaml: canary: is not the canary"):
        read_solvers(collection)
