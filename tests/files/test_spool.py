"""Values in a temporary file are the values that were added."""

import random
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.files import spool
from benchmark.files.spool import Spool


def test_values_in_the_file_and_in_the_buffer_are_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "_BUFFER", 100)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    values = [f"{number}\ud800" * (number % 30) for number in range(200)]
    kept: Spool[str] = Spool()
    places = [kept.append(value) for value in values]
    assert places == list(range(200))
    assert kept == values
    mixed = random.Random(1).sample(places, 200)  # noqa: S311 - not a secret
    assert [kept[place] for place in mixed] == [values[place] for place in mixed]
    assert list(tmp_path.iterdir()) == []  # the file has no name


def test_a_folder_without_a_place_for_the_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "_BUFFER", 1)
    monkeypatch.setattr(spool, "_folder", lambda: tmp_path / "absent")
    kept: Spool[int] = Spool()
    kept.append(1)
    with pytest.raises(OurFailure, match="absent cannot be written: No such file"):
        kept.append(2)
