"""A plan is a function of what is due: the same jobs whenever the same is planned."""

import dataclasses
import datetime
import json
from pathlib import Path

import pytest
from ci_world import PREDICTED, REPLAYED, RUN, asked, planned, submit, wish

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import JOBS_LIMIT, MINUTES_LIMIT, Plan, job_of, read_plan, write_plan
from benchmark.chain.plan.matrix import outputs_of
from benchmark.chain.plan.plan import SAMPLES_PER_JOB, RunSize, make_plan, shard_count
from benchmark.core.errors import BadInput
from benchmark.results.status import ATTEMPTS, RunStatus

pytestmark = pytest.mark.usefixtures("tiny")

NOW = datetime.datetime(2026, 11, 20, 12, 0, 0, tzinfo=datetime.UTC)
LOCAL = {**RUN, "model": {"provider": "local", "model": "acme/vl-7b"}}
PAID = {**RUN, "model": {"provider": "openai", "model": "gpt-x"}}
GPU = {"name": "h200", "labels": ["self-hosted", "h200"], "models": ["acme/*"]}
KEYS = {"OPENAI_API_KEY": "openai.com"}


def status(one: SubmittedRun, state: str = "failed", **more: object) -> RunStatus:
    said = {"state": state, "stage": "generate", "reason": "rate limit", "when": "2026-11-01T00:00:00Z"}
    return RunStatus.model_validate(
        {**one.name._asdict(), "request": one.request, "config": one.config, **said, **more}
    )


def one_of(tmp_path: Path, run: dict[str, object]) -> SubmittedRun:
    submit(tmp_path, "acme", run)
    (one,) = asked(tmp_path)
    return one


