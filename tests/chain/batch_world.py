"""Whole evaluations on the fake GitHub, with a real server of batches and with kills at each step."""

import contextlib
import datetime
import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from typing import Any, Self

from actions_world import ActionsWorld, Evaluation
from ci_world import PLACE, QUIET
from loopback import LoopbackServer
from night_world import NIGHT_POLICY, answering

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs import generating
from benchmark.chain.jobs.generating import generate_job
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import add_records, raise_all, results_of
from benchmark.chain.jobs.scoring import score_job
from benchmark.chain.jobs.settling import add_settled
from benchmark.chain.plan.due_runs import find_run
from benchmark.chain.plan.job import MatrixJob, Plan
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.runners import budget_of
from benchmark.core.errors import OurFailure, SightbenchError
from benchmark.files.atomic import make_folder
from benchmark.generation.batch import apis
from benchmark.generation.providers import PROVIDERS
from benchmark.pipeline.generate import batch as asking
from benchmark.results.branch import publish
from benchmark.results.nights import Panel, read_panels

#: With prices that make a panel of six answers cost some cents.
INPUT, OUTPUT = 300.0, 500.0
BATCHED = {
    **NIGHT_POLICY,
    "batch": True,
    "budgets": {"run_usd": 10.0, "month_usd": 100.0, "nightly_usd": 20.0},
    "keys": {
        "OPENAI_API_KEY": {"host": "openai.com", "prices": {"gpt-*": {"input": INPUT, "output": OUTPUT}}}
    },
}
#: A step of a job: the module, and the name of the function that does it.
Step = tuple[Any, str]
STEPS: tuple[Step, ...] = (
    (asking, "write_state"),
    (asking._FileBatches, "_ask"),
    (generating, "end_artifact"),
    (generating, "begin_artifact"),
)


class KilledError(BaseException):
    """The process of a job was killed."""


