"""A run in a setting with looks, from the submission to a verified row."""

import json
from pathlib import Path

import pytest
import yaml
from loopback import LoopbackServer

from benchmark.core.digest import sha256_hex
from benchmark.core.task import Picture
from benchmark.generation.prompts.picture import picture_bytes
from benchmark.results.ledger import read_row
from benchmark.suites import load, tasks_in
from tests.conftest import Sightbench
from tests.sampling import gate_of
from workshop.drawing.render import decode_png

SUITE, SETTING = "code-vision", "look"


@pytest.fixture
def answers() -> dict[str, str]:
    """The reference of each task that the setting asks, by the SHA-256 of its picture."""
    suite = load(SUITE)
    found = {}
    for task in tasks_in(suite, SETTING, suite.datasets["open"]()):
        picture = next(part for part in task.parts if isinstance(part, Picture))
        found[sha256_hex(picture_bytes(picture, None, task.id))] = task.reference
    return found


@gate_of("asking")
def test_a_row_has_the_looks_the_calls_and_the_tokens_of_all_of_them(
    answers, in_process: Sightbench, tmp_path
) -> None:
    def reply(request, *_: object) -> str:
        looked = sum(piece.role == "assistant" for piece in request.prompt)
        if looked < 2:
            return f"LOOK 0 0 0.5 {0.4 + looked / 4}"
        return f"```python\n{answers[request.pictures[0]]}\n```"

    with LoopbackServer(writer=reply) as server:
        model = {"provider": "openai", "model": "eye", "base_url": server.openai_url}
        run = {"suite": SUITE, "dataset": "open", "setting": SETTING, "protocol": "greedy", "model": model}
        fields = {"slug": "eye", "name": "Eye", "owners": ["nobody"], "runs": [run]}
        (tmp_path / "eye").mkdir()
        (tmp_path / "eye" / "submission.yaml").write_text(yaml.safe_dump(fields))
        in_process("submit", "check", "eye", code=0)
        estimate = in_process("generate", "eye", "--estimate", code=0)
        assert "45 completions in 405 calls" in estimate.stdout
        in_process("generate", "eye", "--limit", 2, "--out", "answers.jsonl", code=0)
        done = in_process("generate", "eye", "--out", "answers.jsonl", code=0)
        assert "90 at parts of pictures, 2.0 per completion" in done.stdout
        assert len(server.served) == 135
        used = [call.usage for call in server.served]
    named = ("--suite", SUITE, "--dataset", "open")
    incomplete = tmp_path / "incomplete.jsonl"
    lines = Path("answers.jsonl").read_text().splitlines(keepends=True)
    incomplete.write_text("".join(lines[1:]))
    short = in_process("evaluate", "--predictions", incomplete, *named, "--setting", SETTING, code=2)
    assert "1 of 45 tasks" in short.stderr
    assert (
        in_process("evaluate", "--predictions", incomplete, *named, code=2).stderr.count("of 283 tasks") == 1
    )
    judged = ("evaluate", "--predictions", "answers.jsonl", *named, "--rows", "rows", "--verdicts", "v.jsonl")
    in_process(*judged, code=0)
    (path,) = Path("rows").rglob("*.json")
    row = read_row(path)
    assert (row.result.setting, row.result.tasks.count, row.result.completions.count) == (SETTING, 45, 45)
    assert {status for found in row.result.statuses.values() for status in found} == {"passed"}
    assert row.run.looks == 90
    assert row.run.generation is not None
    assert row.run.generation.calls == 135
    assert row.run.tokens_in == sum(usage.tokens_in for usage in used)
    assert row.run.tokens_out == sum(usage.tokens_out for usage in used)
    in_process("verify", path, "--no-judge", code=0)
    in_process("evaluate", "--score-only", "v.jsonl", code=0)
    in_process("view", "v.jsonl", "--out", "view.html", code=0)
    line = json.loads(lines[0])
    task = next(task for task in load(SUITE).datasets["open"]() if task.id == line["task_id"])
    picture = next(part for part in task.parts if isinstance(part, Picture))
    width, height = decode_png(picture_bytes(picture, None, task.id)).size
    assert line["looks"] == [
        [
            1.0,
            0.0,
            0.0,
            0.5,
            share,
            pytest.approx(max(width, height) / max(width / 2, share * height), abs=0.01),
        ]
        for share in (0.4, 0.65)
    ]
