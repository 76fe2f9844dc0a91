"""What a model described first stays with what was written from it, up to the row and its check."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.predictions import write_predictions
from benchmark.generation.record.manifest import Manifest, ManifestConfig, config_digest, write_manifest
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.rows.recheck import DatasetCache, recheck
from benchmark.pipeline.rows.record import make_row, record_evaluation
from benchmark.pipeline.rows.row_files import descriptions_of
from benchmark.results.ledger import read_row, row_bytes
from benchmark.results.row import RowFile

from ..conftest import IDENTITY, Small, Suites

SAMPLES = [("t-1", 0), ("t-1", 1), ("t-2", 0), ("t-2", 1)]
DESCRIPTIONS = tuple(
    Completion(task_id=task, draw=draw, text=f"a tree, {draw}", tokens_out=5, cost_usd=0.5)
    for task, draw in SAMPLES
)


def manifest(stage: int, earlier: str | None = None, model: str = "viewer") -> Manifest:
    config = ManifestConfig(
        provider="openai",
        model=model,
        suite="humaneval-v",
        dataset="open",
        tasks="a" * 64,
        setting="V2T2C",
        prompt="sightbench",
        prompt_digest="b" * 64,
        stage=stage,
        earlier=earlier,
    )
    return Manifest(digest=config_digest(config), config=config, started="2026-05-06T07:08:09Z", wanted=4)


def of_row(judged: Evaluation) -> tuple[Completion, ...]:
    return tuple(replace(one, text=f"seen: {one.task_id}") for one in judged.completions)


@pytest.mark.parametrize(
    ("programs", "name"),
    [
        ("answers.jsonl", "answers.stage-1.jsonl"),
        ("answers.jsonl.gz", "answers.stage-1.jsonl.gz"),
        ("answers.jsonl", "answers.stage-1.jsonl.gz"),
        ("answers.json", "answers.stage-1.json"),
        ("acme_V2T2C_T2C_sample_2.json", "acme_V2T_sample_2.json"),
    ],
)
def test_they_are_found_by_their_name(tmp_path: Path, programs: str, name: str) -> None:
    path = tmp_path / name
    if name.endswith(".json"):
        listed = [
            {"qid": task, "predictions": [one.text for one in DESCRIPTIONS if one.task_id == task]}
            for task in ("t-1", "t-2")
        ]
        path.write_text(json.dumps(listed))
    else:
        write_predictions(path, DESCRIPTIONS)
    found = read_descriptions([tmp_path / programs], SAMPLES)
    assert [(one.key, one.text) for one in found] == [(one.key, one.text) for one in DESCRIPTIONS]


def test_without_them_there_are_none(tmp_path: Path) -> None:
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES) == ()


def test_one_stage_has_none_whatever_lies_there(tmp_path: Path) -> None:
    write_predictions(tmp_path / "answers.stage-1.jsonl", DESCRIPTIONS)
    write_manifest(tmp_path / "answers.jsonl", manifest(1))
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES) == ()


def test_those_of_another_config_are_refused(tmp_path: Path) -> None:
    first = manifest(1)
    write_predictions(tmp_path / "answers.stage-1.jsonl", DESCRIPTIONS)
    write_manifest(tmp_path / "answers.stage-1.jsonl", first)
    write_manifest(tmp_path / "answers.jsonl", manifest(2, config_digest(first.config)))
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES) == DESCRIPTIONS
    write_manifest(tmp_path / "answers.stage-1.jsonl", manifest(1, model="another"))
    with pytest.raises(BadInput, match=r"answers\.stage-1\.generation\.json: config: is of another config"):
        read_descriptions([tmp_path / "answers.jsonl"], SAMPLES)


def test_each_sample_has_one_and_nothing_else_does(tmp_path: Path) -> None:
    path = tmp_path / "answers.stage-1.jsonl"
    write_predictions(path, DESCRIPTIONS)
    with pytest.raises(BadInput, match="t-2#1' is described, and is no sample"):
        read_descriptions([tmp_path / "answers.jsonl"], SAMPLES[:3])
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES[:3], SAMPLES[3:]) == DESCRIPTIONS
    with pytest.raises(BadInput, match="t-3#0' has no description"):
        read_descriptions([tmp_path / "answers.jsonl"], [*SAMPLES, ("t-3", 0)])


def test_a_row_keeps_them_and_its_id(judged: Evaluation, tmp_path: Path) -> None:
    without, files = make_row(judged, IDENTITY)
    described = of_row(judged)
    row, more = make_row(judged, IDENTITY, described)
    assert row.id == without.id
    assert sorted(set(more) - set(files)) == [f"{row.id}.descriptions.jsonl.gz"]
    path = record_evaluation(tmp_path, judged, IDENTITY, described)
    assert descriptions_of(read_row(path), path) == tuple(sorted(described, key=lambda one: one.key))


def test_a_row_without_them_is_written_as_before(judged: Evaluation) -> None:
    row, _ = make_row(judged, IDENTITY)
    assert b"descriptions" not in row_bytes(row)
    assert [what for what, _ in row.run.files] == ["completions", "verdicts"]


def test_what_they_cost_is_part_of_what_the_row_cost(judged: Evaluation) -> None:
    described = [
        Completion(task_id=one.task_id, draw=one.draw, text="x", tokens_in=7, tokens_out=5, cost_usd=0.5)
        for one in judged.completions
    ]
    paid = tuple(replace(one, tokens_in=3, tokens_out=2, cost_usd=0.25) for one in judged.completions)
    row, _ = make_row(replace(judged, completions=paid), IDENTITY, described)
    assert (row.run.cost_usd, row.run.tokens_in, row.run.tokens_out) == (3.0, 40, 28)


@pytest.fixture
def row(judged: Evaluation, small: Small, suite_is: Suites, tmp_path: Path) -> Path:
    """A row with descriptions, of a suite that is here."""
    suite_is(1, small.tasks)
    return record_evaluation(tmp_path, judged, IDENTITY, of_row(judged))


def tampered(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (tampered, "has another SHA-256 than the row says"),
        (lambda _: None, "is not beside the row"),
    ],
)
def test_a_check_of_the_row_sees_what_was_done_to_them(
    row: Path, tmp_path: Path, change: Callable[[bytes], bytes | None], problem: str
) -> None:
    (file,) = row.parent.glob("*.descriptions.jsonl.gz")
    assert recheck(tmp_path, row, DatasetCache(), None).problems == ()
    data = change(file.read_bytes())
    file.unlink() if data is None else file.write_bytes(data)
    (found,) = recheck(tmp_path, row, DatasetCache(), None).problems
    assert problem in found
    with pytest.raises(BadInput, match=problem):
        descriptions_of(read_row(row), row)


def test_those_of_other_samples_are_no_descriptions_of_a_row(judged: Evaluation, tmp_path: Path) -> None:
    path = record_evaluation(tmp_path, judged, IDENTITY, [*of_row(judged), DESCRIPTIONS[0]])
    with pytest.raises(BadInput, match="t-1#0' is described, and is no sample"):
        descriptions_of(read_row(path), path)


def test_large_ones_are_fetched(judged: Evaluation, tmp_path: Path) -> None:
    path = record_evaluation(tmp_path, judged, IDENTITY, of_row(judged))
    (file,) = path.parent.glob("*.descriptions.jsonl.gz")
    kept: Mapping[str, bytes] = {file.name: file.read_bytes()}
    file.unlink()

    def fetch(_row: str, asked: RowFile) -> bytes:
        return kept[asked.name]

    assert len(descriptions_of(read_row(path), path, fetch)) == len(judged.completions)
