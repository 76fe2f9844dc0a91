"""Tests of `sightbench generate` from outside: a submission, a server, the files, exit codes and output."""

import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from loopback import (
    BadKey,
    ContextOverflow,
    FixedText,
    Hang,
    LoopbackServer,
    Prices,
    RefusesParameter,
    ResolvesTo,
    Rule,
    Script,
    Status,
    UnknownModel,
)
from loopback.faults import Body
from loopback.vendors import NEW, OLD

from benchmark.analysis.groups import applied_protocol
from benchmark.cli.generate.checked_options import GenerateOptions
from benchmark.cli.generate.upstream import prediction_file_of
from benchmark.core.task import Picture
from benchmark.files.predictions import read_predictions
from benchmark.files.tasks import write_tasks
from benchmark.generation.providers.keys import all_vendor_keys
from benchmark.generation.record.manifest import Manifest, read_manifest
from benchmark.pipeline.rows.row_files import descriptions_of
from benchmark.results.ledger import read_row
from benchmark.results.row import Row
from benchmark.suites import load
from tests.case_files import read_cases, read_text, table
from tests.conftest import Sightbench
from tests.jsonl import write_jsonl

OPEN_TASKS = load("humaneval-v").datasets["open"]()
KEY = "sk-test-0123456789abcdefghijklmnop"
TASKS = [
    {
        "id": f"t{number}",
        "suite": "code-vision",
        "dataset": "mine",
        "entry_point": "double",
        "starter_code": "def double(x):",
        "prompt": f"Give twice the number, variant {number}.",
        "check": {"kind": "function", "tests": ["assert double(2) == 4"]},
    }
    for number in range(6)
]
#: PNG file of one white pixel.
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2"
    "FAAAAABJRU5ErkJggg=="
)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as server:
        yield server


@dataclass
class Acme:
    """A folder with a submission and six tasks, the server that it asks, and the command line."""

    folder: Path
    server: LoopbackServer
    run: Sightbench

    def submit(self, run: dict[str, Any] | None = None, **model: Any) -> None:
        """Write the submission, with changes of its run and of its model; None removes a field."""
        config = {
            "provider": "openai",
            "model": "acme-vl",
            "base_url": self.server.openai_url,
            "api_key_env": "SIGHTBENCH_KEY_ACME",
            "price": {"input": 3, "output": 15, "date": "2025-01-31"},
            "limits": {"attempts": 3, "wait": 0.01, "timeout": 60, "concurrency": 4},
            **model,
        }
        asked = {name: value for name, value in config.items() if value is not None}
        usual = {"suite": "code-vision", "dataset": "rebuilt", "setting": "text", "protocol": "cool-1"}
        runs = [{**usual, "model": asked, **(run or {})}]
        document = {"slug": "acme", "name": "Acme", "owners": ["octocat"], "runs": runs}
        (self.folder / "acme").mkdir(exist_ok=True)
        (self.folder / "acme" / "submission.yaml").write_text(yaml.safe_dump(document))

    def submit_two(self, **model: Any) -> None:
        """Write a submission with a second run, of the protocol greedy and a changed model."""
        path = self.folder / "acme" / "submission.yaml"
        document = yaml.safe_load(path.read_text())
        (first,) = document["runs"]
        second = {**first, "protocol": "greedy", "model": {**first["model"], **model}}
        path.write_text(json.dumps({**document, "runs": [first, second]}))

    def written(self) -> dict[str, bytes]:
        """Return all files except those that the test made."""
        own = {"tasks.jsonl", "submission.yaml"}
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file() and path.name not in own
        }

    def manifest(self, name: str = "answers.jsonl") -> Manifest:
        found = read_manifest(self.folder / name)
        assert found is not None
        return found

    def upstream(self, *more: str) -> list[str]:
        """Return a command with upstream's options, on tasks without a suite."""
        plain = [{name: task[name] for name in task.keys() - {"suite", "dataset"}} for task in TASKS]
        write_jsonl(self.folder / "own.jsonl", plain)
        command = ["generate", "--model_name", "openai/acme-vl", "--prediction_file", "p.json"]
        address = ["--base-url", self.server.openai_url, "--api-key-env", "SIGHTBENCH_KEY_ACME"]
        return [*command, "--tasks", "own.jsonl", *address, *more]

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "benchmark", *COMMAND, *arguments]
        return subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )


