"""A model may look closer at parts of a picture; every call counts, and the last reply is the answer."""

import base64
import hashlib
import io
import itertools
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from loopback import ApiRequest, LoopbackServer, NoUsage, Rule, Script, Status
from PIL import Image

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.look import MOST_LOOKS
from benchmark.core.prompt import PAPER
from benchmark.core.suite import FRONTIER, LEVELS
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.record.manifest import read_manifest
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.price import Price
from benchmark.pipeline.generate.generate import GenerationListener, estimate_plan, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.pipeline.generate.prompting import first_requests
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.suites import fitting_settings, load, load_all, tasks_in

ANSWER = "```python\ndef solution():\n    return 1\n```\n"
SUITE, SETTING = "humaneval-v", "V2C-look"
PRICE = 0.001  #: US dollars per token, in and out
Replies = Callable[[int], str]


def turn_of(request: ApiRequest) -> int:
    """Return how many replies of the model are in a prompt."""
    return sum(each.role in ("assistant", "model") for each in request.prompt)


@pytest.fixture
def replies() -> list[Replies]:
    """What the model says in each turn; a test may replace it."""
    return [lambda turn: f"Wait.\nLOOK 0 0 0.5 {0.5 + turn / 4}" if turn < 2 else ANSWER]


@pytest.fixture
def server(replies) -> Iterator[LoopbackServer]:
    with LoopbackServer(Script(), lambda request, *_: replies[0](turn_of(request))) as server:
        yield server


def picture(colour: int) -> tuple[Image.Image, str]:
    image, file = Image.new("L", (80, 40), colour), io.BytesIO()
    image.paste(255 - colour, (10, 10, 30, 30))
    image.save(file, "PNG")
    return image, f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def task(name: str, level: str = "4", pictures: int = 1) -> Task:
    shown = (Picture(number=each, source=picture(each)[1]) for each in range(1, pictures + 1))
    return Task(
        id=name,
        suite=SUITE,
        dataset="open",
        level=level,
        parts=tuple(shown),
        starter_code=f"def solution():  # {name}\n",
        check=FunctionCheck(tests=("assert solution() == 1",)),
    )


@pytest.fixture
def plan(server, tmp_path: Path) -> GenerationPlan:
    suite = load(SUITE)
    return GenerationPlan(
        tasks=tuple(task(f"t{number}") for number in range(3)),
        suite=SUITE,
        dataset="open",
        setting=SETTING,
        prompt=suite.prompt("sightbench", SETTING),
        prompt_name="sightbench",
        protocol=suite.asked.protocols["greedy"].within(SETTING),
        access=ModelAccess(
            provider="openai",
            model="eye",
            base_url=server.openai_url,
            patience=Patience(attempts=2, wait_initial=0.01, breaker_pause=0.01),
            price=Price(input_usd=PRICE * 1e6, output_usd=PRICE * 1e6, source="config", date="2026-01"),
        ),
        out=tmp_path / "answers.jsonl",
    )


def run(plan: GenerationPlan):
    listener = GenerationListener(lambda _: None, lambda _: None, lambda _: None)
    return generate(plan, prepare(plan), listener)


def one(plan: GenerationPlan, pictures: int = 1) -> GenerationPlan:
    return replace(plan, tasks=(task("t0", pictures=pictures),))


