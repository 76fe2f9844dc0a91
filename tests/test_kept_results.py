"""Kept results of gates: one in fifty is found again, another value fails, other code has its own file."""

from pathlib import Path

import pytest

from tests import kept_results
from tests.kept_results import KeptResults


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIGHTBENCH_KEPT", str(tmp_path))
    return tmp_path


def test_a_further_run_has_the_results_except_one_in_fifty() -> None:
    results = {str(number): "passed" for number in range(5000)}
    KeptResults("judged", "a" * 64).add(results)
    kept = KeptResults("judged", "a" * 64).of([*results, "new"])
    assert 20 < len(results) - len(kept) < 250  # 100 on average
    assert "new" not in kept


def test_other_code_has_no_results() -> None:
    KeptResults("judged", "a" * 64).add({"x": "passed"})
    assert KeptResults("judged", "b" * 64).of(["x"] * 100) == {}
    assert KeptResults("universal", "a" * 64).of(["x"] * 100) == {}


def test_a_result_that_is_found_again_must_be_the_same(folder: Path) -> None:
    KeptResults("judged", "a" * 64).add({"x": "passed"})
    again = KeptResults("judged", "a" * 64)
    again.add({"x": "passed", "y": "timeout"})
    with pytest.raises(AssertionError, match=f"kept results are wrong: .*passed.*timeout.*{folder}"):
        again.add({"x": "timeout"})


@pytest.mark.parametrize("file", ["benchmark/judging/a.py", "benchmark/suites/a/b.py", "locks/tests.txt"])
def test_code_that_judges_and_the_lock_decide(
    file: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_results, "ROOT", folder)
    for name in (file, "benchmark/leaderboard/a.py", "locks/tests.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("1")
    before = kept_results.deciding_digest()
    (folder / "benchmark/leaderboard/a.py").write_text("2")
    assert kept_results.deciding_digest() == before
    (folder / file).write_text("2")
    assert kept_results.deciding_digest() != before
