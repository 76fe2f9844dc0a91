"""The generation loop against a server that misbehaves: each sample arrives once and is counted correctly."""

import asyncio
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from loopback import LoopbackServer, Prices, Rule, Script, faults

from benchmark.core.errors import BadInput, OurFailure
from benchmark.generation.asking import run as run_module
from benchmark.generation.asking.ask import PlannedCall, SamplesPresent
from benchmark.generation.asking.breaker import ServerGone
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.wire.failure import Cause
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.price import FixedPricer, Price
from benchmark.generation.wire.request import Sampling
from tests.sampling import gate_of

from ..conftest import HASTY, KEY, Generate

PRICES = Prices(tokens_in=3.0, tokens_out=15.0, tokens_cached=0.3)
PRICER = FixedPricer(
    Price(input_usd=3.0, output_usd=15.0, cached_usd=0.3, source="config", date="2025-01-01")
)
SAMPLED = Sampling(temperature=0.8, max_tokens=100, seed=7)


def test_every_sample_arrives_once_and_is_fully_recorded(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(resolves={"m": "m-2025"}, prices=PRICES)
    done = generate(tasks=3, draws=2, sampling=SAMPLED, pricer=PRICER)
    assert done.error is None
    assert done.keys == [(f"t{task}", draw) for task in range(3) for draw in range(2)]
    line = next(line for line in done.lines if (line["task_id"], line["draw"]) == ("t1", 1))
    assert line["model"] == "m"
    assert line["resolved_model"] == "m-2025"
    assert line["fingerprint"] == "fp_loopback"
    assert line["finish_reason"] == "stop"
    assert line["parameters"] == {"temperature": 0.8, "max_tokens": 100, "seed": 8}
    assert line["seconds"] > 0
    served = next(call for call in server.served if call.request_id == line["request_id"])
    assert served.usage is not None
    assert (line["tokens_in"], line["tokens_out"]) == (served.usage.tokens_in, served.usage.tokens_out)
    assert line["cost_usd"] == pytest.approx(served.cost_usd)


def test_a_second_run_requests_only_missing_samples(generate: Generate, server: LoopbackServer) -> None:
    generate(tasks=4, draws=3)
    calls = len(server.served)
    again = generate(tasks=4, draws=3)
    assert again.error is None
    assert len(server.served) == calls
    more = generate(tasks=4, draws=5)
    assert len(server.served) == calls + 8
    assert len(more.keys) == len(set(more.keys)) == 20


FAILING = [
    faults.RateLimited(),
    faults.Status(code=500),
    faults.Status(code=503),
    faults.Cut(),
    faults.BrokenJson(),
    faults.Html(),
    faults.EmptyBody(),
    faults.NoChoices(),
    faults.ErrorInBody(),
    faults.Drop(),
]


@gate_of("asking")
@pytest.mark.parametrize("seed", [1, 2])
def test_every_sample_arrives_and_costs_add_up_if_30_percent_of_calls_fail(generate, server, seed) -> None:
    share = 0.3 / len(FAILING)
    rules = []
    left = 1.0
    for number, fault in enumerate(FAILING):  # each rule draws from the calls that the rules before it left
        rules.append(Rule(fault=fault, share=share / left, seed=10 * seed + number))
        left -= share
    server.script = Script(rules=tuple(rules), prices=PRICES, caches=True, thinking="hm, " * 5)
    done = generate(tasks=60, draws=5, sampling=SAMPLED, pricer=PRICER, patience=replace(HASTY, attempts=12))
    assert done.error is None
    assert len(done.keys) == len(set(done.keys)) == 300
    counted = server.totals
    assert counted.answered == 300
    assert 0.2 < 1 - counted.answered / counted.requests < 0.4
    assert done.tally.calls == counted.requests
    assert sum(done.tally.outages.values()) == counted.requests - 300
    totals = done.tally.file
    assert (totals.tokens_in, totals.tokens_out) == (counted.tokens_in, counted.tokens_out)
    assert (totals.tokens_thinking, totals.tokens_cached) == (counted.tokens_thinking, counted.tokens_cached)
    assert totals.cost_usd == pytest.approx(counted.cost_usd)
    assert sum(line["cost_usd"] for line in done.lines) == pytest.approx(counted.cost_usd)
    # No error became an answer: all texts are those of the server's model.
    assert {line["completion"].startswith("Here is the function.") for line in done.lines} == {True}


def test_draws_of_one_call_share_its_tokens_and_its_cost(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(prices=PRICES)
    done = generate(tasks=2, draws=10, per_call=4, sampling=SAMPLED, pricer=PRICER)
    assert [call.n for call in sorted(server.served, key=lambda call: call.number)].count(2) == 2
    assert len(done.keys) == 20
    counted = server.totals
    assert sum(line["tokens_in"] for line in done.lines) == counted.tokens_in
    assert sum(line["tokens_out"] for line in done.lines) == counted.tokens_out
    assert sum(line["cost_usd"] for line in done.lines) == pytest.approx(counted.cost_usd)
    assert Counter(line["call_draws"] for line in done.lines) == {4: 16, 2: 4}
    seeds = {line["draw"]: line["parameters"].get("seed") for line in done.lines}
    assert (seeds[0], seeds[1], seeds[4], seeds[8]) == (7, None, 11, 15)


def test_a_sample_is_missing_with_the_reason_after_the_last_attempt(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=faults.Status(code=500), holds="t3."),))
    done = generate(tasks=6, patience=replace(HASTY, attempts=3))
    assert isinstance(done.error, OurFailure)
    assert "1 of 6 samples are missing: 1 sample(s), such as 't3#0': the server says 500" in str(done.error)
    assert "run the same command again" in done.error.fix
    assert len(done.keys) == 5
    assert done.tally.calls == 5 + 3
    server.script = Script()
    assert len(generate(tasks=6).keys) == 6


