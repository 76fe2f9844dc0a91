"""Random histories of plans, evaluations, clicks and faults of GitHub, and what the ledger says of each.

Plans, acceptance, settlements and statuses are those of the product, on a folder instead of a branch. The
machines that ask a model only write files, and tell what they truly spent. A row is a file with the fields
that plans read. The fake GitHub is asked without a connection, and its lists may be up to 45 minutes old.
"""

import collections
import copy
import datetime
import itertools
import json
import random
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from actions_world import COMMIT, PAID, POLICY, spending
from ci_world import PREDICTED, QUIET, submit
from fake_github import FOUND, TOKEN, FakeGitHub, Fault, ReceivedRequest

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiReply, ApiRequest, RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.artifact import begin_artifact, end_artifact
from benchmark.chain.jobs.generating import COMPLETIONS, _ended_at_once, generate_job
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.planning import BranchPlan
from benchmark.chain.jobs.recording import RecordOutcome, add_records, results_of
from benchmark.chain.jobs.settling import SettleLost, add_settled, reconcile
from benchmark.chain.plan import runners
from benchmark.chain.plan.due_runs import find_run
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.reservations import accept_reservation, check_started, start_evaluations
from benchmark.chain.plan.runners import budget_of
from benchmark.core.errors import BadInput, OurFailure
from benchmark.generation.batch.state import BatchState, SentBatch, read_state, write_state
from benchmark.generation.record.manifest import read_manifest
from benchmark.results.layout import MONEY, SUM, closed_months
from benchmark.results.money import Money, MoneyEntry, Reservation, find_reservation, read_money

MONTH_USD = 60.0
SLUGS = ("a", "b", "c")
TASKS = 6
LOST = 0.1  #: share of jobs whose machine is lost while it asks for six answers
_OLD = datetime.timedelta(minutes=45)  #: maximum age of an outdated list


class Clock(datetime.datetime):
    """A clock that only a history sets."""

    minutes: ClassVar[int] = 0
    begin: ClassVar[datetime.datetime] = datetime.datetime(2026, 1, 20, 8, tzinfo=datetime.UTC)

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Self:
        return (cls.begin + datetime.timedelta(minutes=cls.minutes)).astimezone(tz)  # type: ignore[return-value]


def moment() -> str:
    return Clock.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class DirectApi(RestApi):
    """The API of a fake GitHub in the same process."""

    def __init__(self, hub: FakeGitHub) -> None:
        self._hub, self._token, self._url, self._seconds = hub, TOKEN, hub.url, 60.0

    def __exit__(self, *_: object) -> None:
        """Close nothing."""

    def _exchange(self, request: ApiRequest) -> ApiReply:
        address = request.address
        while True:
            parts = urlsplit(address)
            given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
            query = {**given, **{name: str(value) for name, value in (request.query or {}).items()}}
            sent = ReceivedRequest(
                request.method, parts.path, query, request.body, {"authorization": f"Bearer {TOKEN}"}
            )
            status, content, headers = self._hub.reply(sent)
            if status != FOUND:
                break
            address = content
        if status == 0:
            raise httpx2.ReadError("the connection was lost")
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        following = headers["Link"][1:].partition(">")[0] if "Link" in headers else None
        return ApiReply(status, headers, b"" if status == 204 else data, following)


class KilledError(Exception):
    """The machine of a job was lost."""


