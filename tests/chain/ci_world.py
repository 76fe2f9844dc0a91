"""A small suite, submissions of it, and the stages in one process: what tests of the chain share."""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from benchmark.chain.jobs.scoring import JudgingPlace, find_completions, score_job
from benchmark.chain.plan.due_runs import SubmittedRun, submitted_runs
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun
from benchmark.chain.plan.plan import PlanOptions, make_plan
from benchmark.chain.plan.policy import Policy
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.suite import DrawProtocol, Extraction
from benchmark.core.task import FunctionCheck, Limits, Task, Text
from benchmark.extraction.own import extract
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
class Asking:
    """A prompt in words."""

    digest: str = "0" * 64
    stages: int = 1

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - the protocol's
        return (Turn(speaker="user", parts=(Text(text=f"Write {task.id}."),)),)


@dataclass(frozen=True, kw_only=True)
class Tiny:
    """Six tasks; two protocols."""

    id: str = "tiny"
    title: str = "Tiny"
    version: int = 1
    settings: Sequence[str] = ("text",)
    protocols: Mapping[str, DrawProtocol] = field(
        default_factory=lambda: MappingProxyType(
            {
                "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0),
                "sampled-2": DrawProtocol(id="sampled-2", draws=2, temperature=0.8),
            }
        )
    )
    subsets: Sequence[str] = ()
    levels: Sequence[str] = ()
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(
        default_factory=lambda: MappingProxyType({"small": lambda: TASKS})
    )
    extractions: Mapping[str, Extraction] = field(default_factory=lambda: MappingProxyType({"own": extract}))

    def prompt(self, name: str, setting: str) -> Prompt:  # noqa: ARG002 - the protocol's
        return Asking()


RIGHT, WRONG = "def f(x):\n    return 2 * x", "def f(x):\n    return x + 7"


def completions(draws: int = 1, codes: Sequence[str] = (RIGHT, WRONG, RIGHT)) -> str:
    """A prediction file for the tasks; ``codes`` in turn."""
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


def submit(submissions: Path, slug: str, *runs: Mapping[str, object], draws: int = 1, text: str = "") -> Path:
    """Merge a submission: JSON is YAML, too."""
    folder = submissions / slug
    folder.mkdir(parents=True, exist_ok=True)
    said = {"schema": "sightbench/submission/1", "slug": slug, "name": slug.title(), "owners": ["octocat"]}
    content = json.dumps({**said, "runs": list(runs)}, indent=1)
    (folder / "submission.yaml").write_text(content, encoding="utf-8")
    for name in ("predictions.jsonl", "answers.jsonl"):
        (folder / name).write_text(text or completions(draws), encoding="utf-8")
    return folder


def asked(submissions: Path, *only: str) -> tuple[SubmittedRun, ...]:
    found = submitted_runs(submissions, known_suites(), only)
    assert not found.broken
    return found.runs


def wish(policy: Mapping[str, object] | None = None, **more: object) -> PlanOptions:
    lent = Policy.model_validate({"schema": "sightbench/policy/1", **(policy or {})})
    return PlanOptions(**{"policy": lent, "lint": False, **more})  # type: ignore[arg-type]


def planned(submissions: Path, **more: object) -> Plan:
    return make_plan(asked(submissions), [], wish(**more))


@contextmanager
def silent(_stage: str):  # type: ignore[no-untyped-def]
    yield lambda _done, _total: None


PLACE = JudgingPlace(executor=LocalPool(2), environment={"PATH": "/usr/bin"}, stage=silent)


def parts_of(submissions: Path, plan: Plan, job: MatrixJob) -> tuple[SubmittedRun, PlannedRun]:
    run = next(run for run in plan.runs if (run.slug, run.run) == (job.slug, job.run))
    return next(one for one in asked(submissions, job.slug) if one.index == job.run), run


def score_all(submissions: Path, plan: Plan, artifacts: Path, place: JudgingPlace = PLACE) -> None:
    for job in plan.of("score"):
        one, run = parts_of(submissions, plan, job)
        generate = next((other for other in plan.jobs if other.id == run.generate), None)
        given = find_completions(one, run, generate, artifacts)
        score_job(one, run, job, artifacts / job.id, given=given, lint=plan.lint, place=place)


def copied(folder: Path, into: Path) -> Path:
    return Path(shutil.copytree(folder, into))
