"""The workflows run and care in one process: the real commands, a real branch, and a fake GitHub.

A test merges submissions, plans, and decides how each evaluation continues and ends::

    (evaluation,) = world.plan()
    world.accept(evaluation)
    world.end(evaluation, "failure", jobs={"Generate acme": "success"}, artifacts={...})
"""

import datetime
import io
import itertools
import json
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from ci_world import RUN, read_outputs, run_command
from fake_github import FakeGitHub

from benchmark.chain.plan import reservations
from benchmark.chain.plan.job import MatrixJob, Plan, read_plan
from benchmark.cli.ci import plans
from benchmark.generation.record.manifest import (
    Manifest,
    ManifestConfig,
    ManifestPrice,
    ManifestTotals,
    config_digest,
)
from benchmark.results.branch import publish
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import (
    Money,
    MoneyEntry,
    Reservation,
    StartedRun,
    add_next_to,
    find_reservation,
    read_money,
)
from tests.begun_branch import begin_branch

POLICY = {
    "schema": "sightbench/policy/1",
    "budgets": {"run_usd": 10.0, "month_usd": 15.0},
    "keys": {"OPENAI_API_KEY": "openai.com"},
    "gpus": [{"name": "h200", "models": ["acme/*"]}],
}
PAID = {**RUN, "model": {"provider": "openai", "model": "gpt-4.1-mini"}}
LOCAL = {**RUN, "model": {"provider": "local", "model": "acme/vl-7b"}}
COMMIT = "c" * 40


@dataclass(frozen=True)
class Evaluation:
    """A run of run.yml that a plan started."""

    id: int
    inputs: Mapping[str, str]
    found: dict[str, Any]  #: the run as the API returns it

    @property
    def name(self) -> str:
        return self.inputs["part"]