class VendorBatch:
    """A batch as the vendor knows it: when it ends, and how many of its calls are answered by then."""

    def __init__(self, calls: int, draw: random.Random) -> None:
        self.ends = Clock.minutes + draw.choice((30, 300, 1440))
        self.answered = draw.choice((calls, calls, calls, calls // 2, 0))


@dataclass
class Evaluation:
    """A run of run.yml that a plan, or somebody by hand, has started for a reservation."""

    found: dict[str, Any]  #: the run as the API returns it
    submissions: Path  #: those of its commit
    plan: Plan | None = None
    phase: str = "accept"
    attempt: int = 1
    generated: str = "skipped"  #: how its jobs that ask a model ended
    notes: list[str] = field(default_factory=list)  #: why the ledger may count too much

    @property
    def id(self) -> int:
        return int(self.found["id"])

    @property
    def inputs(self) -> Mapping[str, str]:
        inputs: Mapping[str, str] = self.found["inputs"]
        return inputs


class History:
    """One history; the seed decides everything."""

    def __init__(self, seed: int, folder: Path, hub: FakeGitHub, patch: pytest.MonkeyPatch) -> None:
        self.draw, self.folder, self.hub = random.Random(seed), folder, hub  # noqa: S311 - not a secret
        Clock.minutes = self.draw.randrange(12 * 24 * 60)
        patch.setattr(datetime, "datetime", Clock)
        patch.setattr("time.sleep", lambda _: None)
        hub.use(patch)
        hub.on_dispatch, hub.outdated = self._dispatched, self._outdated
        hub.content = lambda path, _branch: (self.branch / path).read_bytes()
        self.price = self.draw.choice(
            (60, 100, 150)
        )  #: US cents for an answer; six cost less than 10 dollars
        self.branch, self.submissions, self.policy = folder / "branch", folder / "subs", folder / "policy.yml"
        for name in ("results", "status", "money", "nightly"):
            (self.branch / name).mkdir(parents=True)
        budgets = {"run_usd": 10.0, "month_usd": MONTH_USD}
        self.batched = seed % 2 == 1
        rules = {**POLICY, "budgets": budgets, "batch": self.batched}
        self.policy.write_text(json.dumps(rules), encoding="utf-8")
        patch.setattr(runners, "LARGE_RUN", TASKS)
        self.vendor: dict[str, VendorBatch] = {}
        #: Answers that batches cost, by slug and request.
        self.answers: collections.Counter[tuple[str, str]] = collections.Counter()
        for slug in SLUGS:
            submit(self.submissions, slug, PAID)
        submit(self.submissions, "free", PREDICTED)
        self._ids, self._numbers, self._folders = itertools.count(100), itertools.count(1), itertools.count()
        self.evaluations: list[Evaluation] = []
        self.spent: dict[str, dict[int, int]] = collections.defaultdict(
            dict
        )  #: by reservation and run, in cents
        self.snapshots: list[tuple[datetime.datetime, dict[str, list[Any]]]] = []
        self.events: collections.Counter[str] = collections.Counter()
        self.racing = False

    # The branch and GitHub

    def publish(self, write: Callable[[Path], str | None], *, kill: float = 0.0) -> Path:
        """Push what ``write`` adds; sometimes somebody else is faster, or the machine is lost."""
        while True:
            mine = self.folder / f"checkout-{next(self._folders)}"
            files = (path.relative_to(self.branch) for path in (self.branch / MONEY).glob("*/*"))
            closed = {self.branch / MONEY / month for month in closed_months(map(str, files))}
            # As `publish` checks out: without the entries of closed months.
            shutil.copytree(self.branch, mine, ignore=partial(_entries_of, closed))
            write(mine)
            if self.racing or self.draw.random() > 0.15:
                break
            self.racing = True
            self.event(self.draw.choice((self.plan, self.care, self.advance, self.advance)))
            self.racing = False
        if self.draw.random() < kill:
            raise KilledError
        shutil.copytree(mine, self.branch, dirs_exist_ok=True)
        return mine

    def _list(self, title: str, inputs: Mapping[str, str], status: str) -> dict[str, Any]:
        run = {
            "id": next(self._ids),
            "run_number": next(self._numbers),
            "event": "workflow_dispatch",
            "path": ".github/workflows/run.yml",
            "head_branch": "main",
            "head_sha": COMMIT,
            "head_repository": {"full_name": self.hub.repository},
            "display_title": title,
            "status": status,
            "conclusion": None,
            "created_at": moment(),
            "updated_at": moment(),
            "inputs": dict(inputs),
        }
        self.hub.runs.setdefault("run.yml", []).insert(0, run)
        self.hub.run_jobs[run["id"]] = []
        return run

    def _dispatched(self, _workflow: str, body: Mapping[str, Any]) -> int:
        inputs = body["inputs"]
        if not inputs:
            return int(self._list("plan", {}, "completed")["id"])
        found = self._list(f"{inputs['part']} of {inputs['reservation']}", inputs, "queued")
        self.evaluations.append(Evaluation(found, self.submissions))
        return int(found["id"])

    def _outdated(self, of: str, now: list[Any]) -> list[Any]:
        old = [lists for _, lists in self.snapshots]
        return self.draw.choice(old).get(of, []) if old and self.draw.random() < 0.2 else now

    def _remember(self) -> None:
        lists = {"run.yml": self.hub.runs.get("run.yml", [])}
        lists |= {str(run): jobs for run, jobs in self.hub.run_jobs.items()}
        now = Clock.now(datetime.UTC)
        self.snapshots = [each for each in self.snapshots if now - each[0] < _OLD]
        self.snapshots.append((now, copy.deepcopy(lists)))

    @property
    def repository(self) -> Repository:
        return Repository(self.hub.repository, DirectApi(self.hub))

    def ci(self, run: Mapping[str, Any], attempt: int = 1) -> CiRun:
        name, number = self.hub.repository, run["run_number"]
        return CiRun(repository=name, id=str(run["id"]), commit=COMMIT, number=number, attempt=str(attempt))

    # Events

    def event(self, work: Callable[[], object]) -> None:
        """Let something happen; a job that fails changes nothing more."""
        self.hub.requests.clear()
        self.events[work.__name__] += 1
        try:
            work()
        except KilledError:
            self.events["machine lost"] += 1
        except (BadInput, OurFailure):
            self.events["job failed"] += 1
        self.hub.faults.clear()

    def plan(self) -> None:
        """Reserve, and start evaluations, which GitHub may refuse, lose, or do without telling."""
        made = BranchPlan(
            submissions=self.submissions,
            policy=self.policy,
            ci=self.ci(self._list("plan", {}, "completed")),
            repository=None,
            lint=False,
        )
        self.publish(made.reserve, kill=0.03)
        if self.draw.random() < 0.05:
            raise KilledError
        status, done, times = self.draw.choices(
            (
                (0, 0, 0),
                (422, 0, 1),
                (502, 0, 1),
                (502, 1, 1),
                (408, 0, 1),
                (408, 1, 1),
                (0, 1, 1),
                (502, 0, 99),
            ),
            (70, 6, 6, 4, 3, 3, 3, 6),
        )[0]
        if times:
            self.hub.faults.append(Fault("POST", "/dispatches$", status, times=times, done=bool(done)))
        self._start(made, made.reservations)

    def _start(self, made: BranchPlan, reservations: Sequence[Reservation]) -> None:
        for started, refused, _ in start_evaluations(reservations, self.repository, "run.yml"):
            if started or refused:
                self.publish(partial(made.keep_starts, started, refused), kill=0.1)

    def collect(self) -> None:
        """Let what has batches be collected, as each plan does, and start nothing else."""
        ci = self.ci(self._list("plan", {}, "completed"))
        made = BranchPlan(submissions=self.submissions, policy=self.policy, ci=ci, repository=None)
        self._start(made, self.money().uncollected)

    def care(self) -> None:
        """Settle lost evaluations, and start a plan if runs are due."""
        settling = SettleLost(WorkflowRuns(self.repository), Clock.now(datetime.UTC))
        checkout = self.publish(settling, kill=0.03)
        ci = self.ci({"id": 1, "run_number": 0})
        made = BranchPlan(
            submissions=self.submissions, policy=self.policy, ci=ci, repository=None, lint=False
        )
        known = made.make(checkout)
        given = {"github": self.repository, "workflow": "run.yml"}
        reconcile(known, made.plan, **given)  # type: ignore[arg-type]

    def advance(self) -> None:
        """Let one evaluation do its next job. Of one part, GitHub lets only one at a time work."""
        busy = {each.inputs["part"] for each in self.alive if each.phase != "accept"}
        ready = [each for each in self.alive if each.phase != "accept" or each.inputs["part"] not in busy]
        if ready:
            each = self.draw.choice(ready)
            each.found.update(status="in_progress", updated_at=moment())
            try:
                getattr(self, f"_{each.phase}")(each)
            except KilledError:
                each.notes.append("machine lost")
                self._end(each, "failure")

    def cancel(self) -> None:
        """Cancel an evaluation, in the queue or later."""
        if self.alive:
            each = self.draw.choice(self.alive)
            each.notes.append("cancelled")
            self._end(each, "cancelled")

    def start_by_hand(self) -> None:
        """Start the evaluation of a reservation once more."""
        if self.evaluations:
            self._dispatched("run.yml", {"inputs": self.draw.choice(self.evaluations).inputs})

    def repeat_all(self) -> None:
        """Click *Re-run all jobs*."""
        self._repeat("accept")

    def repeat_failed(self) -> None:
        """Click *Re-run failed jobs*: those after a job that failed run as well."""
        self._repeat("")

    def delete(self) -> None:
        """Delete a workflow run that has ended, of a plan or an evaluation."""
        ended = [run for run in self.hub.runs.get("run.yml", []) if run["status"] == "completed"]
        if ended:
            self.hub.runs["run.yml"].remove(self.draw.choice(ended))

    def expire(self) -> None:
        """Let the artifacts of a workflow run expire."""
        if self.hub.artifacts:
            run = self.draw.choice(sorted(self.hub.artifacts))
            self.hub.expired |= {(run, name) for name in self.hub.artifacts[run]}

    def edit(self) -> None:
        """Merge a change of a submission, so that its answers are due again."""
        model = {**PAID["model"], "parameters": {"seed": self.draw.randrange(99)}}  # type: ignore[dict-item]
        changed = self.folder / f"subs-{next(self._folders)}"
        self.submissions = Path(shutil.copytree(self.submissions, changed))
        submit(changed, self.draw.choice(SLUGS), {**PAID, "model": model})

    def wait(self) -> None:
        """Let hours or days pass, sometimes into another month; mostly, evaluations end before."""
        while self.alive and self.draw.random() < 0.9:
            self.event(self.advance)
        Clock.minutes += self.draw.choice((60, 300, 1440, 1600, 4000, 11 * 1440, 45 * 1440))

    # The jobs of an evaluation

    @property
    def alive(self) -> list[Evaluation]:
        return [each for each in self.evaluations if each.found["status"] != "completed"]

    def _job(self, each: Evaluation, name: str, conclusion: str | None) -> None:
        status = "in_progress" if conclusion is None else "completed"
        jobs = self.hub.run_jobs[each.id]
        jobs[:] = [job for job in jobs if (job["name"], job["run_attempt"]) != (name, each.attempt)]
        steps = [] if conclusion == "skipped" else [{"name": "Set up job"}]
        job = {
            "name": name,
            "status": status,
            "conclusion": conclusion,
            "steps": steps,
            "run_attempt": each.attempt,
        }
        jobs.append(job)

    def _end(self, each: Evaluation, conclusion: str) -> None:
        for job in self.hub.run_jobs[each.id]:
            if job["status"] != "completed":
                job.update(status="completed", conclusion=conclusion)
        each.found.update(status="completed", conclusion=conclusion, updated_at=moment())

    def _repeat(self, phase: str) -> None:
        ended = (
            [each for each in self.evaluations if each.found in self.hub.runs["run.yml"]]
            if self.evaluations
            else []
        )
        ended = [each for each in ended if each.found["status"] == "completed"]
        if ended:
            each = self.draw.choice(ended)
            failed = (
                "accept" if each.plan is None else "generate" if each.generated == "failure" else "record"
            )
            each.attempt, each.phase = each.attempt + 1, phase or failed
            each.found.update(status="queued", conclusion=None, updated_at=moment())

    def _accept(self, each: Evaluation) -> None:
        self._job(each, "Check the plan", None)
        try:
            ci = self.ci(each.found, each.attempt)
            ci.check_first()
            entry = find_reservation(self.branch, each.inputs["reservation"])
            given = {"submissions": each.submissions, "policy": self.policy, "checkout": self.branch}
            plan = accept_reservation(entry, each.inputs["part"], **given)
            check_started(entry, ci, self.repository)
        except BadInput:
            self._end(each, "failure")
            raise
        each.plan = plan
        self._job(each, "Check the plan", "success")
        each.phase = "generate" if plan.of("generate") else "record"

    def _generate(self, each: Evaluation) -> None:
        assert each.plan is not None
        (job,), (planned,) = each.plan.of("generate"), each.plan.runs
        name = f"Generate {job.slug}"
        self._job(each, name, None)
        each.phase, each.generated = "record", "failure"
        try:
            self.ci(each.found, each.attempt).check_first()
        except BadInput:
            self._job(each, name, "failure")
            raise
        out = self.folder / "jobs" / str(each.id) / job.id
        for file, data in self._kept(job.resume, job.id).items():
            out.mkdir(parents=True, exist_ok=True)
            (out / file).write_bytes(data)
        submitted = find_run(each.submissions, planned.name, planned)
        if budget_of(submitted, planned, read_policy(self.policy)) == 0:
            given: dict[str, Any] = {"seconds": None, "budget": 0.0, "listener": lambda _: QUIET}
            ended = generate_job(submitted, job, out, **given).manifest.state
            self._keep(each, job, out)
        elif job.batch != "no":
            ended = self._ask_in_batches(each, job, planned, out)
        else:
            ended = self._ask(each, job, planned, out)
        each.generated = "failure" if ended == "failed" else "success"
        self._job(each, name, each.generated)

    def _ask(self, each: Evaluation, job: MatrixJob, planned: PlannedRun, out: Path) -> str:
        """Ask for answers in up to three hours, and keep those of each hour; return how the job ended."""
        manifest = out / "completions.generation.json"
        before = json.loads(manifest.read_bytes()) if manifest.is_file() else {}
        count = before.get("totals", {}).get("completions", 0)
        started, state = before.get("started", moment()), "unfinished"
        begin_artifact(out, job)
        for _ in range(3):
            Clock.minutes += self.draw.randrange(1, 60)
            for _ in range(self.draw.randrange(1, 5)):
                if count == TASKS or (count + 1) * self.price > planned.reserved_cents:
                    break
                count += 1
                paid = self.spent[each.inputs["reservation"]]
                paid[each.id] = paid.get(each.id, 0) + self.price
                if self.draw.random() < LOST / TASKS:
                    raise KilledError
            state = "done" if count == TASKS else "unfinished"
            written = json.loads(spending(count * self.price / 100, started=started))
            written["totals"]["completions"] = count
            manifest.write_text(json.dumps(written), encoding="utf-8")
            (out / COMPLETIONS).write_text("x\n" * count, encoding="utf-8")
            end_artifact(out, job, state=state)  # type: ignore[arg-type]
            self._keep(each, job, out)
            if state == "done":
                break
        return state

    def _ask_in_batches(self, each: Evaluation, job: MatrixJob, planned: PlannedRun, out: Path) -> str:
        """Collect what has arrived, and send the rest; the vendor bills what it answers."""
        known = _ended_at_once(out, job, 1.0, False)
        if known is not None:
            self._keep(each, job, out)
            return known.manifest.state
        path = out / COMPLETIONS
        state, before = read_state(path) or BatchState(digest="0" * 64), read_manifest(path)
        count, started = 0, moment() if before is None else before.started
        # A batch that was written and never sent does not exist at the vendor.
        found = [batch for batch in state.batches if batch.name in self.vendor]
        ended = {batch.name for batch in found if self.vendor[batch.name].ends <= Clock.minutes}
        self._lose(each, job, out)
        count = sum(self.vendor[batch.name].answered for batch in found if batch.name in ended)
        batches = [each.model_copy(update={"ended": each.name in ended}) for each in found]
        if before is not None and not state.batches:  # all were taken, and then the process was killed
            count = before.totals.completions
        if count < TASKS and len(ended) == len(batches):
            new = VendorBatch(TASKS - count, self.draw)
            name = f"batch-{next(self._folders)}"
            sent = {"name": name, "id": name, "began": moment(), "calls": ["c"] * (TASKS - count)}
            batches.append(SentBatch.model_validate({**sent, "most_usd": (TASKS - count) * self.price / 100}))
            write_state(path, state.model_copy(update={"batches": batches}))
            self._lose(each, job, out)
            self.vendor[name] = new
            paid = self.spent[each.inputs["reservation"]]
            paid[each.id] = paid.get(each.id, 0) + new.answered * self.price // 2
            self.answers[planned.slug, planned.request] += new.answered
            self._lose(each, job, out)
        written = json.loads(spending(count * (self.price // 2) / 100, started=started))
        written["totals"]["completions"] = count
        (out / "completions.generation.json").write_text(json.dumps(written), encoding="utf-8")
        path.write_text("x\n" * count, encoding="utf-8")
        write_state(path, state.model_copy(update={"batches": batches}) if count < TASKS else None)
        self._lose(each, job, out)
        end_artifact(out, job, state="done" if count == TASKS else "pending")
        self._keep(each, job, out)
        return "done" if count == TASKS else "pending"

    def _lose(self, each: Evaluation, job: MatrixJob, out: Path) -> None:
        """Kill the process of a job now and then, mostly without its machine."""
        if self.draw.random() < LOST / 4:
            if self.draw.random() < 0.7:
                self._keep(each, job, out)
            raise KilledError

    def _keep(self, each: Evaluation, job: MatrixJob, out: Path) -> None:
        kept = self.hub.artifacts.setdefault(each.id, {})
        kept[job.id] = {path.name: path.read_bytes() for path in out.iterdir()}

    def _kept(self, run: str, job: str) -> Mapping[str, bytes]:
        there = run and any(str(each["id"]) == run for each in self.hub.runs["run.yml"])
        lost = not there or (int(run), job) in self.hub.expired
        return {} if lost else self.hub.artifacts.get(int(run), {}).get(job, {})

    def _record(self, each: Evaluation) -> None:
        """Push rows or statuses, and the settlement. The score jobs judge answers if all are there."""
        assert each.plan is not None
        self._job(each, f"Score {each.plan.runs[0].slug}", "success")
        self._job(each, "Record", None)
        if self.draw.random() < 0.12:
            raise KilledError
        artifacts = self.folder / f"artifacts-{next(self._folders)}"
        artifacts.mkdir()
        for job in each.plan.of("generate"):
            for name, data in self._kept(str(each.id), job.id).items():
                (artifacts / job.id).mkdir(exist_ok=True)
                (artifacts / job.id / name).write_bytes(data)
        ci = self.ci(each.found)
        work = RecordJob(plan=each.plan, artifacts=artifacts, submissions=each.submissions, ci=ci)
        results = results_of(work)  # no score job left a file: every run gets a status
        complete = all(status.complete for status in results.statuses) or not each.plan.of("generate")
        scored = complete and self.draw.random() < 0.8

        def write(checkout: Path) -> str:
            assert each.plan is not None
            add_records(RecordOutcome() if scored else results, checkout)
            if scored:
                _add_row(checkout, each.plan.runs[0])
            ended = {"generate": each.generated, "rubric": "skipped"}
            add_settled(each.plan, checkout, artifacts, ended, ci)  # type: ignore[arg-type]
            return "Add"

        self.publish(write, kill=0.08)
        self._job(each, "Record", "success")
        self._end(each, "success")

    # The end

    def play(self, events: int = 24) -> "Outcome":
        """Play a history to its end: when nothing is started any more, every reservation is settled."""
        work: dict[Callable[[], object], float] = {
            self.plan: 3,
            self.advance: 11,
            self.care: 3,
            self.wait: 1.3,
        }
        work |= {self.cancel: 0.8, self.start_by_hand: 0.5, self.repeat_all: 0.45, self.repeat_failed: 0.45}
        work |= {self.delete: 0.12, self.expire: 0.12, self.edit: 0.3}
        for _ in range(events):
            self._remember()
            Clock.minutes += self.draw.randrange(1, 40)
            self.event(self.draw.choices(list(work), list(work.values()))[0])
            self.check_budget()
        self.racing = True  # nobody else does anything any more
        while self.alive:
            self.event(self.advance)
        for _ in range(9):
            Clock.minutes += 300
            self._remember()
            self.event(self.care)
            self.event(self.collect)
            while self.alive:
                self.event(self.advance)
        for hours in [26] * 12 + [70 * 24]:
            if not self.money().open and hours == 26:
                continue
            Clock.minutes += hours * 60
            self._remember()
            self.event(self.care)
        return Outcome.of(self)

    def money(self) -> Money:
        return read_money(self.branch)

    def check_budget(self) -> None:
        """The ledger's own count of a month never exceeds its budget."""
        money = self.money()
        for month in money.months:
            assert money.spent_usd(month) <= MONTH_USD, f"{month} counts {money.spent_usd(month)}"


def _entries_of(closed: Collection[Path], folder: str, names: list[str]) -> set[str]:
    return {*names} - {SUM} if Path(folder) in closed else set()


def _add_row(checkout: Path, run: PlannedRun) -> None:
    folder = checkout / "results" / run.suite / run.dataset / run.slug
    folder.mkdir(parents=True, exist_ok=True)
    result = {"submission": {"slug": run.slug}, "prompt": {"name": run.prompt}}
    result |= {name: getattr(run, name) for name in ("suite", "dataset", "setting", "protocol")}
    row = {"id": run.request, "result": result, "run": {"request": run.request}}
    (folder / f"{run.request}.json").write_text(json.dumps(row), encoding="utf-8")


@dataclass(frozen=True)
class Outcome:
    """What a history spent and counted, in US cents."""

    spent: int
    counted: int
    over: Mapping[str, int]  #: what was counted and not spent, by cause
    problems: tuple[str, ...]
    closed: int  #: months that have a sum
    events: Mapping[str, int]

    @classmethod
    def of(cls, history: History) -> Self:
        """Compare the ledger with what the machines spent."""
        over: collections.Counter[str] = collections.Counter()
        money, whole = history.money(), read_money(history.branch, whole=True)
        problems, entries = _paid_twice(history), whole.entries
        reservations = [entry.reservation for entry in entries]
        after = {each.carried.reservation: each.id for each in reservations if each.carried is not None}
        spent: dict[str, dict[int, int]] = collections.defaultdict(dict)
        for name, runs in history.spent.items():
            last = name
            while last in after:  # what was spent counts where the money is in the end
                last = after[last]
            spent[last] |= runs
        for entry in entries:
            paid = spent[entry.reservation.id]
            name, more = entry.reservation.part, entry.cents - sum(paid.values())
            if len(paid) > 1 and entry.reservation.carried is None:
                problems.append(f"{name} was paid for by the runs {sorted(paid)}")
            if more < 0:
                problems.append(f"{name} spent {sum(paid.values())}, and counts {entry.cents}")
            if entry.settlement is None:
                problems.append(f"{name} is not settled")
            if more > 0:
                over[_cause(history, entry)] += more
        counted = sum(entry.cents for entry in entries)
        total = sum(sum(paid.values()) for paid in history.spent.values())
        return cls(total, counted, over, tuple(problems), len(money.sums), history.events)


def _paid_twice(history: History) -> list[str]:
    """Name the runs whose answers batches cost more than once although no machine or artifact was lost."""
    if history.hub.expired or history.events["delete"]:
        return []
    plans = [each.plan for each in history.evaluations if each.notes and each.plan is not None]
    lost = {(run.slug, run.request) for plan in plans for run in plan.runs}
    often = [name for name, count in history.answers.items() if count > TASKS and name not in lost]
    return [f"{name} was paid for {history.answers[name]} times" for name in often]


def _cause(history: History, entry: MoneyEntry) -> str:
    own = [each for each in history.evaluations if each.inputs["reservation"] == entry.reservation.id]
    listed = [each for each in own if each.found in history.hub.runs["run.yml"]]
    begun = [each for each in own if each.plan is not None]
    numbers = {run["run_number"] for run in history.hub.runs["run.yml"]}
    gap = len(numbers) < max(numbers)
    if (
        entry.reservation.carried is not None
        and entry.settlement
        and entry.settlement.runs[0].how == "unknown"
    ):
        return "its batches were not collected"
    if not begun:
        return "never began, and a run was deleted" if gap else "never began"
    if begun[0] not in listed:
        return "its run was deleted"
    if any((begun[0].id, name) in history.hub.expired for name in history.hub.artifacts.get(begun[0].id, ())):
        return "its artifact expired"
    return " and ".join(dict.fromkeys(begun[0].notes)) or "other"


def report(outcomes: list[Outcome], seconds: float) -> str:
    """Return the figures of many histories, for people."""
    spent, counted = (sum(getattr(each, name) for each in outcomes) for name in ("spent", "counted"))
    over: collections.Counter[str] = collections.Counter()
    events: collections.Counter[str] = collections.Counter()
    for each in outcomes:
        over.update(each.over)
        events.update(each.events)
    lines = [
        f"{len(outcomes)} histories, {events.total()} events, {seconds / len(outcomes):.2f} s of CPU each",
        f"spent {spent / 100:.2f}, counted {counted / 100:.2f} US dollars, {counted / spent:.3f} times that",
        *(f"  {cents / 100:10.2f}  {cause}" for cause, cents in over.most_common()),
        ", ".join(f"{name} {count}" for name, count in sorted(events.items())),
    ]
    return "\n".join(lines)
