"""Two stages: what a model wrote first is part of what it is asked next."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from loopback import ApiRequest, LoopbackServer, Prices, Rule, Script, Status

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
from benchmark.pipeline.generate.generate import GenerationListener, estimate_plan, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare


@dataclass(frozen=True)
class Described:
    """A description of the task, and then a program from it."""

    digest: str = "0" * 64
    stages: int = 2

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        text = f"Describe {task.id}." if stage == 0 else f"Write {task.id} as described: <{earlier}>"
        return (Turn(speaker="user", parts=(Text(text=text),)),)


def writer(asked: ApiRequest, _index: int, _asking: int) -> str:
    if asked.text.startswith("Describe"):
        return f"description {asked.seed} of {asked.text[9:-1]}"
    return f"program from {asked.text.partition('<')[2][:-1]}"


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
        prompt=Described(),
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
    texts = {one.key: one.text for one in descriptions}
    assert texts["t1", 0] != texts["t1", 1]
    assert {one.key: one.text for one in programs} == {
        key: f"program from {text}" for key, text in texts.items()
    }
    assert {one.parameters["temperature"] for one in descriptions} == {0.8}
    assert {one.parameters["temperature"] for one in programs} == {0.0}
    assert {"top_p", "top_k"} & {name for one in programs for name in one.parameters} == set()
    first = read_manifest(plan.out.with_name("programs.stage-1.jsonl"))
    assert first is not None
    assert (first.config.stage, manifest.config.stage) == (1, 2)
    assert manifest.config.earlier == config_digest(first.config)
    assert len(estimates) == 1
    assert (estimates[0].samples, estimates[0].calls) == (12, 12)


def test_a_coder_of_its_own_writes_the_programs(plan: GenerationPlan, server: LoopbackServer) -> None:
    coder = replace(plan.access, model="coder", sampling=Sampling(max_tokens=512))
    run(replace(plan, coder=coder))
    assert {(one.model, one.parameters["temperature"]) for one in server.served} == {
        ("viewer", 0.8),
        ("coder", 0.0),
    }


def test_the_second_stage_waits_until_the_first_is_complete(
    plan: GenerationPlan, server: LoopbackServer
) -> None:
    server.script = Script(rules=(Rule(fault=Status(code=500), holds="Describe t1"),))
    with pytest.raises(OurFailure, match="2 of 6 samples are missing"):
        run(plan)
    assert not plan.out.read_bytes()
    server.script = Script()
    asked = len(server.served)
    run(plan)
    assert len(read_predictions(plan.out)) == 6
    assert len(server.served) == asked + 2 + 6


def test_what_no_request_can_hold_does_not_stop_the_second_stage(plan: GenerationPlan) -> None:
    texts = iter(["a\ud800b", "\ud83d\ude00", "", "x", "y", "z"])
    with LoopbackServer(
        Script(), lambda asked, *_: next(texts) if "Describe" in asked.text else asked.text
    ) as odd:
        run(replace(plan, access=replace(plan.access, base_url=odd.openai_url)))
    programs = sorted(one.text for one in read_predictions(plan.out))
    assert "<a\ufffdb>" in "".join(programs)
    assert "<\U0001f600>" in "".join(programs)


def test_a_run_goes_on_in_the_second_stage(plan: GenerationPlan, server: LoopbackServer) -> None:
    run(plan)
    first = plan.out.with_name("programs.stage-1.jsonl")
    first.write_text(first.read_text().replace("\n", "\n\n", 1))  # an empty line is no completion
    lines = plan.out.read_text().splitlines(keepends=True)
    plan.out.write_text("".join(lines[:4]))
    asked = len(server.served)
    assert estimate_plan(plan, prepare(plan)).samples == 2
    run(plan)
    assert len(server.served) == asked + 2


def test_both_stages_count_against_the_budget(
    plan: GenerationPlan, server: LoopbackServer, tmp_path: Path
) -> None:
    plan = replace(plan, protocol=replace(plan.protocol, max_tokens=20))
    run(replace(plan, out=tmp_path / "whole.jsonl"))
    whole = server.totals.cost_usd
    with pytest.raises(BadInput, match="could be passed by the next call"):
        run(replace(plan, budget=0.8 * whole))
    assert 0.4 * whole < server.totals.cost_usd - whole <= 0.8 * whole
    assert len(read_predictions(plan.out.with_name("programs.stage-1.jsonl"))) == 6
    assert 0 < len(read_predictions(plan.out)) < 6


def test_what_the_second_stage_cost_counts_when_the_first_goes_on(
    plan: GenerationPlan, server: LoopbackServer, tmp_path: Path
) -> None:
    plan = replace(plan, protocol=replace(plan.protocol, max_tokens=20))
    run(replace(plan, out=tmp_path / "whole.jsonl"))
    whole = server.totals.cost_usd
    run(replace(plan, limit=2))
    with pytest.raises(BadInput, match="could be passed by the next call"):
        run(replace(plan, budget=server.totals.cost_usd - whole))
    more = server.totals.cost_usd - whole
    assert more < 0.7 * whole  # what two tasks of three cost, and nothing else
    with pytest.raises(BadInput, match="could be passed by the next call"):
        run(replace(plan, budget=2 * whole, spent_usd=1.3 * whole))
    assert server.totals.cost_usd - whole == more


def test_another_first_stage_makes_another_second_one(plan: GenerationPlan) -> None:
    run(plan)
    plan.out.with_name("programs.stage-1.jsonl").unlink()
    plan.out.with_name("programs.stage-1.generation.json").unlink()
    other = replace(plan, access=replace(plan.access, sampling=Sampling(seed=99)))
    with pytest.raises(BadInput, match="was begun with another config"):
        run(other)


def test_estimates_write_nothing(plan: GenerationPlan, tmp_path: Path) -> None:
    found = estimate_plan(plan, prepare(plan))
    assert (found.samples, found.calls, found.tokens_out) == (12, 12, 12 * 1024)
    assert found.cost_usd is not None
    assert found.cost_usd > 12 * 1024 / 1e6
    assert list(tmp_path.iterdir()) == []


def test_a_manifest_tells_what_a_crash_left(plan: GenerationPlan) -> None:
    """Killed between the last completion and the manifest: the next run mends it."""
    run(plan)
    path = plan.out.with_name("programs.generation.json")
    document = json.loads(path.read_text())
    document["totals"]["completions"] = 1
    del document["finished"]
    path.write_text(json.dumps(document))
    manifest, _ = run(plan)
    assert manifest.totals.completions == 6
    assert manifest.finished is not None


def test_nothing_of_the_event_loop_is_left(plan: GenerationPlan) -> None:
    run(plan)
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
