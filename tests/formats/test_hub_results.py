"""huggingface_hub reads exported scores, and would write them in the same way."""

from pathlib import Path

import pytest
import yaml
from huggingface_hub import eval_result_entries_to_yaml, parse_eval_result_entries

from tests.conftest import Sightbench

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(("dataset", "number"), [("official", 12), ("official-humaneval", 13)])
def test_the_hub_reads_every_file_without_loss(
    in_process: Sightbench, tmp_path: Path, dataset: str, number: int
) -> None:
    more = ("--hub-dataset", "acme/charts", "--source", "https://example.org", "--out", tmp_path / "out")
    rows = ROOT / "recorded" / "code-vision" / dataset
    assert in_process("export", "rows", "--format", "hub", rows, *more).returncode == 0
    files = sorted((tmp_path / "out").rglob(".eval_results/*.yaml"))
    assert len(files) == number
    for file in files:
        written = yaml.safe_load(file.read_text("utf-8"))
        (entry,) = parse_eval_result_entries(written)
        assert eval_result_entries_to_yaml([entry]) == written
        assert (entry.dataset_id, 0 <= entry.value <= 100) == ("acme/charts", True)
