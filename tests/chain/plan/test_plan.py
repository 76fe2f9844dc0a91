"""A plan is a function of the due runs: the same input always gives the same jobs."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from ci_world import PREDICTED, REPLAYED, RUN, plan_for, plan_options, submit, submitted

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.settling import stuck_runs
from benchmark.chain.plan import plan as planning
from benchmark.chain.plan.due_runs import RunSize, SubmittedRun
from benchmark.chain.plan.job import (
    JOBS_LIMIT,
    MINUTES_LIMIT,
    Plan,
    job_of,
    outputs_of,
    read_plan,
    write_plan,
)
from benchmark.chain.plan.plan import SAMPLES_PER_JOB, make_plan, shard_count
from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.reservations import reservations_of
from benchmark.chain.plan.runners import budget_of, gpu_of_label
from benchmark.core.errors import BadInput
from benchmark.results.money import Money, MoneyEntry, Reservation
from benchmark.results.status import ATTEMPTS, RunStatus
from tests.run_statuses import status_of

pytestmark = pytest.mark.usefixtures("tiny")

LOCAL = {**RUN, "model": {"provider": "local", "model": "acme/vl-7b"}}
PAID = {**RUN, "model": {"provider": "openai", "model": "gpt-4.1-mini"}}
GPU = {"name": "h200", "models": ["acme/*"]}
KEYS = {"OPENAI_API_KEY": "openai.com"}


def submit_one(tmp_path: Path, run: dict[str, object]) -> SubmittedRun:
    submit(tmp_path, "acme", run)
    (submitted_run,) = submitted(tmp_path)
    return submitted_run


def test_a_model_is_called_before_its_answers_are_judged_and_submitted_answers_are_only_judged(
    tmp_path,
) -> None:
    for run, kinds in ((PREDICTED, ["score"]), (REPLAYED, ["generate", "score"])):
        submit(tmp_path, "acme", run)
        plan = plan_for(tmp_path)
        assert [job.kind for job in plan.jobs] == kinds
        assert plan.runs[0].generate == (plan.jobs[0].id if "generate" in kinds else None)
        assert plan.jobs[0].minutes <= MINUTES_LIMIT


def test_the_same_input_gives_the_same_plan(tmp_path: Path) -> None:
    for slug in ("b", "a"):
        submit(tmp_path, slug, REPLAYED, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    plans = [
        make_plan(order, [], plan_options()).model_copy(update={"created": "2026-11-20T12:00:00Z"})
        for order in (submitted(tmp_path), submitted(tmp_path)[::-1])
    ]
    assert plans[0] == plans[1]
    assert len(plans[0].runs) == 4


def test_shards_grow_with_the_samples_up_to_a_whole_matrix() -> None:
    assert [shard_count(n) for n in (0, 1, SAMPLES_PER_JOB, SAMPLES_PER_JOB + 1)] == [1, 1, 1, 2]
    assert shard_count(10**9) == JOBS_LIMIT


def test_each_shard_is_a_job_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, size = submit_one(tmp_path, PREDICTED), RunSize(tasks="0" * 64, samples=3 * SAMPLES_PER_JOB)
    monkeypatch.setattr(planning, "run_size", lambda _: size)
    plan = make_plan([run], [], plan_options())
    assert [(job.shard, job.shards) for job in plan.jobs] == [(0, 3), (1, 3), (2, 3)]
    assert len({job.id for job in plan.jobs}) == 3


def test_runs_that_do_not_fit_into_a_matrix_are_left_for_the_next_plan(tmp_path, monkeypatch) -> None:
    """Each submission has a matrix of its own."""
    settings = [{**PREDICTED, "protocol": name} for name in ("greedy", "sampled-2")]
    for slug in ("a", "b"):
        submit(tmp_path, slug, *settings, draws=2)
    more = RunSize(tasks="0" * 64, samples=(JOBS_LIMIT // 2 + 1) * SAMPLES_PER_JOB)
    monkeypatch.setattr(planning, "run_size", lambda _: more)
    plan = make_plan(submitted(tmp_path), [], plan_options())
    assert [run.slug for run in plan.runs] == ["a", "b"]
    assert (len(plan.of("score")), plan.left) == (JOBS_LIMIT + 2, 2)


def test_a_plan_has_at_most_as_many_runs_as_there_are_jobs_for_reservations(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(planning, "RUNS_LIMIT", 2)
    for slug in ("a", "b", "c"):
        submit(tmp_path, slug, PREDICTED)
    plan = plan_for(tmp_path)
    assert ([run.slug for run in plan.runs], plan.left) == (["a", "b"], 1)


def test_a_failed_run_comes_last_and_is_dropped_after_three_failures(tmp_path: Path) -> None:
    for slug in ("a", "b"):
        submit(tmp_path, slug, PREDICTED)
    first, second = submitted(tmp_path)
    once = [status_of(first)]
    assert [run.slug for run in make_plan([first, second], once, plan_options()).runs] == ["b", "a"]
    thrice = [status_of(first)] * ATTEMPTS
    assert [run.slug for run in make_plan([first, second], thrice, plan_options()).runs] == ["b"]
    insisted = make_plan([first, second], thrice, plan_options(insist=True))
    assert [run.slug for run in insisted.runs] == ["b", "a"]


@pytest.mark.parametrize("count", [2, 20])
def test_the_attempts_of_all_runs_are_counted_at_once(tmp_path: Path, count: int) -> None:
    readings: list[int] = []

    class Statuses(list[RunStatus]):
        def __iter__(self) -> Iterator[RunStatus]:
            readings.append(1)
            return super().__iter__()

    for number in range(count):
        submit(tmp_path, f"s-{number}", PREDICTED)
    due = submitted(tmp_path)
    statuses = Statuses(status_of(run) for run in due for _ in range(ATTEMPTS))
    assert make_plan(due, statuses, plan_options()).runs == []
    assert len(stuck_runs(due, statuses)) == count
    assert len(readings) == 6


def test_a_gpu_run_gets_a_runner_of_the_policy(tmp_path: Path) -> None:
    run = submit_one(tmp_path, LOCAL)
    plan = make_plan([run], [], plan_options({"gpus": [GPU]}))
    assert plan.jobs[0].gpu
    (label,) = plan.jobs[0].runs_on
    assert gpu_of_label(label) == "h200"
    (again,) = make_plan([run], [], plan_options({"gpus": [GPU]})).jobs[0].runs_on
    assert label != again, "a label is used once"
    assert not plan.jobs[1].gpu
    outputs = outputs_of(plan)
    assert (outputs["any_gpu"], outputs["any_generate"]) == ("true", "false")


def test_a_run_waits_for_a_kind_of_gpu_that_the_policy_no_longer_lists(tmp_path: Path) -> None:
    """The policy listed the kind when the pull request was merged; the run is planned once it does again."""
    run = submit_one(tmp_path, LOCAL)
    plan = make_plan([run], [], plan_options({"gpus": [{**GPU, "models": ["other/*"]}]}))
    assert not plan.jobs
    (waits,) = plan.unplanned
    assert waits.state == "waiting"
    assert waits.reason == "'acme/vl-7b' needs a GPU, but policy.yml lists no runner for it now"
    last = status_of(run, state="waiting", reason=waits.reason, stage="plan")
    assert not make_plan([run], [last], plan_options()).unplanned, "it has this status already"
    assert make_plan([run], [last], plan_options({"gpus": [GPU]})).of("generate")


def test_a_key_that_the_policy_does_not_list_is_refused(tmp_path: Path) -> None:
    plan = make_plan([submit_one(tmp_path, PAID)], [], plan_options())
    assert (plan.jobs, plan.unplanned[0].state) == ([], "refused")


@pytest.mark.parametrize("other", ["coder", "captioner"])
def test_a_job_names_the_secrets_that_it_needs_and_no_other(tmp_path: Path, other: str) -> None:
    run = {**PAID, other: {"provider": "anthropic", "model": "claude-sonnet-4-5"}}
    submit(tmp_path, "acme", run, {**PAID, "protocol": "sampled-2"})
    keys = {**KEYS, "ANTHROPIC_API_KEY": "anthropic.com", "SIGHTBENCH_KEY_ACME": "acme.example"}
    outputs = outputs_of(make_plan(submitted(tmp_path), [], plan_options({"keys": keys})))
    assert [json.loads(entry["keys"]) for entry in json.loads(outputs["generate"])["include"]] == [
        ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"],
        ["OPENAI_API_KEY"],
    ]
    assert {entry["keys"] for entry in json.loads(outputs["score"])["include"]} == {"[]"}


def test_the_budget_of_the_month_is_reserved_run_by_run(tmp_path: Path) -> None:
    for slug in ("a", "b", "c"):
        submit(tmp_path, slug, PAID)
    fields = {"part": "plan-z", "when": "2026-11-01T00:00:00Z", "policy": "0" * 64}
    run = {**RUN, "run": 0, "request": "0" * 64, "config": "0" * 64, "cents": 400}
    spent = Money((MoneyEntry(Reservation.new(**fields, runs=[run])),))
    policy = {"keys": KEYS, "budgets": {"run_usd": 10.0, "month_usd": 25.0}}
    options = plan_options(policy, money=spent, month="2026-11")
    plan = make_plan(submitted(tmp_path), [], options)
    assert [run.slug for run in plan.runs] == ["a", "b"]
    assert [(unplanned.slug, unplanned.state) for unplanned in plan.unplanned] == [("c", "waiting")]
    assert "25 US dollars" in plan.unplanned[0].reason


def test_without_a_budget_for_runs_no_paid_model_is_asked(tmp_path: Path) -> None:
    submit(tmp_path, "a", PAID)
    submit(tmp_path, "b", PREDICTED)
    plan = make_plan(submitted(tmp_path), [], plan_options({"keys": KEYS, "budgets": {"run_usd": 0.0}}))
    assert [run.slug for run in plan.runs] == ["b"]
    assert [unplanned.state for unplanned in plan.unplanned] == ["waiting"]
    assert "budgets.run_usd in policy.yml is 0" in plan.unplanned[0].reason
    paid = submitted(tmp_path)[0]
    (run,) = make_plan([paid], [], plan_options({"keys": KEYS})).runs
    nothing = Policy.model_validate({"budgets": {"run_usd": 0.0}})
    assert budget_of(paid, run, nothing) == 0, "no money never means no limit"


def test_complete_answers_are_continued_without_money_or_a_key(tmp_path: Path) -> None:
    """Also if the month is spent: only a run that asks a model waits."""
    run, spent = submit_one(tmp_path, PAID), {"run_usd": 1.0, "month_usd": 0.0}
    paid = status_of(run, run_id="41", cost_usd=0.5, complete=True)
    later = status_of(run, state="waiting", run_id="41", when="2026-11-02T00:00:00Z")
    part = status_of(run, run_id="42", cost_usd=0.5, when="2026-11-03T00:00:00Z")
    plan = make_plan([run], [paid, later], plan_options({"keys": KEYS, "budgets": spent}))
    (job,) = plan.of("generate")
    assert (plan.runs[0].reserved_cents, job.keys, job.resume) == (0, [], "41")
    assert not make_plan([run], [paid, part], plan_options({"keys": KEYS, "budgets": spent})).runs
    (planned,) = make_plan([run], [paid, part], plan_options({"keys": KEYS})).runs
    assert planned.reserved_cents > 0
    (reserved,) = reservations_of(plan, [paid, later], policy="0" * 64, ci=CiRun(), changes={})
    assert (reserved.runs[0].cents, reserved.runs[0].before_cents) == (0, 50)


def test_a_run_waits_for_a_missing_data_set(tmp_path: Path) -> None:
    run = submit_one(tmp_path, PREDICTED)
    changed = run.run.model_copy(update={"dataset": "official"})
    submission = run.submission.model_copy(update={"runs": [changed]})
    run = dataclasses.replace(run, submission=submission)
    plan = make_plan([run], [], plan_options())
    assert plan.unplanned[0].state == "waiting"
    assert "has no data set 'official' here" in plan.unplanned[0].reason


def test_a_waiting_status_does_not_lose_the_checkpoint(tmp_path: Path) -> None:
    """A later status without a job, or of another request, has no CI run to resume from."""
    run = submit_one(tmp_path, REPLAYED)
    begun = status_of(run, state="waiting", run_id="4711")
    later = status_of(run, state="waiting", stage="plan", when="2026-11-02T00:00:00Z")
    other = status_of(run, state="waiting", run_id="4712", request="e" * 64, when="2026-11-03T00:00:00Z")
    assert make_plan([run], [begun, later, other], plan_options()).jobs[0].resume == "4711"
    assert make_plan([run], [other], plan_options()).jobs[0].resume == ""


def test_matrices_name_each_job_and_its_runner(tmp_path: Path) -> None:
    submit(tmp_path, "acme", REPLAYED)
    plan = plan_for(tmp_path)
    outputs = outputs_of(plan)
    (entry,) = json.loads(outputs["score"])["include"]
    assert entry == {
        "job": plan.runs[0].score[0],
        "name": "acme: tiny/small, text, greedy, sightbench",
        "runs_on": ["ubuntu-24.04"],
        "keys": "[]",
        "generated": plan.runs[0].generate,
        "resume": "",
    }
    assert json.loads(outputs["rubric"]) == {"include": []}
    assert {name: outputs[f"any_{name}"] for name in ("generate", "score", "rubric", "record")} == {
        "generate": "true",
        "score": "true",
        "rubric": "false",
        "record": "true",
    }


def test_a_plan_without_due_runs_is_empty() -> None:
    outputs = outputs_of(make_plan([], [], plan_options()))
    assert {value for name, value in outputs.items() if name.startswith("any_")} == {"false"}


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    submit(tmp_path, "acme", REPLAYED)
    plan = plan_for(tmp_path)
    write_plan(tmp_path / "plan.json", plan)
    assert read_plan(tmp_path / "plan.json") == plan
    with pytest.raises(BadInput, match=r"has no score job 'score\.nobody'"):
        job_of(plan, tmp_path / "plan.json", "score.nobody", "score")
    with pytest.raises(BadInput, match="has no score job"):
        job_of(plan, tmp_path / "plan.json", str(plan.runs[0].generate), "score")


@pytest.mark.parametrize("job", ["../../x", "score.a/b", "score.", "other.a"])
def test_a_job_id_that_names_another_folder_is_refused(job: str, tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    document = json.loads(plan_for(tmp_path).model_dump_json(by_alias=True))
    document["jobs"][0]["id"] = job
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadInput, match=r"jobs\[0\].id"):
        read_plan(path)
    assert Plan.model_validate_json(plan_for(tmp_path).model_dump_json(by_alias=True))


def test_a_plan_that_lacks_a_job_of_a_run_is_refused(tmp_path: Path) -> None:
    submit(tmp_path, "acme", REPLAYED)
    plan = plan_for(tmp_path)
    for kind in ("generate", "score"):
        cut = plan.model_copy(update={"jobs": [job for job in plan.jobs if job.kind != kind]})
        write_plan(tmp_path / "plan.json", cut)
        with pytest.raises(BadInput, match=rf"plan\.json: runs\[0\]: needs job {kind}\.acme\."):
            read_plan(tmp_path / "plan.json")
