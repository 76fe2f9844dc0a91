"""Rows on disk with answers to tasks of our own."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.sample import Completion
from benchmark.core.verdict import Status, Verdict
from benchmark.files.atomic import gzip_bytes
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import tasks_digest
from benchmark.files.verdicts import verdict_record
from benchmark.pipeline.record import add_row
from benchmark.results.row import Row, RowFile, row_id
from benchmark.suites import load

KeptRow = Callable[..., Path]
_STATUSES = {"P": Status.PASSED, "W": Status.WRONG_ANSWER}


def packed(records: Sequence[dict[str, object]]) -> bytes:
    return gzip_bytes(dump_records(Path("row"), records))


@pytest.fixture
def kept_row(tmp_path: Path, make_row: Callable[..., Row]) -> KeptRow:
    """Return a function that writes a row with completions and verdicts, and returns its path."""

    def keep(statuses: str = "PW", *, name: str = "", like: str = "open-choice", **more: object) -> Path:
        suite = str(more.pop("suite", "mathopeval"))
        tasks = load(suite).datasets[like]()[: len(statuses)]
        row = make_row(
            "acme-1",
            statuses,
            tasks=[task.id for task in tasks],
            suite=suite,
            dataset=name or like,
            setting="choice-direct",
            protocol="greedy",
            **more,
        )
        answers = [
            Completion(task_id=task.id, draw=0, text=f"I say:\ud800\n**{letter}**", tokens_in=9, tokens_out=3)
            for task, letter in zip(tasks, "BCDA", strict=False)
        ]
        verdicts = [
            Verdict(task_id=task.id, draw=0, status=_STATUSES[letter], detail="the reason")
            for task, letter in zip(tasks, statuses, strict=True)
        ]
        whole = load(suite).datasets[like]()
        result = row.result.model_copy(
            update={
                "tasks": row.result.tasks.model_copy(update={"digest": tasks_digest(whole)}),
                "completions": row.result.completions.model_copy(
                    update={"digest": completions_digest(answers)}
                ),
            }
        )
        identifier = row_id(result)
        data = {
            "completions": packed([prediction_record(answer) for answer in answers]),
            "verdicts": packed([verdict_record(verdict, measured=False) for verdict in verdicts]),
        }
        files = {f"{identifier}.{what}.jsonl.gz": content for what, content in data.items()}
        fields = {
            f"{what}_file": RowFile(name=name, sha256=sha256_hex(content), bytes=len(content))
            for (what, content), name in zip(data.items(), files, strict=True)
        }
        made = row.model_copy(
            update={"id": identifier, "result": result, "run": row.run.model_copy(update=fields)}
        )
        return add_row(tmp_path / "rows", made, files)

    return keep
