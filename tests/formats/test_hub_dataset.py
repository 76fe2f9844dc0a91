"""mlcroissant reads every exported data set without an issue, and huggingface_hub reads its card."""

from pathlib import Path

import mlcroissant
import pytest
from huggingface_hub import DatasetCard

from benchmark.core.task import Picture
from benchmark.interchange.hub_dataset import our_datasets
from benchmark.suites import SUITES
from tests.conftest import Sightbench

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of rdflib, which mlcroissant uses


@pytest.mark.parametrize(("suite", "dataset"), our_datasets())
def test_metadata_has_no_issue_and_leads_to_every_task(
    in_process: Sightbench, tmp_path: Path, suite: str, dataset: str
) -> None:
    out = tmp_path / "out"
    assert in_process("export", "dataset", suite, dataset, "--out", out).returncode == 0
    described = mlcroissant.Dataset(jsonld=str(out / "croissant.json"))
    assert (described.metadata.issues.errors, described.metadata.issues.warnings) == (set(), set())
    tasks = SUITES[suite].datasets[dataset]()
    number = 0
    for task, record in zip(tasks, described.records("tasks"), strict=True):
        assert record["tasks/id"].decode() == task.id
        assert len(record["tasks/images"]) == sum(isinstance(part, Picture) for part in task.parts)
        assert all(image.size[0] > 0 for image in record["tasks/images"])
        number += 1
    assert number == len(tasks) > 100
    card = DatasetCard.load(out / "README.md")
    assert (card.data.license, card.data.configs[0]["config_name"]) == ("cc-by-4.0", "default")
    print(suite, dataset, number, "records, no errors, no warnings")
