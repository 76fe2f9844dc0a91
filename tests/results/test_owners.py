import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.owners import OwnersRecord, add_owners, comparable_logins, read_owners


def record(slug: str = "acme-1", **accounts: int) -> OwnersRecord:
    listed = comparable_logins(list(accounts))
    return OwnersRecord(
        slug=slug, listed=listed, accounts=accounts, commit="c" * 40, when="2026-11-01T00:00:00Z"
    )


def test_owners_are_added_and_the_newest_count(tmp_path: Path) -> None:
    folder = tmp_path / "owners"
    assert read_owners(folder, "acme-1") is None
    names = [add_owners(folder, record(bob=number)).name for number in range(1, 12)]
    assert names[:3] == ["acme-1.json", "acme-1+2.json", "acme-1+3.json"]
    assert names[-1] == "acme-1+11.json"
    newest = read_owners(folder, "acme-1")
    assert newest is not None
    assert newest.ids == {11}


def test_a_slug_that_continues_another_has_files_of_its_own(tmp_path: Path) -> None:
    add_owners(tmp_path, record("acme", bob=1))
    add_owners(tmp_path, record("acme.2", eve=2))
    add_owners(tmp_path, record("acme-2", eve=3))
    found = read_owners(tmp_path, "acme")
    assert found is not None
    assert found.ids == {1}


@pytest.mark.parametrize(
    "change", [{"slug": "other"}, {"accounts": {"bob": 0}}, {"accounts": {"bob": "1"}}, {"more": 1}]
)
def test_a_changed_file_is_an_error_and_not_no_owners(tmp_path: Path, change: dict[str, object]) -> None:
    path = add_owners(tmp_path, record(bob=1))
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **change}), encoding="utf-8")
    with pytest.raises(BadInput):
        read_owners(tmp_path, "acme-1")


@pytest.mark.parametrize(
    "name", ["acme+1.json", "acme+0.json", "Acme.json", "acme+2", "+2.json", "a+2+3.json"]
)
def test_other_names_do_not_belong_in_the_folder(tmp_path: Path, name: str) -> None:
    owners = record(name.partition("+")[0].lower().removesuffix(".json") or "a")
    with pytest.raises(BadInput, match="the file's path does not match its content"):
        owners.check_path(tmp_path / name)