def test_answers_that_are_there_are_only_judged(tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    plan = planned(tmp_path)
    assert [job.kind for job in plan.jobs] == ["score"]
    assert plan.runs[0].generate is None
    assert plan.jobs[0].minutes <= MINUTES_LIMIT


def test_a_model_is_asked_first(tmp_path: Path) -> None:
    submit(tmp_path, "acme", REPLAYED)
    plan = planned(tmp_path)
    assert [job.kind for job in plan.jobs] == ["generate", "score"]
    assert plan.runs[0].generate == plan.jobs[0].id


def test_the_same_gives_the_same_plan(tmp_path: Path) -> None:
    for slug in ("b", "a"):
        submit(tmp_path, slug, REPLAYED, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    plans = [make_plan(order, [], wish(), now=NOW) for order in (asked(tmp_path), asked(tmp_path)[::-1])]
    assert plans[0] == plans[1]
    assert len(plans[0].runs) == 4


def test_shards_grow_with_the_samples_up_to_a_whole_matrix() -> None:
    assert [shard_count(n) for n in (0, 1, SAMPLES_PER_JOB, SAMPLES_PER_JOB + 1)] == [1, 1, 1, 2]
    assert shard_count(10**9) == JOBS_LIMIT


def test_each_shard_is_a_job_of_its_own(tmp_path: Path) -> None:
    one = one_of(tmp_path, PREDICTED)
    plan = make_plan(
        [one], [], wish(), size_of=lambda _: RunSize(tasks="0" * 64, samples=3 * SAMPLES_PER_JOB)
    )
    assert [(job.shard, job.shards) for job in plan.jobs] == [(0, 3), (1, 3), (2, 3)]
    assert len({job.id for job in plan.jobs}) == 3


def test_what_does_not_fit_into_a_matrix_is_left_for_the_next_plan(tmp_path: Path) -> None:
    for number in range(5):
        submit(tmp_path, f"m{number}", PREDICTED)
    half = RunSize(tasks="0" * 64, samples=JOBS_LIMIT // 2 * SAMPLES_PER_JOB)
    plan = make_plan(asked(tmp_path), [], wish(), size_of=lambda _: half)
    assert [run.slug for run in plan.runs] == ["m0", "m1"]
    assert (len(plan.of("score")), plan.left) == (JOBS_LIMIT, 3)
    assert outputs_of(plan)["any_left"] == "true"


def test_what_failed_comes_last_and_three_times_not_at_all(tmp_path: Path) -> None:
    for slug in ("a", "b"):
        submit(tmp_path, slug, PREDICTED)
    first, second = asked(tmp_path)
    once = [status(first)]
    assert [run.slug for run in make_plan([first, second], once, wish()).runs] == ["b", "a"]
    thrice = [status(first)] * ATTEMPTS
    assert [run.slug for run in make_plan([first, second], thrice, wish()).runs] == ["b"]
    insisted = make_plan([first, second], thrice, wish(insist=True))
    assert [run.slug for run in insisted.runs] == ["b", "a"]


def test_a_run_for_a_gpu_waits_where_there_is_none_and_says_so_once(tmp_path: Path) -> None:
    one = one_of(tmp_path, LOCAL)
    plan = make_plan([one], [], wish())
    assert not plan.jobs
    (waits,) = plan.unplanned
    assert waits.state == "waiting"
    assert "policy.yml names no runner" in waits.reason
    again = make_plan([one], [status(one, "waiting", reason=waits.reason, stage="plan")], wish())
    assert not again.unplanned


def test_a_gpu_comes_from_the_policys_list(tmp_path: Path) -> None:
    one = one_of(tmp_path, LOCAL)
    plan = make_plan([one], [], wish({"gpus": [GPU]}))
    assert plan.jobs[0].gpu
    assert plan.jobs[0].runs_on == ["self-hosted", "h200"]
    assert not plan.jobs[1].gpu
    outputs = outputs_of(plan)
    assert (outputs["any_gpu"], outputs["any_generate"]) == ("true", "false")


def test_a_run_waits_for_a_gpu_runner_that_is_not_there(tmp_path: Path) -> None:
    one = one_of(tmp_path, LOCAL)
    assert make_plan([one], [], wish({"gpus": [GPU]}, gpus={"h200"})).of("generate")
    plan = make_plan([one], [], wish({"gpus": [GPU]}, gpus=set()))
    assert not plan.jobs
    assert plan.unplanned[0].state == "waiting"
    assert plan.unplanned[0].reason == "it needs the GPU runner h200, and none is there now"


def test_a_model_on_no_list_gets_no_gpu(tmp_path: Path) -> None:
    plan = make_plan([one_of(tmp_path, LOCAL)], [], wish({"gpus": [{**GPU, "models": ["other/*"]}]}))
    assert not plan.jobs
    assert plan.unplanned[0].state == "refused"
    assert "runs[0].model.model: 'acme/vl-7b' asks for a GPU and is on no list" in plan.unplanned[0].reason


def test_a_key_that_the_policy_does_not_lend_is_refused(tmp_path: Path) -> None:
    plan = make_plan([one_of(tmp_path, PAID)], [], wish())
    assert (plan.jobs, plan.unplanned[0].state) == ([], "refused")


def test_a_job_names_the_secrets_that_it_needs_and_no_other(tmp_path: Path) -> None:
    coder = {"provider": "anthropic", "model": "claude-x"}
    submit(tmp_path, "acme", {**PAID, "coder": coder}, {**PAID, "protocol": "sampled-2"})
    keys = {**KEYS, "ANTHROPIC_API_KEY": "anthropic.com", "ACME_KEY": "acme.example"}
    outputs = outputs_of(make_plan(asked(tmp_path), [], wish({"keys": keys})))
    assert [entry["key"] for entry in json.loads(outputs["generate"])["include"]] == [
        "OPENAI_API_KEY ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
    ]
    assert {entry["key"] for entry in json.loads(outputs["score"])["include"]} == {""}


def test_the_months_budget_is_lent_run_by_run(tmp_path: Path) -> None:
    for slug in ("a", "b", "c"):
        submit(tmp_path, slug, PAID)
    lent = wish({"keys": KEYS, "budgets": {"run_usd": 10.0, "month_usd": 25.0}}, spent_usd=4.0)
    plan = make_plan(asked(tmp_path), [], lent)
    assert [run.slug for run in plan.runs] == ["a", "b"]
    assert [(one.slug, one.state) for one in plan.unplanned] == [("c", "waiting")]
    assert "25 US dollars" in plan.unplanned[0].reason


def test_a_data_set_that_is_not_here_is_waited_for(tmp_path: Path) -> None:
    one = one_of(tmp_path, PREDICTED)
    run = one.run.model_copy(update={"dataset": "official"})
    one = dataclasses.replace(one, submission=one.submission.model_copy(update={"runs": [run]}))
    plan = make_plan([one], [], wish())
    assert plan.unplanned[0].state == "waiting"
    assert "has no data set 'official' here" in plan.unplanned[0].reason


def test_generation_goes_on_from_what_the_last_run_left(tmp_path: Path) -> None:
    one = one_of(tmp_path, REPLAYED)
    last = status(one, "waiting", run_id="4711")
    assert make_plan([one], [last], wish()).jobs[0].resume == "4711"
    other = status(one, "waiting", run_id="4711", request="e" * 64)
    assert make_plan([one], [other], wish()).jobs[0].resume == ""


def test_waiting_in_between_loses_nothing_of_what_was_generated(tmp_path: Path) -> None:
    """A later status of a run that got no job, or of another request, names no run to go on from."""
    one = one_of(tmp_path, REPLAYED)
    begun = status(one, "waiting", run_id="4711")
    later = status(one, "waiting", stage="plan", when="2026-11-02T00:00:00Z")
    other = status(one, "waiting", run_id="4712", request="e" * 64, when="2026-11-03T00:00:00Z")
    assert make_plan([one], [begun, later, other], wish()).jobs[0].resume == "4711"


def test_matrices_name_each_job_and_its_runner(tmp_path: Path) -> None:
    submit(tmp_path, "acme", REPLAYED)
    plan = planned(tmp_path)
    outputs = outputs_of(plan)
    (entry,) = json.loads(outputs["score"])["include"]
    assert entry == {
        "job": plan.runs[0].score[0],
        "name": "acme: tiny/small, text, greedy, sightbench",
        "runs_on": ["ubuntu-24.04"],
        "minutes": 300,
        "key": "",
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


def test_nothing_due_is_an_empty_plan() -> None:
    outputs = outputs_of(make_plan([], [], wish()))
    assert {value for name, value in outputs.items() if name.startswith("any_")} == {"false"}


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    submit(tmp_path, "acme", REPLAYED)
    plan = planned(tmp_path)
    write_plan(tmp_path / "plan.json", plan)
    assert read_plan(tmp_path / "plan.json") == plan
    with pytest.raises(BadInput, match=r"has no job 'score\.nobody' of kind score"):
        job_of(plan, tmp_path / "plan.json", "score.nobody", "score")
    with pytest.raises(BadInput, match="of kind score"):
        job_of(plan, tmp_path / "plan.json", str(plan.runs[0].generate), "score")


@pytest.mark.parametrize("job", ["../../x", "score.a/b", "score.", "other.a"])
def test_a_job_that_names_another_folder_is_no_job(job: str, tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    document = json.loads(planned(tmp_path).model_dump_json(by_alias=True))
    document["jobs"][0]["id"] = job
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadInput, match=r"jobs\[0\].id"):
        read_plan(path)
    assert Plan.model_validate_json(planned(tmp_path).model_dump_json(by_alias=True))


def test_a_plan_whose_run_takes_a_job_that_is_not_there_is_refused(tmp_path: Path) -> None:
    submit(tmp_path, "acme", REPLAYED)
    plan = planned(tmp_path)
    for kind in ("generate", "score"):
        cut = plan.model_copy(update={"jobs": [job for job in plan.jobs if job.kind != kind]})
        write_plan(tmp_path / "plan.json", cut)
        with pytest.raises(BadInput, match=rf"plan\.json: runs\[0\]: takes job {kind}\.acme\."):
            read_plan(tmp_path / "plan.json")
