from collections.abc import Iterable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files.atomic import write_atomic
from benchmark.pipeline.judge import checkpoint
from benchmark.pipeline.judge.checkpoint import Checkpoint

FIRST: list[Outcome] = [
    Verdict(task_id="a", draw=0, status=Status.PASSED, detail="\ud800"),
    Verdict(task_id="b", draw=0, status=Status.TIMEOUT),
]


def judged(path: Path, outcomes: list[Outcome], *, resume: bool = False, key: str = "key") -> list[Outcome]:
    """Simulate a run that judges ``outcomes``; return the outcomes with which it began."""
    with Checkpoint.begin(path, key, resume=resume) as checkpoint:
        checkpoint.add(outcomes)
        return list(checkpoint.outcomes)


def test_a_resumed_run_keeps_verdicts(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", FIRST)
    assert judged(tmp_path / "v.partial", [], resume=True) == FIRST


def test_a_sample_that_failed_through_us_is_judged_again(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", [*FIRST, MissingSample(task_id="c", draw=0, reason="outage")])
    assert judged(tmp_path / "v.partial", [], resume=True) == FIRST


def test_the_sample_of_an_incomplete_line_is_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "v.partial"
    judged(path, FIRST)
    path.write_bytes(path.read_bytes()[:-5])
    assert judged(path, FIRST[1:], resume=True) == FIRST[:1]
    assert judged(path, [], resume=True) == FIRST


def test_a_resumed_run_that_is_killed_at_once_keeps_verdicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is replaced in one step, so verdicts are in the old file or in the new one."""
    path = tmp_path / "v.partial"
    judged(path, FIRST)
    writes = []

    def write_then_kill(path: Path, data: bytes | Iterable[bytes]) -> None:
        writes.append(path)
        write_atomic(path, data)
        raise KeyboardInterrupt

    monkeypatch.setattr(checkpoint, "write_atomic", write_then_kill)
    with pytest.raises(KeyboardInterrupt):
        judged(path, [], resume=True)
    monkeypatch.undo()
    assert writes == [path]
    assert judged(path, [], resume=True) == FIRST


def test_other_inputs_are_refused(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", FIRST)
    with pytest.raises(BadInput, match="was begun with other"):
        judged(tmp_path / "v.partial", [], resume=True, key="another")
    assert judged(tmp_path / "v.partial", [], resume=True) == FIRST


def test_a_checkpoint_without_resume_is_emptied(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", FIRST)
    assert judged(tmp_path / "v.partial", []) == []
    assert judged(tmp_path / "v.partial", [], resume=True) == []


def test_two_runs_cannot_use_one_checkpoint(tmp_path: Path) -> None:
    with (
        Checkpoint.begin(tmp_path / "v.partial", "key", resume=False),
        pytest.raises(BadInput, match="is in use by another run"),
    ):
        judged(tmp_path / "v.partial", [])


def test_a_removed_checkpoint_leaves_no_files(tmp_path: Path) -> None:
    with Checkpoint.begin(tmp_path / "v.partial", "key", resume=False) as checkpoint:
        checkpoint.add(FIRST)
        checkpoint.remove()
    assert list(tmp_path.iterdir()) == []
