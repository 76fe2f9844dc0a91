"""Generation in two stages: the text of the first stage is part of the prompt of the second."""

import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from loopback import ApiRequest, Body, LoopbackServer, Prices, Rule, Script, Status

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.prompt import Turn
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.files.predictions import read_predictions
from benchmark.generation.asking.estimate import Estimate
from benchmark.generation.record.manifest import Manifest, config_digest, read_manifest
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.price import Price
from benchmark.generation.wire.request import Sampling
from benchmark.pipeline.generate.generate import GenerationListener, estimate_plan, generate, stage_reports
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare


@dataclass(frozen=True)
class TwoStagePrompt:
    """A prompt that asks for a description of the task, and then for a program from it."""

    digest: str = "0" * 64
    stages: int = 2

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        text = f"Describe {task.id}." if stage == 0 else f"Write {task.id} as described: <{earlier}>"
        return (Turn(speaker="user", parts=(Text(text=text),)),)


def writer(request: ApiRequest, _index: int, _repetition: int) -> str:
    if request.text.startswith("Describe"):
        return f"description {request.seed} of {request.text[9:-1]}"
    return f"program from {request.text.partition('<')[2][:-1]}"


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer(Script(prices=Prices(tokens_in=1, tokens_out=1)), writer) as server:
        yield server


@pytest.fixture
def plan(server: LoopbackServer, tmp_path: Path) -> GenerationPlan:
    check = FunctionCheck(tests=("assert f()",))
    return GenerationPlan(
        tasks=tuple(Task(id=f"t{number}", check=check) for number in range(3)),
        suite="custom",
        dataset="custom",
        setting="V2T2C",
        prompt=TwoStagePrompt(),
        prompt_name="sightbench",
        protocol=DrawProtocol(id="sampled-2", draws=2, temperature=0.8, top_p=0.9, top_k=20),
        access=ModelAccess(
            provider="openai",
            model="viewer",
            base_url=server.openai_url,
            sampling=Sampling(seed=5),
            patience=Patience(attempts=2, wait_initial=0.01, breaker_pause=0.01),
            price=Price(input_usd=1, output_usd=1, source="config", date="2025-01"),
        ),
        out=tmp_path / "programs.jsonl",
    )


def run(plan: GenerationPlan) -> tuple[Manifest, list[Estimate]]:
    estimates: list[Estimate] = []
    listener = GenerationListener(estimates.append, lambda _: None, lambda _: None)
    return generate(plan, prepare(plan), listener), estimates


def test_each_description_becomes_one_greedy_program(plan: GenerationPlan) -> None:
    manifest, estimates = run(plan)
    descriptions = read_predictions(plan.out.with_name("programs.stage-1.jsonl"))
    programs = read_predictions(plan.out)
    assert len(descriptions) == len(programs) == 6
    texts = {description.key: description.text for description in descriptions}
    assert texts["t1", 0] != texts["t1", 1]
    assert {program.key: program.text for program in programs} == {
        key: f"program from {text}" for key, text in texts.items()
    }
    assert {description.parameters["temperature"] for description in descriptions} == {0.8}
    assert {program.parameters["temperature"] for program in programs} == {0.0}
    assert {"top_p", "top_k"} & {name for program in programs for name in program.parameters} == set()
    first = read_manifest(plan.out.with_name("programs.stage-1.jsonl"))
    assert first is not None
    assert (first.config.stage, manifest.config.stage) == (1, 2)
    assert manifest.config.earlier == config_digest(first.config)
    assert len(estimates) == 1
    assert (estimates[0].samples, estimates[0].calls) == (12, 12)


def test_a_separate_coder_writes_the_programs(plan: GenerationPlan, server: LoopbackServer) -> None:
    coder = replace(plan.access, model="coder", sampling=Sampling(max_tokens=512))
    run(replace(plan, coder=coder))
    assert {(call.model, call.parameters["temperature"]) for call in server.served} == {
        ("viewer", 0.8),
        ("coder", 0.0),
    }


def test_a_separate_captioner_writes_the_descriptions(plan: GenerationPlan, server: LoopbackServer) -> None:
    run(replace(plan, captioner=replace(plan.access, model="captioner")))
    assert {
        (call.model, call.parameters["temperature"], call.prompt[0].value[:5]) for call in server.served
    } == {
        ("captioner", 0.8, "Descr"),
        ("viewer", 0.0, "Write"),
    }


def test_a_captioner_has_nothing_to_do_in_a_single_stage(plan, server) -> None:
    prompt = replace(TwoStagePrompt(), stages=1)
    run(replace(plan, prompt=prompt, captioner=replace(plan.access, model="captioner")))
    assert {call.model for call in server.served} == {"viewer"}


def test_the_second_stage_waits_until_the_first_is_complete(plan, server) -> None:
    server.script = Script(rules=(Rule(fault=Status(code=500), holds="Describe t1"),))
    with pytest.raises(OurFailure, match="2 of 6 samples are missing"):
        run(plan)
    assert not plan.out.read_bytes()
    server.script = Script()
    calls = len(server.served)
    run(plan)
    assert len(read_predictions(plan.out)) == 6
    assert len(server.served) == calls + 2 + 6


def test_lone_surrogates_in_descriptions_do_not_stop_the_second_stage(plan: GenerationPlan) -> None:
    texts = itertools.chain(["a\ud800b", "\ud83d\ude00", ""], itertools.repeat("x"))
    with LoopbackServer(
        Script(), lambda request, *_: next(texts) if "Describe" in request.text else request.text
    ) as odd:
        run(replace(plan, access=replace(plan.access, base_url=odd.openai_url)))
    programs = sorted(program.text for program in read_predictions(plan.out))
    assert "<a\ufffdb>" in "".join(programs)
    assert "<\U0001f600>" in "".join(programs)


