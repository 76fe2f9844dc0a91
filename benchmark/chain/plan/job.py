"""The plan of one workflow run: the runs that get a row, and the jobs that make it.

A whole plan is for all submissions. Each of its parts has a reservation on the branch of results, from which
the plan of that part is made (``reservations``). In a night, each run gets a panel instead of a row.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar, get_args

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Task
from benchmark.files import strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record, Slug, validate_record
from benchmark.results.branch_record import Digest, Moment, Night
from benchmark.results.money import Part, WatchedVersion
from benchmark.results.nights import PanelSample
from benchmark.results.owners import SubmissionChange
from benchmark.results.status import Reason, RunFields, RunName, State
from benchmark.submissions.fields import Variable


class PanelPlan(Record):
    """The panel that one night draws of one series: each task once."""

    date: Night
    sample: PanelSample = Field(description="the tasks of the panel, the same as in the series' newest panel")
    watched: WatchedVersion | None = Field(
        default=None, description="the model, if the series is a new version on the watch list"
    )

    def chosen(self, tasks: Sequence[Task]) -> tuple[Task, ...]:
        """Return the panel's tasks, in the order of the data set; BadInput if the data set lacks one."""
        if self.sample.kind == "all":
            return tuple(tasks)
        named = {task for drawn in self.sample.strata.values() for task in drawn}
        if unknown := sorted(named - {task.id for task in tasks}):
            problem = f"names the task {quote_value(unknown[0])}, which the data set lacks"
            raise BadInput("--plan", "panel.sample", problem, "plan again")
        return tuple(task for task in tasks if task.id in named)


JOBS_LIMIT = 256  #: maximum jobs of one matrix, set by GitHub
MINUTES_LIMIT = 350  #: maximum minutes of one job; GitHub stops it after 360
PLAN_LIMIT = 8 << 20  #: maximum bytes of a plan

_ID_DIGITS = 10

Kind = Literal["generate", "score", "rubric"]
#: A job's id is the name of its artifact and of its folder.
JobId = Annotated[
    str, Field(max_length=140, pattern=r"^(?:generate|score|rubric)\.[a-z0-9]+(?:[._-][a-z0-9]+)*$")
]


BatchUse = Literal["no", "send", "collect"]


class MatrixJob(Record):
    """One job of a matrix, with everything that its workflow needs to know."""

    id: JobId
    kind: Kind
    slug: Slug
    run: Annotated[int, Field(ge=0, description="index of the run in the submission's file")]
    request: Digest = Field(description="digest of everything that affects the completions")
    shard: Annotated[int, Field(ge=0)] = 0
    shards: Annotated[int, Field(ge=1)] = 1
    minutes: Annotated[int, Field(ge=1, le=MINUTES_LIMIT, description="time limit of the job")]
    runs_on: Annotated[list[str], Field(min_length=1, description="labels of the runner")]
    gpu: bool = False
    keys: list[Variable] = Field(default_factory=list, description="names of the secrets that the job needs")
    resume: Annotated[str, Field(pattern=r"^\d{0,20}$")] = Field(
        default="", description="id of the CI run whose artifact has the completions so far; empty for none"
    )
    batch: BatchUse = Field(
        default="no",
        description="collect: only with the artifact of `resume`, whose batches were paid for; send: in"
        " batches, unless completions were begun in another way",
    )


class RunOfPlan(RunFields):
    """The name and the digests of a run in a plan."""

    slug: Slug
    request: Digest
    config: Digest

    @property
    def name(self) -> RunName:
        """The name of the run in rows and statuses."""
        return self.name_of(self.slug)