@pytest.fixture
def acme(
    tmp_path: Path, server: LoopbackServer, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> Acme:
    """The submission of Acme, whose key is in the environment."""
    monkeypatch.setenv("SIGHTBENCH_KEY_ACME", KEY)
    for name in ("GITHUB_STEP_SUMMARY", *all_vendor_keys()):
        monkeypatch.delenv(name, raising=False)
    write_jsonl(tmp_path / "tasks.jsonl", TASKS)
    made = Acme(tmp_path, server, in_process)
    made.submit()
    return made


#: Judges in one process, because a second one costs more than judging a few samples.
ALONE = ("--workers", "1")
COMMAND = ("generate", "acme", "--tasks", "tasks.jsonl", "--out", "answers.jsonl")


@pytest.mark.gate
def test_a_submission_is_generated_and_evaluated(acme: Acme) -> None:
    acme.server.script = Script(
        prices=Prices(tokens_in=3, tokens_out=15),
        resolves={"acme-vl": "acme-vl-2025"},
        rules=(
            Rule(fault=FixedText(text="```python\ndef double(x):\n    return 2 * x\n```"), holds="variant 3"),
        ),
    )
    done = acme.run(*COMMAND, code=0)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert lines[0] == "completions 6 of 6 (6 stop)"
    assert lines[2] == f"cost ${acme.server.totals.cost_usd:.4f} (prices: config, 2025-01-31)"
    assert lines[3] == "answered by acme-vl-2025"
    assert done.stderr.startswith("6 completions in 6 calls, about ")
    assert sorted(acme.written()) == ["answers.generation.json", "answers.jsonl"]
    acme.run(*lines[-1].removeprefix("next: sightbench ").split(), "--rows", "rows", *ALONE, code=0)
    (row,) = (acme.folder / "rows").rglob("*.json")
    record = json.loads(row.read_text())
    result = record["result"]
    assert (result["setting"], result["protocol"]) == ("text", "cool-1")
    assert result["prompt"]["name"] == "sightbench"
    assert len(result["prompt"]["digest"]) == 64
    assert record["result"]["statuses"]["t3"] == ["passed"]
    assert record["run"]["generation"]["models"] == {"acme-vl-2025": 6}
    price = {name: value for name, value in record["run"]["generation"]["price"].items() if value is not None}
    assert price == {"input_usd": 3.0, "output_usd": 15.0, "source": "config", "date": "2025-01-31"}
    assert record["run"]["cost_usd"] == pytest.approx(acme.server.totals.cost_usd)
    acme.run("verify", row, "--tasks", "tasks.jsonl", *ALONE, code=0)


@pytest.mark.gate
def test_two_stages_keep_the_descriptions_as_a_file_up_to_the_row(acme: Acme) -> None:
    """The model that the setting names writes six programs from six descriptions."""
    run = {"suite": "humaneval-v", "dataset": "open", "setting": "V2T2C-acme-coder", "protocol": "sampled-6"}
    coder = {"provider": "openai", "base_url": acme.server.openai_url, "api_key_env": "SIGHTBENCH_KEY_ACME"}
    acme.submit({**run, "coder": {**coder, "model": "acme-coder"}})
    acme.run("generate", "acme", "--limit", "2", "--out", "answers.jsonl", code=0)
    descriptions = read_predictions(acme.folder / "answers.stage-1.jsonl")
    programs = read_predictions(acme.folder / "answers.jsonl")
    samples = [(task.id, draw) for task in OPEN_TASKS[:2] for draw in range(6)]
    assert sorted((completion.task_id, completion.draw) for completion in descriptions) == samples
    assert sorted((completion.task_id, completion.draw) for completion in programs) == samples
    requests = {
        model: [request for request in acme.server.served if request.model == model]
        for model in ("acme-vl", "acme-coder")
    }
    assert {len(request.pictures) for request in requests["acme-vl"]} == {1}
    assert {request.parameters["temperature"] for request in requests["acme-vl"]} == {0.8}
    assert {len(request.pictures) for request in requests["acme-coder"]} == {0}
    assert {request.parameters["temperature"] for request in requests["acme-coder"]} == {0.0}
    prompts = ["".join(seen.value for seen in request.prompt) for request in requests["acme-coder"]]
    assert len(prompts) == len(descriptions)
    assert all(any(completion.text.strip() in prompt for prompt in prompts) for completion in descriptions)
    assert (acme.folder / "answers.stage-1.generation.json").exists()
    write_tasks(acme.folder / "two.jsonl", OPEN_TASKS[:2])
    given = ["--predictions", "answers.jsonl", "--tasks", "two.jsonl", "--slug", "acme", *ALONE]
    acme.run("evaluate", *given, "--rows", "rows", code=0)
    (row,) = (acme.folder / "rows").rglob("*.json")
    assert descriptions_of(read_row(row), row) == tuple(
        sorted(descriptions, key=lambda completion: completion.key)
    )
    assert acme.run("verify", row, "--tasks", "two.jsonl", "--no-judge").returncode == 0
    (kept,) = row.parent.glob("*.descriptions.jsonl.gz")
    kept.unlink()
    lost = acme.run("verify", row, "--tasks", "two.jsonl", "--no-judge")
    assert (lost.returncode, "descriptions.jsonl.gz: does not exist" in lost.stderr) == (2, True)
    (acme.folder / "answers.stage-1.jsonl").unlink()
    bare = acme.run("evaluate", *given, "--rows", "bare")
    assert bare.stderr.startswith("answers.stage-1.jsonl is not next to answers.jsonl: the row has no")
    assert [path.name for path in (acme.folder / "bare").rglob("*.json")] == [row.name]


@pytest.mark.gate
def test_another_model_writes_the_captions_and_the_row_keeps_them(acme, monkeypatch) -> None:
    monkeypatch.setenv("SIGHTBENCH_KEY_EYE", "sk-test-zyxwvutsrqponmlkjihgfedcb")
    check = {"kind": "stdio", "cases": [{"input": "1\n", "output": "8\n"}], "compare": "tokens"}
    prompt = "Add what ![image](1.png) shows to what ![image](2.png) shows."
    task = {"id": "sum", "suite": "mmcode", "dataset": "mine", "prompt": prompt, "images": [PIXEL] * 2}
    write_jsonl(acme.folder / "tasks.jsonl", [{**task, "check": check}])
    text = "**Picture 1:** a three\n\n**Picture 2:** a four"
    program = FixedText(text="```python\nprint(int(input()) + 3 + 4)\n```")
    captioning = Rule(fault=FixedText(text=text), holds="Describe each picture")
    acme.server.script = Script(rules=(captioning, Rule(fault=program)))
    run = {"suite": "mmcode", "dataset": "official", "setting": "image-replacement-eye", "protocol": "greedy"}
    captioner = {
        "provider": "openai",
        "base_url": acme.server.openai_url,
        "api_key_env": "SIGHTBENCH_KEY_EYE",
    }
    acme.submit({**run, "captioner": {**captioner, "model": "eye"}})
    acme.run(*COMMAND, code=0)
    eye, coder = acme.server.served
    assert (eye.model, len(eye.pictures), coder.model, len(coder.pictures)) == ("eye", 2, "acme-vl", 0)
    assert eye.order == "tptpt"
    assert eye.key != coder.key
    assert "Add what [Picture 1: a three] shows to what [Picture 2: a four] shows." in coder.text
    (captions,) = read_predictions(acme.folder / "answers.stage-1.jsonl")
    assert captions.text == text
    given = ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl", "--slug", "acme")
    acme.run(*given, "--rows", "rows", *ALONE, code=0)
    (path,) = (acme.folder / "rows").rglob("*.json")
    row = read_row(path)
    assert (row.result.setting, row.result.scores[0].value) == ("image-replacement-eye", 1.0)
    assert [captions.text for captions in descriptions_of(row, path)] == [text]


def test_an_estimate_asks_for_nothing_and_writes_nothing(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIGHTBENCH_KEY_ACME")  # an estimate needs no key
    done = acme.run(*COMMAND, "--estimate", code=0)
    assert done.stdout.startswith("acme-vl: 6 completions in 6 calls, about ")
    assert "at most $0.09" in done.stdout  # 6 × 1024 tokens at 15 USD per million
    assert "in a table of 12 models, no difference of two could be seen with " in done.stdout
    assert acme.server.served == ()
    assert acme.written() == {}
    dear = acme.run(*COMMAND, "--price", "1", "1")
    assert dear.stderr.splitlines()[0].endswith("is only for an estimate")


@pytest.mark.gate
@pytest.mark.parametrize(("model", "run", "message"), read_cases("mistakes/submissions.yaml"))
def test_an_error_before_the_first_call_gives_one_message_and_leaves_no_files(
    acme: Acme, monkeypatch: pytest.MonkeyPatch, model: dict[str, Any], run: dict[str, Any], message: str
) -> None:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(acme.folder / "none"))
    acme.submit(run, **model)
    done = acme.run(*COMMAND, code=2)
    assert done.stderr.count("error: ") == 1
    assert message in done.stderr
    assert "fix: " in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert acme.server.served == ()
    assert acme.written() == {}


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (BadKey(), "runs[0].model: the server says 401"),
        (UnknownModel(), "runs[0].model: the server says 404"),
        (ContextOverflow(), "tasks: 6 of 6 samples are missing: 6 sample(s), such as 't0#0'"),
        (Status(code=413), "a picture or the prompt is too large"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_refusal_of_the_server_gives_one_message_and_exit_code_2(acme, fault, message) -> None:
    acme.server.script = Script(rules=(Rule(fault=fault),))
    done = acme.run(*COMMAND, code=2)
    assert done.stderr.count("error: ") == 1
    assert message in done.stderr
    assert "  fix: " in done.stderr
    acme.server.script = Script()
    assert acme.run(*COMMAND).returncode == 0
    assert len(read_predictions(acme.folder / "answers.jsonl")) == 6


def test_a_parameter_that_must_be_applied_ends_the_run_if_it_is_refused(acme: Acme) -> None:
    acme.server.script = Script(rules=(Rule(fault=RefusesParameter(name="top_p")),))
    acme.submit(must_apply=["top_p"])
    done = acme.run(*COMMAND, code=2)
    assert "runs[0].model.parameters.top_p: the model does not accept it; the server says 400" in done.stderr
    acme.submit()
    assert acme.run(*COMMAND).returncode == 0
    assert acme.manifest().totals.dropped == {"top_p": 6}


@pytest.mark.gate
def test_a_row_says_what_was_sent_and_dropped_and_belongs_to_the_applied_protocol(acme: Acme) -> None:
    acme.server.script = Script(rules=(Rule(fault=RefusesParameter(name="top_p")),))
    acme.run(*COMMAND, code=0)
    evaluate = ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl", "--rows", "rows")
    acme.run(*evaluate, "--slug", "acme", *ALONE, code=0)
    (path,) = (acme.folder / "rows").rglob("*.json")
    row = json.loads(path.read_text())
    sent = {"temperature": 0.2, "max_tokens": 1024}
    empty = {"ignored": {}, "local": {}}
    assert row["run"]["sampling"] == {"sent": sent, "dropped": {"top_p": 6}} | empty
    assert row["result"]["protocol"] == "cool-1"
    assert applied_protocol(Row.model_validate(row)) == "vendor-top-p-cool-1"
    acme.run("verify", path, "--tasks", "tasks.jsonl", *ALONE, code=0)


@pytest.mark.parametrize(
    ("more", "fix"),
    [
        ({}, "the protocol sets it: choose a protocol with a smaller limit, such as cool-1 (1,024 tokens), "),
        (
            {"parameters": {"thinking_tokens": 2048}},
            "the protocol sets it: lower thinking_tokens, which is added to it; or choose a protocol with",
        ),
    ],
)
def test_a_limit_that_a_model_does_not_accept_names_protocols_with_a_smaller_one(
    more, fix, acme: Acme
) -> None:
    text = "max_tokens is too large: 32768. This model supports at most 16384 completion tokens."
    body = json.dumps({"error": {"message": text, "type": "invalid_request_error"}}).encode()
    acme.server.script = Script(rules=(Rule(fault=Body(body=body, status=400)),))
    acme.submit(run={"protocol": "thinking"}, **more)
    done = acme.run(*COMMAND, code=2)
    assert "parameters.max_tokens: the model does not accept it; the server says 400" in done.stderr
    assert f"fix: {fix}" in done.stderr
    assert "or another model" in done.stderr or "or choose another model" in done.stderr


def test_a_picture_that_is_too_large_is_named_before_any_call(acme: Acme) -> None:
    pillow = pytest.importorskip("PIL.Image")
    pillow.new("L", (9000, 10)).save(acme.folder / "wide.png")
    task = {**TASKS[0], "prompt": "![image](1.png)", "images": ["wide.png"]}
    (acme.folder / "tasks.jsonl").write_text(json.dumps(task) + "\n")
    acme.submit({"setting": "flowchart"})
    done = acme.run(*COMMAND, code=2)
    assert "wide.png: picture 1 of task 't0': is too large: 9000 × 10 px" in done.stderr
    assert "max_side in the model config" in done.stderr
    acme.submit({"setting": "flowchart"}, max_side=1000)
    assert acme.run(*COMMAND).returncode == 0
    assert acme.server.served[0].order == "tpt"
    manifest = acme.manifest()
    assert manifest.config.max_side == 1000


def test_an_estimate_names_a_picture_that_is_cut_short(acme: Acme) -> None:
    pillow = pytest.importorskip("PIL.Image")
    path = acme.folder / "cut.jpg"
    pillow.effect_noise((300, 200), 90).save(path)
    path.write_bytes(path.read_bytes()[:2000])
    task = {**TASKS[0], "prompt": "![image](1.png)", "images": ["cut.jpg"]}
    (acme.folder / "tasks.jsonl").write_text(json.dumps(task) + "\n")
    acme.submit({"setting": "flowchart"})
    for options in (["--estimate"], []):
        done = acme.run(*COMMAND, *options, code=2)
        assert "cut.jpg: picture 1 of task 't0': is broken or cut short" in done.stderr
    assert acme.server.served == ()


def test_a_file_of_another_config_is_refused_and_kept(acme: Acme) -> None:
    assert acme.run(*COMMAND, "--limit", "2").returncode == 0
    before = acme.written()
    acme.submit(model="acme-vl-2")
    done = acme.run(*COMMAND, code=2)
    assert "answers.jsonl: was begun with another config; it differs in model" in done.stderr
    assert "fix: start a new file with --out" in done.stderr
    assert acme.written() == before
    path = acme.folder / "answers.jsonl"
    torn = path.read_text() + '{"task_id": "t2", "completion": "half'
    path.write_text(torn)
    assert acme.run(*COMMAND).returncode == 2
    assert path.read_text() == torn  # not repaired
    (acme.folder / "answers.generation.json").unlink()
    done = acme.run(*COMMAND, code=2)
    assert "its manifest answers.generation.json is missing" in done.stderr


@pytest.mark.parametrize(
    "strange", ['[{"qid": "t0", "predictions": ["precious"]}]', '{"notes": 1}\nlast line', "text"]
)
def test_a_file_without_our_manifest_is_refused_and_not_changed(acme: Acme, strange: str) -> None:
    path = acme.folder / "p.json"
    path.write_text(strange)
    done = acme.run(*COMMAND[:-1], path.name, code=2)
    assert "p.json: is not empty, but its manifest p.generation.json is missing" in done.stderr
    assert path.read_text() == strange
    assert acme.server.served == ()


def test_options_that_do_not_affect_answers_may_change(acme: Acme) -> None:
    assert acme.run(*COMMAND, "--limit", "2").returncode == 0
    acme.submit(must_apply=["top_p"])
    assert acme.run(*COMMAND, "--limit", "3").returncode == 0
    price = {"input": 1, "output": 1, "date": "2025-02"}
    acme.submit(limits={"concurrency": 1}, price=price, max_cost=9)
    assert acme.run(*COMMAND).returncode == 0
    assert len(acme.server.served) == 6


@table("cli")
def test_a_broken_line_is_named_and_the_file_not_changed(acme: Acme, line: str, message: str) -> None:
    assert acme.run(*COMMAND, "--limit", "1").returncode == 0
    (acme.folder / "answers.jsonl").write_text(line)
    before = acme.written()
    done = acme.run(*COMMAND, code=2)
    assert f"answers.jsonl: {message}" in done.stderr
    assert acme.written() == before
    assert len(acme.server.served) == 1


def test_a_budget_stops_the_run_and_the_message_names_where_it_was_set(acme: Acme) -> None:
    acme.server.script = Script(prices=Prices(tokens_in=3, tokens_out=15))
    done = acme.run(*COMMAND, "--budget", "0.017", code=2)
    assert "error: --budget: the next call could exceed 0.017 USD" in done.stderr
    assert 0 < acme.server.totals.cost_usd <= 0.017
    acme.submit(max_cost=0.0165)
    done = acme.run(*COMMAND, code=2)
    assert "runs[0].model.max_cost: the next call could exceed 0.0165 USD" in done.stderr
    assert acme.run(*COMMAND, "--budget", "9").returncode == 2  # the lower of the two limits counts
    acme.submit()
    assert acme.run(*COMMAND, "--budget", "9").returncode == 0


@pytest.mark.gate
def test_samples_without_a_completion_are_missing_in_the_row(acme: Acme) -> None:
    tasks = [{**TASKS[0], "id": f"t{n}", "prompt": f"variant {n}."} for n in range(120)]
    write_jsonl(acme.folder / "tasks.jsonl", tasks)
    empty = Rule(fault=FixedText(text="```python\n```"))  # without code, which takes no time to judge
    acme.server.script = Script(rules=(Rule(fault=Status(code=500), holds="variant 7."), empty))
    done = acme.run(*COMMAND, code=3)
    assert "1 of 120 samples are missing: 1 sample(s), such as 't7#0': the server says 500" in done.stderr
    evaluate = ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl", "--rows", "rows")
    acme.run(*evaluate, "--slug", "acme", *ALONE, code=0)
    (row,) = (acme.folder / "rows").rglob("*.json")
    record = json.loads(row.read_text())
    assert record["result"]["statuses"]["t7"] == ["missing"]
    assert record["run"]["missing"]["t7#0"].startswith("the server says 500")
    assert record["result"]["scores"][0]["missing"] == 1
    acme.run("verify", row, "--tasks", "tasks.jsonl", *ALONE, code=0)
    # Without its manifest the file is incomplete, and no row is made of it.
    (acme.folder / "answers.generation.json").unlink()
    done = acme.run(*evaluate, "--slug", "acme", code=2)
    assert "no completion for 1 of 120 tasks" in done.stderr


@pytest.mark.parametrize("name", ["setting", "protocol"])
def test_a_row_cannot_contradict_the_manifest(acme: Acme, name: str) -> None:
    assert acme.run(*COMMAND).returncode == 0
    evaluate = ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl")
    other = {"setting": "flowchart", "protocol": "greedy"}[name]
    done = acme.run(*evaluate, f"--{name}", other, code=2)
    assert f"--{name}: is '{other}', but answers.generation.json records" in done.stderr


@pytest.mark.gate
def test_a_model_that_thinks_up_to_the_limit_is_named_with_the_protocol_that_has_room(acme: Acme) -> None:
    """Its answers are empty, and the score of 0 % says nothing about it."""
    acme.server.script = Script(thinking="hm, " * 4096)
    done = acme.run(*COMMAND, code=0)
    assert "6 of 6 (6 length)" in done.stdout
    totals = acme.manifest().totals
    assert totals.tokens_thinking > 0
    went = f"{totals.tokens_thinking:,} of {totals.tokens_out:,} tokens went to thinking"
    room = "protocol thinking has room for 32,768 tokens"
    assert f"warning: the limit of tokens cut off 6 of 6 answers (100.0 %), {went}; {room}" in done.stdout
    evaluate = ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl", "--slug", "acme")
    done = acme.run(*evaluate, "--rows", "rows", *ALONE, code=0)
    assert f"of 6 answers: 6 cut off at the limit of tokens; {went}\n" in done.stdout
    assert f"cut 100.0 %: pass@1 up to 100.0 %, had all of them passed; {room}\n" in done.stdout
    assert "no place among ranked rows, because over 5 % were cut\n" in done.stdout
    (row,) = (acme.folder / "rows").rglob("*.json")
    run = json.loads(row.read_text())["run"]
    assert (len(run["cut"]), run["endings"]["tokens_thinking"]) == (6, totals.tokens_thinking)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("reply", "what", "warning", "counted"),
    [
        (("refusal", ""), "refused", "refused: 1 of 6 answers (16.7 %)", "1 refused\n"),
        (("stop", ""), "empty", "1 reply was empty", "1 reply was empty\n"),
        (("stop", "hm"), "empty", "1 reply had reasoning only", "1 reply had reasoning only; 6 of"),
    ],
)
def test_refused_and_empty_answers_are_outcomes_of_their_own(
    acme: Acme, reply: tuple[str, str], what: str, warning: str, counted: str
) -> None:
    word, thinking = reply
    fault = FixedText(text=" \n", finish=word)
    acme.server.script = Script(rules=(Rule(fault=fault, holds="variant 5"),), thinking=thinking)
    assert acme.run(*COMMAND, code=0).stdout.count(f"warning: {warning}\n") == 1
    evaluate = ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl")
    done = acme.run(*evaluate, "--json", *ALONE, code=0)
    found = json.loads(done.stdout)
    assert (found["cut"], found["endings"][what]) == ([], 1)
    assert f"of 6 answers: {counted}" in acme.run(*evaluate, *ALONE, code=0).stdout


def test_warnings_name_what_a_reader_must_know(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    acme.server.script = Script(
        rules=(
            Rule(fault=RefusesParameter(name="top_p")),
            Rule(fault=ResolvesTo(model="acme|vl-new"), holds="variant 5"),
        )
    )
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(acme.folder / "summary.md"))
    done = acme.run(*COMMAND, code=0)
    assert "warning: the server changed the model during the run: acme-vl (5), acme|vl-new (1)" in done.stdout
    assert (
        "warning: the model refused top_p; left out of the calls, so its row stands under the vendor's own"
        " top-p, not under cool-1" in done.stdout
    )
    summary = (acme.folder / "summary.md").read_text()
    assert "| completions | 6 of 6 (6 stop) |" in summary
    assert "acme&#124;vl-new" in summary  # untrusted text cannot add a table


@pytest.mark.gate
def test_a_resumed_run_keeps_the_versions_of_the_api_that_answered_before(acme: Acme) -> None:
    """The older version was there for the first two answers, then it was gone."""
    base = acme.server.origin
    acme.server.script = Script(vendor="anthropic")
    acme.submit(provider="anthropic", model="claude-sonnet-4-6", base_url=base, parameters={"seed": 3})
    acme.run(*COMMAND, "--limit", "2", code=0)
    assert acme.manifest().versions["anthropic-version"] == OLD
    acme.server.script = Script(vendor="anthropic without the old version")
    done = acme.run(*COMMAND, code=0)
    assert acme.manifest().versions["anthropic-version"] == f"{OLD}, {NEW}"
    assert "warning: left out of the calls: seed; the API has no such parameter\n" in done.stdout
    assert "so its row stands under the vendor's own sampling, not under cool-1" in done.stdout
    acme.run(*COMMAND, code=0)  # nothing is left to ask
    assert acme.manifest().versions["anthropic-version"] == f"{OLD}, {NEW}"


def test_the_summary_of_a_run_that_stopped_says_why(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(acme.folder / "summary.md"))
    acme.server.script = Script(rules=(Rule(fault=BadKey(), requests=range(3, 99)),))
    assert acme.run(*COMMAND, "--concurrency", "1").returncode == 2
    summary = (acme.folder / "summary.md").read_text()
    assert "| completions | 2 of 6 |" in summary
    assert "| stopped | error: " in summary


OTHER_KEYS = ["OTHER_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "HF_TOKEN"]


@pytest.mark.gate
@pytest.mark.parametrize("fault", [None, BadKey(echoes=True), FixedText(text=f"{KEY} is the key"), Hang()])
def test_no_key_is_in_anything_that_is_written(acme, monkeypatch, fault) -> None:
    for number, name in enumerate(OTHER_KEYS):
        monkeypatch.setenv(name, f"{KEY}{number}")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(acme.folder / "summary.md"))
    acme.server.script = Script(rules=() if fault is None else (Rule(fault=fault),))
    acme.submit(limits={"attempts": 1, "timeout": 1.0, "wait": 0.01})
    done = acme.run(*COMMAND, "--debug-http", "http.jsonl")
    assert acme.server.served[0].key == KEY
    assert done.returncode == {type(None): 0, BadKey: 2, FixedText: 0, Hang: 3}[type(fault)]
    output = done.stdout + done.stderr
    files = acme.written()
    assert {"answers.jsonl", "answers.generation.json", "http.jsonl", "summary.md"} <= files.keys()
    for text in (output.encode(), *files.values()):
        assert b"sk-test-0123" not in text
    requests = [json.loads(line) for line in files["http.jsonl"].splitlines()]
    assert requests[0]["headers"]["authorization"] == "[key]"
    assert "variant" in requests[0]["body"]


def test_a_record_of_http_is_continued_and_an_estimate_has_none(acme: Acme) -> None:
    assert acme.run(*COMMAND, "--debug-http", "http.jsonl", "--estimate").returncode == 0
    assert acme.written() == {}
    for limit in ("1", "2"):
        assert acme.run(*COMMAND, "--debug-http", "http.jsonl", "--limit", limit).returncode == 0
    lines = (acme.folder / "http.jsonl").read_text().splitlines()
    assert [next(iter(json.loads(line))) for line in lines] == ["request", "response"] * 2


@pytest.mark.gate
def test_a_file_that_cannot_be_written_gives_one_message(acme: Acme) -> None:
    acme.submit(provider="google-legacy", base_url=acme.server.origin)
    done = acme.run(*COMMAND, "--debug-http", "http.jsonl", code=2)
    assert "--debug-http: does not work with the provider google-legacy" in done.stderr


def test_upstream_s_options_write_upstream_s_list(acme: Acme) -> None:
    acme.run(*acme.upstream("--sample_num", "3", "--temperature", "0.5"), code=0)
    listed = json.loads((acme.folder / "p.json").read_text())
    assert [entry["qid"] for entry in listed] == [task["id"] for task in TASKS]
    assert {len(entry["predictions"]) for entry in listed} == {3}
    assert len(read_predictions(acme.folder / "p.jsonl")) == 18
    assert (acme.folder / "p.generation.json").exists()
    assert {request.parameters["temperature"] for request in acme.server.served} == {0.5}
    acme.run(*acme.upstream("--sample_num", "3", "--temperature", "0.5"), code=0)
    assert len(acme.server.served) == 18
    acme.run(*acme.upstream("--sample_num", "4", "--temperature", "0.5"), code=0)
    assert len(acme.server.served) == 24
    then = {entry["qid"]: entry["predictions"] for entry in listed}
    now = {entry["qid"]: entry["predictions"] for entry in json.loads((acme.folder / "p.json").read_text())}
    assert {qid: texts[:3] for qid, texts in now.items()} == then


@pytest.mark.gate
@pytest.mark.parametrize(
    ("vendor", "model"),
    [
        ("google", "google/gemini-4-argon"),
        ("openai", "openai/gpt-6-luna"),
        ("anthropic", "anthropic/claude-opus-5-5"),
    ],
)
def test_the_printed_command_gives_a_model_that_thinks_room(vendor: str, model: str, acme: Acme) -> None:
    """The first run has no answer at all; the command that it prints has them all."""
    acme.server.script = Script(vendor=vendor, thinking="hm, " * 3000)
    url = acme.server.openai_url if vendor == "openai" else acme.server.origin
    command = acme.upstream("--model_name", model, "--base-url", url, "--limit", "2", "--sample_num", "1")
    done = acme.run(*command, code=0)
    assert "2 of 2 (2 length)" in done.stdout
    assert "protocol thinking has room for 32,768 tokens" in done.stdout
    (fix,) = [line for line in done.stdout.splitlines() if line.startswith("next: ")]
    program, *words = shlex.split(fix.removeprefix("next: "))
    assert program == "sightbench"
    again = acme.run(*words, code=0)
    assert "2 of 2 (2 stop)" in again.stdout
    assert "next: " not in again.stdout
    assert len(json.loads((acme.folder / "p-thinking.json").read_text())) == 2
    asked = read_predictions(acme.folder / "p-thinking.jsonl")
    assert {tuple(line.parameters) for line in asked} == {("max_tokens",)}


def test_a_named_protocol_draws_as_it_says(acme: Acme) -> None:
    command = acme.upstream("--dataset", "open", "--setting", "V2C", "--limit", "1")
    index = command.index("--tasks")
    del command[index : index + 2]
    estimate = acme.run(*command, "--protocol", "sampled-6", "--estimate", code=0)
    assert estimate.stdout.startswith("acme-vl: 6 completions in 6 calls")
    acme.run(*command, "--protocol", "sampled-6", "--sample_num", "6", code=0)
    sent = {name: acme.server.served[-1].parameters[name] for name in ("temperature", "top_p", "top_k")}
    assert sent == {"temperature": 0.8, "top_p": 0.95, "top_k": 20}
    assert len(acme.server.served) == 6


def test_a_named_protocol_names_the_file_of_an_experiment() -> None:
    for name, sent in (("sampled-6", "sample_6"), ("thinking", "sample_1")):
        options = GenerateOptions(model_name="a/b", exp_type="V2C", exp_base_dir=Path("o"), protocol=name)
        assert str(prediction_file_of(options).prediction_file) == f"o/a/b_V2C_{sent}.json"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ("--protocol", "greedier"),
            "--protocol: 'greedier' is not a protocol of these tasks\n  fix: use one of: greedy,",
        ),
        (
            ("--protocol", "thinking", "--sample_num", "6"),
            "--sample_num: is 6, but the protocol thinking has 1\n",
        ),
        (
            ("--protocol", "thinking", "--temperature", "0"),
            "--temperature: is 0, but the protocol thinking leaves it to the vendor\n  fix: leave it out",
        ),
        (
            ("--protocol", "greedy", "--temperature", "0.8"),
            "--temperature: is 0.8, but the protocol greedy has 0\n",
        ),
    ],
)
def test_options_that_contradict_a_protocol_are_one_error(more, message: str, acme: Acme) -> None:
    assert message in acme.run(*acme.upstream(*more), code=2).stderr
    assert not acme.server.served


