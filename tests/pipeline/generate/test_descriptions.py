"""Descriptions of the first stage stay with the programs written from them, up to the row and its check."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.predictions import write_predictions
from benchmark.generation.record.manifest import Manifest, ManifestConfig, config_digest, write_manifest
from benchmark.pipeline.identity import read_descriptions
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import make_row, record_evaluation
from benchmark.pipeline.rows.recheck import DatasetCache, recheck
from benchmark.pipeline.rows.row_files import descriptions_of
from benchmark.results.attestation import AttestationChecker
from benchmark.results.ledger import read_row
from benchmark.results.row import RowFile
from tests.case_files import table

from ..conftest import IDENTITY, SmallDataset, Suites

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
    return tuple(replace(completion, text=f"seen: {completion.task_id}") for completion in judged.completions)


@table("pipeline")
def test_descriptions_are_found_by_their_name(tmp_path: Path, programs: str, name: str) -> None:
    path = tmp_path / name
    if name.endswith(".json"):
        listed = [
            {"qid": task_id, "predictions": [text.text for text in DESCRIPTIONS if text.task_id == task_id]}
            for task_id in ("t-1", "t-2")
        ]
        path.write_text(json.dumps(listed))
    else:
        write_predictions(path, DESCRIPTIONS)
    found = read_descriptions([tmp_path / programs], SAMPLES)
    assert [(text.key, text.text) for text in found] == [(text.key, text.text) for text in DESCRIPTIONS]


def test_programs_of_a_single_stage_have_no_descriptions(tmp_path: Path) -> None:
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES) == (), "nor have those without a file"
    write_predictions(tmp_path / "answers.stage-1.jsonl", DESCRIPTIONS)
    write_manifest(tmp_path / "answers.jsonl", manifest(1))
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES) == ()


def test_descriptions_of_another_config_are_refused(tmp_path: Path) -> None:
    first = manifest(1)
    write_predictions(tmp_path / "answers.stage-1.jsonl", DESCRIPTIONS)
    write_manifest(tmp_path / "answers.stage-1.jsonl", first)
    write_manifest(tmp_path / "answers.jsonl", manifest(2, config_digest(first.config)))
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES) == DESCRIPTIONS
    write_manifest(tmp_path / "answers.stage-1.jsonl", manifest(1, model="another"))
    with pytest.raises(BadInput, match=r"answers\.stage-1\.generation\.json: config: is not the config"):
        read_descriptions([tmp_path / "answers.jsonl"], SAMPLES)


def test_each_sample_has_one_description_and_nothing_else_has_one(tmp_path: Path) -> None:
    path = tmp_path / "answers.stage-1.jsonl"
    write_predictions(path, DESCRIPTIONS)
    with pytest.raises(BadInput, match="t-2#1' has a description, but is not one of the samples"):
        read_descriptions([tmp_path / "answers.jsonl"], SAMPLES[:3])
    assert read_descriptions([tmp_path / "answers.jsonl"], SAMPLES[:3], SAMPLES[3:]) == DESCRIPTIONS
    with pytest.raises(BadInput, match="t-3#0' has no description"):
        read_descriptions([tmp_path / "answers.jsonl"], [*SAMPLES, ("t-3", 0)])


@pytest.mark.gate
def test_a_row_with_descriptions_keeps_its_id(judged: Evaluation, tmp_path: Path) -> None:
    without, files = make_row(judged, IDENTITY)
    described = of_row(judged)
    row, more = make_row(judged, IDENTITY, described)
    assert row.id == without.id
    assert sorted(set(more) - set(files)) == [f"{row.id}.descriptions.jsonl.gz"]
    path = record_evaluation(tmp_path, judged, IDENTITY, described)
    assert descriptions_of(read_row(path), path) == tuple(sorted(described, key=lambda text: text.key))


@pytest.mark.gate
def test_a_row_without_descriptions_does_not_mention_them(judged: Evaluation) -> None:
    row, _ = make_row(judged, IDENTITY)
    assert b"descriptions" not in row.to_bytes()
    assert [what for what, _ in row.run.files] == ["completions", "verdicts"]


def test_the_cost_of_a_row_includes_its_descriptions(judged: Evaluation) -> None:
    described = [
        Completion(
            task_id=program.task_id, draw=program.draw, text="x", tokens_in=7, tokens_out=5, cost_usd=0.5
        )
        for program in judged.completions
    ]
    paid = tuple(replace(program, tokens_in=3, tokens_out=2, cost_usd=0.25) for program in judged.completions)
    row, _ = make_row(replace(judged, completions=paid), IDENTITY, described)
    assert (row.run.cost_usd, row.run.tokens_in, row.run.tokens_out) == (3.0, 40, 28)


@pytest.fixture
def row(judged: Evaluation, small: SmallDataset, suite_is: Suites, tmp_path: Path) -> Path:
    """A row with descriptions, whose suite is on this machine."""
    suite_is(1, small.tasks)
    return record_evaluation(tmp_path, judged, IDENTITY, of_row(judged))


def tampered(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (tampered, "does not have the SHA-256 that the row records"),
        (lambda _: None, "does not exist"),
    ],
)
def test_a_check_of_a_row_finds_changed_and_missing_descriptions(row, tmp_path, change, problem) -> None:
    (file,) = row.parent.glob("*.descriptions.jsonl.gz")
    assert recheck(tmp_path, row, DatasetCache(), None, AttestationChecker(None)).problems == ()
    data = change(file.read_bytes())
    file.unlink() if data is None else file.write_bytes(data)
    (found,) = recheck(tmp_path, row, DatasetCache(), None, AttestationChecker(None)).problems
    assert problem in found
    with pytest.raises(BadInput, match=problem):
        descriptions_of(read_row(row), row)


def test_descriptions_of_other_samples_are_refused_when_a_row_is_read(judged, tmp_path) -> None:
    path = record_evaluation(tmp_path, judged, IDENTITY, [*of_row(judged), DESCRIPTIONS[0]])
    with pytest.raises(BadInput, match="t-1#0' has a description, but is not one of the samples"):
        descriptions_of(read_row(path), path)


def test_large_descriptions_are_downloaded(judged: Evaluation, tmp_path: Path) -> None:
    path = record_evaluation(tmp_path, judged, IDENTITY, of_row(judged))
    (file,) = path.parent.glob("*.descriptions.jsonl.gz")
    contents: Mapping[str, bytes] = {file.name: file.read_bytes()}
    file.unlink()

    def fetch(_row: str, wanted: RowFile) -> bytes:
        return contents[wanted.name]

    assert len(descriptions_of(read_row(path), path, fetch)) == len(judged.completions)
