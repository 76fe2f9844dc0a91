"""The workflows plan and evaluate in one process: the real commands, and a fake GitHub with their runs.

A test merges submissions, runs plan.yml, and decides how each evaluation continues and ends::

    (evaluation,) = world.plan()
    world.accept(evaluation)
    world.end(evaluation, "failure", jobs={"Generate acme": "success"}, artifacts={...})
"""

import datetime
import functools
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from ci_world import RUN, run_command
from fake_github import FakeGitHub

from benchmark.chain.plan.job import MatrixJob, Plan, generate_id, plan_bytes, read_plan
from benchmark.cli.ci import plans
from benchmark.core.digest import sha256_hex
from benchmark.generation.record.manifest import Manifest, ManifestConfig, ManifestTotals, config_digest

POLICY = {
    "schema": "sightbench/policy/1",
    "budgets": {"run_usd": 10.0, "month_usd": 15.0},
    "keys": {"OPENAI_API_KEY": "openai.com"},
    "gpus": [{"name": "h200", "models": ["acme/*"]}],
}
PAID = {**RUN, "model": {"provider": "openai", "model": "gpt-x"}}
LOCAL = {**RUN, "model": {"provider": "local", "model": "acme/vl-7b"}}
COMMIT = "c" * 40


@dataclass(frozen=True)
class Evaluation:
    """A run of evaluate.yml that a plan started."""

    id: int
    inputs: Mapping[str, str]
    found: dict[str, Any]  #: the run as the API returns it

    @property
    def name(self) -> str:
        return self.inputs["plan"]


