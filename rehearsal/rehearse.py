"""Rehearse the whole chain on this machine: a pull request, its merge, a pushed row, a site, and nights.

``./noxw -s rehearse``; arguments: ``--folder DIR``. The workflow files run unchanged. GitHub's own actions
have stand-ins (``rehearsal/actions``), GitHub's API is the fake one of our tests, and the repository is on
disk. Permissions, environments, concurrency and time limits are not rehearsed; ``./noxw -s workflows`` checks
them. ``--part`` runs one of two parts, each with a repository of its own: the session runs them side by side.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from act import WorkflowRun, WorkflowRunner
from drawings import DRAWN, SECRETS, fail, judge_model, submission, with_judge
from engine import make_engine
from followed import SLUG as FOLLOWED
from followed import SUBMISSION, make_vendor, with_nights
from hosting import hosting
from running import check, empty_folder, read_options, sightbench
from vendor import KEY
from workflow_nights import DECIDE, DRAW, GOOD_NIGHTS, push_panels, read_outcomes
from workflow_runs import Started, end_run, list_evaluation, list_run
from world import ROOT, Pull, World

from benchmark.chain.pull_request.pull_report import read_report
from benchmark.results.ledger import read_rows
from benchmark.results.owners import read_owners
from benchmark.results.row import Row
from benchmark.results.rubric import parse_rubric
from benchmark.results.status import read_statuses

sys.path.insert(0, str(ROOT / "tests" / "chain"))
from fake_github import TOKEN, FakeGitHub
from loopback import LoopbackServer

REPOSITORY, FORK, AUTHOR, AUTHOR_ID = "octo/bench", "kim/bench", "kim", 4711
SLUG, REPLAYED, SERVED = "rehearsed-1b", "rehearsed-2b", "rehearsed-3b"
SCORED, UNSCORED = "rehearsed-4b", "rehearsed-5b"
#: A submission of the project itself, which gets its row in the first evaluation.
BUNDLED = "smollm2-135m-q4"
#: The answers of that submission, from a small model: a whole data set, with every kind of outcome.
ANSWERS = ROOT / "submissions" / BUNDLED / "predictions.jsonl"
TASKS = 164
#: Maximum CPU time of validate, including installation from cached wheels. On an idle machine, its wall time
#: is about the same.
VALIDATE_SECONDS = 60.0

_SUBMISSION = """\
schema: sightbench/submission/1
slug: {slug}
name: {name}
organisation: Rehearsal
owners: [{author}]
weights: open
runs:
  - suite: code-vision
    dataset: rebuilt
    setting: text
    protocol: greedy
    prompt: sightbench
"""
_HANDED_IN = "    predictions: predictions.jsonl\n"
_SERVED = "    model:\n      provider: local\n      model: stand-ins/tiny\n"
_REPLAYED = "    model:\n      provider: replay\n      model: replies.jsonl\n"


#: The GPU runner that is added to the policy of the rehearsed repository.
_GPUS = """\
gpus:
  - name: stand-in
    models: [stand-ins/tiny]
