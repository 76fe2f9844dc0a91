"""Plans of runs in settings with looks: the tasks at levels 3 to 5, asked call by call."""

import json
from pathlib import Path

from benchmark.chain.plan.due_runs import read_source, run_size, runs_of
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.runners import why_not_batched
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.submissions.check import read_submission
from benchmark.suites import load, tasks_in
from benchmark.suites.run_names import known_suites

POLICY = Path(__file__).resolve().parents[3] / "policy.yml"


def test_plans_and_jobs_agree_on_the_tasks_and_ask_call_by_call(tmp_path: Path) -> None:
    run = {"suite": "mmcode", "dataset": "open", "protocol": "greedy"}
    run["model"] = {"provider": "openai", "model": "eye"}
    runs = [{**run, "setting": setting} for setting in ("look", "vision+language")]
    fields = {
        "schema": "sightbench/submission/1",
        "slug": "eye",
        "name": "Eye",
        "owners": ["a"],
        "runs": runs,
    }
    folder = tmp_path / "eye"
    folder.mkdir()
    (folder / "submission.yaml").write_text(json.dumps(fields))
    submission = read_submission(folder, known_suites())
    looking, plain = runs_of(folder, submission)
    suite = load("mmcode")
    tasks = suite.datasets["open"]()
    asked = tasks_in(suite, "look", tasks)
    assert (run_size(looking).samples, run_size(plain).samples) == (len(asked), len(tasks))
    assert run_size(looking).tasks == tasks_digest(asked) == tasks_digest(read_source(looking)[0].tasks)
    planned = plan_of_run(folder, submission, 0, out=tmp_path / "answers.jsonl")
    assert planned.tasks == asked
    policy = read_policy(POLICY).model_copy(update={"batch": True})
    assert why_not_batched(looking, None, policy) == "in look a model needs replies at once"
    assert why_not_batched(plain, None, policy) == ""