@dataclass
class ActionsWorld:
    """A repository on GitHub with submissions and a branch of results."""

    folder: Path
    hub: FakeGitHub
    patch: pytest.MonkeyPatch
    policy: Mapping[str, object] = field(default_factory=lambda: POLICY)

    def __post_init__(self) -> None:
        (self.folder / "rows").mkdir()
        (self.folder / "rows" / "README.md").write_text("# Results\n", encoding="utf-8")
        self.submissions.mkdir()
        self.write_policy(self.policy)
        self._ids = itertools.count(100)
        for name, value in self.hub.environment.items():
            self.patch.setenv(name, value)
        self.patch.setenv("GITHUB_SHA", COMMIT)
        self.patch.setenv("GITHUB_SERVER_URL", "https://github.com")

    @property
    def submissions(self) -> Path:
        return self.folder / "submissions"

    def write_policy(self, policy: Mapping[str, object]) -> None:
        (self.folder / "policy.yml").write_text(json.dumps(policy), encoding="utf-8")

    def plan(self, only: str = "", *, start: bool = True) -> list[Evaluation]:
        """Run plan.yml: make a plan, keep its artifacts, and start evaluations; return them, not yet run."""
        return self._plan("plan.yml", start=start, only=(only,))

    def night(self, *, start: bool = True) -> list[Evaluation]:
        """Run nightly.yml: plan, keep the artifacts, and start evaluations; return them, not yet run."""
        return self._plan("nightly.yml", start=start, night=True)

    def _plan(self, workflow: str, *, start: bool, **options: object) -> list[Evaluation]:
        run = self._run(workflow, "", {})
        split = self.folder / "plans" / str(run["id"])
        given = {"only": (), "night": False, **options}
        out = {"out": self.folder / "plan.json", "split": split}
        run_command(
            plans.plan, **self._inputs(), **given, **out, statuses=None, gpus=None, lint=False, date=""
        )
        kept = self.hub.artifacts.setdefault(run["id"], {})
        for entry in json.loads(self.outputs()["kept"])["include"]:
            files = {"plan.json": (split / entry["plan"] / "plan.json").read_bytes()}
            kept |= {name: files for name in (entry["plan"], entry["reservation"]) if name}
        before = len(self.hub.dispatched)
        if start and split.exists():
            self.start(run["id"])
        run |= {"status": "completed", "conclusion": "success"}
        return [self._evaluation(dispatch["inputs"]) for dispatch in self.hub.dispatched[before:] if start]

    def start(self, run: int) -> None:
        """Run the job of plan.yml that starts evaluations."""
        self.patch.setenv("GITHUB_RUN_ID", str(run))
        run_command(
            plans.start, plans=self.folder / "plans" / str(run), workflow="evaluate.yml", repository=""
        )

    def whole_plan(self) -> Plan:
        """Return the whole plan that was made last."""
        return read_plan(self.folder / "plan.json")

    def accept(self, evaluation: Evaluation, attempt: int = 1, **changes: str) -> Plan:
        """Run the first job of an evaluation, and return the plan that the others get."""
        evaluation.found["status"] = "in_progress"
        self.patch.setenv("GITHUB_RUN_ID", str(evaluation.id))
        self.patch.setenv("GITHUB_RUN_ATTEMPT", str(attempt))
        given = {**evaluation.inputs, **changes}
        out = self.folder / "accepted" / str(evaluation.id) / "plan.json"
        out.parent.mkdir(parents=True, exist_ok=True)
        run_command(
            plans.accept,
            artifact=given["plan"],
            plan_run=int(given["run"]),
            digest=given["digest"],
            repository="",
            out=out,
            **self._inputs(),
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
        evaluation.found.update(status="completed", conclusion=conclusion)
        given = {"Check the plan": "success", **(jobs or {})}
        self.hub.run_jobs[evaluation.id] = [
            {"name": name, "status": "completed", "conclusion": result} for name, result in given.items()
        ]
        self.hub.artifacts.setdefault(evaluation.id, {}).update(artifacts or {})

    def reconcile(self) -> None:
        """Run reconcile.yml."""
        run_command(
            plans.reconcile,
            **self._inputs(),
            statuses=None,
            gpus=None,
            repository="",
            site=False,
            workflow="plan.yml",
            ref="main",
        )

    def _inputs(self) -> dict[str, Path]:
        return {
            "rows": self.folder / "rows" / "results",
            "submissions": self.submissions,
            "policy": self.folder / "policy.yml",
        }

    def repeat(self, evaluation: Evaluation) -> Evaluation:
        """Start an evaluation of the same plan once more."""
        return self._evaluation(evaluation.inputs)

    def _evaluation(self, inputs: Mapping[str, str]) -> Evaluation:
        run = self._run("evaluate.yml", f"{inputs['plan']} of plan {inputs['run']}", inputs)
        return Evaluation(run["id"], inputs, run)

    def _run(self, workflow: str, title: str, inputs: Mapping[str, str]) -> dict[str, Any]:
        identifier = next(self._ids)
        now = datetime.datetime.now(datetime.UTC)
        run = {
            "id": identifier,
            "event": "workflow_dispatch",
            "path": f".github/workflows/{workflow}",
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
        self.hub.runs.setdefault(workflow, []).insert(0, run)
        self.patch.setenv("GITHUB_RUN_ID", str(identifier))
        self.patch.setenv("GITHUB_OUTPUT", str(self.folder / f"outputs-{identifier}"))
        return run

    def outputs(self) -> dict[str, str]:
        """Return the outputs of the last step."""
        newest = max(self.folder.glob("outputs-*"), key=lambda path: int(path.name.rpartition("-")[2]))
        found, lines = {}, iter(newest.read_text(encoding="utf-8").splitlines())
        for line in lines:
            name, end = line.split("<<")
            found[name] = "\n".join(iter(functools.partial(next, lines), end))
        return found


def forge(world: ActionsWorld, evaluation: Evaluation, plan: Plan) -> str:
    """Put another plan into the artifact of an evaluation, and return its digest."""
    data = plan_bytes(plan)
    world.hub.artifacts[int(evaluation.inputs["run"])][evaluation.name] = {"plan.json": data}
    return sha256_hex(data)


def checkpoint(job: MatrixJob, cost: float, state: str = "done") -> dict[str, dict[str, bytes]]:
    """Return the artifact that a generate job leaves after spending some dollars."""
    ended = {"schema": "sightbench/job/1", "job": job.id, "request": job.request, "state": state}
    files = {"manifest.json": json.dumps(ended).encode(), "completions.generation.json": spending(cost)}
    assert job.id == generate_id(job.slug, job.request)
    return {job.id: files}


def spending(cost: float, unsure: float = 0.0) -> bytes:
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
        started="2026-11-21T00:00:00Z",
        wanted=6,
        totals=ManifestTotals(completions=6, cost_usd=cost),
        unsure_usd=unsure,
    )
    return manifest.model_dump_json(by_alias=True, exclude_none=True).encode()