@pytest.mark.gate
@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_a_model_looks_twice_and_then_answers(plan, server, provider, monkeypatch) -> None:
    monkeypatch.setenv("SIGHTBENCH_KEY_EYE", "a-key-of-nobody")
    url = server.openai_url if provider == "openai" else server.origin
    access = replace(plan.access, provider=provider, base_url=url, api_key_env="SIGHTBENCH_KEY_EYE")
    manifest = run(replace(plan, access=access))
    found = read_predictions(plan.out)
    assert [each.text for each in found] == [ANSWER] * 3
    assert [each.looks for each in found] == [((1, 0, 0, 0.5, 0.5, 2), (1, 0, 0, 0.5, 0.75, 2))] * 3
    assert len(server.served) == manifest.calls == 9
    for each in found:
        calls = [call for call in server.served if f"# {each.task_id}\n" in call.text]
        used = [call.usage for call in calls]
        assert each.tokens_in == sum(usage.tokens_in for usage in used)
        assert each.tokens_out == sum(usage.tokens_out for usage in used)
        assert each.cost_usd == pytest.approx(PRICE * (each.tokens_in + each.tokens_out))
        assert [len(call.pictures) for call in calls] == [1, 2, 3]
        assert [piece.role for piece in calls[-1].prompt if piece.role != "user"] == [
            "model" if provider == "google" else "assistant"
        ] * 2
    assert manifest.totals.cost_usd == pytest.approx(sum(each.cost_usd for each in found))
    assert (manifest.totals.looks, manifest.unsure_usd) == (6, 0)
    texts = [
        {"task_id": each.task_id, "draw": 0, "completion": ANSWER}
        for each in sorted(found, key=lambda each: each.key)
    ]
    lines = "".join(json.dumps(each, sort_keys=True, separators=(",", ":")) + "\n" for each in texts)
    assert completions_digest(found) == hashlib.sha256(lines.encode()).hexdigest()


def test_the_parts_are_those_of_the_picture_that_a_line_names(plan, server, replies) -> None:
    replies[0] = lambda turn: ["LOOK 2: 0.1 0 0.6 1 1\nLOOK 0.1 0 0.6 1 1", ANSWER][turn]
    run(one(plan, pictures=2))
    assert "the n-th picture" in server.served[0].text
    wanted = []
    for colour in (2, 1):
        file = io.BytesIO()
        picture(colour)[0].crop((8, 0, 48, 40)).save(file, "PNG")
        wanted.append(hashlib.sha256(file.getvalue()).hexdigest())
    assert server.served[1].pictures[2:] == tuple(wanted)
    assert [look[0] for look in read_predictions(plan.out)[0].looks] == [2, 1]


def test_a_model_that_only_looks_is_told_to_answer(plan, server, replies) -> None:
    replies[0] = lambda turn: f"LOOK 0 0 {1 - turn / 100:g} 1"
    run(one(plan))
    assert len(server.served) == MOST_LOOKS + 1
    (found,) = read_predictions(plan.out)
    assert len(found.looks) == MOST_LOOKS
    assert found.text == f"LOOK 0 0 {1 - MOST_LOOKS / 100:g} 1"
    told = [call.text.count("Answer now.") for call in server.served]
    assert told == [0] * MOST_LOOKS + [1]


def test_wrong_boxes_are_answered_in_words_and_count(plan, server, replies) -> None:
    replies[0] = lambda turn: ["LOOK 0 0 2 2\nLOOK left", "LOOK 5: 0 0 1 1", ANSWER][turn]
    run(one(plan))
    assert [len(call.pictures) for call in server.served] == [1, 1, 1]
    assert read_predictions(plan.out)[0].looks == ((), (), ())
    assert "there is no picture 5" in server.served[2].text
    assert f"Looks left: {MOST_LOOKS - 3}." in server.served[2].text


@pytest.mark.parametrize(
    "reply",
    [
        "```python\n# a comment\nLOOK 0 0 1 1\n```",
        "<think>\nLOOK 0 0 1 1\n</think>\nThe answer.",
        "LOOK 0 0 1 1\n" + "cut " * 4000,  # at the limit of tokens
    ],
    ids=["code", "reasoning", "cut"],
)
def test_code_reasoning_and_cut_replies_ask_for_nothing(plan, server, replies, reply) -> None:
    replies[0] = lambda _: reply
    run(one(plan))
    assert len(server.served) == 1
    assert read_predictions(plan.out)[0].looks == ()


