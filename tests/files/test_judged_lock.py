"""Rows take the judge's serial number and the digest of its code from the lock of verdicts."""

import json
from pathlib import Path

import pytest

from benchmark.pipeline import record


def test_the_digest_of_code_is_of_the_judge_and_one_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = {"serial": "5d41402abc4b", "code": {"judge": "aa", "mmcode": "bb"}}
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks/judged.json").write_text(json.dumps(lock), encoding="utf-8")
    monkeypatch.setattr(record, "SHIPPED", tmp_path)
    record._lock.cache_clear()
    try:
        assert record.judge_serial() == "5d41402abc4b"
        digests = [record.code_digest(suite) for suite in ("mmcode", "custom", "other")]
    finally:
        record._lock.cache_clear()
    assert digests[0] != digests[1] == digests[2]
    assert [len(digest) for digest in digests] == [12, 12, 12]
