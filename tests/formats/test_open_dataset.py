"""The library `datasets` reads exported open data sets, with every picture decoded."""

from pathlib import Path

import pytest
from datasets import load_dataset
from PIL.Image import Image

from benchmark.suites import load


@pytest.mark.parametrize(
    ("suite", "dataset"), [("humaneval-v", "open"), ("mmcode", "open"), ("mathopeval", "open-choice")]
)
def test_datasets_reads_every_task_with_its_pictures(
    in_process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suite: str, dataset: str
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    url = ("--url", "https://example.org/open")
    in_process("export", "dataset", suite, dataset, *url, "--out", tmp_path / "out", code=0)
    found = load_dataset(str(tmp_path / "out"), split="test", cache_dir=str(tmp_path / "cache"))
    tasks = load(suite).datasets[dataset]()
    assert found["id"] == [task.id for task in tasks]
    for row, task in zip(found, tasks, strict=True):
        assert len(row["images"]) == row["prompt"].count("![image](")
        assert all(isinstance(picture, Image) and min(picture.size) > 1 for picture in row["images"])
        assert row["categories"] == list(task.categories)
