"""A whole run with pictures: tasks, prompts, our own model server, completions, verdicts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import yaml

from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import read_manifest

from .conftest import picture


def sightbench(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmark", *map(str, arguments)]
    environment = {**os.environ, "CI": "true", "COLUMNS": "100"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_pictures_become_completions_and_verdicts(weights: Path, tmp_path: Path) -> None:
    tasks, folder = tmp_path / "tasks.jsonl", tmp_path / "tiny"
    shades = {"dark": 20, "light": 200}
    with tasks.open("w") as file:
        for name, shade in shades.items():
            (tmp_path / f"{name}.png").write_bytes(picture(shade).data)
            task = {
                "id": name,
                "suite": "code-vision",
                "prompt": "The chart:\n![image](1.png)",
                "images": [f"{name}.png"],
                "starter_code": "def f():",
                "entry_point": "f",
                "check": {"kind": "function", "tests": "assert f() == 1"},
            }
            file.write(json.dumps(task) + "\n")
    model = {
        "provider": "local",
        "model": str(weights),
        "server": {"engine": "transformers"},
        "price": {"input": 0, "output": 0, "date": "2026-01"},
    }
    run = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "greedy"}
    submission = {"slug": "tiny", "name": "Tiny", "owners": ["octocat"], "runs": [{**run, "model": model}]}
    folder.mkdir()
    (folder / "submission.yaml").write_text(yaml.safe_dump(submission))
    out = tmp_path / "out.jsonl"

    for _ in range(2):  # the second run finds a complete file and starts no server
        done = sightbench("generate", folder, "--tasks", tasks, "--out", out)
        assert done.returncode == 0, done.stdout + done.stderr
    completions = {completion.task_id: completion for completion in read_predictions(out)}
    manifest = read_manifest(out)
    assert manifest is not None
    assert completions.keys() == shades.keys()
    assert completions["dark"].text != completions["light"].text
    for answer in completions.values():  # random answers may contain the token that ends an answer
        assert (answer.finish_reason == "length") == (answer.tokens_out == 1024), answer
    assert manifest.calls == 2
    assert manifest.versions["transformers"]

    done = sightbench("evaluate", "--predictions", out, "--tasks", tasks, "--verdicts", tmp_path / "v.jsonl")
    assert done.returncode == 0, done.stdout + done.stderr
    verdicts = [json.loads(line)["status"] for line in (tmp_path / "v.jsonl").read_text().splitlines()]
    assert len(verdicts) == 2
    assert "passed" not in verdicts
