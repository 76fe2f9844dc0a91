"""pyarrow and huggingface_hub read every exported data set, from its card to each task."""

from pathlib import Path

import pyarrow.parquet
import pytest
from huggingface_hub import DatasetCard

from benchmark.core.task import Picture
from benchmark.interchange.hub_dataset import our_datasets
from benchmark.suites import SUITES
from tests.conftest import Sightbench


@pytest.mark.parametrize(("suite", "dataset"), our_datasets())
def test_the_card_leads_to_every_task(
    in_process: Sightbench, tmp_path: Path, suite: str, dataset: str
) -> None:
    out = tmp_path / "out"
    assert in_process("export", "dataset", suite, dataset, "--out", out).returncode == 0
    card = DatasetCard.load(out / "README.md")
    assert (card.data.license, card.data.configs[0]["config_name"]) == ("cc-by-4.0", "default")
    (files,) = card.data.configs[0]["data_files"]
    (path,) = out.glob(files["path"])
    records = pyarrow.parquet.read_table(path).to_pylist()
    tasks = SUITES[suite].datasets[dataset]()
    assert [record["id"] for record in records] == [task.id for task in tasks]
    assert len(tasks) > 100
    for task, record in zip(tasks, records, strict=True):
        assert len(record["images"]) == sum(isinstance(part, Picture) for part in task.parts)