def test_calls_before_a_failure_are_counted_and_the_sample_is_asked_again(plan, server) -> None:
    server.script = Script(rules=(Rule(fault=Status(code=400), holds="Looks left: 6."),))
    with pytest.raises((BadInput, OurFailure)):
        run(one(plan))
    paid = sum(call.usage.tokens_in + call.usage.tokens_out for call in server.served if call.answered)
    failed = read_manifest(plan.out)
    assert failed is not None
    assert failed.totals.completions == 0
    assert failed.unsure_usd == pytest.approx(PRICE * paid)
    server.script = Script()
    manifest = run(one(plan))
    (found,) = read_predictions(plan.out)
    assert found.text == ANSWER
    assert manifest.unsure_usd == pytest.approx(failed.unsure_usd)
    assert found.cost_usd == pytest.approx(PRICE * (found.tokens_in + found.tokens_out))


def test_a_run_that_was_stopped_between_two_looks_goes_on_like_one_that_was_not(
    plan, server, replies, tmp_path
) -> None:
    whole = replace(plan, out=tmp_path / "whole.jsonl")
    run(whole)
    before, usual, stopping = len(server.served), replies[0], threading.Event()

    def stops_the_run(turn: int) -> str:
        if turn == 1 and len(server.served) - before == 5:  # of the second task
            os.kill(os.getpid(), signal.SIGINT)
            assert stopping.wait(30)
        return usual(turn)

    replies[0] = stops_the_run
    stopped = replace(plan, access=replace(plan.access, limits=RateLimits(concurrency=1)))
    listener = GenerationListener(lambda _: None, lambda _: None, lambda _: stopping.set())
    with pytest.raises(RunInterrupted):
        generate(stopped, prepare(stopped), listener)
    assert len(server.served) - before == 5
    manifest = read_manifest(plan.out)
    assert manifest is not None
    (kept,) = read_predictions(plan.out)
    lost = [call.usage for call in server.served[before + 3 :]]
    paid = PRICE * sum(usage.tokens_in + usage.tokens_out for usage in lost)
    assert kept.task_id == "t0"
    assert manifest.unsure_usd >= paid * (1 - 1e-9)  # more if the machine was so slow that the call broke off
    run(stopped)
    assert len(server.served) - before == 5 + 6
    ended, other = read_predictions(plan.out), read_predictions(whole.out)
    assert completions_digest(ended) == completions_digest(other)
    assert {each.key: each.looks for each in ended} == {each.key: each.looks for each in other}


def test_a_budget_holds_over_all_calls_of_a_sample(plan, server) -> None:
    run(one(plan))
    each = PRICE * sum(call.usage.tokens_in + call.usage.tokens_out for call in server.served)
    served, limit = len(server.served), 2.5 * each + PRICE * 2048
    plan = replace(plan, out=plan.out.with_name("limited.jsonl"), budget=limit)
    with pytest.raises(BadInput, match="could exceed"):
        run(plan)
    paid = sum(call.usage.tokens_in + call.usage.tokens_out for call in server.served[served:])
    manifest = read_manifest(plan.out)
    assert manifest is not None
    assert PRICE * paid == pytest.approx((manifest.totals.cost_usd or 0) + manifest.unsure_usd)
    assert PRICE * paid <= limit


def test_a_call_without_counts_leaves_tokens_and_cost_of_its_sample_unknown(plan, server) -> None:
    server.script = Script(rules=(Rule(fault=NoUsage(), requests=(2,)),))
    manifest = run(one(plan))
    (found,) = read_predictions(plan.out)
    assert (found.tokens_in, found.tokens_out, found.cost_usd) == (None, None, None)
    known = [call.usage for call in server.served if call.number != 2]
    assert manifest.unsure_usd > PRICE * (sum(usage.tokens_in for usage in known) + 2048)


def test_an_estimate_allows_for_all_looks(plan) -> None:
    found = estimate_plan(plan, prepare(plan))
    plain = replace(plan, setting="V2C", prompt=load(SUITE).prompt("sightbench", "V2C"))
    usual = estimate_plan(plain, prepare(plain))
    assert (found.samples, found.calls) == (3, 3 * (MOST_LOOKS + 1))
    assert found.tokens_out == (MOST_LOOKS + 1) * usual.tokens_out
    assert found.tokens_in > (MOST_LOOKS + 1) * usual.tokens_in
    run(plan)
    manifest = read_manifest(plan.out)
    assert manifest is not None
    assert manifest.totals.tokens_in < found.tokens_in


