"""Completions are published in shards of 50 or more tasks, small enough to be loaded by a click."""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.verdicts import write_verdicts
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.inputs.stored_samples import stored_verdicts
from benchmark.leaderboard.parts import answers
from benchmark.leaderboard.parts.answers import (
    MAX_SHARD_BYTES,
    TASKS_PER_SHARD,
    answer_files,
    answer_shards,
    shard_size,
)
from benchmark.results.row import Row
from tests.leaderboard.conftest import held
from tests.shards import shard_value

PROSE = "```python\ndef f(x):\n    return x\n```\nDone."


@pytest.fixture
def ledger(tmp_path: Path, sources):
    """A function that returns sources of rows whose files are in the temporary folder."""

    def of(*rows: Row, **more) -> Sources:
        return sources(*rows, where=SiteConfig(rows=tmp_path), **more)

    return of


def shard_records(sources: Sources) -> dict[str, dict[str, Any]]:
    return {file.path: shard_value(file.content()) for file in answer_files(sources)}


def task_set(*names: str) -> dict[tuple[str, str], TaskSet]:
    given = {"suite": "code-vision", "dataset": "rebuilt", "entry_point": "f"}
    check = FunctionCheck(tests=("assert f(1) == 1",))
    return held(*(Task(id=name, check=check, **given) for name in names))


def test_a_shard_has_completions_verdicts_and_kept_lines(tmp_path, make_row, ledger, with_files) -> None:
    row, wrong = make_row("acme-1", "PWM", tasks=["t-1", "t-2", "t-10"]), "def f(x):\n    return 2"
    given = [PROSE, wrong, "never judged"]
    row = with_files(tmp_path, row, given, detail="assert f(1) == 1; f(1) gave 2")
    found = shard_records(ledger(row, tasks=task_set("t-1", "t-2")))
    assert list(found) == [f"d/a/code-vision/rebuilt/acme-1/{row.id[:12]}/00.js"]
    (shard,) = found.values()
    check = {"call": "f(1)", "expected": "1", "got": "2", "check": "assert f(1) == 1"}
    answers = {
        "t-1": {"status": "passed", "text": PROSE, "kept": [[1, 3]]},
        "t-2": {"status": "wrong_answer", "text": wrong, "kept": [[0, 2]], "failed": check},
        "t-10": {"status": "missing", "text": "never judged", "failed": {"message": "an outage"}},
    }
    tasks = [
        {"task": name, "draws": 1, "answers": [{"draw": 0, **answer}]} for name, answer in answers.items()
    ]
    assert shard == {"row": row.id, "first": 0, "tasks": tasks}


def test_a_shard_has_the_status_of_each_kind_of_tests(tmp_path: Path, make_row, ledger, with_records) -> None:
    """A kind may be called ``status``, and a failed sample with such a kind is not taken for a passed one."""
    row = make_row("acme-1", "WP", tasks=["t-1", "t-2"])
    kinds = {"status": "passed", "large": "timeout"}
    path = tmp_path / "v.jsonl.gz"
    passed, slow = Status.PASSED, Status.TIMEOUT
    outcomes = [
        Verdict(task_id="t-1", draw=0, status=slow, detail="late", kinds={"status": passed, "large": slow}),
        Verdict(task_id="t-2", draw=0, status=passed, kinds={"status": passed}),
    ]
    write_verdicts(path, outcomes)
    records = list(map(json.loads, gzip.decompress(path.read_bytes()).splitlines()))
    answers = [{"task_id": task, "draw": 0, "completion": PROSE} for task in ("t-1", "t-2")]
    here = ledger(with_records(tmp_path, row, answers, records))
    (shard,) = shard_records(here).values()
    first, second = (task["answers"][0] for task in shard["tasks"])
    assert (first["kinds"], first["failed"]) == (kinds, {"message": "late"})
    assert "kinds" not in second  # one kind has the status of the sample
    assert [found.task for found in stored_verdicts(path, passed=False)] == ["t-1"]