def test_refused_and_filtered_answers_are_answers_and_counted_apart(generate, server) -> None:
    server.script = Script(
        rules=(
            Rule(fault=faults.Refusal(), holds="t0."),
            Rule(fault=faults.Filtered(), holds="t1."),
            Rule(fault=faults.Filtered(prompt=True), holds="t2."),
        )
    )
    done = generate(tasks=5)
    assert done.error is None
    assert done.tally.no_answers == 3
    assert done.tally.file.finishes == {"stop": 2, "refusal": 1, "content_filter": 2}
    assert {line["completion"] for line in done.lines if line["finish_reason"] != "stop"} == {""}
    details = {line["task_id"]: line.get("finish_detail") for line in done.lines}
    assert details["t0"] == "I'm sorry, I can't assist with that request."
    assert details["t2"] == "prompt filtered"
    assert details["t4"] is None


def test_a_task_that_the_server_rejects_does_not_stop_the_others(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=faults.ContextOverflow(), holds="t2."),))
    done = generate(tasks=5)
    assert isinstance(done.error, BadInput)
    assert done.error.exit_code == 2
    assert "'t2#0': the prompt is too long for the model" in str(done.error)
    assert done.error.fix == "use a model that accepts longer prompts"
    assert len(done.keys) == 4
    assert done.tally.calls == 5  # a call that can never succeed is made once


def test_the_run_ends_early_if_every_task_is_rejected(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.ContextOverflow()),))
    done = generate(tasks=500, limits=RateLimits(concurrency=2))
    assert isinstance(done.error, BadInput)
    assert len(server.served) < 30


def test_a_refused_parameter_is_left_out_unless_it_must_be_applied(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=faults.RefusesParameter(name="temperature")),))
    must = frozenset({"temperature"})
    refused = generate(config_file="submission.yaml", config_place="runs[0].model", must_apply=must)
    assert isinstance(refused.error, BadInput)
    place = "submission.yaml: runs[0].model.parameters.temperature"
    assert f"{place}: the model does not accept it" in str(refused.error)
    assert "remove temperature from must_apply" in refused.error.fix
    assert refused.keys == []
    done = generate(tasks=20, limits=RateLimits(concurrency=2))
    assert done.error is None
    assert {tuple(line["dropped"]) for line in done.lines} == {("temperature",)}
    assert {tuple(line["parameters"]) for line in done.lines} == {("max_tokens",)}
    assert done.tally.calls <= 22  # the refusal is learned once, not once per sample