def test_an_estimate_needs_no_sdk_and_no_price_table(plan, monkeypatch) -> None:
    for name in ("openai", "genai_prices"):
        monkeypatch.setitem(sys.modules, name, None)
    access = replace(plan.access, price=None, base_url="https://api.acme.example/v1", max_cost=0.5)
    plan = replace(plan, access=access)
    with pytest.raises(BadInput, match="needs the package genai-prices"):
        prepare(plan, {"OPENAI_API_KEY": "k"})
    unpriced = estimate_plan(plan, prepare(plan, {}, calls=False))
    assert (unpriced.samples, unpriced.cost_usd) == (12, None)
    price = Price(input_usd=0, output_usd=1, source="option", date="")
    priced = estimate_plan(plan, prepare(plan, {}, calls=False, price=price))
    assert priced.cost_usd == pytest.approx((unpriced.tokens_out or 0) / 1e6)
    with pytest.raises(BadInput, match="its package is not installed"):
        prepare(replace(plan, access=replace(access, max_cost=None, price=price)), {"OPENAI_API_KEY": "k"})


def test_a_run_resumes_in_the_second_stage(plan: GenerationPlan, server: LoopbackServer) -> None:
    run(plan)
    first = plan.out.with_name("programs.stage-1.jsonl")
    first.write_text(first.read_text().replace("\n", "\n\n", 1))  # an empty line does not count
    lines = plan.out.read_text().splitlines(keepends=True)
    plan.out.write_text("".join(lines[:4]))
    calls = len(server.served)
    assert estimate_plan(plan, prepare(plan)).samples == 2
    run(plan)
    assert len(server.served) == calls + 2


@pytest.mark.gate
def test_both_stages_count_against_the_budget(plan, server, tmp_path) -> None:
    plan = replace(plan, protocol=replace(plan.protocol, max_tokens=20))
    run(replace(plan, out=tmp_path / "whole.jsonl"))
    whole = server.totals.cost_usd
    with pytest.raises(BadInput, match="the next call could exceed"):
        run(replace(plan, budget=0.8 * whole))
    assert 0.4 * whole < server.totals.cost_usd - whole <= 0.8 * whole
    assert len(read_predictions(plan.out.with_name("programs.stage-1.jsonl"))) == 6
    assert 0 < len(read_predictions(plan.out)) < 6


@pytest.mark.parametrize("stage", ["Describe", "Write"])
def test_a_stage_whose_tokens_cannot_be_right_counts_against_the_budget(plan, server, stage) -> None:
    choice = {"message": {"content": "a tree " * 50}, "finish_reason": "stop"}
    lie = {"choices": [choice], "usage": {"prompt_tokens": 1, "completion_tokens": 1}}
    server.script = Script(rules=(Rule(fault=Body(body=json.dumps(lie).encode()), holds=stage),))
    plan = replace(plan, protocol=replace(plan.protocol, max_tokens=1000), budget=0.005)
    for _ in range(2):  # the second command has no budget of its own
        with pytest.raises(BadInput, match="the next call could exceed"):
            run(plan)
        assert sum(call.fault == "Body" for call in server.served) == 4
    reports = stage_reports(plan, prepare(plan))
    assert 0.003 < sum(report.unsure_usd for report in reports) <= 0.005


def test_costs_of_the_second_stage_count_when_the_first_is_resumed(plan, server, tmp_path) -> None:
    plan = replace(plan, protocol=replace(plan.protocol, max_tokens=20))
    run(replace(plan, out=tmp_path / "whole.jsonl"))
    whole = server.totals.cost_usd
    run(replace(plan, limit=2))
    with pytest.raises(BadInput, match="the next call could exceed"):
        run(replace(plan, budget=server.totals.cost_usd - whole))
    more = server.totals.cost_usd - whole
    assert more < 0.7 * whole  # the cost of two of the three tasks
    with pytest.raises(BadInput, match="the next call could exceed"):
        run(replace(plan, budget=2 * whole, spent_usd=1.3 * whole))
    assert server.totals.cost_usd - whole == more


def test_a_second_stage_belongs_to_its_first_stage(plan: GenerationPlan) -> None:
    run(plan)
    plan.out.with_name("programs.stage-1.jsonl").unlink()
    plan.out.with_name("programs.stage-1.generation.json").unlink()
    other = replace(plan, access=replace(plan.access, sampling=Sampling(seed=99)))
    with pytest.raises(BadInput, match="was begun with another config"):
        run(other)


def test_a_manifest_outdated_by_a_crash_is_corrected(plan: GenerationPlan) -> None:
    """If a run is killed between the last completion and the manifest, the next run corrects the manifest."""
    run(plan)
    path = plan.out.with_name("programs.generation.json")
    document = json.loads(path.read_text())
    document["totals"]["completions"] = 1
    del document["finished"]
    path.write_text(json.dumps(document))
    manifest, _ = run(plan)
    assert manifest.totals.completions == 6
    assert manifest.finished is not None


@pytest.mark.parametrize(
    ("changed", "setting", "place"),
    [
        ({"provider": "anthropic", "detail": "high"}, "flowchart", "model.detail"),
        ({"provider": "openai", "detail": "high"}, "text", "model.detail"),
        ({"sampling": Sampling(thinking="between_tools")}, "flowchart", "model.parameters.thinking"),
    ],
)
def test_values_that_no_call_can_have_are_refused_by_their_place(plan, changed, setting, place) -> None:
    access = replace(plan.access, file="model.yaml", place="model", **changed)
    with pytest.raises(BadInput) as refused:
        prepare(replace(plan, suite="code-vision", setting=setting, access=access), {}, calls=False)
    assert (refused.value.file, refused.value.place) == ("model.yaml", place)
