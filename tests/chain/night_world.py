"""Nights on a small suite: submissions that ask a server on loopback, a branch, and the steps of a night."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from ci_world import RIGHT, RUN, WRONG, submit
from loopback import FixedText, LoopbackServer, Rule, Script

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import raise_all, results_of
from benchmark.chain.plan.job import Plan, read_plan
from benchmark.results.nights import Panel, add_nightly, read_panels
from tests.conftest import Sightbench

MODEL = "gpt-4.1-mini"
ASKED = {**RUN, "model": {"provider": "openai", "model": MODEL}}
WATCH = {"provider": "openai", "models": "gpt-4.1*", "suites": ["tiny"], "budget_usd": 1.0}
NIGHT_POLICY: Mapping[str, object] = {
    "schema": "sightbench/policy/1",
    "budgets": {"run_usd": 10.0, "month_usd": 100.0, "nightly_usd": 5.0},
    "keys": {"OPENAI_API_KEY": "openai.com"},
    "watch": [WATCH],
}
FIRST, SECOND, THIRD = "2026-11-20", "2026-11-21", "2026-11-22"  #: dates of nights


def answering(*wrong: str, before: tuple[Rule, ...] = ()) -> Script:
    """Return the script of a server that answers all tasks right but some."""
    rules = [Rule(fault=FixedText(text=f"```python\n{WRONG}\n```"), holds=f"{task}.") for task in wrong]
    return Script(rules=(*before, *rules, Rule(fault=FixedText(text=f"```python\n{RIGHT}\n```"))))


@dataclass
class NightWorld:
    """A folder with submissions, a policy and a checkout of the branch of results."""

    folder: Path
    server: LoopbackServer
    sightbench: Sightbench

    def __post_init__(self) -> None:
        (self.folder / "rows").mkdir()
        (self.folder / "rows" / "README.md").write_text("# Results\n", encoding="utf-8")
        (self.folder / "submissions").mkdir()
        self.write_policy(NIGHT_POLICY)
        self.server.script = answering("t-1")

    @property
    def submissions(self) -> Path:
        return self.folder / "submissions"

    @property
    def nightly(self) -> Path:
        """The folder of nights on the branch."""
        return self.folder / "rows" / "nightly"

    def write_policy(self, policy: Mapping[str, object]) -> None:
        (self.folder / "policy.yml").write_text(json.dumps(policy), encoding="utf-8")

    def submit(self, *slugs: str, **changes: object) -> None:
        for slug in slugs:
            submit(self.submissions, slug, {**ASKED, **changes})

    def plan(self, date: str = FIRST, *more: object) -> tuple[Plan, CompletedProcess[str]]:
        """Plan a night; return the plan and what was printed."""
        done = self.sightbench(
            *("ci", "plan", "--night", "--rows", "rows/results", "--date", date, "--out", "plan.json", *more)
        )
        assert done.returncode == 0, done.stderr
        return read_plan(self.folder / "plan.json"), done

    def run(self, out: str = "out") -> CompletedProcess[str]:
        """Draw the panels of the last plan as its jobs do, and write them to a folder.

        Returns:
            The first failed call, or the last one.
        """
        plan, jobs = read_plan(self.folder / "plan.json"), self.folder / out / "jobs"
        done, failed = CompletedProcess[str]([], 0, "", ""), None
        for job in plan.jobs:
            options = ["--job", job.id, "--plan", "plan.json", "--out", jobs / job.id]
            if job.kind == "score":
                options += ["--completions", jobs, "--workers", 1]
                with pytest.MonkeyPatch.context() as patch:
                    patch.delenv("OPENAI_API_KEY", raising=False)
                    done = self.sightbench("ci", "score", *options)
            else:
                done = self.sightbench("ci", "generate", *options)
            failed = failed or (done if done.returncode else None)
        work = RecordJob(
            plan=plan,
            artifacts=jobs,
            submissions=self.submissions,
            ci=CiRun.from_environment({}),
        )
        results = results_of(work)
        add_nightly(results.nightly, self.folder / out)
        if failed is None:
            raise_all(results.errors)
        return failed or done

    def night(self, date: str) -> CompletedProcess[str]:
        """Plan and draw a night, and copy its panels to the branch."""
        _, planned = self.plan(date)
        self.run(f"out-{date}")
        if (self.folder / f"out-{date}" / "nightly").exists():
            shutil.copytree(self.folder / f"out-{date}" / "nightly", self.nightly, dirs_exist_ok=True)
        return planned

    def panels(self, out: str = "out") -> tuple[Panel, ...]:
        """The panels that a run wrote."""
        return read_panels(self.folder / out / "nightly")