def test_a_wrong_key_stops_the_run_at_once_and_is_not_shown(generate, server) -> None:
    server.script = Script(keys=frozenset({"another"}))
    done = generate(tasks=300, limits=RateLimits(concurrency=4))
    assert isinstance(done.error, BadInput)
    assert KEY not in done.error.render()
    assert len(server.served) <= 4


def test_an_exhausted_quota_stops_the_run_at_once(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(
        rules=(Rule(fault=faults.RateLimited(exhausted=True), requests=range(11, 10_000)),)
    )
    done = generate(tasks=200, limits=RateLimits(concurrency=4))
    assert isinstance(done.error, OurFailure)
    assert "no quota or credit is left" in str(done.error)
    assert len(done.keys) == 10
    assert len(server.served) <= 14


def test_the_run_ends_if_the_server_asks_to_wait_too_long(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(
        rules=(Rule(fault=faults.RateLimited(retry_after="3600"), requests=range(6, 10_000)),)
    )
    began = time.monotonic()
    done = generate(tasks=50, limits=RateLimits(concurrency=2))
    assert time.monotonic() - began < 600
    assert isinstance(done.error, OurFailure)
    assert "asks to wait 3600 s" in str(done.error)
    assert len(done.keys) == 5


def test_the_run_waits_as_long_as_the_server_asks(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.RateLimited(retry_after="0.5"), requests=(1,)),))
    done = generate(tasks=1)
    assert done.error is None
    first, second = server.served
    assert second.began - first.ended >= 0.5  # HASTY alone waits a tenth of that


def test_the_run_waits_even_if_the_server_asks_for_zero_seconds(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=faults.RateLimited(retry_after="0"), requests=range(1, 4)),))
    done = generate(tasks=1, patience=replace(HASTY, wait_initial=0.1, wait_max=0.4))
    assert done.error is None
    assert server.served[3].began - server.served[0].ended > 0.3  # not three attempts within a moment


@gate_of("asking")
def test_the_run_adapts_to_the_concurrency_limit_of_the_server(generate, server) -> None:
    server.script = Script(at_once=3, seconds=0.02)
    done = generate(
        tasks=80, limits=RateLimits(concurrency=32), patience=replace(HASTY, attempts=20, wait_max=0.2)
    )
    assert done.error is None
    assert len(done.keys) == 80
    late = [call for call in server.served if call.number > 60]
    refused_late = sum(call.status == 429 for call in late) / len(late)
    refused_early = sum(call.status == 429 for call in server.served[:32]) / 32
    assert refused_late < refused_early


@gate_of("asking")
def test_the_limit_of_requests_per_minute_is_kept(generate: Generate) -> None:
    began = time.monotonic()
    done = generate(tasks=90, limits=RateLimits(concurrency=16, requests_per_minute=3000))
    assert done.error is None
    assert time.monotonic() - began > 0.75  # 50 per second, the first 50 at once


@pytest.mark.gate
def test_a_dead_server_ends_the_run_and_nothing_is_lost(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.Drop(), requests=range(21, 10_000)),))
    done = generate(
        tasks=500,
        limits=RateLimits(concurrency=8),
        patience=replace(HASTY, attempts=50, breaker_after=8, breaker_pause=0.02, breaker_pauses=3),
    )
    assert isinstance(done.error, ServerGone)
    assert "resumes where this run stopped" in done.error.fix
    assert len(done.keys) == 20
    assert len(server.served) < 20 + 8 + 8 + 4  # answers, failures in a row, calls in flight, probes


def test_a_call_that_hangs_is_repeated_after_its_time_limit(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=faults.Hang(), repetitions=(1,), holds="t1."),))
    done = generate(tasks=3, timeout=3)
    assert done.error is None
    assert done.tally.outages == {Cause.TIMEOUT: 1}
    assert done.tally.unsure == 1