def test_a_submission_and_a_probe_take_no_protocol(acme: Acme) -> None:
    acme.submit()
    for first in (COMMAND, ("generate", "--probe", "openai/m")):
        assert "--protocol: cannot be used with" in acme.run(*first, "--protocol", "greedy", code=2).stderr


@pytest.mark.gate
@pytest.mark.parametrize(
    ("vendor", "model"), [("anthropic", "anthropic/claude-sonnet-4-6"), ("mistral", "openai/mistral-large-4")]
)
def test_a_greedy_call_has_no_top_p_that_a_vendor_refuses(vendor: str, model: str, acme: Acme) -> None:
    acme.server.script = Script(vendor=vendor)
    url = acme.server.openai_url if model.startswith("openai") else acme.server.origin
    done = acme.run(*acme.upstream("--model_name", model, "--base-url", url), code=0)
    assert [call.status for call in acme.server.served] == [200] * 6
    assert "left out" not in done.stdout
    assert all("top_p" not in call.parameters for call in acme.server.served)


@pytest.mark.gate
def test_two_stages_become_two_lists_under_upstream_s_names(acme: Acme) -> None:
    command = acme.upstream("--dataset", "open", "--setting", "V2T2C", "--limit", "2")
    command = [word for word in command if word not in ("--tasks", "own.jsonl")]
    command[command.index("p.json")] = "acme_V2T2C_T2C_sample_6.json"
    acme.run(*command, "--sample_num", "2", code=0)
    served = len(acme.server.served)
    acme.run(*command, "--sample_num", "6", code=0)
    assert len(acme.server.served) - served == 2 * (6 - 2) * 2  # continues both lists
    first_stage = json.loads((acme.folder / "acme_V2T_sample_6.json").read_text())
    programs = json.loads((acme.folder / "acme_V2T2C_T2C_sample_6.json").read_text())
    ids = [task.id for task in OPEN_TASKS[:2]]
    assert [(entry["qid"], len(entry["predictions"])) for entry in first_stage] == [(name, 6) for name in ids]
    assert [(entry["qid"], len(entry["predictions"])) for entry in programs] == [
        (name, 1) for name in ids for _ in range(6)
    ]
    descriptions = [text for entry in first_stage for text in entry["predictions"]]
    assert all(text.strip() in entry["prompt"] for text, entry in zip(descriptions, programs, strict=True))
    assert all(
        OPEN_TASKS[0].starter_code.strip() in entry["prompt"] for entry in (first_stage[0], programs[0])
    )
    read = read_predictions(acme.folder / "acme_V2T2C_T2C_sample_6.json")
    assert [(completion.task_id, completion.draw) for completion in read] == [
        (name, draw) for name in ids for draw in range(6)
    ]
    made = {name for name in acme.written() if name.startswith(("acme_", "."))}
    endings = (".json", ".jsonl", ".generation.json")
    assert made == {f"acme_{name}_sample_6{end}" for name in ("V2T", "V2T2C_T2C") for end in endings}