@dataclass
class ActionsWorld:
    """A repository on GitHub with submissions and a branch of results."""

    folder: Path
    hub: FakeGitHub
    patch: pytest.MonkeyPatch
    policy: Mapping[str, object] = field(default_factory=lambda: POLICY)
    ended: str = "2026-01-01T00:00:00Z"  #: when evaluations ended: long ago, so that nobody waits for GitHub

    def __post_init__(self) -> None:
        self.remote = begin_branch(self.folder / "results.git")
        self.submissions.mkdir()
        self.write_policy(self.policy)
        self._ids, self._numbers = itertools.count(100), itertools.count(1)
        self.hub.on_dispatch = self._list_dispatched
        self.hub.content = lambda path, _branch: (self.checkout() / path).read_bytes()
        self.started: list[Evaluation] = []  #: every evaluation that was started, also if the reply was lost
        self._folders = (self.folder / f"checkout-{number}" for number in itertools.count())
        self.patch.setattr(reservations, "PACE", 0.0)
        self.hub.use(self.patch, GITHUB_SHA=COMMIT, GITHUB_SERVER_URL="https://github.com")

    @property
    def submissions(self) -> Path:
        return self.folder / "submissions"

    def write_policy(self, policy: Mapping[str, object]) -> None:
        (self.folder / "policy.yml").write_text(json.dumps(policy), encoding="utf-8")

    def checkout(self) -> Path:
        """Return a fresh checkout of the branch."""
        folder = next(self._folders)
        command = ["git", "-C", str(self.remote), "archive", "--format=zip", "results"]
        done = subprocess.run(command, capture_output=True, check=True)
        with zipfile.ZipFile(io.BytesIO(done.stdout)) as files:
            files.extractall(folder)
        return folder

    def add(self, write: Callable[[Path], object]) -> None:
        """Add files to the branch."""

        def add(folder: Path) -> str:
            write(folder)
            return "Add"

        publish(str(self.remote), add, folder=next(self._folders))

    def money(self) -> Money:
        return read_money(self.checkout())

    def entry(self, evaluation: Evaluation) -> MoneyEntry:
        """Return the reservation of an evaluation, and its settlement."""
        return find_reservation(self.checkout(), evaluation.inputs["reservation"])

    def plan(self, only: str = "", *, start: bool = True) -> list[Evaluation]:
        """Plan the runs without rows, reserve and start evaluations, not yet run; or only plan."""
        return self._plan(start=start, only=(only,))

    def night(self, *, start: bool = True) -> list[Evaluation]:
        """Plan a night, reserve and start evaluations; return them, not yet run."""
        return self._plan(start=start, night=True)

    def _plan(self, *, start: bool, **options: object) -> list[Evaluation]:
        self.hub.play("run.yml", "reserve")
        run = self._list("plan", {})
        self.be(run)
        before = len(self.started)
        rows = None if start else self.checkout() / "results"
        given = {"rows": rows, "only": (), "night": False, "dry": False, "lint": False, "date": "", **options}
        more = {"out": self.folder / "plan.json", "start": "run.yml" if start else None}
        run_command(plans.plan, **{**self._inputs(), **given, **more})
        run |= {"status": "completed", "conclusion": "success"}
        return self.started[before:]

    def whole_plan(self) -> Plan:
        """Return the whole plan that was made last."""
        return read_plan(self.folder / "plan.json")

    def accept(self, evaluation: Evaluation, attempt: int = 1, **changes: str) -> Plan:
        """Run the first job of an evaluation, and return the plan that the others get."""
        self.hub.play("run.yml", "plan")
        evaluation.found["status"] = "in_progress"
        self.be(evaluation.found)
        self.patch.setenv("GITHUB_RUN_ATTEMPT", str(attempt))
        given = {**evaluation.inputs, **changes}
        out = self.folder / "accepted" / str(evaluation.id) / "plan.json"
        out.parent.mkdir(parents=True, exist_ok=True)
        run_command(
            plans.accept,
            **given,
            rows=self.checkout() / "results",
            submissions=self.submissions,
            policy=self.folder / "policy.yml",
            out=out,
        )
        return read_plan(out)

    def end(
        self,
        evaluation: Evaluation,
        conclusion: str,
        *,
        jobs: Mapping[str, str] | None = None,
        artifacts: Mapping[str, dict[str, bytes]] | None = None,
    ) -> None:
        """End an evaluation with these results of its jobs, by name, and these artifacts."""
        evaluation.found.update(status="completed", conclusion=conclusion, updated_at=self.ended)
        given = {"Check the plan": "success", **(jobs or {})}
        self.hub.run_jobs[evaluation.id] = [
            {
                "name": name,
                "status": "completed",
                "conclusion": result,
                "steps": [] if result in ("skipped", "queued") else [{"name": "Set up job"}],
            }
            for name, result in given.items()
        ]
        self.hub.artifacts.setdefault(evaluation.id, {}).update(artifacts or {})

    def reconcile(self) -> None:
        """Run the job of care.yml that settles lost evaluations and plans again."""
        self.hub.play("care.yml", "reconcile")
        given = {"site": False, "night": False, "added": False, "workflow": "run.yml"}
        run_command(plans.reconcile, **self._inputs(), **given)

    def _inputs(self) -> dict[str, object]:
        return {
            "remote": str(self.remote),
            "branch": "results",
            "submissions": self.submissions,
            "policy": self.folder / "policy.yml",
        }

    def repeat(self, evaluation: Evaluation) -> Evaluation:
        """Start an evaluation of the same reservation once more."""
        self._list_dispatched("run.yml", {"inputs": evaluation.inputs})
        return self.started[-1]

    def _list_dispatched(self, workflow: str, body: Mapping[str, Any]) -> int:
        inputs = body["inputs"]
        title = f"{inputs['part']} of {inputs['reservation']}" if inputs else "plan"
        run = self._list(title, inputs) if workflow == "run.yml" else {"id": next(self._ids)}
        if inputs:
            self.started.append(Evaluation(run["id"], inputs, run))
        return int(run["id"])

    def be(self, run: Mapping[str, Any]) -> None:
        """Let this process be a job of a run."""
        self.patch.setenv("GITHUB_RUN_ID", str(run["id"]))
        self.patch.setenv("GITHUB_RUN_NUMBER", str(run["run_number"]))
        self.patch.setenv("GITHUB_OUTPUT", str(self.folder / f"outputs-{run['id']}"))

    def _list(self, title: str, inputs: Mapping[str, str]) -> dict[str, Any]:
        identifier = next(self._ids)
        now = datetime.datetime.now(datetime.UTC)
        run = {
            "id": identifier,
            "run_number": next(self._numbers),
            "event": "workflow_dispatch",
            "path": ".github/workflows/run.yml",
            "head_branch": "main",
            "head_sha": COMMIT,
            "head_repository": {"full_name": self.hub.repository},
            "display_title": title,
            "status": "queued",
            "conclusion": None,
            "created_at": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "html_url": f"https://github.com/{self.hub.repository}/actions/runs/{identifier}",
            "inputs": dict(inputs),
        }
        self.hub.runs.setdefault("run.yml", []).insert(0, run)
        return run

    def outputs(self) -> dict[str, str]:
        """Return the outputs of the last step."""
        newest = max(self.folder.glob("outputs-*"), key=lambda path: int(path.name.rpartition("-")[2]))
        return read_outputs(newest)