@pytest.mark.gate
def test_no_call_begins_that_could_exceed_the_budget(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(prices=PRICES)
    budget = 0.02
    done = generate(tasks=200, pricer=PRICER, budget_usd=budget, limits=RateLimits(concurrency=16))
    assert isinstance(done.error, BadInput)
    assert done.error.exit_code == 2
    assert "the next call could exceed 0.02 USD" in str(done.error)
    assert 0 < len(done.keys) < 200
    assert server.totals.cost_usd <= budget
    assert server.totals.cost_usd == pytest.approx(done.run.budget.spent)
    # At most the worst case of one call is left unspent.
    assert server.totals.cost_usd > budget - 0.002
    again = generate(tasks=200, pricer=PRICER, budget_usd=budget)
    assert isinstance(again.error, BadInput)
    assert server.totals.cost_usd <= budget


@pytest.mark.gate
def test_the_budget_includes_calls_that_may_be_billed_without_a_reply(generate, server) -> None:
    server.script = Script(prices=PRICES, rules=(Rule(fault=faults.Cut(), share=0.5, seed=3),))
    budget = 0.05
    done = generate(
        tasks=200, pricer=PRICER, budget_usd=budget, patience=replace(HASTY, attempts=10, breaker_after=99)
    )
    assert isinstance(done.error, BadInput)
    assert "may be billed for calls that broke off" in str(done.error)
    assert done.tally.unsure > 3
    assert sum(call.cost_usd for call in server.served) <= budget


def test_a_change_of_the_model_during_a_run_is_recorded(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.ResolvesTo(model="m-new"), requests=range(8, 99)),))
    done = generate(tasks=10)
    assert done.error is None
    assert done.tally.file.models == {"m": 7, "m-new": 3}


def test_a_key_that_the_server_repeats_in_an_answer_is_not_written(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=faults.FixedText(text=f"your key is {KEY}, thanks")),))
    done = generate(tasks=2)
    assert KEY not in done.path.read_text()
    assert {line["completion"] for line in done.lines} == {"your key is [key], thanks"}


def test_a_placeholder_key_is_not_removed_from_answers(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.FixedText(text="queue = EMPTY")),))
    done = generate(tasks=1, keys=("EMPTY",))
    assert done.lines[0]["completion"] == "queue = EMPTY"


def when_served(server: LoopbackServer, requests: int, stop: Callable[[], object]) -> None:
    """Stop a run as soon as the server has got so many requests."""
    if len(server.served) >= requests:
        stop()
    else:
        asyncio.get_running_loop().call_later(0.005, when_served, server, requests, stop)


def test_stopping_waits_for_calls_in_flight(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(seconds=0.1)

    def stop_soon(run: GenerationRun) -> None:
        when_served(server, 6, run.stop)

    done = generate(tasks=40, limits=RateLimits(concurrency=4), during=stop_soon)
    assert isinstance(done.error, RunInterrupted)
    assert 0 < len(done.keys) == len(server.served) == done.tally.calls < 40


def test_a_web_page_instead_of_the_first_answer_ends_the_run_at_once(generate, server) -> None:
    """Later it may be a gateway's page for a moment, and the call is repeated."""
    server.script = Script(rules=(Rule(fault=faults.Html()),))
    done = generate(tasks=3, limits=RateLimits(concurrency=1))
    assert isinstance(done.error, BadInput)
    assert "base_url: the server sent an HTML page" in str(done.error)
    assert server.openai_url in done.error.fix
    assert len(server.served) == 1
    server.script = Script(rules=(Rule(fault=faults.Html(), requests=(3,)),))
    done = generate(tasks=3, limits=RateLimits(concurrency=1))
    assert (done.error, len(done.keys), len(server.served)) == (None, 3, 5)


def test_a_server_that_does_not_reply_is_named(generate, server, monkeypatch) -> None:
    monkeypatch.setattr(run_module, "_SILENCE", 0.2)
    server.script = Script(rules=(Rule(fault=faults.Hang(), requests=(2,)),))
    waits = []

    def look(run: GenerationRun) -> None:
        waits.append(run.current_wait())
        run.stop_now() if waits[-1] else asyncio.get_running_loop().call_later(0.05, look, run)

    done = generate(tasks=3, limits=RateLimits(concurrency=1), during=look)
    assert isinstance(done.error, RunInterrupted)
    assert re.fullmatch(rf"no reply from {server.openai_url} for \d+ s; Ctrl-C stops", waits[-1].reason)
    assert 500 < waits[-1].seconds < 600
    assert waits[0] is None


def test_stopping_does_not_wait_for_retries(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.Status(code=500)),))

    def stop_soon(run: GenerationRun) -> None:
        asyncio.get_running_loop().call_later(0.3, run.stop)

    began = time.monotonic()
    patience = replace(HASTY, wait_initial=300, wait_max=600, breaker_after=99)
    done = generate(tasks=4, patience=patience, during=stop_soon)
    assert isinstance(done.error, RunInterrupted)
    assert time.monotonic() - began < 300