def test_upstream_s_work_in_progress_is_kept(acme: Acme) -> None:
    acme.server.script = Script(rules=(Rule(fault=ContextOverflow(), holds="variant 4"),))
    acme.run(*acme.upstream(), code=2)
    assert not (acme.folder / "p.json").exists()
    assert len(read_predictions(acme.folder / "p.jsonl")) == 5
    acme.server.script = Script()
    assert acme.run(*acme.upstream()).returncode == 0
    assert len(json.loads((acme.folder / "p.json").read_text())) == 6


def test_an_existing_list_is_not_overwritten(acme: Acme) -> None:
    (acme.folder / "p.json").write_text('[{"qid": "t0", "predictions": ["mine"]}]')
    done = acme.run(*acme.upstream(), code=2)
    assert "p.json: exists already, and was not made by sightbench: p.jsonl is missing" in done.stderr
    assert "mine" in (acme.folder / "p.json").read_text()


def test_the_default_suite_is_humaneval_v_with_its_pictures(acme: Acme) -> None:
    command = acme.upstream("--dataset", "open", "--limit", "2")
    acme.run(*(word for word in command if word not in ("--tasks", "own.jsonl")), code=0)
    tasks = load("humaneval-v").datasets["open"]()[:2]
    listed = json.loads((acme.folder / "p.json").read_text())
    assert [entry["qid"] for entry in listed] == [task.id for task in tasks]
    pictures = [part for task in tasks for part in task.parts if isinstance(part, Picture)]
    files = [part.folder / part.source for part in pictures if part.folder is not None]
    assert {request.pictures for request in acme.server.served} == {
        (hashlib.sha256(file.read_bytes()).hexdigest(),) for file in files
    }
    assert len(files) == 2