class PlannedRun(RunOfPlan):
    """A run that gets jobs, and their ids."""

    run: Annotated[int, Field(ge=0)]
    tasks: Digest = Field(description="digest of the data set")
    generate: JobId | None = None
    score: list[JobId]
    rubric: JobId | None = Field(
        default=None, description="job in which a model scores the answers; null if none does"
    )
    reserved_cents: Annotated[
        int, Field(ge=0, description="US cents that generating may cost at most; 0 if nothing is paid for")
    ] = 0
    rubric_cents: Annotated[
        int, Field(ge=0, description="US cents that scoring by a model may cost at most; 0 without that job")
    ] = 0
    no_rubric: Reason | None = Field(
        default=None, description="why no model scores the answers, although policy.yml wants it"
    )
    no_batch: Reason | None = Field(
        default=None, description="why calls are made one by one, although policy.yml allows batches"
    )
    panel: PanelPlan | None = Field(default=None, description="the panel of a night; null for a row")
    recorded: bool = Field(
        default=False, description="whether the run has its row, and lacks only scores by a model"
    )

    @property
    def jobs(self) -> list[str]:
        """The ids of the run's jobs."""
        return [*filter(None, (self.generate, *self.score, self.rubric))]

    @property
    def watched(self) -> WatchedVersion | None:
        """The run's model on the watch list, if nobody has submitted it yet."""
        return None if self.panel is None else self.panel.watched


class UnplannedRun(RunOfPlan):
    """A run that gets no job now, and the reason, which becomes its status."""

    state: State
    reason: Reason


class Plan(Record):
    """A whole plan, or its part for one submission.

    ``sightbench ci plan`` writes it, ``sightbench ci accept`` checks it, and every later stage reads it.
    """

    schema_: Literal["sightbench/plan/1"] = Field(default="sightbench/plan/1", alias="schema")
    created: Moment
    commit: Annotated[str, Field(pattern=r"^(?:[0-9a-f]{40})?$")] = Field(
        default="", description="commit of the submissions; empty if unknown"
    )
    lint: bool = Field(description="whether parsing success is measured")
    runs: list[PlannedRun] = Field(default_factory=list)
    jobs: list[MatrixJob] = Field(default_factory=list)
    unplanned: list[UnplannedRun] = Field(default_factory=list)
    left: int = Field(default=0, ge=0, description="runs for which this plan had no room")
    under_way: int = Field(default=0, ge=0, description="runs whose submission is being evaluated now")
    owners: list[Slug] = Field(
        default_factory=list,
        description="submissions whose owners a maintainer changed; they are recorded again",
    )
    part: Part | None = Field(default=None, description="the part of a plan; null for a whole plan")
    reservation: Digest | None = Field(
        default=None, description="reservation of its money on the branch; null for a whole plan"
    )
    change: SubmissionChange | None = Field(
        default=None, description="who changed the submission last; null if the plan did not ask"
    )

    @property
    def is_night(self) -> bool:
        """Whether panels of a night are drawn."""
        return any(run.panel is not None for run in self.runs)

    def of(self, kind: Kind) -> list[MatrixJob]:
        """Return the jobs of one kind."""
        return [job for job in self.jobs if job.kind == kind]

    def run_of(self, job: MatrixJob) -> PlannedRun:
        """Return the run of a job."""
        return next(run for run in self.runs if job.id in run.jobs)

    def part_of(self, run: PlannedRun) -> str:
        """Return the part that a run belongs to."""
        gpu = any(job.id == run.generate and job.gpu for job in self.jobs)
        row = "rubric" if run.recorded else "gpu" if gpu else "plan"
        return f"{row if run.panel is None else 'night'}-{run.slug}"


def asked_text(run: PlannedRun, jobs: Iterable[MatrixJob]) -> str:
    """Return how a run is asked, for the end of its line; empty if policy.yml does not allow batches."""
    batched = any(job.id == run.generate and job.batch != "no" for job in jobs)
    return ", in batches" if batched else f", call by call: {run.no_batch}" if run.no_batch else ""


def job_id(kind: Kind, slug: str, request: str, shard: int = 0, shards: int = 1, *, night: str = "") -> str:
    """Return the id of a job; planning the same request, or panel of a night, again gives the same id."""
    part = "" if kind != "score" else f".{shard + 1}-of-{shards}"
    date = f".{night}" if night else ""
    return f"{kind}.{slug}.{request[:_ID_DIGITS]}{date}{part}"


