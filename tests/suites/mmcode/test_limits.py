"""Limits are read as sites write them."""

import pytest

from benchmark.suites.mmcode.limits import RawLimit, read_mebibytes, read_seconds


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        ("1 s", 1),
        ("1,5 sec", 1.5),
        ("500 milliseconds", 0.5),
        ("60 seconds per test set.", 60),
        ("1 - 2 seconds", 2),
        ("2 min", 120),
        ("5-10 s", 10),
        ("3", 3),
        (3, 3),
        ("", None),
    ],
)
def test_a_limit_of_time_is_read(limit: RawLimit, seconds: float | None) -> None:
    assert read_seconds(limit) == seconds


@pytest.mark.parametrize(
    ("limit", "mebibytes"),
    [("256 megabytes", 256), ("1GB.", 1024), ("1 GB.", 1024), ("65536 KB", 64), (512, 512), (None, None)],
)
def test_a_limit_of_memory_is_read(limit: RawLimit, mebibytes: float | None) -> None:
    assert read_mebibytes(limit) == mebibytes


@pytest.mark.parametrize("limit", ["soon", "0 seconds", -1, 1e9, "-1", "-1 second", "2e3", "3 apples", True])
def test_a_limit_that_is_none_is_refused(limit: RawLimit) -> None:
    with pytest.raises(ValueError, match=r"no |not a positive"):
        read_seconds(limit)