"""
#: Files of the rehearsed repository that differ from the project: its policy, and weights for the GPU runner.
_MORE: dict[str, Callable[[str], str]] = {
    "policy.yml": lambda text: with_nights(text.replace("gpus: []\n", _GPUS)),
    "stand-ins/tiny/config.json": lambda _: "{}\n",
    "stand-ins/tiny/model.safetensors": lambda _: "no weights\n",
}


class Rehearsal:
    """The parts of the rehearsal, in order; each checks its own result."""

    def __init__(
        self, folder: Path, hub: FakeGitHub, server: str, judge: LoopbackServer, *, installs: bool
    ) -> None:
        self.folder, self.hub, self.judge = folder, hub, judge
        hub.accounts[AUTHOR] = AUTHOR_ID
        hub.artifact_folder = folder / "artifacts"
        self.world = World(folder, REPOSITORY)
        self.runner = WorkflowRunner(
            folder,
            REPOSITORY,
            server,
            hub.url,
            TOKEN,
            folder / "engine",
            environments=None if installs else ROOT,
        )
        self.runs = iter(range(101, 1000))
        self.rows: tuple[Row, ...] = ()
        self.listed: dict[int, dict[str, Any]] = {}  #: evaluations that were started, as GitHub lists them

    def set_up(self) -> None:
        """Set up the repository as its maintainers do."""
        policy = _MORE["policy.yml"]
        self.world.set_up({**_MORE, "policy.yml": lambda text: with_judge(policy(text), self.judge)})
        self.runner.set_up()
        make_engine(self.runner.engines)
        sightbench("results", "init", "--remote", str(self.world.bare))

    def pull_request(self) -> Pull:
        """Submit the answers of a model in a pull request, which is checked, judged and commented on."""
        pull = self._open(7, SLUG, {"submission.yaml": _yaml(SLUG, _HANDED_IN), "predictions.jsonl": ANSWERS})
        workflow_run, run = self._validate(pull)
        check_passed(workflow_run)
        report = read_report(self._artifacts(run) / "report" / "report.json")
        check(report.outcome == "judged", f"the report says {report.outcome}, not judged")
        check(report.head == pull.head, "the report is about another commit")
        check("unverified preview" in workflow_run.summary.lower(), "the summary is not marked as a preview")
        self.runner = replace(self.runner, environments=ROOT)  # installing once is enough
        check(
            workflow_run.cpu_seconds <= VALIDATE_SECONDS,
            f"validate took {workflow_run.cpu_seconds:.0f} s of CPU; the limit is {VALIDATE_SECONDS:.0f} s",
        )
        comments = self._report(pull, run, "success")
        check(len(comments) == 1, f"{len(comments)} comments instead of one")
        check("unverified preview" in comments[0]["body"].lower(), "the comment is not marked as a preview")
        check(len(self._report(pull, run, "success")) == 1, "a second report did not update the first")
        return pull

    def hostile_pull_request(self) -> None:
        """Open a pull request that also changes a workflow: it is refused, and nothing is posted."""
        more = {".github/workflows/extra.yml": b"on: push\n"}
        pull = self._open(
            8,
            "hostile-1b",
            {"submission.yaml": _yaml("hostile-1b", _HANDED_IN), "predictions.jsonl": ANSWERS},
            more,
        )
        workflow_run, run = self._validate(pull)
        check(set(workflow_run.jobs.values()) == {"failure"}, f"it was not refused: {workflow_run.jobs}")
        report = read_report(self._artifacts(run) / "report" / "report.json")
        check(report.outcome == "refused", f"the report says {report.outcome}, not refused")
        check(not self._report(pull, run, "failure"), "a comment was posted although workflows changed")

    def merge(self, pull: Pull) -> None:
        """Merge the pull request, which makes a row and a site."""
        started = self._plan(pull)
        check(set(started) == {f"plan-{SLUG}", f"plan-{BUNDLED}"}, f"it started {sorted(started)}")
        for evaluation in started.values():
            self._evaluate(evaluation)
        new = {row.result.submission.slug: row for row in self._new_rows()}
        check(set(new) == {SLUG, BUNDLED}, f"the new rows are of {sorted(new)}")
        row = new[SLUG]
        result = row.result
        check(result.statuses == new[BUNDLED].result.statuses, "the same answers got other verdicts")
        check(
            (result.suite, result.dataset, result.tasks.count) == ("code-vision", "rebuilt", TASKS),
            "the row has other tasks",
        )
        check(len(result.statuses) == TASKS, "the row does not have the status of every task")
        check(row.run.trust == "judged", f"the row is {row.run.trust}, not judged")
        check(row.run.commit == self.world.tip("main"), "the row names another commit")
        self._check_row(row)
        owners = read_owners(self.folder / "results" / "owners", SLUG)
        check(owners is not None and owners.accounts == {AUTHOR: AUTHOR_ID}, f"its owners are {owners}")

    def merge_models(self) -> None:
        """Merge two models that CI calls: one on a hosted runner, one on a GPU runner that comes later.

        Neither evaluation waits for the other. The run on the GPU has the status ``waiting``.
        """
        replayed: dict[str, str | Path] = {
            "submission.yaml": _yaml(REPLAYED, _REPLAYED),
            "replies.jsonl": ANSWERS,
        }
        asked = self._plan(self._open(9, REPLAYED, replayed))
        check(set(asked) == {f"plan-{REPLAYED}"}, f"it started {sorted(asked)}")
        served = self._plan(self._open(10, SERVED, {"submission.yaml": _yaml(SERVED, _SERVED)}))
        check(set(served) == {f"note-{SERVED}", f"gpu-{SERVED}"}, f"it started {sorted(served)}")
        self._evaluate(served[f"note-{SERVED}"])
        self._evaluate(asked[f"plan-{REPLAYED}"])
        new = {row.result.submission.slug: row for row in self._new_rows()}
        check(set(new) == {REPLAYED}, f"the new rows are of {sorted(new)}")
        (status,) = read_statuses(self.folder / "results" / "status", [SERVED])
        check(
            (status.state, "waits for a GPU runner" in status.reason) == ("waiting", True),
            f"its status is {status.state}: {status.reason}",
        )
        check(not self._start_plan(), "an evaluation that waits for its machine was planned again")
        run = self._evaluate(served[f"gpu-{SERVED}"])
        check(any(name.startswith("generate.") for name in self._names(run)), "no generate job kept its file")
        new |= {row.result.submission.slug: row for row in self._new_rows()}
        check(set(new) == {REPLAYED, SERVED}, f"the new rows are of {sorted(new)}")
        first = next(row for row in self.rows if row.result.submission.slug == SLUG)
        check(new[REPLAYED].result.statuses == first.result.statuses, "the same answers got other verdicts")
        check(new[SERVED].run.trust == "verified", f"the row is {new[SERVED].run.trust}, not verified")
        for row in new.values():
            self._check_row(row)

    def score_drawings(self) -> None:
        """Let a model score drawings; then its server fails, and the row is recorded all the same."""
        self.runner = replace(self.runner, secrets=SECRETS)
        started = self._plan(self._open(12, SCORED, dict(submission(SCORED))))
        self._evaluate(started[f"plan-{SCORED}"])
        check(self.judge.totals.answered == 2 * DRAWN, "the model was not asked twice about each drawing")
        (row,) = self._new_rows()
        (scores,) = self._scores(row)
        given = parse_rubric(scores.read_bytes(), scores).result
        check([score for score, *_ in given.scores.values()].count(7) == DRAWN, "the scores are others")
        self._check_row(row)
        fail(self.judge)
        started = self._plan(self._open(13, UNSCORED, dict(submission(UNSCORED))))
        run = started[f"plan-{UNSCORED}"]
        event = {"ref": "refs/heads/main", "inputs": run.inputs, "repository": self._repository()}
        workflow_run, _ = self._run("evaluate.yml", "workflow_dispatch", event, run.run)
        failed = {job for job, result in workflow_run.jobs.items() if result != "success"}
        check(len(failed) == 1 and "Grade" in failed.pop(), f"other jobs failed: {workflow_run.jobs}")
        check("no scores by a model" in workflow_run.summary, "the summary does not name the row")
        (row,) = self._new_rows()
        check(not self._scores(row), "scores were recorded although the model answered nothing")
        self._check_row(row)
        self.runner = replace(self.runner, secrets={})
        sightbench("results", "check", "--remote", str(self.world.bare))

    def run_everything_again(self) -> None:
        """Run everything again: neither plan nor reconcile finds anything to do."""
        before = self.world.tip("results")
        check(not self._start_plan(), "a second plan started evaluations")
        check(self.world.tip("results") == before, "the second run changed the branch results")
        event = {"ref": "refs/heads/main", "inputs": {}, "repository": self._repository()}
        check_passed(self._run("reconcile.yml", "workflow_dispatch", event)[0])
        check(not self.hub.dispatched, "reconcile started a workflow although nothing is due")
        check(not self.hub.issues, "reconcile opened an issue")
        sightbench("results", "check", "--remote", str(self.world.bare))

    def play_nights(self) -> None:
        """Draw a night of a followed model, and decide about it and about two weeks of scripted panels.

        The scripted ones have a drop, which opens one issue. Drawing again draws nothing.
        """
        pull = self._open(11, FOLLOWED, {"submission.yaml": SUBMISSION})
        self._merge(pull)
        vendor = make_vendor(self.folder, ROOT / ".nox" / "generate" / "bin" / "python")
        secrets = {"OPENAI_API_KEY": KEY}
        with vendor.running(), variables(vendor.environment()):
            self.runner = replace(self.runner, secrets=secrets)
            check_passed(self._night("schedule", DRAW))
            started = self._started()
            check(set(started) == {f"night-{FOLLOWED}"}, f"the night started {sorted(started)}")
            self._evaluate(started[f"night-{FOLLOWED}"])
            asked = vendor.asked
            check_passed(self._night("workflow_dispatch", {"inputs": {"step": "draw"}}))
            check(not self._started() and vendor.asked == asked, "a night was drawn twice")
            self.runner = replace(self.runner, secrets={})
        push_panels(self.world.bare, self.folder / "panels", SLUG)
        check_passed(self._night("workflow_dispatch", DECIDE))
        branch = self.world.check_out("results", self.folder / "results")
        outcomes = read_outcomes(branch, SLUG)
        good, last = set(outcomes[:GOOD_NIGHTS]), outcomes[-1]
        check((good, last) == ({"warming-up", "ok"}, "regressed"), f"the nights were decided as {outcomes}")
        check(read_outcomes(branch, FOLLOWED) == ["warming-up"], "the drawn night was not decided")
        titles = [issue["title"] for issue in self.hub.issues]
        check(len(titles) == 1 and SLUG in titles[0], f"the open issues are {titles}")
        check((self.folder / "pages" / "trends" / "index.html").is_file(), "the site has no page of trends")
        sightbench("results", "check", "--remote", str(self.world.bare))
        (panel,) = (branch / "nightly" / "panels").rglob(f"{FOLLOWED}/*[0-9a-f].json")
        sightbench("verify", str(panel))

    def _night(self, event: str, payload: dict[str, Any]) -> WorkflowRun:
        self.world.at(self.world.tip("main"))
        payload = {"ref": "refs/heads/main", "repository": self._repository(), **payload}
        return self._run("nightly.yml", event, payload)[0]

    def _open(
        self, number: int, slug: str, files: dict[str, str | Path], more: dict[str, bytes] | None = None
    ) -> Pull:
        content = {
            f"submissions/{slug}/{name}": data.encode() if isinstance(data, str) else data.read_bytes()
            for name, data in files.items()
        }
        pull = self.world.open_pull(number, f"add-{slug}", {**content, **(more or {})})
        found = self.hub.pull(number, sha=pull.head, repository=FORK, branch=pull.branch)
        self.hub.pulls.append({**found, "user": {"login": AUTHOR, "id": AUTHOR_ID}})
        self.hub.files[number] = [
            {"filename": name, "status": "added"} for name in {**content, **(more or {})}
        ]
        return pull

    def _validate(self, pull: Pull) -> tuple[WorkflowRun, int]:
        head = {"sha": pull.head, "ref": pull.branch, "repo": {"full_name": FORK, "fork": True}}
        base = {"sha": pull.base, "ref": "main", "repo": self._repository()}
        event = {
            "action": "opened",
            "number": pull.number,
            "pull_request": {
                "number": pull.number,
                "user": {"login": AUTHOR, "id": AUTHOR_ID},
                "head": head,
                "base": base,
            },
            "repository": self._repository(),
        }
        return self._run("validate.yml", "pull_request", event)

    def _report(self, pull: Pull, validated: int, conclusion: str) -> list[dict[str, Any]]:
        """Run report.yml, and return the comments on the pull request."""
        self.world.at(self.world.tip("main"))
        event = {
            "action": "completed",
            "workflow_run": {
                "id": validated,
                "event": "pull_request",
                "conclusion": conclusion,
                "head_sha": pull.head,
                "head_branch": pull.branch,
                "head_repository": {"full_name": FORK, "owner": {"login": AUTHOR}},
                "pull_requests": [],
            },
            "repository": self._repository(),
        }
        check_passed(self._run("report.yml", "workflow_run", event)[0])
        comments: list[dict[str, Any]] = self.hub.comments.get(pull.number, [])
        return comments

    def _plan(self, pull: Pull) -> dict[str, Started]:
        """Merge a pull request, and return the evaluations that its plan started, by the plan's artifact."""
        before = self.world.tip("main")
        after = self._merge(pull)
        event = {"ref": "refs/heads/main", "before": before, "after": after, "repository": self._repository()}
        return self._start_plan("push", event)

    def _merge(self, pull: Pull) -> str:
        """Merge a pull request, and return the new commit of main."""
        after = self.world.merge(pull)
        merged = next(found for found in self.hub.pulls if found["number"] == pull.number)
        self.hub.commits[f"submissions/{pull.branch.removeprefix('add-')}"] = [after]
        self.hub.merged[after] = [{**merged, "merged_at": "2026-01-01T00:00:00Z"}]
        return after

    def _start_plan(
        self, event: str = "workflow_dispatch", payload: dict[str, Any] | None = None
    ) -> dict[str, Started]:
        """Run plan.yml, by default as if started by hand, and return the evaluations that it started."""
        by_hand = {"ref": "refs/heads/main", "inputs": {"only": ""}, "repository": self._repository()}
        check_passed(self._run("plan.yml", event, payload or by_hand)[0])
        return self._started()

    def _started(self) -> dict[str, Started]:
        """Return the evaluations that workflows have started since the last call, by the plan's artifact."""
        started = [Started(next(self.runs), dispatch["inputs"]) for dispatch in self.hub.dispatched]
        check(all(dispatch["workflow"] == "evaluate.yml" for dispatch in self.hub.dispatched), "not evaluate")
        self.hub.dispatched.clear()
        for each in started:
            entry = list_evaluation(self.hub, each, self.world.tip("main"))
            self.listed[each.run] = entry
        return {each.plan: each for each in started}

    def _evaluate(self, started: Started) -> int:
        """Run an evaluation that a plan started, and return its number."""
        event = {"ref": "refs/heads/main", "inputs": started.inputs, "repository": self._repository()}
        check_passed(self._run("evaluate.yml", "workflow_dispatch", event, started.run)[0])
        return started.run

    def _run(
        self, workflow: str, event: str, payload: dict[str, Any], run: int = 0
    ) -> tuple[WorkflowRun, int]:
        run = run or next(self.runs)
        commit = self.world.tip("main")
        entry = self.listed.get(run) or list_run(self.hub, run, workflow, event, commit)
        entry["status"] = "in_progress"
        workflow_run = self.runner.run(self.world.clone, workflow, event, payload, run)
        end_run(self.hub, entry, workflow_run)
        seconds = f"{workflow_run.seconds:.1f} s, {workflow_run.cpu_seconds:.1f} s of CPU"
        print(f"\n{workflow} on {event}, run {run}: {seconds}")
        for step in workflow_run.steps:
            mark = {"success": " ", "skipped": "-"}.get(step.result, "!")
            print(f"  {mark}{step.seconds:7.1f} s  {step.job.partition('/')[2].strip()}: {step.name}")
        return workflow_run, run

    def _new_rows(self) -> list[Row]:
        known = {row.id for row in self.rows}
        self.rows = read_rows(self.world.check_out("results", self.folder / "results") / "results")
        return [row for row in self.rows if row.id not in known]

    def _check_row(self, row: Row) -> None:
        """Check that a row has a link to its run and a page, and that it can be verified.

        The policy names no repository, as in a fork, so nothing is signed; GitHub alone could do that.
        """
        (path,) = (self.folder / "results").rglob(f"{row.id}.json")
        check("CI run" in row.run.links, "the row has no link to the run that made it")
        check(not (self.folder / "attested").exists(), "a row was signed without a repository in the policy")
        check(not list(path.parent.glob("*.sigstore.json")), "a row of a fork has a signature")
        page = self.folder / "pages" / "model" / row.result.submission.slug / "index.html"
        check(page.is_file(), f"the site has no page {page.relative_to(self.folder)}")
        check(row.id[:8] in page.read_text(encoding="utf-8"), "the page does not show the row")
        sightbench("verify", str(path))

    def _scores(self, row: Row) -> list[Path]:
        return sorted((self.folder / "results").rglob(f"{row.id}.rubric.*.json"))

    def _artifacts(self, run: int) -> Path:
        return self.folder / "artifacts" / str(run)

    def _names(self, run: int) -> list[str]:
        return sorted(folder.name for folder in self._artifacts(run).iterdir())

    def _repository(self) -> dict[str, Any]:
        return {"full_name": REPOSITORY, "default_branch": "main", "owner": {"login": "octo"}}