Kept = TypeVar("Kept", bound=Record)


def parse_own(kind: type[Kept], data: bytes, path: Path) -> Kept:
    """Parse a file that a job of this version wrote; BadInput if it is damaged, or of another version."""
    try:
        return validate_record(kind, strict_json.loads(data, path), path)
    except BadInput as error:
        problem = f"is damaged, or was written by another version of Sightbench ({error.problems[0].located})"
        raise BadInput(path, "", problem, "plan again") from None


def write_plan(path: Path, plan: Plan) -> None:
    """Write a plan."""
    write_atomic(path, plan.model_dump_json(by_alias=True, indent=1).encode() + b"\n")


def read_plan(path: Path, digest: str | None = None) -> Plan:
    """Read a plan; ``digest`` is the SHA-256 of the accepted one, or None if it cannot have been replaced.

    Raises:
        BadInput: if the file is not a valid plan, or has another digest.
    """
    data = read_bytes(path, PLAN_LIMIT)
    if digest is not None and (found := sha256_hex(data)) != digest:
        problem = f"has the SHA-256 {found}, but the plan that was accepted has {quote_value(digest)}"
        raise BadInput(path, "", problem, "find out which job replaced the plan; nothing was recorded")
    plan = parse_own(Plan, data, path)
    known = {job.id for job in plan.jobs}
    for number, run in enumerate(plan.runs):
        if missing := sorted(set(run.jobs) - known):
            problem = f"needs job {missing[0]}, which is not in the plan"
            raise BadInput(path, f"runs[{number}]", problem, "plan again")
    for number, job in enumerate(plan.jobs):
        if not any(job.id in run.jobs for run in plan.runs):
            raise BadInput(path, f"jobs[{number}]", f"{job.id} belongs to no run of the plan", "plan again")
    return plan


def job_of(plan: Plan, path: Path, identifier: str, kind: Kind) -> tuple[MatrixJob, PlannedRun]:
    """Return a job of a plan, and its run; BadInput if the plan has no such job."""
    job = next((job for job in plan.jobs if job.id == identifier and job.kind == kind), None)
    if job is None:
        known = ", ".join(job.id for job in plan.of(kind)[:3])
        fix = f"name one such as {known}" if known else f"make a plan with a {kind} job"
        raise BadInput("--job", "", f"{path} has no {kind} job {quote_value(identifier)}", fix)
    return job, plan.run_of(job)


def outputs_of(plan: Plan) -> Mapping[str, str]:
    """Return the outputs of the planning step, by name.

    ``generate``, ``gpu``, ``score`` and ``rubric`` are matrices. ``any_NAME`` is true if that matrix has a
    job, ``any_record`` if there is anything to record. GPU jobs have their own matrix, because they need
    other runners and no key.
    """
    matrices: dict[str, Sequence[MatrixJob]] = {kind: plan.of(kind) for kind in get_args(Kind)}
    matrices["gpu"] = [job for job in matrices["generate"] if job.gpu]
    matrices["generate"] = [job for job in matrices["generate"] if not job.gpu]
    found = {"any_record": json.dumps(bool(plan.runs))}
    for name, jobs in matrices.items():
        entries = [
            {
                "job": job.id,
                "name": f"{run.name}" + (f" ({job.shard + 1} of {job.shards})" if job.shards > 1 else ""),
                "runs_on": job.runs_on,
                # As a text, because `contains(fromJSON(…))` in run.yml reads it.
                "keys": json.dumps(job.keys),
                "generated": run.generate or "",
                "resume": job.resume,
            }
            for job, run in zip(jobs, map(plan.run_of, jobs), strict=True)
        ]
        found |= {name: json.dumps({"include": entries}), f"any_{name}": json.dumps(bool(jobs))}
    return found