def test_stopping_at_once_keeps_received_completions(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.Hang(), requests=range(6, 99)),))

    def stop_soon(run: GenerationRun) -> None:
        when_served(server, 5 + 16, run.stop_now)  # five get answers, and their workers call again

    began = time.monotonic()
    done = generate(tasks=40, timeout=600, during=stop_soon)
    assert isinstance(done.error, RunInterrupted)
    assert time.monotonic() - began < 600
    assert len(done.keys) == 5
    assert done.tally.unsure == 16


def test_a_bug_of_ours_is_not_hidden(generate: Generate) -> None:
    def broken(task_id: str, _draw: int) -> str:
        if task_id == "t3":
            raise ZeroDivisionError
        return task_id

    done = generate(tasks=9, words=broken, limits=RateLimits(concurrency=2))
    assert isinstance(done.error, ZeroDivisionError)
    assert len(done.keys) < 9


@pytest.mark.gate
def test_the_concurrency_limit_is_used_and_kept(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(seconds=0.05)
    generate(tasks=60, limits=RateLimits(concurrency=12))
    assert server.most_at_once == 12


def test_no_thread_is_left_behind(generate: Generate) -> None:
    before = set(threading.enumerate())
    generate(tasks=3)
    assert set(threading.enumerate()) <= before


def test_a_server_on_this_machine_is_reached_without_a_proxy(generate, monkeypatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert generate(tasks=2).error is None


def have(marked: dict[str, list[int]], draws: int, limit: int | None = None) -> SamplesPresent:
    present = SamplesPresent(["a", "b", "c"], draws, limit)
    for task, marked_draws in marked.items():
        for draw in marked_draws:
            assert present.mark(task, draw)
    return present


def test_gaps_are_filled_within_their_block() -> None:
    present = have({"a": [1, 4, 5, 6], "b": range(9), "c": range(9)}, 9)  # type: ignore[dict-item]
    assert list(present.planned_calls(4)) == [
        PlannedCall("a", 0, 1),
        PlannedCall("a", 2, 2),
        PlannedCall("a", 7, 1),
        PlannedCall("a", 8, 1),
    ]


def test_a_limit_counts_tasks_and_ignores_samples_beyond_it() -> None:
    present = have({"c": [0]}, 1, limit=2)
    assert [call.task_id for call in present.planned_calls(1)] == ["a", "b"]
    assert (present.wanted, present.missing) == (2, 2)


def test_a_sample_is_marked_only_once() -> None:
    present = SamplesPresent(["a"], 1)
    assert present.mark("a", 0)
    assert not present.mark("a", 0)
    assert not present.knows("b")


@pytest.mark.parametrize("per_call", [1, 3, 7, 1000])
def test_a_thousand_draws_are_each_requested_once(per_call: int) -> None:
    requested = [
        (call.task_id, draw)
        for call in SamplesPresent(["a", "b"], 1000).planned_calls(per_call)
        for draw in draws(call)
    ]
    assert requested == [(task, draw) for task in "ab" for draw in range(1000)]


def draws(call: PlannedCall) -> range:
    return range(call.draw, call.draw + call.draws)