def test_draws_of_one_task_look_each_for_itself(plan, server, replies) -> None:
    numbers = itertools.count()
    replies[0] = lambda turn: f"LOOK 0 0 1 0.{next(numbers) % 5 + 1}" if turn < 1 else ANSWER
    drawn = load(SUITE).asked.protocols["sampled-6"]
    run(replace(one(plan), protocol=drawn, access=replace(plan.access, draws_per_call=6)))
    found = read_predictions(plan.out)
    assert len(server.served) == 12
    assert len({each.looks for each in found}) > 1
    assert {each.call_draws for each in found} == {None}


def test_batches_and_lists_of_requests_are_refused(plan) -> None:
    with pytest.raises(BadInput, match="needs replies at once"):
        prepare(replace(plan, batch=True))
    with pytest.raises(BadInput, match="looks closer"):
        first_requests(from_suite(SUITE, "open"), SETTING, "sightbench", "")


def test_only_levels_3_to_5_of_our_own_tasks_are_asked() -> None:
    suite = load(SUITE)
    named = {f"t{level}": str(level) for level in LEVELS} | {"old": "core", "h": "hard"}
    tasks = tuple(task(name, level) for name, level in named.items())
    assert [each.id for each in tasks_in(suite, SETTING, tasks)] == ["t3", "t4", "t5", "h"]
    assert tasks_in(suite, "V2C", tasks) is tasks
    source = TaskSource(tasks=tasks, suite_id=SUITE, dataset="open", suite=suite)
    assert source.within(SETTING).tasks == tasks_in(suite, SETTING, tasks)
    with pytest.raises(BadInput, match="levels 3 to 5"):
        tasks_in(suite, SETTING, tasks[:2])


def test_the_settings_fit_data_sets_whose_pictures_matter_and_have_levels() -> None:
    found = {}
    for suite in load_all().values():
        for dataset in (*suite.datasets, *(["fresh-abcdef012345"] if suite.id != "mathopeval" else [])):
            own = [name for name in suite.settings_for(dataset) if name in suite.asked.looking]
            if own:
                found[suite.id, dataset] = own
            for name in own:
                plain = suite.prompt("sightbench", suite.asked.looking[name])
                assert suite.prompt("sightbench", name).digest != plain.digest
                with pytest.raises(BadInput):
                    suite.prompt(PAPER, name)
                with pytest.raises(BadInput):
                    suite.prompt("upstream", name)
    assert found == {
        ("humaneval-v", "open"): ["V2C-look"],
        ("humaneval-v", "fresh-abcdef012345"): ["V2C-look"],
        ("mmcode", "open"): ["look"],
        ("mmcode", "fresh-abcdef012345"): ["look"],
        ("code-vision", "open"): ["look"],
        ("code-vision", "fresh-abcdef012345"): ["look"],
        ("mathopeval", "open-choice"): ["choice-look"],
        ("mathopeval", "open-free"): ["free-look"],
        ("mathopeval", "open-picture"): ["free-look"],
    }


@pytest.mark.parametrize("dataset", ["official-v1", "official-v2"])
def test_official_data_keep_the_settings_that_name_another_model(dataset) -> None:
    settings = fitting_settings(SUITE, dataset, load(SUITE).asked.settings)
    assert "V2T2C-*" in settings
    assert SETTING not in settings


def test_every_public_data_set_with_looks_has_tasks_for_them() -> None:
    for suite in load_all().values():
        for name in suite.asked.looking:
            for dataset in suite.data.public:
                if name in suite.settings_for(dataset):
                    tasks = suite.datasets[dataset]()
                    asked = tasks_in(suite, name, tasks)
                    assert 0 < len(asked) < len(tasks)
                    assert {suite.level_number(dataset, each.level) for each in asked} == {*FRONTIER}