@pytest.mark.gate
def test_shards_are_made_again_only_if_their_row_or_tasks_have_changed_or_are_damaged(
    tmp_path: Path, make_row, sources, with_files, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = with_files(tmp_path, make_row("acme-1", "PW", tasks=["t-1", "t-2"]), [PROSE, "def f(x): pass"])
    cache, read, made = tmp_path / "cache", answers._row_samples, []
    monkeypatch.setattr(answers, "_row_samples", lambda *given: made.append(1) or read(*given))

    def built(*tasks: str) -> dict[str, Any]:
        made.clear()
        where = SiteConfig(rows=tmp_path, cache=cache)
        return shard_records(sources(row, where=where, tasks=task_set(*tasks)))

    first = built("t-1")
    assert made
    assert built("t-1") == first
    assert not made
    assert built("t-1", "t-2") != first  # the lines that extraction kept of t-2 are known now
    assert made
    (entry,) = cache.rglob("*.made-again.js")
    entry.write_bytes(entry.read_bytes()[:-9])
    assert built("t-1", "t-2") != first
    assert made


def test_tasks_are_in_natural_order_with_fifty_per_shard(
    tmp_path: Path, make_row, ledger, with_files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmark.leaderboard.parts.answers.SHARD_SOURCE_BYTES", 1)
    row = make_row("acme-1", "P" * 120, tasks=[f"t-{number}" for number in range(120)])
    here = ledger(with_files(tmp_path, row, [PROSE] * 120))
    found = shard_records(here)
    assert [path.rpartition("/")[2] for path in found] == ["00.js", "01.js", "02.js"]
    names = [task["task"] for shard in found.values() for task in shard["tasks"]]
    assert names == [f"t-{number}" for number in range(120)]
    assert [shard["first"] for shard in found.values()] == [0, 50, 100]
    of = answer_shards(here)[row.id]
    assert of.tasks == tuple(names)
    assert of.paths == tuple(found)
    assert of.path(99) == of.paths[1]


def test_a_shard_has_the_first_sample_of_each_status(tmp_path: Path, make_row, ledger, with_records) -> None:
    row = make_row("acme-1", "P", tasks=["t"])
    statuses = ["wrong_answer", "passed", "wrong_answer", "timeout", "passed"]
    verdicts = [{"task_id": "t", "draw": n, "status": answer} for n, answer in enumerate(statuses)]
    answers = [{"task_id": "t", "draw": n, "completion": f"answer {n}"} for n in range(5)]
    found = shard_records(ledger(with_records(tmp_path, row, answers, verdicts)))
    (task,) = next(iter(found.values()))["tasks"]
    assert task["draws"] == 5
    assert [(answer["draw"], answer["status"], answer["text"]) for answer in task["answers"]] == [
        (0, "wrong_answer", "answer 0"),
        (1, "passed", "answer 1"),
        (3, "timeout", "answer 3"),
    ]


def test_a_shard_of_long_completions_is_shortened_to_its_limit(
    tmp_path: Path, make_row, ledger, with_files
) -> None:
    texts = [
        "".join(hashlib.sha256(f"{n} {m}".encode()).hexdigest() for m in range(300))
        for n in range(TASKS_PER_SHARD)
    ]
    row = make_row(
        "acme-1", "W" * TASKS_PER_SHARD, tasks=[f"t-{number}" for number in range(TASKS_PER_SHARD)]
    )
    here = ledger(with_files(tmp_path, row, texts))
    (file,) = answer_files(here)
    content = file.content()
    assert len(content) <= MAX_SHARD_BYTES
    assert file.content() == content
    assert all(len(task["answers"][0]["text"]) >= 256 for task in shard_value(content)["tasks"])


def test_a_row_without_its_files_has_no_shards(tmp_path: Path, make_row, ledger, with_files) -> None:
    row = with_files(tmp_path, make_row("acme-1", "P"), [PROSE])
    bare = make_row("acme-2", "P")
    assert list(answer_shards(ledger(row, bare))) == [row.id]
    row.path(tmp_path).with_name(f"{row.id}.verdicts.jsonl.gz").unlink()
    assert not shard_records(ledger(row))


def test_tasks_that_are_kept_back_have_no_shards(tmp_path: Path, make_row, ledger, with_files) -> None:
    row = with_files(tmp_path, make_row("acme-1", "P", dataset="fresh-0123"), [PROSE])
    assert not answer_shards(ledger(row))


def test_only_the_newest_row_of_a_model_has_shards(tmp_path: Path, make_row, ledger, with_files) -> None:
    old = with_files(tmp_path, make_row("acme-1", "PW", started="2026-01-01T00:00:00Z"), [PROSE, "no"])
    new = with_files(tmp_path, make_row("acme-1", "PP", started="2026-02-01T00:00:00Z"), [PROSE, PROSE])
    assert list(answer_shards(ledger(old, new))) == [new.id]


@pytest.mark.parametrize(
    ("tasks", "source", "size"),
    [(50, 900, 1_300), (600, 24_000, 600), (600, 100_000, 100), (3_200, 10**7, 50)],
)
def test_a_shard_has_more_tasks_if_their_answers_are_short(tasks: int, source: int, size: int) -> None:
    assert shard_size(tasks, source) == size
