"""A row that was made on the day of a night gives the panel, and nothing is asked again."""

import datetime
import shutil
from pathlib import Path

import pytest
from ci_world import run_of_job, score_all, submit, submitted
from loopback import LoopbackServer
from night_world import ASKED, NIGHT_POLICY, NightWorld, answering

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.generating import generate_job
from benchmark.chain.jobs.recording import NewRow, RecordJob, results_of
from benchmark.chain.plan.accepting import check_unchanged
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.plan import PlanOptions, make_plan
from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.spending import spent_in_month
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.generation.providers import openai as provider
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.rows.record import add_row
from benchmark.results.heads import read_heads
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import completions_name, read_completions
from benchmark.results.row import Row
from benchmark.suites.run_names import known_suites

QUIET = GenerationListener(lambda _: None, lambda _: None, lambda _: None)
pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def evaluated(tiny: object, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, NewRow]:  # noqa: ARG001 - registers the suite
    """The submissions, and the row of a run that the main evaluation asked for today."""
    folder = tmp_path_factory.mktemp("evaluated")
    submissions, artifacts = folder / "submissions", folder / "artifacts"
    submit(submissions, "acme", {**ASKED, "protocol": "sampled-2"})
    options = PlanOptions(policy=Policy.model_validate(NIGHT_POLICY), lint=False)
    plan = make_plan(submitted(submissions), [], options)
    (job,) = plan.of("generate")
    run, _ = run_of_job(submissions, plan, job)
    with LoopbackServer(answering("t-1")) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr(provider, "VENDOR_URL", server.openai_url)
        patch.setenv("OPENAI_API_KEY", "a-key-of-nobody-0")
        generate_job(run, job, artifacts / job.id, seconds=None, budget=1.0, listener=lambda _: QUIET)
    score_all(submissions, plan, artifacts)
    work = RecordJob(
        plan=plan, artifacts=artifacts, submissions=submissions, known=known_suites(), ci=CiRun()
    )
    (new,) = results_of(work).rows
    return submissions, new


@pytest.fixture
def row(world: NightWorld, evaluated: tuple[Path, NewRow]) -> Row:
    """The row, on the branch of the world."""
    submissions, new = evaluated
    shutil.copytree(submissions, world.submissions, dirs_exist_ok=True)
    add_row(world.folder / "rows" / "results", new.row, new.files)
    return new.row


def accept(world: NightWorld, plan: Plan, now: datetime.datetime | None = None) -> None:
    policy = world.folder / "policy.yml"
    rows = world.folder / "rows" / "results"
    whole = plan.model_copy(update={"artifact": "night-acme", "policy": sha256_hex(policy.read_bytes())})
    check_unchanged(
        whole,
        submissions=world.submissions,
        known=known_suites(),
        policy=policy,
        heads=read_heads(rows),
        rows=rows,
        now=now,
    )


def test_a_row_of_today_gives_the_panel(world: NightWorld, row: Row) -> None:
    asked = world.server.totals.answered
    today = row.run.started[:10]
    plan, done = world.plan(today)
    (run,) = plan.runs
    assert run.panel is not None
    assert (run.panel.row, run.generate, run.score, run.reserved_cents) == (row.id, None, [], 0)
    assert f"shared with row {row.id[:12]} of this day" in done.stdout
    accept(world, plan)
    done = world.run()
    assert done.returncode == 0, done.stderr
    assert world.server.totals.answered == asked, "nothing is asked again"
    (panel,) = world.panels()
    assert panel.result.statuses == {task: drawn[:1] for task, drawn in row.result.statuses.items()}
    assert (panel.run.row, panel.result.date, panel.run.cost_usd is None) == (row.id, today, False)
    folder = record_path(world.folder / "out" / "nightly", panel).parent
    assert len(read_completions(panel, folder / completions_name(panel))) == 6
    assert spent_in_month([], [], today[:7], None, [panel]) == 0.0, "the row has paid for it"


def test_a_shared_panel_belongs_to_the_series_of_panels_that_were_asked_for(
    world: NightWorld, row: Row
) -> None:
    plan, _ = world.plan(row.run.started[:10])
    world.run("shared")
    (shared,) = world.panels("shared")
    shutil.rmtree(world.folder / "rows" / "results")
    assert plan.runs[0].panel is not None
    world.plan(plan.runs[0].panel.date)
    world.run("asked")
    (asked,) = world.panels("asked")
    assert asked.run.row is None
    assert asked.result.basis == shared.result.basis
    assert asked.turn == shared.turn, "only one of them can be recorded"


def test_a_row_of_another_day_gives_nothing(world: NightWorld, row: Row) -> None:
    before = datetime.date.fromisoformat(row.run.started[:10]) - datetime.timedelta(days=1)
    plan, _ = world.plan(before.isoformat())
    assert plan.runs[0].panel is not None
    assert plan.runs[0].panel.row is None


def test_a_plan_that_shares_another_row_is_refused(world: NightWorld, row: Row) -> None:
    plan, _ = world.plan(row.run.started[:10])
    (run,) = plan.runs
    assert run.panel is not None
    other = run.panel.model_copy(update={"row": "0" * 64})
    forged = plan.model_copy(update={"runs": [run.model_copy(update={"panel": other})]})
    with pytest.raises(BadInput, match="shares another row than the branch gives"):
        accept(world, forged)
    (path,) = (world.folder / "rows" / "results").rglob(f"{row.id}.completions.jsonl.gz")
    path.unlink()
    with pytest.raises(BadInput, match="shares another row"):
        accept(world, plan)


def test_an_unsigned_row_gives_nothing_where_rows_are_signed(world: NightWorld, row: Row) -> None:
    assert row.id
    text = (world.folder / "policy.yml").read_text(encoding="utf-8")
    signed = text.replace('{"schema"', '{"repository": {"name": "octo/bench", "id": 1}, "schema"')
    (world.folder / "policy.yml").write_text(signed, encoding="utf-8")
    plan, _ = world.plan(row.run.started[:10])
    assert plan.runs[0].generate is not None


def test_a_changed_copy_of_the_row_is_an_error(world: NightWorld, row: Row) -> None:
    world.plan(row.run.started[:10])
    path: Path = world.folder / "shared" / f"{row.id}.json"
    path.write_bytes(path.read_bytes().replace(b"wrong_answer", b"passed"))
    with pytest.raises(SightbenchError, match="is not the digest of the row's result"):
        world.run()
    assert not (world.folder / "out" / "nightly").exists()
