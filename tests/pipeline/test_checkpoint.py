from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.verdict import Missing, Outcome, Status, Verdict
from benchmark.pipeline.checkpoint import Checkpoint

FIRST: list[Outcome] = [
    Verdict(task_id="a", draw=0, status=Status.PASSED, detail="\ud800"),
    Verdict(task_id="b", draw=0, status=Status.TIMEOUT),
]


def test_what_was_judged_is_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "v.partial"
    Checkpoint.begin(path, "key", resume=False).add(FIRST)
    assert list(Checkpoint.begin(path, "key", resume=True).outcomes) == FIRST


def test_what_failed_through_us_is_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "v.partial"
    Checkpoint.begin(path, "key", resume=False).add([*FIRST, Missing(task_id="c", draw=0, reason="outage")])
    assert list(Checkpoint.begin(path, "key", resume=True).outcomes) == FIRST


def test_a_line_that_was_being_written_is_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "v.partial"
    Checkpoint.begin(path, "key", resume=False).add(FIRST)
    path.write_bytes(path.read_bytes()[:-5])
    resumed = Checkpoint.begin(path, "key", resume=True)
    assert list(resumed.outcomes) == FIRST[:1]
    resumed.add(FIRST[1:])
    assert list(Checkpoint.begin(path, "key", resume=True).outcomes) == FIRST


def test_other_inputs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.partial"
    Checkpoint.begin(path, "key", resume=False).add(FIRST)
    with pytest.raises(BadInput, match="was begun with other"):
        Checkpoint.begin(path, "another key", resume=True)


def test_without_resume_it_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "v.partial"
    Checkpoint.begin(path, "key", resume=False).add(FIRST)
    assert Checkpoint.begin(path, "key", resume=False).outcomes == ()
    assert Checkpoint.begin(path, "key", resume=True).outcomes == ()


def test_nothing_stays_once_it_is_removed(tmp_path: Path) -> None:
    checkpoint = Checkpoint.begin(tmp_path / "v.partial", "key", resume=False)
    checkpoint.add(FIRST)
    checkpoint.remove()
    assert list(tmp_path.iterdir()) == []