@dataclass
class BatchWorld(ActionsWorld):
    """A repository whose nights ask a server on loopback; the clock goes on only by :meth:`wait`."""

    policy: Mapping[str, object] = field(default_factory=lambda: BATCHED)
    server: LoopbackServer = field(default_factory=LoopbackServer)
    failed: list[str] = field(default_factory=list)  #: jobs that failed, as GitHub would show them in red
    kill: int = 0  #: number of the moment at which a job is killed: before and after each step; 0 for none
    moments: int = 0  #: that have passed
    _out: Path = field(init=False, default=Path())
    _left: dict[str, bytes] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.server.script = answering("t-1")
        local = replace(PROVIDERS["openai"], address=self.server.openai_url)
        self.patch.setattr(apis, "PROVIDERS", {"openai": local})
        for place, name in STEPS:
            self.patch.setattr(place, name, self._killable(getattr(place, name)))
        self._hours, self._real = 0, datetime.datetime
        # Begins at 10 o'clock UTC: the nights of a test do not depend on the time of day.
        self.wait((10 - self._real.now(datetime.UTC).hour) % 24)

    def wait(self, hours: int) -> None:
        """Let hours pass."""
        self._hours += hours
        passed = datetime.timedelta(hours=self._hours)

        class Later(self._real):  # type: ignore[misc, name-defined]
            @classmethod
            def now(cls, tz: datetime.tzinfo | None = None) -> Self:
                found: Self = super().now(tz) + passed
                return found

        self.patch.setattr(datetime, "datetime", Later)

    def _moment(self) -> None:
        self.moments += 1
        if self.moments == self.kill:
            # What a killed process leaves: nothing that it does afterwards, such as in a `finally`, is there.
            found = self._out.iterdir() if self._out.is_dir() else ()
            self._left = {path.name: path.read_bytes() for path in found}
            raise KilledError

    def _killable(self, step: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.iscoroutinefunction(step):

            async def asked(*given: Any, **more: Any) -> Any:
                self._moment()
                result = await step(*given, **more)
                self._moment()
                return result

            return asked

        def done(*given: Any, **more: Any) -> Any:
            self._moment()
            result = step(*given, **more)
            self._moment()
            return result

        return done

    def run(self, evaluation: Evaluation, *, lost: bool = False) -> Plan:
        """Do all jobs of an evaluation. With ``lost``, a process that is killed takes its machine with it."""
        plan, jobs = self.accept(evaluation), {"Check the plan": "success"}
        ci = CiRun.from_environment({**_GITHUB, "GITHUB_RUN_ID": str(evaluation.id)})
        generated, kept = "success", self.hub.artifacts.setdefault(evaluation.id, {})
        for job in plan.of("generate"):
            try:
                self._generate(kept, plan, job, lost=lost)
            except (KilledError, OurFailure) as error:
                self.failed.append(f"{job.id}: {error!r}")
                generated = "failure"
            jobs[f"Generate {job.slug}"] = generated
        artifacts = self.folder / "artifacts" / str(evaluation.id)
        for name, files in kept.items():
            make_folder(artifacts / name)
            for file, data in files.items():
                (artifacts / name / file).write_bytes(data)
        for job in plan.of("score"):
            planned = plan.run_of(job)
            run = find_run(self.submissions, planned.name, planned)
            jobs[f"Score {job.slug}"] = "failure"
            with contextlib.suppress(SightbenchError):  # such as the artifact of a job that was killed
                score_job(plan, run, planned, job, artifacts / job.id, artifacts=artifacts, place=PLACE)
                jobs[f"Score {job.slug}"] = "success"
        jobs["Record"] = "success"
        try:
            self._record(plan, ci, artifacts, generated)
        except (KilledError, SightbenchError) as error:
            self.failed.append(f"record {evaluation.name}: {error!r}")
            jobs["Record"] = "failure"
        self.end(evaluation, "failure" if "failure" in jobs.values() else "success", jobs=jobs)
        return plan

    def run_all(self, started: list[Evaluation]) -> None:
        for evaluation in started:
            self.run(evaluation)

    def _generate(self, kept: dict[str, dict[str, bytes]], plan: Plan, job: MatrixJob, *, lost: bool) -> None:
        """Ask in two of the five hours, with a checkpoint after each, as .github/actions/generate does."""
        planned, rules = plan.run_of(job), read_policy(self.folder / "policy.yml")
        submitted = find_run(self.submissions, planned.name, planned)
        self._out = out = self.folder / "machines" / str(next(self._ids))
        resume = int(job.resume or 0)
        found = {} if (resume, job.id) in self.hub.expired else self.hub.artifacts.get(resume, {})
        for name, data in found.get(job.id, {}).items():
            make_folder(out)
            (out / name).write_bytes(data)
        for _ in range(2):
            try:
                ended = generate_job(
                    submitted,
                    job,
                    out,
                    seconds=None,
                    budget=budget_of(submitted, planned, rules),
                    listener=lambda _: QUIET,
                    panel=planned.panel,
                    prices=rules.prices_for(submitted.run),
                )
            except KilledError:
                if not lost and self._left:
                    kept[job.id] = self._left
                raise
            kept[job.id] = {path.name: path.read_bytes() for path in out.iterdir()}
            if ended.error is not None:
                raise OurFailure(str(ended.error), "")

    def _record(self, plan: Plan, ci: CiRun, artifacts: Path, generated: str) -> None:
        work = RecordJob(plan=plan, artifacts=artifacts, submissions=self.submissions, ci=ci)
        results = results_of(work)

        def write(checkout: Path) -> str | None:
            ended = {"generate": generated, "rubric": "skipped"}
            message = add_records(results, checkout)
            settled = add_settled(plan, checkout, artifacts, ended, ci)  # type: ignore[arg-type]
            return "\n\n".join(filter(None, (message, settled))) or None

        self._moment()
        publish(str(self.remote), write, folder=next(self._folders))
        self._moment()
        raise_all(results.errors)

    def panels(self) -> tuple[Panel, ...]:
        return read_panels(self.checkout() / "nightly")

    @property
    def sent(self) -> list[list[str]]:
        """The ids of the calls of each batch that the vendor has."""
        return [[*batch.calls] for batch in self.server.batches.batches.values()]

    @property
    def billed(self) -> float:
        """US cents that the vendor bills: for each reply, whoever collects it."""
        replies = [
            json.loads(reply.body)
            for batch in self.server.batches.batches.values()
            for reply in (batch.replies or {}).values()
            if reply.status == HTTPStatus.OK
        ]
        used = [reply["usage"] for reply in replies]
        return sum(each["prompt_tokens"] * INPUT + each["completion_tokens"] * OUTPUT for each in used) / 1e4

    @property
    def counted(self) -> int:
        """US cents that the ledger counts."""
        return sum(entry.cents for entry in self.money().entries)


_GITHUB = {
    "GITHUB_REPOSITORY": "octo/bench",
    "GITHUB_SHA": "c" * 40,
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_RUN_NUMBER": "1",
    "GITHUB_RUN_ATTEMPT": "1",
}
