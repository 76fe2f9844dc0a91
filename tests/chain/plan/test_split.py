"""A whole plan is split into plans of single submissions, so that no submission waits for another."""

import json
from pathlib import Path

import pytest
from actions_world import LOCAL, PAID, POLICY
from ci_world import PREDICTED, plan_options, submit, submitted

from benchmark.chain.plan import split
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.plan import make_plan
from benchmark.chain.plan.split import kept_outputs, split_plan

pytestmark = pytest.mark.usefixtures("tiny")


def whole(folder: Path) -> Plan:
    return make_plan(submitted(folder), [], plan_options(POLICY, refused={"no": "it was refused"}))


def parts(plan: Plan, **more: object) -> dict[str, Plan]:
    found = split_plan(plan, {}, **{"policy": "f" * 64, "after": {"plan-a": 7}, **more})  # type: ignore[arg-type]
    return {part.artifact: part for part in found}


def test_each_submission_has_its_jobs_and_nothing_else(tmp_path: Path) -> None:
    submit(tmp_path, "a", PAID, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    submit(tmp_path, "b", PREDICTED)
    submit(tmp_path, "no", PREDICTED)
    plan = whole(tmp_path).model_copy(update={"owners": ["b"]})
    found = parts(plan)
    assert list(found) == ["plan-a", "plan-b", "note-b", "note-no"]
    assert [job.kind for job in found["plan-a"].jobs] == ["generate", "score", "score"]
    assert {job.slug for job in found["plan-b"].jobs} == {"b"}
    assert (found["note-b"].owners, found["plan-b"].owners) == (["b"], [])
    assert [run.state for run in found["note-no"].unplanned] == ["refused"]
    assert [found[name].after for name in ("plan-a", "plan-b")] == [7, 0]
    assert sum(len(part.runs) for part in found.values()) == len(plan.runs)
    assert sum(len(part.jobs) for part in found.values()) == len(plan.jobs)


def test_a_run_on_a_gpu_has_its_own_plan_and_a_status_of_waiting(tmp_path: Path) -> None:
    submit(tmp_path, "a", LOCAL, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    plan = whole(tmp_path)
    found = parts(plan)
    assert list(found) == ["gpu-a", "plan-a", "note-a"]
    assert [job.gpu for job in found["gpu-a"].jobs] == [True, False]
    assert not any(job.gpu for job in found["plan-a"].jobs)
    (waits,) = found["note-a"].unplanned
    assert (waits.state, waits.reason[:28]) == ("waiting", "it waits for a GPU runner, a")


def test_a_status_that_is_being_recorded_is_not_planned_again(tmp_path: Path) -> None:
    submit(tmp_path, "no", PREDICTED)
    assert parts(whole(tmp_path), under_way={"note-no"}) == {}


def test_a_reservation_is_kept_for_each_run_and_the_plan_once(tmp_path: Path) -> None:
    submit(tmp_path, "a", PAID, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    submit(tmp_path, "no", PREDICTED)
    outputs = kept_outputs(list(parts(whole(tmp_path)).values()))
    entries = json.loads(outputs["kept"])["include"]
    assert [(entry["plan"], entry["first"]) for entry in entries] == [
        ("plan-a", "true"),
        ("plan-a", "false"),
        ("note-no", "true"),
    ]
    assert [entry["reservation"].rpartition(".")[2] for entry in entries] == ["1000", "0", ""]
    assert kept_outputs([])["any_kept"] == "false"


def test_statuses_above_the_limit_of_jobs_are_left_for_the_next_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split, "JOBS_LIMIT", 1)
    submit(tmp_path, "a", PREDICTED)
    submit(tmp_path, "no", PREDICTED)
    assert list(parts(whole(tmp_path))) == ["plan-a"]