def test_a_list_does_not_change_if_nothing_is_added(acme: Acme) -> None:
    assert acme.run(*acme.upstream("--limit", "2", "--sample_num", "2")).returncode == 0
    before = acme.written()
    assert acme.run(*acme.upstream("--sample_num", "2", "--estimate")).returncode == 0
    assert acme.written() == before
    for more, fix in (
        (["--temperature", "0.5"], "start a new file"),
        (["--sample_num", "1", "--temperature", "0.8"], "name another file"),
    ):
        done = acme.run(*acme.upstream("--sample_num", "2", *more), code=2)
        assert f"fix: {fix} with --prediction_file" in done.stderr
        assert acme.written() == before
    assert acme.run(*acme.upstream("--limit", "2", "--sample_num", "2")).returncode == 0
    assert len(acme.server.served) == 4


def test_aborted_calls_are_still_counted_when_a_list_is_continued(acme: Acme) -> None:
    assert acme.run(*acme.upstream("--limit", "2")).returncode == 0
    listed = (acme.folder / "p.json").read_bytes()
    acme.server.script = Script(rules=(Rule(fault=BadKey()),))
    assert acme.run(*acme.upstream("--concurrency", "1")).returncode == 2
    manifest = acme.manifest("p.json")
    assert manifest.calls == 3
    assert (acme.folder / "p.json").read_bytes() == listed
    acme.server.script = Script()
    assert acme.run(*acme.upstream()).returncode == 0
    assert len(acme.server.served) == 7


