"""Measures how long `ci plan` and `ci record` take with 200 submissions and 1,800 rows: at most 5 s each.

Each submission has ten runs on the 164 HumanEval tasks, of which nine have a row. The tenth run of each is
planned; that of one submission is then recorded, as in a workflow run, from the artifacts that its score job
would leave. Only these commands are timed, including their start-up.
"""

import argparse
import datetime
import itertools
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmark.chain.jobs.artifact import JudgingRecord, begin_artifact, end_artifact
from benchmark.chain.jobs.scoring import VERDICTS
from benchmark.chain.plan.due_runs import submitted_runs
from benchmark.chain.plan.job import Plan, read_plan
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.files.verdicts import write_verdicts
from benchmark.judging import JUDGE_VERSION
from benchmark.pipeline import sources
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import make_row, this_machine
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.results.branch import begin
from benchmark.scoring.metrics import summarise
from benchmark.submissions.check import read_submission
from benchmark.suites import categories_of, fitting_settings, load
from benchmark.suites.run_names import known_suites

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "submissions" / "smollm2-135m-q4"
POLICY = ROOT / "policy.yml"
LIMIT_SECONDS = 5.0
GUEST = {"python": "3.11"}
SETTINGS = load("code-vision").asked.settings
RUNS = [
    {"suite": "code-vision", "dataset": "rebuilt", "setting": setting, "protocol": protocol, "prompt": prompt}
    for (setting, prompt), protocol in itertools.product(
        [
            *((setting, "sightbench") for setting in fitting_settings("code-vision", "rebuilt", SETTINGS)),
            ("flowchart", "upstream"),
        ],
        ("cool-1", "greedy"),
    )
]


def main() -> None:
    """Print the seconds that the commands take; exit 1 if one is over the limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--submissions", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = make_world(folder, options.submissions)
        print(f"{options.submissions} submissions, {rows} rows, {len(RUNS)} runs per submission")
        seconds = [timed(folder, "plan", plan_command(folder))]
        seconds.append(timed(folder, "plan one", [*plan_command(folder), "--only", "model-000"]))
        make_artifacts(folder)
        seconds.append(timed(folder, "record", record_command(folder)))
        seconds.append(timed(folder, "record again", record_command(folder, "again")))
    if max(seconds) > LIMIT_SECONDS:
        sys.exit(f"a command took more than {LIMIT_SECONDS:g} s")


def plan_command(folder: Path) -> list[object]:
    """Return the arguments of `sightbench ci plan` for the branch."""
    rows = ["--rows", folder / "branch" / "results", "--submissions", folder / "submissions"]
    return ["plan", *rows, "--policy", POLICY, "--no-lint", "--out", folder / "plan.json"]


def record_command(folder: Path, checkout: str = "checkout") -> list[object]:
    """Return the arguments of `sightbench ci record` for the branch."""
    inputs = ["--plan", folder / "plan.json", "--artifacts", folder / "artifacts", "--policy", POLICY]
    folders = ["--submissions", folder / "submissions", "--checkout", folder / checkout]
    return ["record", *inputs, *folders, "--remote", folder / "remote.git"]


def timed(folder: Path, name: str, command: list[object]) -> float:
    """Run a command in a process and return its seconds of wall time."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "benchmark", "ci", *map(str, command)],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    seconds, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        sys.exit(done.stderr)
    print(f"{name:13} {seconds:6.2f} s  ({cpu:.2f} s of CPU): {done.stdout.splitlines()[-1]}")
    return seconds


def make_world(folder: Path, count: int) -> int:
    """Make submissions and a repository with the rows of all runs but the last; return the number of rows."""
    base = read_predictions(MODEL / "predictions.jsonl")
    source = sources.from_suite("code-vision", "rebuilt")
    files: dict[str, bytes] = {"README.md": b"Rows.\n"}
    for number in range(count):
        slug = f"model-{number:03}"
        home = folder / "submissions" / slug
        home.mkdir(parents=True)
        text = (MODEL / "predictions.jsonl").read_text(encoding="utf-8")
        (home / "predictions.jsonl").write_text(text.replace("```", f"{slug} ```", 1), encoding="utf-8")
        header = {"schema": "sightbench/submission/1", "slug": slug, "name": slug, "owners": ["octocat"]}
        runs = [{**run, "predictions": "predictions.jsonl"} for run in RUNS]
        (home / "submission.yaml").write_text(
            json.dumps({**header, "runs": runs}, indent=1), encoding="utf-8"
        )
        completions = (replace(base[0], text=slug), *base[1:])
        outcomes = outcomes_of(number)
        evaluation = evaluation_of(source, completions, outcomes)
        submission = read_submission(home, known_suites(), whole=False)
        for run in submission.runs[:-1]:
            row, row_files = make_row(evaluation, row_identity(home, submission, run))
            path = row.path(Path("results"))
            files[str(path)] = row.to_bytes()
            files |= {str(path.parent / name): data for name, data in row_files.items()}
    subprocess.run(["git", "init", "--quiet", "--bare", str(folder / "remote.git")], check=True)
    begin(str(folder / "remote.git"), files, folder=folder / "branch")
    return sum(name.endswith(".json") for name in files)


def outcomes_of(seed: int) -> tuple[Outcome, ...]:
    """Make up verdicts on the bundled model's completions, of which one in five passes."""
    return tuple(
        Verdict(
            task_id=completion.task_id,
            draw=completion.draw,
            status=Status.PASSED if (number + seed) % 5 == 0 else Status.WRONG_ANSWER,
            detail="assert f(1) == 2: got 3",
            cpu_seconds=0.01,
        )
        for number, completion in enumerate(read_predictions(MODEL / "predictions.jsonl"))
    )


def evaluation_of(source: sources.TaskSource, completions: tuple, outcomes: tuple) -> Evaluation:  # type: ignore[type-arg]
    """Return the evaluation that judging would return for these outcomes."""
    return Evaluation(
        tasks=source.tasks,
        completions=completions,
        extraction="own",
        samples=(),
        outcomes=outcomes,
        scores=summarise(source.tasks, outcomes, categories_of(source.tasks)),
        guest=GUEST,
        executor="local",
        workers=2,
        time_factor=1.0,
        started=datetime.datetime(2026, 11, 1, tzinfo=datetime.UTC),
        seconds=10.0,
    )


def make_artifacts(folder: Path) -> None:
    """Write the artifacts that the score jobs of the plan would leave."""
    plan: Plan = read_plan(folder / "plan.json")
    asked = {one.name: one for one in submitted_runs(folder / "submissions").runs}
    tasks = {run.score[0]: run for run in plan.runs}
    for number, job in enumerate(plan.of("score")):
        run = tasks[job.id]
        home = folder / "artifacts" / job.id
        begin_artifact(home, job)
        completions = read_predictions(asked[run.name].folder / "predictions.jsonl")
        write_verdicts(home / VERDICTS, outcomes_of(number), measured=True)
        judged = JudgingRecord(
            suite=load(run.suite).version,
            judge=JUDGE_VERSION,
            guest=GUEST,
            extraction="own",
            tasks=run.tasks,
            completions=completions_digest(completions),
            samples=len(completions),
            gold=9,
            blank=9,
            machine=this_machine(1.0),
            workers=2,
            started="2026-11-20T12:00:00Z",
            seconds=10.0,
        )
        end_artifact(home, job, state="done", judged=judged)


if __name__ == "__main__":
    shutil.which("git") or sys.exit("needs git")
    main()
