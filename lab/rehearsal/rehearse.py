"""Rehearse the whole chain on this machine: a pull request, its merge, rows, a site, nights, and losses.

The workflow files run unchanged, but the name of each job is added to its token, so that the fake GitHub of
our tests knows its permissions. Actions of GitHub have stand-ins (``actions.yml``, ``stand_in.py``), and the
repository is on disk. act ignores concurrency: the rehearsal cancels a waiting run itself. It cannot repeat
single jobs. Environments and time limits are not rehearsed; ``./noxw -s workflows`` checks them.
Each part has a repository of its own: the session ``rehearse`` runs the first two side by side, and
``weekly`` the losses. ``--part`` names one, ``--folder`` another place for all files.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from act import WorkflowRun, WorkflowRunner, end_run, job_token, list_run
from drawings import DRAWN, SECRETS, fail, judge_model, submission, with_judge
from engine import make_engine
from followed import NEW_MODEL, SUBMISSION, make_vendor, with_nights
from followed import SLUG as FOLLOWED
from hosting import BEFORE_PUSH, hosting, pages
from loopback import Slow
from running import check, empty_folder, read_options, sightbench
from vendor import DOWN, KEY, Vendor
from workflow_nights import GOOD_NIGHTS, push_panels, read_outcomes
from world import BUNDLED, ROOT, Pull, World

from benchmark.chain.pull_request.pull_report import read_report
from benchmark.core.names import DRY_RUN
from benchmark.results.branch_record import parse_record
from benchmark.results.layout import DRY_BRANCH
from benchmark.results.ledger import read_rows, row_files
from benchmark.results.money import MoneyEntry, read_money
from benchmark.results.owners import read_owners
from benchmark.results.row import Row
from benchmark.results.rubric import RubricScores
from benchmark.results.status import read_statuses

sys.path.insert(0, str(ROOT / "tests" / "chain"))
from fake_github import TOKEN, FakeGitHub, job_rights
from loopback import LoopbackServer

REPOSITORY, FORK, AUTHOR, AUTHOR_ID = "octo/bench", "kim/bench", "kim", 4711
SLUG, REPLAYED, SERVED = "rehearsed-1b", "rehearsed-2b", "rehearsed-3b"
DRY = f"plan-{DRY_RUN}"
DRY_CHECKS = 6  #: what a dry run verifies where nothing is signed
SCORED, UNSCORED = "rehearsed-4b", "rehearsed-5b"
#: The answers of the bundled submission, from a small model: a whole data set, with every kind of outcome.
ANSWERS = ROOT / "submissions" / BUNDLED / "predictions.jsonl"
TASKS = 164
#: Maximum CPU time of judging a pull request, and installing from cached wheels, in refusals of one: 9 to 13.
VALIDATE_REFUSALS = 25

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
        self,
        folder: Path,
        hub: FakeGitHub,
        server: str,
        judge: LoopbackServer,
        vendor: Vendor,
        *,
        installs: bool,
    ) -> None:
        self.folder, self.hub, self.server, self.judge, self.vendor = folder, hub, server, judge, vendor
        hub.accounts[AUTHOR] = AUTHOR_ID
        hub.artifact_folder = folder / "artifacts"
        self.world = World(folder, REPOSITORY)
        environments = None if installs else ROOT
        engines = folder / "engine"
        self.runner = WorkflowRunner(
            folder, REPOSITORY, server, hub.url, TOKEN, engines, environments=environments
        )
        self.runs = iter(range(101, 1000))
        self.validated = 0.0  #: CPU time in seconds of judging the first pull request
        self.rows: tuple[Row, ...] = ()
        self.started: dict[str, dict[str, Any]] = {}  #: by part, or by workflow

    def set_up(self) -> None:
        """Set up the repository as its maintainers do."""
        policy = _MORE["policy.yml"]
        self.hub.pusher = "sightbench-maintainers"  # what no pull request brought was there before
        self.world.set_up({**_MORE, "policy.yml": lambda text: with_judge(policy(text), self.judge)})
        self.runner.set_up()
        make_engine(self.runner.engines)
        sightbench("results", "init", "--remote", str(self.world.bare))

    def dry_run(self) -> None:
        """Go the whole way with the stand-in, on a branch of its own, as a new maintainer does first."""
        before = self.world.tip("results")
        check_passed(self._run_main("run.yml", "workflow_dispatch", {"inputs": {"dry": "true"}}))
        check(self._take() == [DRY], f"it started {sorted(self.started)}")
        workflow_run = self._go(DRY)
        check_passed(workflow_run)
        seen, summary = workflow_run.summary.count("- verified: "), workflow_run.summary
        check(seen == DRY_CHECKS and "NOT VERIFIED" not in summary, f"its summary is {summary}")
        check(not self._take(), "a dry run started another workflow")
        check(self.world.tip("results") == before, "a dry run changed the branch results")
        rows = list(row_files(self.world.check_out(DRY_BRANCH, self.folder / "dry") / "results"))
        check(len(rows) == 1, f"its branch has {len(rows)} rows")

    def submit_answers(self) -> None:
        """Submit the answers of a model in a pull request, which is checked, judged and commented on."""
        files: dict[str, str | Path] = {"predictions.jsonl": ANSWERS}
        files["submission.yaml"] = _yaml(SLUG, _HANDED_IN)
        self.pull = pull = self._open(7, SLUG, files)
        workflow_run, run = self._validate(pull)
        check_passed(workflow_run)
        report = read_report(self._artifacts(run) / "report" / "report.json")
        check(report.outcome == "judged", f"the report says {report.outcome}, not judged")
        check(report.head == pull.head, "the report is about another commit")
        check("unverified preview" in workflow_run.summary.lower(), "the summary is not marked as a preview")
        self.runner = replace(self.runner, environments=ROOT)  # installing once is enough
        self.validated = workflow_run.cpu_seconds
        comments = self._report(pull, run, "success")
        check(len(comments) == 1, f"{len(comments)} comments instead of one")
        check("unverified preview" in comments[0]["body"].lower(), "the comment is not marked as a preview")
        check(len(self._report(pull, run, "success")) == 1, "a second report did not update the first")

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
        refusals = self.validated / workflow_run.cpu_seconds
        check(refusals <= VALIDATE_REFUSALS, f"judging took the CPU time of {refusals:.0f} refusals")

    def merge_answers(self) -> None:
        """Merge the pull request, which makes rows and a site; another plan is pushed at the same moment."""
        parts = {f"plan-{SLUG}", f"plan-{BUNDLED}"}
        BEFORE_PUSH.append(lambda: self._plan_elsewhere(BUNDLED))
        plan = self._plan(self.pull)
        check("attempt 1" in plan.text("Plan the runs without rows"), "the push of the plan was not rejected")
        check(set(self._take()) == parts, f"it started {sorted(self.started)}")
        check(
            {entry.reservation.part for entry in self._open_entries()} == parts,
            "the ledger has other reservations",
        )
        for part in sorted(parts):
            self._evaluate(part)
        self._publish_site()
        rows = self._new_rows()
        slugs = {row.result.submission.slug for row in rows}
        check(slugs == {SLUG, BUNDLED}, f"the new rows are of {sorted(slugs)}")
        row = next(row for row in rows if row.result.submission.slug == SLUG)
        result = row.result
        # The bundled submission has runs on other data sets, too.
        same = [
            other
            for other in rows
            if (other.result.suite, other.result.dataset) == (result.suite, result.dataset)
        ]
        check(len(same) == 2, f"{len(same)} rows are of {result.dataset}")  # noqa: PLR2004 - theirs and the bundled one
        check(same[0].result.statuses == same[1].result.statuses, "the same answers got other verdicts")
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
        self._plan(self._open(9, REPLAYED, replayed))
        self._plan(self._open(10, SERVED, {"submission.yaml": _yaml(SERVED, _SERVED)}))
        started = set(self._take())
        check(started == {f"plan-{REPLAYED}", f"gpu-{SERVED}"}, f"it started {sorted(started)}")
        self._evaluate(f"plan-{REPLAYED}")
        new = {row.result.submission.slug: row for row in self._new_rows()}
        check(set(new) == {REPLAYED}, f"the new rows are of {sorted(new)}")
        (status,) = read_statuses(self.folder / "results" / "status", [SERVED])
        check(
            (status.state, "waits for a GPU runner" in status.reason) == ("waiting", True),
            f"its status is {status.state}: {status.reason}",
        )
        self._plan()
        check(not self._take(), "an evaluation that waits for its machine was planned again")
        run = self._evaluate(f"gpu-{SERVED}")
        check(any(self._artifacts(run).glob("generate.*")), "no generate job kept its file")
        self._publish_site()
        new |= {row.result.submission.slug: row for row in self._new_rows()}
        check(set(new) == {REPLAYED, SERVED}, f"the new rows are of {sorted(new)}")
        first = next(row for row in self.rows if row.result.submission.slug == SLUG)
        check(new[REPLAYED].result.statuses == first.result.statuses, "the same answers got other verdicts")
        check(new[SERVED].run.trust == "verified", f"the row is {new[SERVED].run.trust}, not verified")
        for row in new.values():
            self._check_row(row)

    def give_keys(self) -> None:
        """Give the repository its keys: of the model that scores drawings, and of the followed model."""
        os.environ.update(self.vendor.environment())
        self.runner = replace(self.runner, secrets={**SECRETS, "OPENAI_API_KEY": KEY})

    def score_drawings(self) -> None:
        """Let a model score drawings."""
        self._plan(self._open(12, SCORED, dict(submission(SCORED))))
        self._take()
        self._evaluate(f"plan-{SCORED}")
        check(self.judge.totals.answered == 2 * DRAWN, "the model was not asked twice about each drawing")
        (entry,) = self._entries(f"plan-{SCORED}")
        check(0 < entry.rubric_cents < entry.reservation.runs[0].rubric_cents, "its cost was not counted")
        (row,) = self._new_rows()
        (scores,) = self._scores(row)
        given = parse_record(RubricScores, scores.read_bytes(), scores).result
        check([score for score, *_ in given.scores.values()].count(7) == DRAWN, "the scores are others")

    def lose_scores(self) -> None:
        """Let the server of the model that scores drawings fail: the row is recorded all the same."""
        fail(self.judge)
        self._plan(self._open(13, UNSCORED, dict(submission(UNSCORED))))
        self._take()
        workflow_run = self._go(f"plan-{UNSCORED}")
        failed = {job for job, result in workflow_run.jobs.items() if result != "success"}
        check(len(failed) == 1 and "Grade" in failed.pop(), f"other jobs failed: {workflow_run.jobs}")
        check("no scores by a model" in workflow_run.summary, "the summary does not name the row")
        (row,) = self._new_rows()
        check(not self._scores(row), "scores were recorded although the model answered nothing")
        sightbench("results", "check", "--remote", str(self.world.bare))

    def run_everything_again(self) -> None:
        """Run everything again: neither plan nor reconcile finds anything to do."""
        before = self.world.tip("results")
        self._plan()
        check_passed(self._care("reconcile"))
        check(not self._take(), "a workflow was started although nothing is due")
        check(self.world.tip("results") == before, "the second run changed the branch results")
        check(not self.hub.issues, "reconcile opened an issue")
        check(not self._open_entries(), "a reservation is not settled")
        sightbench("results", "check", "--remote", str(self.world.bare))

    def lose_evaluations(self) -> None:
        """Kill evaluations of a paid model at several moments; each answer that was kept is bought once.

        The first is killed after half of its answers were kept. The second is killed while the model answers,
        and repeated, which asks nobody. The third is cancelled in the queue. The fourth is killed like the
        first, which makes an issue, and the fifth continues it once a maintainer starts a plan.
        """
        part = f"plan-{FOLLOWED}"
        scoring = f"/Score {FOLLOWED}"
        self._plan(self._open(11, FOLLOWED, {"submission.yaml": SUBMISSION}))
        check(part in self._take(), f"it started {sorted(self.started)}")
        self.vendor.change(failing=0.6)
        check(
            self._go(part, stop=lambda log: scoring in log).killed,
            "the evaluation ended before it was killed",
        )
        lost = [self._settle(part)]
        check(
            0 < lost[0].cents < lost[0].reservation.runs[0].cents, f"the first one cost {lost[0].cents} cents"
        )
        asked, kept = self.vendor.asked, self.vendor.answered()

        self.vendor.change(failing=1.0, fault=Slow(seconds=0.5))
        self._go(part, stop=lambda _: bool(self.vendor.answered(asked)))
        asked = self.vendor.asked
        repeated = self._go(part)
        check(
            "runs only once" in "".join(repeated.failures()), "the repeated evaluation did not refuse to ask"
        )
        check(self.vendor.asked == asked, "a repeated evaluation asked the model")
        lost.append(self._settle(part))
        check(lost[1].cents == lost[1].reservation.runs[0].cents, "the second one does not count in full")

        self.started[part].update(status="completed", conclusion="cancelled")
        lost.append(self._settle(part))
        check(lost[2].cents == 0, "an evaluation that was cancelled in the queue cost money")

        self.vendor.change(failing=0.3, fault=DOWN)
        asked = self.vendor.asked
        self._go(part, stop=lambda log: scoring in log)
        new = self.vendor.answered(asked)
        check(bool(new) and not new & kept, "an answer of the first evaluation was bought again")
        self._settle(part, is_stuck=True)
        asked = self.vendor.asked
        self.vendor.change(failing=0.0)
        check_passed(self._go(part))
        check(not self.vendor.answered(asked) & (kept | new), "an answer of the fourth one was bought again")
        check(len(self._new_rows()) == 1, "the last evaluation made no row")
        check(self._entries(part)[-1].settlement is not None, "the reservation is not settled")
        sightbench("results", "check", "--remote", str(self.world.bare))

    def play_nights(self) -> None:
        """Find a new version, draw a night of it and of a followed model, and decide about two weeks.

        The scripted panels have a drop, which opens one issue. Drawing again draws nothing.
        """
        self._plan(self._open(11, FOLLOWED, {"submission.yaml": SUBMISSION}))
        self._take()
        check_passed(self._care("discover"))
        self._take()
        self.vendor.change(served=(*self.vendor.models.served, NEW_MODEL))
        check_passed(self._care("discover"))
        titles = [issue["title"] for issue in self.hub.issues]
        check(len(titles) == 1 and NEW_MODEL in titles[0], f"the open issues are {titles}")
        check("run.yml" in self._take(), "new models were found, and the night was not started")
        self._go("run.yml")
        nights = set(self._take()) - {"site.yml"}
        check(nights == {f"night-{FOLLOWED}", f"night-{NEW_MODEL}"}, f"the night started {sorted(nights)}")
        for part in sorted(nights):
            self._evaluate(part)
        asked = self.vendor.asked
        self._run_main("run.yml", "workflow_dispatch", {"inputs": {"night": "true"}})
        check(not set(self._take()) - {"site.yml"}, "a night was drawn twice")
        check(self.vendor.asked == asked, "a night was drawn twice")
        push_panels(self.world.bare, self.folder / "panels", SLUG)
        check_passed(self._care("reconcile"))
        self._publish_site()
        branch = self.world.check_out("results", self.folder / "results")
        outcomes = read_outcomes(branch, SLUG)
        good, last = set(outcomes[:GOOD_NIGHTS]), outcomes[-1]
        check((good, last) == ({"warming-up", "ok"}, "regressed"), f"the nights were decided as {outcomes}")
        check(read_outcomes(branch, FOLLOWED) == ["warming-up"], "the drawn night was not decided")
        titles = [issue["title"] for issue in self.hub.issues if NEW_MODEL not in issue["title"]]
        check(len(titles) == 1 and SLUG in titles[0], f"the open issues are {titles}")
        check((self.folder / "pages" / "trends" / "index.html").is_file(), "the site has no page of trends")
        sightbench("results", "check", "--remote", str(self.world.bare))
        for row in self.rows:
            self._check_row(row)
        (panel,) = (branch / "nightly" / "panels").rglob(f"{FOLLOWED}/*[0-9a-f].json")
        sightbench("verify", str(panel))

    def _care(self, step: str) -> WorkflowRun:
        return self._run_main("care.yml", "workflow_dispatch", {"inputs": {"step": step}})

    def _settle(self, part: str, *, is_stuck: bool = False) -> MoneyEntry:
        """Let care.yml settle the newest reservation of a part, and run the plan that it starts.

        After too many attempts, care.yml opens an issue instead, and a maintainer starts the plan.
        """
        check(self._entries(part)[-1].settlement is None, "the evaluation was settled before care.yml")
        self.started.pop(part)
        check_passed(self._care("reconcile"))
        check(("run.yml" in self._take()) is not is_stuck, f"that care.yml plans should be {not is_stuck}")
        check(len(self.hub.issues) == is_stuck, f"there are {len(self.hub.issues)} issues")
        if is_stuck:
            slug = part.partition("-")[2]
            check_passed(self._run_main("run.yml", "workflow_dispatch", {"inputs": {"only": slug}}))
        else:
            check_passed(self._go("run.yml"))
        check(part in self._take(), "the run was not planned again")
        before, _ = self._entries(part)[-2:]
        check(before.settlement is not None, "care.yml settled nothing")
        return before

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
        pull_request = {
            "number": pull.number,
            "user": {"login": AUTHOR, "id": AUTHOR_ID},
            "head": {"sha": pull.head, "ref": pull.branch, "repo": {"full_name": FORK, "fork": True}},
            "base": {"sha": pull.base, "ref": "main", "repo": self._repository()},
        }
        event = {"action": "opened", "number": pull.number, "pull_request": pull_request}
        event["repository"] = self._repository()
        return self._run(event, self._list("validate.yml", "pull_request"))

    def _report(self, pull: Pull, validated: int, conclusion: str) -> list[dict[str, Any]]:
        """Run report.yml, and return the comments on the pull request."""
        self.world.at(self.world.tip("main"))
        validate = {
            "id": validated,
            "event": "pull_request",
            "conclusion": conclusion,
            "head_sha": pull.head,
            "head_branch": pull.branch,
            "head_repository": {"full_name": FORK, "owner": {"login": AUTHOR}},
            "pull_requests": [],
        }
        event = {"action": "completed", "workflow_run": validate, "repository": self._repository()}
        check_passed(self._run(event, self._list("report.yml", "workflow_run"))[0])
        comments: list[dict[str, Any]] = self.hub.comments.get(pull.number, [])
        return comments

    def _plan(self, pull: Pull | None = None) -> WorkflowRun:
        """Merge a pull request, and run the plan of its push; without one, start a plan by hand."""
        event, payload = "workflow_dispatch", dict[str, Any](inputs={})
        if pull is not None:
            before = self.world.tip("main")
            event, payload = "push", {"before": before, "after": self._merge(pull)}
        plan = self._run_main("run.yml", event, payload)
        check_passed(plan)
        return plan

    def _plan_elsewhere(self, slug: str) -> None:
        """Plan one submission outside of the workflows."""
        token = {"GITHUB_SHA": self.world.tip("main"), "GITHUB_SERVER_URL": self.server}
        options = ["--only", slug, "--remote", str(self.world.bare), "--start", "run.yml"]
        variables = {**os.environ, **self.hub.environment, **token}
        out = ["--out", str(self.folder / "elsewhere.json")]
        sightbench("ci", "plan", *options, *out, cwd=self.world.clone, variables=variables)

    def _merge(self, pull: Pull) -> str:
        """Merge a pull request, and return the new commit of main."""
        after = self.world.merge(pull)
        merged = next(found for found in self.hub.pulls if found["number"] == pull.number)
        self.hub.commits[f"submissions/{pull.branch.removeprefix('add-')}"] = [after]
        self.hub.merged[after] = [{**merged, "merged_at": "2026-01-01T00:00:00Z"}]
        return after

    def _take(self) -> list[str]:
        """List the runs that were started since the last call; return their parts, or their workflows."""
        new = {}
        for dispatch in self.hub.dispatched:
            workflow, inputs = dispatch["workflow"], dispatch["inputs"]
            entry = list_run(self.hub, dispatch["run"], workflow, "workflow_dispatch", self.world.tip("main"))
            entry["inputs"] = inputs
            if "part" in inputs:
                entry["display_title"] = f"{inputs['part']} of {inputs['reservation']}"
            new[inputs.get("part", workflow)] = entry
        self.hub.dispatched.clear()
        self.started |= new
        return list(new)

    def _go(self, name: str, *, stop: Callable[[str], bool] | None = None) -> WorkflowRun:
        """Run what was started; again if it has ended, like *Re-run all jobs*."""
        entry = self.started[name]
        if entry["status"] == "completed":
            entry["run_attempt"] += 1
        return self._run({"inputs": entry["inputs"], **self._on_main()}, entry, stop)[0]

    def _evaluate(self, part: str) -> int:
        """Run an evaluation that a plan started, and return its number."""
        check_passed(self._go(part))
        self._take()
        run: int = self.started.pop(part)["id"]
        return run

    def _publish_site(self) -> None:
        """Run site.yml, which other workflows have started; one run that waits shows the rows of all."""
        self._take()
        check_passed(self._go("site.yml"))
        self.started.pop("site.yml")

    def _run_main(self, workflow: str, event: str, payload: dict[str, Any]) -> WorkflowRun:
        """Run a workflow on the newest commit of main."""
        self.world.at(self.world.tip("main"))
        return self._run({**self._on_main(), **payload}, self._list(workflow, event))[0]

    def _list(self, workflow: str, event: str) -> dict[str, Any]:
        return list_run(self.hub, next(self.runs), workflow, event, self.world.tip("main"))

    def _run(
        self, payload: dict[str, Any], entry: dict[str, Any], stop: Callable[[str], bool] | None = None
    ) -> tuple[WorkflowRun, int]:
        entry["status"] = "in_progress"
        workflow_run = self.runner.run(self.world.clone, payload, entry, stop)
        end_run(self.hub, entry, workflow_run)
        seconds = f"{workflow_run.seconds:.1f} s, {workflow_run.cpu_seconds:.1f} s of CPU"
        print(f"\n{entry['path']} on {entry['event']}, run {entry['id']}: {seconds}")
        for step in workflow_run.steps:
            mark = {"success": " ", "skipped": "-"}.get(step.result, "!")
            print(f"  {mark}{step.seconds:7.1f} s  {step.job.partition('/')[2].strip()}: {step.name}")
        return workflow_run, entry["id"]

    def _entries(self, part: str = "") -> list[MoneyEntry]:
        """Return the entries of the ledger, oldest first."""
        entries = read_money(self.world.check_out("results", self.folder / "results")).entries
        return [entry for entry in entries if part in ("", entry.reservation.part)]

    def _open_entries(self) -> list[MoneyEntry]:
        return [entry for entry in self._entries() if entry.settlement is None]

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

    def _on_main(self) -> dict[str, Any]:
        return {"ref": "refs/heads/main", "repository": self._repository()}

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


PARTS: Mapping[str, tuple[Callable[[Rehearsal], None], ...]] = {
    "hand-in": (
        Rehearsal.set_up,
        Rehearsal.submit_answers,
        Rehearsal.hostile_pull_request,
        Rehearsal.merge_answers,
        Rehearsal.run_everything_again,
    ),
    "watch": (
        Rehearsal.set_up,
        Rehearsal.dry_run,
        Rehearsal.give_keys,
        Rehearsal.play_nights,
    ),
    "models": (
        Rehearsal.set_up,
        Rehearsal.submit_answers,
        Rehearsal.merge_answers,
        Rehearsal.merge_models,
        Rehearsal.give_keys,
        Rehearsal.score_drawings,
    ),
    "losses": (
        Rehearsal.set_up,
        Rehearsal.give_keys,
        Rehearsal.lose_scores,
        Rehearsal.lose_evaluations,
    ),
}


def main() -> None:
    """Run the rehearsal; the first failed check ends it with exit code 1."""
    options = read_options(__doc__, "rehearsal", PARTS)
    for name in (options.part,) if options.part else PARTS:
        rehearse(empty_folder(options.folder / name), name)


def rehearse(folder: Path, part: str) -> None:
    """Run one part in a repository of its own; only the first part installs the packages of the jobs."""
    began = time.monotonic()
    vendor = make_vendor(folder, ROOT / ".nox" / "generate" / "bin" / "python")
    rights = {job_token(TOKEN, *job): given for job, given in job_rights().items()}
    writers = [token for token in rights if "contents:write" in rights[token]]
    (folder / "pages").mkdir()
    with (
        FakeGitHub(REPOSITORY) as hub,
        hosting(folder / "server", writers) as server,
        pages(folder / "pages") as site,
        judge_model() as judge,
        vendor.running(),
    ):
        hub.tokens |= rights
        hub.pages = {"html_url": site}
        rehearsal = Rehearsal(folder, hub, server, judge, vendor, installs=part == next(iter(PARTS)))
        for scene in PARTS[part]:
            started = time.monotonic()
            print(f"\n=== {(scene.__doc__ or '').splitlines()[0]}", flush=True)
            scene(rehearsal)
            print(f"=== {time.monotonic() - started:.1f} s", flush=True)
    taken = f"{time.monotonic() - began:.0f} s"
    print(f"\nrehearsed {part} in {taken}: {len(rehearsal.rows)} rows, site in {folder / 'pages'}")


if __name__ == "__main__":
    main()