OWN = read_text("programs/own_model.py")


def test_a_class_of_the_user_can_answer(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    task = {"id": "a", "prompt": "Look: ![image](1.png)", "images": [PIXEL], "entry_point": "f"}
    task["check"] = {"kind": "function", "tests": "assert f()"}
    (acme.folder / "own.jsonl").write_text(json.dumps(task) + "\n")
    (acme.folder / "mine.py").write_text(OWN)
    command = ["generate", "--model_name", "mine.py", "--prediction_file", "p.json", "--tasks", "own.jsonl"]
    acme.run(*command, code=0)
    assert json.loads((acme.folder / "p.json").read_text()) == [
        {"qid": "a", "prompt": "Look: ", "predictions": ["pictures: 1, T = 0.0"]}
    ]
    (acme.folder / "mine.py").write_text(OWN + "\n# edited\n")
    edited = acme.run(*command, "--sample_num", "1", "--temperature", "0", code=2)
    assert "was begun with another config; it differs in revision" in edited.stderr
    monkeypatch.setenv("CI", "true")
    refused = acme.run(*command, code=2)
    assert "not allowed in CI (CI is set)" in refused.stderr


def wait_for(condition: Any, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.gate
def test_a_second_run_on_the_same_file_stops_and_the_first_ctrl_c_waits_for_calls_in_progress(acme) -> None:
    acme.server.script = Script(seconds=600)
    acme.submit(limits={"timeout": 600})
    process = acme.start("--concurrency", "2")
    wait_for(lambda: len(acme.server.served) >= 2)
    second = acme.run(*COMMAND, code=2)
    assert second.stderr.startswith("error: answers.jsonl: is being written by another run\n  fix: ")
    process.send_signal(signal.SIGINT)
    while "call(s) in progress; press Ctrl-C again to stop now" not in (line := process.stderr.readline()):
        assert line, "the run has ended"
    acme.server.script = Script()
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "run the same command to continue" in stderr
    assert "Traceback" not in stderr
    assert len(read_predictions(acme.folder / "answers.jsonl")) == len(acme.server.served) == 2
    assert acme.run(*COMMAND).returncode == 0
    assert len(acme.server.served) == 6


@pytest.mark.gate
@pytest.mark.parametrize("signals", [1, 2])
def test_ctrl_c_ends_a_run_whose_server_hangs_and_nothing_is_lost(signals: int, acme: Acme) -> None:
    """The first one waits no longer than the replies before it took, the second one not at all."""
    acme.server.script = Script(rules=(Rule(fault=Hang(), requests=range(3, 99)),))
    acme.submit(limits={"timeout": 600, "concurrency": 2})
    process = acme.start()
    wait_for(lambda: len(acme.server.served) >= 4)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    while "press Ctrl-C again to stop now" not in (line := process.stderr.readline()):
        assert line, "the run has ended"
    assert process.poll() is None
    if signals > 1:
        process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert ("stopping now" in stderr) == (signals > 1)
    assert len(read_predictions(acme.folder / "answers.jsonl")) == 2
    acme.server.script = Script()
    assert acme.run(*COMMAND).returncode == 0
    assert len(read_predictions(acme.folder / "answers.jsonl")) == 6


@pytest.mark.gate
def test_each_run_uses_its_own_server(acme: Acme) -> None:
    """Google's old package has only one address and one key per process."""
    with LoopbackServer() as other:
        acme.submit(provider="google-legacy", base_url=acme.server.origin)
        acme.submit_two(base_url=other.origin)
        acme.run("generate", "acme", "--tasks", "tasks.jsonl", code=0)
        assert len(acme.server.served) == len(other.served) == 6


def test_a_file_truncated_by_a_crash_can_be_estimated(acme: Acme) -> None:
    assert acme.run(*COMMAND, "--limit", "2").returncode == 0
    path = acme.folder / "answers.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    before = path.read_bytes()
    done = acme.run(*COMMAND, "--estimate", code=0)
    assert done.stdout.startswith("acme-vl: 5 completions in 5 calls")
    assert path.read_bytes() == before


def test_all_runs_of_a_submission_share_one_budget(acme: Acme) -> None:
    acme.server.script = Script(prices=Prices(tokens_in=3, tokens_out=15))
    acme.submit_two()
    command = ("generate", "acme", "--tasks", "tasks.jsonl", "--concurrency", "1", "--budget")
    assert acme.run(*command, "0.02").returncode == 2  # the second run stops at the budget
    assert acme.server.totals.cost_usd <= 0.02
    first = len(acme.server.served)
    assert 6 < first < 12
    assert acme.run(*command, "0.02").returncode == 2
    assert len(acme.server.served) == first
    assert acme.run(*command, "0.025").returncode == 0
    assert len(acme.server.served) == 12


@pytest.mark.gate
def test_each_effort_of_a_run_is_asked_and_has_a_row(acme: Acme) -> None:
    acme.submit({"thinking": ["off", "low"]})
    done = acme.run("generate", "acme", "--tasks", "tasks.jsonl", code=0)
    bodies = [request.parameters for request in acme.server.served]
    assert [sum("chat_template_kwargs" in body for body in bodies), len(bodies)] == [6, 12]
    assert sum(body.get("reasoning_effort") == "low" for body in bodies) == 6
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    commands = [line.removeprefix("next: sightbench ").split() for line in lines if line.startswith("next: ")]
    assert len(commands) == 2
    for command in commands:
        acme.run(*command, "--rows", "rows", *ALONE, code=0)
    rows = [read_row(path) for path in (acme.folder / "rows").rglob("*.json")]
    assert sorted(row.slug for row in rows) == ["acme@low", "acme@off"]
    assert len({row.id for row in rows}) == 2
    assert {path.parent.name for path in (acme.folder / "rows").rglob("*.json")} == {"acme"}
    first, *_ = (acme.folder / "rows").rglob("*.json")
    acme.run("verify", first, "--tasks", "tasks.jsonl", *ALONE, code=0)


@pytest.mark.gate
def test_thinking_that_does_not_go_off_is_warned_of_and_recorded_as_ignored(acme: Acme) -> None:
    """Templates of chats ignore switches that they do not know, and vendors say nothing."""
    acme.server.script = Script(thinking="let me think " * 20)
    acme.submit({"protocol": "thinking"}, parameters={"thinking": "off"})
    done = acme.run(*COMMAND, code=0)
    totals = acme.manifest().totals
    assert totals.ignored == {"thinking": 6}
    tokens = f"{totals.tokens_thinking:,} tokens went to thinking"
    assert f"warning: thinking: off had no effect on 6 of 6 answers: {tokens}; the row" in done.stdout
    assert "the vendor says that the model ignores" not in done.stdout
    evaluate = ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl", "--slug", "acme")
    acme.run(*evaluate, "--rows", "rows", *ALONE, code=0)
    (path,) = (acme.folder / "rows").rglob("*.json")
    sampling = read_row(path).run.sampling
    assert sampling is not None
    assert (sampling.sent["thinking"], sampling.ignored) == ("off", {"thinking": 6})


@pytest.mark.parametrize(
    ("thinking", "thought"), [("off", ""), ("low", "let me think "), (None, "let me think ")]
)
def test_other_thinking_is_not_warned_of(thinking: str | None, thought: str, acme: Acme) -> None:
    acme.server.script = Script(thinking=thought)
    acme.submit({"protocol": "thinking"}, **({"parameters": {"thinking": thinking}} if thinking else {}))
    assert "had no effect" not in acme.run(*COMMAND, code=0).stdout
    assert acme.manifest().totals.ignored == {}


def test_every_run_is_checked_before_the_first_one_costs(acme: Acme) -> None:
    acme.submit_two(api_key_env="SIGHTBENCH_KEY_NOT_SET")
    done = acme.run("generate", "acme", "--tasks", "tasks.jsonl", code=2)
    assert (
        "runs[1].model.api_key_env: the environment variable SIGHTBENCH_KEY_NOT_SET is not set" in done.stderr
    )
    assert acme.server.served == ()


def test_a_sample_is_missing_until_its_completion_arrives(acme: Acme) -> None:
    acme.server.script = Script(rules=(Rule(fault=Status(code=500), holds="variant 4"),))
    assert acme.run(*COMMAND).returncode == 3
    path = acme.folder / "answers.generation.json"
    before = path.read_bytes()
    assert acme.run(*COMMAND, "--limit", "3").returncode == 0  # makes no calls
    manifest = acme.manifest()
    assert list(manifest.missing) == ["t4#0"]
    acme.server.script = Script()
    assert acme.run(*COMMAND).returncode == 0
    manifest = acme.manifest()
    assert manifest.missing == {}
    assert path.read_bytes() != before
    before = path.read_bytes()
    assert acme.run(*COMMAND, code=0).stderr == "all completions exist already\n"
    assert path.read_bytes() == before


def test_an_invalid_manifest_is_refused(acme: Acme) -> None:
    assert acme.run(*COMMAND).returncode == 0
    path = acme.folder / "answers.generation.json"
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "missing": {"t0": "no draw"}}))
    for command in (COMMAND, ("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl")):
        done = acme.run(*command, code=2)
        assert "answers.generation.json: missing" in done.stderr
        assert "must be task_id#draw" in done.stderr


