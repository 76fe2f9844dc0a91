"""A small suite, submissions to it, and the stages of the chain in one process, shared by the tests."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.generating import generate_job
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.scoring import JudgingPlace, score_job
from benchmark.chain.plan.due_runs import SubmittedRun, submitted_runs
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun
from benchmark.chain.plan.plan import KnownRuns, make_plan
from benchmark.chain.plan.policy import Policy
from benchmark.core.prompt import Turn
from benchmark.core.suite import Asked, DrawProtocol, Judged, Suite
from benchmark.core.task import FunctionCheck, Limits, Task, Text
from benchmark.extraction.own import extract
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.judge.local_pool import LocalPool

TASKS = tuple(
    Task(
        id=f"t-{number}",
        suite="tiny",
        dataset="small",
        stem=f"s{number // 2}",
        check=FunctionCheck(tests=(f"assert f({number}) == {2 * number}",)),
        entry_point="f",
        reference="def f(x):\n    return 2 * x\n",
        limits=Limits(seconds=2),
    )
    for number in range(6)
)


@dataclass(frozen=True)
class TinyPrompt:
    """A prompt that consists of text only."""

    digest: str = "0" * 64
    stages: int = 1

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - the protocol requires it
        return (Turn(speaker="user", parts=(Text(text=f"Write {task.id}."),)),)


#: A suite of six tasks with two protocols.
TINY = Suite(
    id="tiny",
    title="Tiny",
    version=1,
    datasets={"small": lambda: TASKS},
    asked=Asked(
        settings=("text",),
        protocols={
            "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0),
            "sampled-2": DrawProtocol(id="sampled-2", draws=2, temperature=0.8),
        },
        prompts=lambda _suite, _name, _setting: TinyPrompt(),
    ),
    judged=Judged(
        extractions={"own": extract},
    ),
)


RIGHT, WRONG = "def f(x):\n    return 2 * x", "def f(x):\n    return x + 7"


def completions(draws: int = 1, codes: Sequence[str] = (RIGHT, WRONG, RIGHT)) -> str:
    """Return a prediction file for all tasks; the answers are ``codes`` in turn."""
    keys = [(task.id, draw) for task in TASKS for draw in range(draws)]
    return "".join(
        json.dumps(
            {"task_id": task, "draw": draw, "completion": f"```python\n{codes[place % len(codes)]}\n```"}
        )
        + "\n"
        for place, (task, draw) in enumerate(keys)
    )


RUN = {"suite": "tiny", "dataset": "small", "setting": "text", "protocol": "greedy", "prompt": "sightbench"}
PREDICTED = {**RUN, "predictions": "predictions.jsonl"}
REPLAYED = {**RUN, "model": {"provider": "replay", "model": "answers.jsonl"}}


def submit(
    submissions: Path,
    slug: str,
    *runs: Mapping[str, object],
    draws: int = 1,
    text: str = "",
) -> Path:
    """Write a submission as if it had been merged; its submission.yaml is JSON, which is YAML, too."""
    folder = submissions / slug
    folder.mkdir(parents=True, exist_ok=True)
    fields = {
        "schema": "sightbench/submission/1",
        "slug": slug,
        "name": slug.title(),
        "owners": ["octocat"],
    }
    content = json.dumps({**fields, "runs": list(runs)}, indent=1)
    (folder / "submission.yaml").write_text(content, encoding="utf-8")
    for name in ("predictions.jsonl", "answers.jsonl"):
        (folder / name).write_text(text or completions(draws), encoding="utf-8")
    return folder


def submitted(submissions: Path, *only: str) -> tuple[SubmittedRun, ...]:
    found = submitted_runs(submissions, only)
    assert not found.broken
    return found.runs


def plan_options(policy: Mapping[str, object] | None = None, **more: object) -> KnownRuns:
    parsed = Policy.model_validate({"schema": "sightbench/policy/1", **(policy or {})})
    return KnownRuns(**{"policy": parsed, "lint": False, **more})  # type: ignore[arg-type]


def plan_for(submissions: Path, **more: object) -> Plan:
    return make_plan(submitted(submissions), [], plan_options(**more))


@contextmanager
def no_progress(_stage: str):  # type: ignore[no-untyped-def]
    yield lambda _done, _total: None


#: Prints nothing while completions are generated.
QUIET = GenerationListener(lambda _: None, lambda _: None, lambda _: None)
PLACE = JudgingPlace(executor=LocalPool(1, keep=True), environment={"PATH": "/usr/bin"}, stage=no_progress)


def run_of_job(submissions: Path, plan: Plan, job: MatrixJob) -> tuple[SubmittedRun, PlannedRun]:
    run = next(run for run in plan.runs if (run.slug, run.run) == (job.slug, job.run))
    found = next(each for each in submitted(submissions, job.slug) if each.index == job.run)
    return found, run


def score_all(submissions: Path, plan: Plan, artifacts: Path, place: JudgingPlace = PLACE) -> None:
    for job in plan.of("score"):
        run, planned = run_of_job(submissions, plan, job)
        score_job(plan, run, planned, job, artifacts / job.id, artifacts=artifacts, place=place)


def evaluated(
    folder: Path, *, ci: CiRun | None = None, seconds: float | None = None, **options: object
) -> RecordJob:
    """Plan, generate and judge the submissions below a folder; return the input of the job that records."""
    submissions, artifacts = folder / "submissions", folder / "artifacts"
    plan = plan_for(submissions, **options)
    for job in plan.of("generate"):
        run, _ = run_of_job(submissions, plan, job)
        generate_job(run, job, artifacts / job.id, seconds=seconds, budget=None, listener=lambda _: QUIET)
    score_all(submissions, plan, artifacts)
    return RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, ci=ci or CiRun())


def read_outputs(path: Path) -> dict[str, str]:
    """Return the outputs that steps wrote to GITHUB_OUTPUT; of one name, the newest."""
    found = re.findall(r"(\w+)<<(\S+)\n(.*?)\n\2\n", path.read_text(encoding="utf-8"), re.DOTALL)
    return {name: value for name, _, value in found}


def run_command(command: click.Command, **options: object) -> None:
    """Call the work of a command with its options, without the command line."""
    assert command.callback is not None
    command.callback(**options)