def _yaml(slug: str, answers: str) -> str:
    return _SUBMISSION.format(slug=slug, name=slug.replace("-", " ").title(), author=AUTHOR) + answers


def check_passed(workflow_run: WorkflowRun) -> None:
    """Check that every job succeeded; otherwise show the output of the failed steps."""
    wrong = {job: result for job, result in workflow_run.jobs.items() if result != "success"}
    if wrong:
        raise SystemExit(
            f"rehearsal failed: run {workflow_run.run}: {wrong}\n" + "\n".join(workflow_run.failures())
        )


@contextmanager
def variables(values: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables during a ``with`` block."""
    before = dict(os.environ)
    os.environ.update(values)
    yield
    os.environ.clear()
    os.environ.update(before)


@contextmanager
def section(title: str) -> Iterator[None]:
    """Print the title of a part of the rehearsal, and how long it took."""
    began = time.monotonic()
    print(f"\n=== {title}", flush=True)
    yield
    print(f"=== {time.monotonic() - began:.1f} s", flush=True)


def hand_in(rehearsal: Rehearsal) -> None:
    """Submit answers and models, merge them, and run everything again."""
    with section("Submit answers in a pull request"):
        pull = rehearsal.pull_request()
    with section("Open a pull request that also changes a workflow"):
        rehearsal.hostile_pull_request()
    with section("Merge the answers"):
        rehearsal.merge(pull)
    with section("Merge two models that CI calls"):
        rehearsal.merge_models()
    with section("Run everything again"):
        rehearsal.run_everything_again()


def score_and_watch(rehearsal: Rehearsal) -> None:
    """Let a model score drawings, and follow a model for two weeks."""
    with section("Let a model score drawings"):
        rehearsal.score_drawings()
    with section("Draw a night, and decide about two weeks"):
        rehearsal.play_nights()


PARTS: Mapping[str, Callable[[Rehearsal], None]] = {"hand-in": hand_in, "score-and-watch": score_and_watch}


def main() -> None:
    """Run the rehearsal; the first failed check ends it with exit code 1."""
    options = read_options(__doc__, "rehearsal", PARTS)
    for name in (options.part,) if options.part else PARTS:
        rehearse(empty_folder(options.folder / name), name)


def rehearse(folder: Path, part: str) -> None:
    """Run one part in a repository of its own; only the first part installs the packages of the jobs."""
    began = time.monotonic()
    with (
        FakeGitHub(REPOSITORY) as hub,
        hosting(folder / "server", TOKEN) as server,
        judge_model() as judge,
    ):
        rehearsal = Rehearsal(folder, hub, server, judge, installs=part == next(iter(PARTS)))
        with section("Set up a repository"):
            rehearsal.set_up()
        PARTS[part](rehearsal)
    taken = f"{time.monotonic() - began:.0f} s"
    print(f"\nrehearsed {part} in {taken}: {len(rehearsal.rows)} rows, site in {folder / 'pages'}")


if __name__ == "__main__":
    main()