def names(evaluations: list[Evaluation]) -> list[str]:
    return [evaluation.name for evaluation in evaluations]


def this_month() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m")


def forged(world: ActionsWorld, evaluation: Evaluation, **changes: object) -> str:
    """Push a changed copy of a reservation, and return its id; ``run`` holds changes of its first run."""
    found = world.entry(evaluation).reservation
    more = changes.pop("run", {})
    assert isinstance(more, dict)
    first = found.runs[0].model_copy(update=more)
    copy = found.model_copy(update={**changes, "runs": [first, *found.runs[1:]]}).with_its_id()
    world.add(lambda folder: add_record(folder / MONEY, copy))
    name_run(world, copy, evaluation.id)
    return copy.id


def name_run(world: ActionsWorld, reservation: Reservation, run: int) -> None:
    """Push which workflow run evaluates a reservation."""
    started = StartedRun(reservation=reservation.id, run=run)
    world.add(lambda folder: add_next_to(folder, reservation, started))


def checkpoint(
    job: MatrixJob, cost: float, state: str = "done", *, started: str = "2026-11-01T00:00:00Z"
) -> dict[str, dict[str, bytes]]:
    """Return the artifact that a generate job leaves after spending some dollars."""
    listed = [{"name": "completions.jsonl", "sha256": "0" * 64, "bytes": 1}]
    ended = {
        "schema": "sightbench/job/1",
        "job": job.id,
        "request": job.request,
        "state": state,
        "files": listed,
    }
    files = {
        "manifest.json": json.dumps(ended).encode(),
        "completions.generation.json": spending(cost, started=started),
    }
    return {job.id: {"job.json": job.model_dump_json().encode(), **files}}


def spending(
    cost: float,
    unsure: float = 0.0,
    started: str = "2026-11-01T00:00:00Z",
    *,
    tokens: int = 0,
    price: ManifestPrice | None = None,
) -> bytes:
    """Return the manifest of completions that have cost some dollars, and may have cost more."""
    config = ManifestConfig(
        provider="openai",
        model="gpt-x",
        suite="tiny",
        dataset="small",
        tasks="0" * 64,
        setting="text",
        prompt="sightbench",
        prompt_digest="0" * 64,
    )
    manifest = Manifest(
        digest=config_digest(config),
        config=config,
        started=started,
        wanted=6,
        totals=ManifestTotals(completions=6, cost_usd=cost, tokens_out=tokens),
        price=price,
        unsure_usd=unsure,
    )
    return manifest.model_dump_json(by_alias=True, exclude_none=True).encode()
