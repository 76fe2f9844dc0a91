"""inspect_ai reads exported logs, and keeps scores and samples when it writes them in its own format."""

from pathlib import Path

import pytest
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log, write_eval_log

from benchmark.results.ledger import read_rows
from tests.conftest import Sightbench
from tests.interchange.conftest import KeptRow

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.filterwarnings("default")


def headline(log: EvalLog) -> str:
    """The metric that lists of logs show: the first one of the first scorer."""
    return next(iter(log.results.scores[0].metrics.values())).name


def test_inspect_reads_every_log_without_loss(
    in_process: Sightbench, kept_row: KeptRow, tmp_path: Path
) -> None:
    paths = (ROOT / "recorded", kept_row("PWP"), kept_row("PP", name="fresh-0123456789ab-choice"))
    assert (
        in_process("export", "rows", "--format", "inspect", *paths, "--out", tmp_path / "logs").returncode
        == 0
    )
    found = list_eval_logs(str(tmp_path / "logs"))
    assert len(found) == 27
    rows = {row.id: row for row in read_rows(ROOT / "recorded")}
    samples = 0
    for info in found:
        log = read_eval_log(info)
        assert log.status == "success"
        own = str(tmp_path / "own.eval")
        write_eval_log(log, own)
        again = read_eval_log(own)
        assert again.results == log.results
        assert len(again.samples or ()) == len(log.samples or ())
        assert headline(log) == "pass@1"
        row = rows.get(log.eval.metadata["row"])
        if row is not None:
            assert len(log.samples) == row.result.tasks.count
            value = log.results.scores[0].metrics["pass@1"].value
            assert value == next(score.value for score in row.result.scores if score.metric == "pass@1")
        samples += len(log.samples or ())
    print(len(found), "logs with", samples, "samples read")
