"""A suite whose tasks are drawings, a policy with a model that scores them, and score jobs made by hand."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ci_world import RUN, TINY, run_of_job
from loopback import ApiRequest

from benchmark.chain.jobs.artifact import JudgingRecord, begin_artifact, describe_file, end_artifact
from benchmark.chain.jobs.scoring import VERDICTS
from benchmark.chain.plan.job import Plan
from benchmark.core.task import FigureCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.files.verdicts import write_verdicts
from benchmark.judging import JUDGE_VERSION
from benchmark.pipeline.record import this_machine

KEY = "sk-test-0123456789abcdefghijklmnop"
_REFERENCE = "import matplotlib.pyplot as plt\nplt.bar(['a'], [1])\n"
DRAWINGS = tuple(
    Task(
        id=f"d-{number}",
        suite="drawing",
        dataset="drawn",
        stem=f"s{number}",
        check=FigureCheck(reference=_REFERENCE, operation="generate", type="bar"),
        reference=_REFERENCE,
    )
    for number in range(3)
)
DRAWN = {**RUN, "suite": "drawing", "dataset": "drawn", "predictions": "predictions.jsonl"}
#: The first answer has no code, so that nobody is asked about it.
ANSWERS = "".join(
    json.dumps(
        {"task_id": task.id, "completion": f"```python\n# {task.id}\n{_REFERENCE}```" if place else ""}
    )
    + "\n"
    for place, task in enumerate(DRAWINGS)
)
BUDGETS = {"run_usd": 2.0, "month_usd": 5.0}


#: A suite of three bar charts.
DRAWING = replace(TINY, id="drawing", datasets={"drawn": lambda: DRAWINGS})


def rubric_policy(url: str = "https://judge.example.org/v1", **changes: object) -> dict[str, Any]:
    """Return a policy that names a model behind an address."""
    model = {
        "provider": "openai",
        "model": "judge-1",
        "base_url": url,
        "price": {"input": 3, "output": 15, "date": "2026-01-31"},
        "limits": {"attempts": 1, "wait": 0.01, "concurrency": 4},
    }
    return {"schema": "sightbench/policy/1", "rubric": {"model": model, **BUDGETS, **changes}}


def judge(request: ApiRequest, _index: int, _repetition: int) -> str:
    """Answer like a model that gives every answer a seven."""
    return "The bars are the same." if "Score the answer" not in request.text else "Good.\n\\boxed{7}"


def score_by_hand(submissions: Path, plan: Plan, artifacts: Path, codeless: Sequence[str] = ("d-0",)) -> None:
    """Write the artifacts of all score jobs, as if every answer with code had passed."""
    for job in plan.of("score"):
        run, planned = run_of_job(submissions, plan, job)
        completions = read_predictions(run.folder / "predictions.jsonl")
        begin_artifact(artifacts / job.id, job)
        verdicts = [
            Verdict(
                task_id=completion.task_id,
                draw=completion.draw,
                status=Status.NO_ANSWER if completion.task_id in codeless else Status.PASSED,
                points=1.0 if completion.task_id in codeless else 10.0,
            )
            for completion in completions
        ]
        write_verdicts(artifacts / job.id / VERDICTS, verdicts, measured=True)
        record = JudgingRecord(
            suite=1,
            judge=JUDGE_VERSION,
            guest={},
            extraction="own",
            tasks=planned.tasks,
            completions=completions_digest(completions),
            samples=len(completions),
            gold=3,
            blank=3,
            machine=this_machine(1.0),
            workers=1,
            started="2026-11-20T08:00:00Z",
            seconds=1.0,
        )
        end_artifact(artifacts / job.id, job, state="done", judged=record)


def rewrite(folder: Path, changes: Callable[[dict[str, Any]], object], name: str) -> None:
    """Change a JSON file of an artifact, and the digests in its manifest."""
    value = json.loads((folder / name).read_bytes())
    changes(value)
    (folder / name).write_text(json.dumps(value), encoding="utf-8")
    seal(folder)


def seal(folder: Path) -> None:
    """Write the manifest of a changed artifact again, as whoever changed it would."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    files = [path for path in folder.iterdir() if path.name not in {"job.json", "manifest.json"}]
    manifest["files"] = [describe_file(path).model_dump() for path in files]
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