def test_the_summary_of_two_stages_has_the_cost_of_both(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(acme.folder / "summary.md"))
    acme.server.script = Script(prices=Prices(tokens_in=3, tokens_out=15))
    run = {"suite": "humaneval-v", "dataset": "open", "setting": "V2T2C", "protocol": "greedy"}
    acme.submit(run)
    done = acme.run("generate", "acme", "--limit", "2", "--out", "answers.jsonl", code=0)
    whole = f"${acme.server.totals.cost_usd:.4f}"
    facts = {line[:13].strip(): line[13:] for line in done.stdout.splitlines()}
    assert facts["all stages"] == whole
    assert facts["stage 1"].startswith("2 of ")
    assert " from acme-vl" in facts["stage 1"]
    assert facts["stage 2"].startswith("2 of ")
    assert f"| all stages | {whole} |" in (acme.folder / "summary.md").read_text()
    # A run killed in its second stage leaves a manifest without totals; the next failure shows all costs.
    manifest = acme.folder / "answers.generation.json"
    left = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**left, "finished": None, "totals": {}}))
    lines = (acme.folder / "answers.jsonl").read_text().splitlines(keepends=True)
    (acme.folder / "answers.jsonl").write_text(lines[0])
    spent = sum(
        json.loads(line)["cost_usd"]
        for name in ("answers.jsonl", "answers.stage-1.jsonl")
        for line in (acme.folder / name).read_text().splitlines()
    )
    (acme.folder / "summary.md").unlink()
    acme.server.script = Script(rules=(Rule(fault=Status(code=401)),))
    acme.run("generate", "acme", "--limit", "2", "--out", "answers.jsonl", code=2)
    assert f"| all stages | ${spent:.4f} |" in (acme.folder / "summary.md").read_text()


