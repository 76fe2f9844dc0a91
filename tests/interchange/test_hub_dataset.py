"""Tests of `sightbench export dataset`; the session `formats` reads its card as the Hub does."""

import json
from io import BytesIO
from pathlib import Path

import pyarrow.parquet
import pytest
import yaml

from benchmark.core.canary import CANARY
from benchmark.core.task import Picture
from benchmark.files.tasks import task_record
from benchmark.generation.prompts.picture import read_picture
from benchmark.interchange.hub_dataset import leaderboards, our_datasets
from benchmark.interchange.tasks_parquet import COLUMNS
from benchmark.suites import SUITES
from tests.conftest import Sightbench

PARQUET = "data/test-00000-of-00001.parquet"


def test_a_data_set_is_written_with_every_task_and_its_pictures(
    in_process: Sightbench, tmp_path: Path
) -> None:
    more = ("--hub-dataset", "acme/charts", "--date", "2026-11-23", "--out", "out")
    done = in_process("export", "dataset", "humaneval-v", "open", *more)
    assert (done.returncode, done.stderr) == (0, "")
    out = tmp_path / "out"
    content = (out / PARQUET).read_bytes()
    found = pyarrow.parquet.read_table(BytesIO(content)).to_pylist()
    tasks = SUITES["humaneval-v"].datasets["open"]()
    assert [row["id"] for row in found] == [task.id for task in tasks]
    assert list(found[0]) == [column.name for column in COLUMNS]
    for row, task in zip(found, tasks, strict=True):
        assert json.loads(row["check"]) == task_record(task)["check"]
        assert (row["prompt"], row["reference"]) == (task_record(task)["prompt"], task.reference)
    (picture,) = [part for part in tasks[0].parts if isinstance(part, Picture)]
    assert found[0]["images"][0]["bytes"] == read_picture(picture, None, tasks[0].id).data
    card = (out / "README.md").read_text("utf-8")
    assert "https://huggingface.co/datasets/acme/charts" in card
    head = yaml.safe_load(card.split("---\n")[1])
    assert (head["license"], head["size_categories"]) == ("cc-by-4.0", ["n<1K"])
    board = yaml.safe_load((out / "eval.yaml").read_text("utf-8"))
    assert board["tasks"][0] == {"id": "image-greedy", "config": "default", "split": "test"}
    mark = CANARY.partition(":")[0].encode()
    assert all(mark in file.read_bytes() for file in out.rglob("*") if file.is_file())


def test_only_data_sets_of_our_own_may_be_exported() -> None:
    assert set(our_datasets()) == {
        ("code-vision", "open"),
        ("humaneval-v", "open"),
        ("mathopeval", "open-choice"),
        ("mathopeval", "open-free"),
        ("mmcode", "open"),
    }


@pytest.mark.parametrize(
    ("suite", "dataset", "message"),
    [
        ("code-vision", "rebuilt", "its tasks are by others\n  fix: use one of: open"),
        ("code-vision", "official", "Its source states no licence"),
        ("mmcode", "fresh-0123456789ab", "Fresh tasks are not shown"),
        ("mmcode", "opne", "mmcode has no data set 'opne'\n  fix: use one of: open"),
        ("evalplus", "official", "'evalplus' has no data set of our own\n  fix: use one of: "),
    ],
)
def test_tasks_of_others_and_fresh_tasks_are_refused(
    in_process: Sightbench, tmp_path: Path, suite: str, dataset: str, message: str
) -> None:
    done = in_process("export", "dataset", suite, dataset, "--out", "out")
    assert (done.returncode, message in done.stderr) == (2, True)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("suite", "dataset"), our_datasets())
def test_every_leaderboard_shows_the_picture_and_is_asked_by_one_model(suite: str, dataset: str) -> None:
    found = leaderboards(suite, dataset)
    assert 1 <= len(found) <= 5
    assert not {"signature-only", "language-only", "choice-blind", "GT-T2C"} & {name for name, _ in found}
