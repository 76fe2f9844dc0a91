"""Plans of a submission's runs: which model writes which stage, and which pictures it is shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture
from benchmark.pipeline.generate.generation_plan import GenerationPlan, stages_of
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.submissions.schema import Submission

TASK = {
    "id": "sum",
    "suite": "mmcode",
    "dataset": "mine",
    "prompt": "Add ![image](1.png) to ![image](2.png).",
    "images": ["1.png", "2.png"],
    "check": {"kind": "stdio", "cases": [{"input": "1\n", "output": "8\n"}]},
}


def config(name: str, **more: object) -> dict[str, object]:
    return {"provider": "openai", "model": name, **more}


def plan(folder: Path, setting: str, **models: Any) -> GenerationPlan:
    run = {"suite": "mmcode", "dataset": "official", "setting": setting, "protocol": "greedy", **models}
    fields = {"schema": "sightbench/submission/1", "slug": "acme", "name": "Acme", "runs": [run]}
    (folder / "tasks.jsonl").write_text(json.dumps(TASK) + "\n", encoding="utf-8")
    submission = Submission.model_validate(fields)
    return plan_of_run(folder, submission, 0, out=folder / "a.jsonl", tasks=folder / "tasks.jsonl")


def pictures(plan: GenerationPlan, stage: int) -> int:
    turns = plan.prompt.turns(plan.tasks[0], stage, "Picture 1: three\nPicture 2: four")
    return sum(isinstance(part, Picture) for turn in turns for part in turn.parts)


def test_the_captioner_writes_the_first_stage_and_the_model_the_second(tmp_path: Path) -> None:
    found = plan(tmp_path, "image-replacement-eye", model=config("acme"), captioner=config("eye"))
    assert [(stage.access.model, stage.access.place) for stage in stages_of(found)] == [
        ("eye", "runs[0].captioner"),
        ("acme", "runs[0].model"),
    ]
    assert [pictures(found, stage) for stage in range(2)] == [2, 0]
    assert found.prompt_name == "sightbench"
    assert found.models == "eye and acme"


@pytest.mark.parametrize(
    ("setting", "models"),
    [
        ("vision+language", {"model": config("acme", single_picture=True)}),
        ("image-replacement", {"model": config("acme", single_picture=True)}),
        ("image-replacement-eye", {"model": config("acme"), "captioner": config("eye", single_picture=True)}),
    ],
)
def test_a_model_with_a_single_picture_is_shown_the_first(setting, models, tmp_path) -> None:
    found = plan(tmp_path, setting, **models)
    whole = plan(tmp_path, "vision+language", model=config("acme"))
    assert (pictures(found, 0), pictures(whole, 0)) == (1, 2)
    assert found.prompt_name == "sightbench-first-picture"
    assert found.prompt.digest != whole.prompt.digest


@pytest.mark.parametrize("other", ["coder", "captioner"])
def test_a_second_model_has_nothing_to_do_in_a_single_stage(other: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=rf"has only one stage, so it needs no {other}"):
        plan(tmp_path, "caption-cot", model=config("acme"), **{other: config("x")})


@pytest.mark.parametrize(("engine", "calls"), [("vllm", 16), ("transformers", 1), ("llama.cpp", 1)])
def test_a_server_that_answers_one_call_after_the_other_gets_one_at_a_time(engine, calls, tmp_path) -> None:
    model = {"provider": "local", "model": "acme/vl", "server": {"engine": engine}}
    assert plan(tmp_path, "vision+language", model=model).access.limits.concurrency == calls