def test_the_damaged_line_of_a_file_may_be_removed(acme: Acme) -> None:
    assert acme.run(*COMMAND).returncode == 0
    lines = (acme.folder / "answers.jsonl").read_text().splitlines(keepends=True)
    (acme.folder / "answers.jsonl").write_text("".join([*lines[:2], "damaged\n", *lines[3:]]))
    done = acme.run(*COMMAND, code=2)
    assert "line 3" in done.stderr
    assert "fix: restore this line, or remove it; then its sample is requested again" in done.stderr
    (acme.folder / "answers.jsonl").write_text("".join([*lines[:2], *lines[3:]]))
    assert acme.run(*COMMAND).returncode == 0
    assert len(acme.server.served) == 7


def test_a_line_names_variable_and_host_before_the_first_call(acme, monkeypatch) -> None:
    done = acme.run(*COMMAND, "--limit", "1")
    assert done.stderr.splitlines()[1] == "sends SIGHTBENCH_KEY_ACME to 127.0.0.1"
    monkeypatch.setenv("STRIPED_API_KEY", KEY)
    acme.submit(api_key_env="STRIPED_API_KEY")
    done = acme.run(*COMMAND, "--limit", "2", code=2)
    assert "--lend STRIPED_API_KEY=127.0.0.1" in done.stderr
    assert len(acme.server.served) == 1
    done = acme.run(*COMMAND, "--limit", "2", "--lend", "STRIPED_API_KEY=127.0.0.1", code=0)
    assert "sends STRIPED_API_KEY to 127.0.0.1" in done.stderr


def test_a_probe_is_printed_kept_and_shown_before_the_next_run(acme: Acme) -> None:
    acme.server.script = Script(vendor="grok", thinking="hm " * 40)
    address = ("--base-url", acme.server.openai_url, "--api-key-env", "SIGHTBENCH_KEY_ACME")
    done = acme.run("generate", "--probe", "openai/acme-vl", *address, code=0)
    assert "asks acme-vl at most 12 times; sends SIGHTBENCH_KEY_ACME to 127.0.0.1" in done.stderr
    line, cited = done.stdout.splitlines()
    assert "accepts temperature, top_p, top_k, max_tokens; does without stop" in line
    # This server's model writes short programs: no thirty digits, and no answer that is cut.
    assert line.endswith("at temperature 0: unclear (5 of 5 draws had too few digits); thought for 30 tokens")
    assert cited.startswith("  to cite it in the model config: probe: {date: ")
    assert len(acme.server.served) <= 12
    assert line in acme.run(*COMMAND, "--limit", "1", code=0).stderr.splitlines()
    assert list(acme.folder.glob("build/probes/*/acme-vl@*.json"))


@pytest.mark.parametrize(
    ("variable", "more"), [("SIGHTBENCH_KEY_ACME", ()), ("ACME_KEY", ("--lend", "ACME_KEY=127.0.0.1"))]
)
def test_the_command_that_a_run_names_probes_the_model_at_the_host_of_the_run(
    acme: Acme, monkeypatch: pytest.MonkeyPatch, variable: str, more: tuple[str, ...]
) -> None:
    monkeypatch.setenv(variable, KEY)
    acme.submit(api_key_env=variable)
    run = (*COMMAND, *more, "--limit")
    (note,) = (line for line in acme.run(*run, "1").stderr.splitlines() if line.endswith("what it accepts"))
    words = shlex.split(note.removesuffix(" finds out what it accepts"))
    before = len(acme.server.served)
    probed = acme.run(*words[1:], code=0).stdout.splitlines()[0]
    assert {call.key for call in acme.server.served[before:]} == {KEY}
    assert probed in acme.run(*run, "2").stderr.splitlines()


@pytest.mark.gate
def test_the_citation_that_a_probe_prints_is_valid_in_a_model_config(acme: Acme) -> None:
    acme.server.script = Script(thinking="hm " * 3_000)
    done = acme.run("generate", "--probe", "openai/acme-vl", "--base-url", acme.server.openai_url, code=0)
    cited = done.stdout.splitlines()[1].partition(" in the model config: ")[2]
    assert cited.endswith(', thinking: "off"}')
    path = acme.folder / "acme" / "submission.yaml"
    before, after = path.read_text().split("    model: acme-vl\n")
    path.write_text(f"{before}    model: acme-vl\n    {cited}\n{after}")
    acme.run(*COMMAND, "--estimate", code=0)


def test_the_models_of_a_submission_are_probed_with_the_sampling_of_their_runs(acme: Acme) -> None:
    acme.submit_two(model="acme-vl-2", probe={"date": "2026-11-28", "sampling": "unclear"})
    hint = (
        f"--probe openai/acme-vl --base-url {acme.server.openai_url} --api-key-env SIGHTBENCH_KEY_ACME finds"
    )
    assert hint in acme.run(*COMMAND, "--run", "0", "--limit", "1").stderr
    done = acme.run("generate", "--probe", "acme", "--tasks", "tasks.jsonl", code=0)
    first, second = (line for line in done.stdout.splitlines() if line.startswith("probe of"))
    assert " acme-vl at " in first
    assert " acme-vl-2 at " in second
    assert {call.model for call in acme.server.served} == {"acme-vl", "acme-vl-2"}
    assert all(call.parameters.get("top_k") is None for call in acme.server.served)


@pytest.mark.parametrize("more", [["acme"], ["--estimate"], ["--limit", "1"], ["--budget", "0.00001"]])
def test_a_probe_takes_no_options_of_a_run_and_keeps_to_its_budget(acme: Acme, more: list[str]) -> None:
    done = acme.run("generate", "--probe", "acme", "--tasks", "tasks.jsonl", *more, code=2)
    assert "  fix: " in done.stderr
    assert acme.server.served == ()


def test_the_process_uses_no_variable_of_a_vendor_for_another_address(acme, monkeypatch) -> None:
    """SDKs read these variables on their own."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-vendor-0123456789abcdef0123")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    acme.submit(api_key_env=None)
    assert acme.run(*COMMAND).returncode == 0
    assert {request.key for request in acme.server.served} == {"none"}
    assert os.environ["OPENAI_API_KEY"] not in (acme.folder / "answers.jsonl").read_text()


SLEEPY = read_text("programs/own_model_that_sleeps.py")


@pytest.mark.gate
def test_a_second_ctrl_c_does_not_wait_for_a_thread(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    (acme.folder / "mine.py").write_text(SLEEPY)
    arguments = ["--model_name", "mine.py", "--prediction_file", "p.json", "--tasks", "tasks.jsonl"]
    command = [sys.executable, "-m", "benchmark", "generate", *arguments, "--setting", "text"]
    process = subprocess.Popen(command, cwd=acme.folder, stderr=subprocess.PIPE, encoding="utf-8")
    wait_for((acme.folder / "begun").exists)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    while "press Ctrl-C again to stop now" not in (line := process.stderr.readline()):
        assert line, "the run has ended"
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in stderr
