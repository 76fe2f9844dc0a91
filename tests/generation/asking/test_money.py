"""Budgets hold with servers that count wrongly, and the display explains waits."""

import asyncio
import json
from dataclasses import replace

import pytest
from loopback import LoopbackServer, Rule, Script, faults

from benchmark.core.errors import BadInput
from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.asking.tally import Wait
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.price import FixedPricer, Price
from benchmark.generation.wire.request import Sampling
from tests.case_files import read_cases
from tests.sampling import gate_of

from ..conftest import HASTY, Generate

pytestmark = gate_of("engines")

PRICER = FixedPricer(Price(input_usd=3.0, output_usd=15.0, source="config", date="2025-01-01"))
#: The cost of an answer of 100 tokens in US dollars; the worst case of a call is a little more
ANSWER_USD = 100 * 15 / 1_000_000


def reply(usage: object, text: str = "words", choices: int = 1) -> faults.Body:
    entries = [
        {"index": index, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for index in range(choices)
    ]
    return faults.Body(body=json.dumps({"model": "m", "choices": entries, "usage": usage}).encode())


LIES = read_cases("replies/wrong_tokens.yaml")


@pytest.mark.gate
@pytest.mark.parametrize("usage", LIES, ids=str)
def test_tokens_that_cannot_be_right_cost_the_worst_case(usage, generate, server) -> None:
    server.script = Script(rules=(Rule(fault=reply(usage)),))
    done = generate(tasks=99, pricer=PRICER, budget_usd=0.01, limits=RateLimits(concurrency=3))
    assert isinstance(done.error, BadInput)
    assert "more may be billed" in str(done.error)
    assert 0 < len(server.served) < 0.01 / ANSWER_USD
    assert ANSWER_USD * len(server.served) < done.tally.unsure_usd <= 0.01
    assert all("cost_usd" not in line for line in done.lines)


CODE = "def turn(numbers):\n    return [number * 2 for number in numbers]\n"
TRUE = {"prompt_tokens": 1000, "completion_tokens": 1000}


@pytest.mark.parametrize("draws", [1, 4])
@pytest.mark.parametrize("lie", [{name: count} for name in TRUE for count in (1, 100)], ids=str)
def test_fewer_tokens_than_any_tokenizer_has_cost_the_worst_case(lie, draws, generate, server) -> None:
    prompt, answer = ("Write.", CODE * 60) if "completion_tokens" in lie else (CODE * 60, "words")
    server.script = Script(rules=(Rule(fault=reply(TRUE | lie, answer, draws)),))
    sampling = Sampling(max_tokens=1000)
    settings = {"tasks": 99, "draws": draws, "per_call": draws, "words": lambda *_: prompt}
    done = generate(pricer=PRICER, budget_usd=0.3, sampling=sampling, **settings)
    assert isinstance(done.error, BadInput)
    assert 0 < len(server.served) <= 0.3 / (draws * 1000 * 15e-6)
    assert len(server.served) * draws * 1000 * 15e-6 < done.tally.unsure_usd <= 0.3
    assert not any("cost_usd" in line for line in done.lines)


@pytest.mark.parametrize("answer", [CODE * 60, "=-" * 2000, " " * 4000 + "x", "\n\t" * 2000, "a" * 4000])
def test_counts_of_real_tokenizers_are_believed(answer, generate, server) -> None:
    """Real answers have at most 5 characters per token, but one token may hold a long line of signs."""
    tokens = max(len(answer.replace(" " * 4000, "")) // 5, 1) if answer == CODE * 60 else 40
    server.script = Script(rules=(Rule(fault=reply(TRUE | {"completion_tokens": tokens}, answer)),))
    done = generate(tasks=1, pricer=PRICER)
    assert done.lines[0]["cost_usd"] == pytest.approx((1000 * 3 + tokens * 15) / 1_000_000)
    assert done.tally.unsure_usd == 0


def test_an_uncounted_answer_beyond_its_limit_reserves_its_length(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=reply(None, CODE * 1000)),))
    done = generate(tasks=1, pricer=PRICER, budget_usd=5.0)
    assert done.tally.unsure_usd > len(CODE) * 1000 / 5 * 15e-6


def test_a_limit_of_tokens_that_is_refused_is_renamed_and_never_dropped(generate, server) -> None:
    """Otherwise a server that refuses the limit and counts nothing would be asked without end."""
    refusal = faults.RefusesParameter(name="max_tokens")
    server.script = Script(rules=(Rule(fault=refusal), Rule(fault=faults.NoUsage())))
    done = generate(tasks=99, pricer=PRICER, budget_usd=0.01)
    assert isinstance(done.error, BadInput)
    assert "could exceed" in str(done.error)
    answered = [call for call in server.served if call.answered]
    assert {frozenset(call.parameters) for call in answered} == {
        frozenset({"temperature", "max_completion_tokens"})
    }
    assert len(answered) * ANSWER_USD < done.tally.unsure_usd <= 0.01
    assert {tuple(line.get("dropped", ())) for line in done.lines} == {()}


def test_a_limit_of_tokens_that_is_refused_under_both_names_ends_the_run(generate, server) -> None:
    rules = [
        Rule(fault=faults.RefusesParameter(name=name)) for name in ("max_tokens", "max_completion_tokens")
    ]
    server.script = Script(rules=tuple(rules))
    done = generate()
    assert "parameters.max_tokens: the model does not accept it" in str(done.error)
    assert done.keys == []
    assert len(server.served) <= 10


def test_a_budget_that_fits_exactly_is_used_up(generate: Generate, server: LoopbackServer) -> None:
    """Three calls whose worst cases add up to the budget, and not a fourth."""
    only_answers = FixedPricer(Price(input_usd=0.0, output_usd=2.0**14, source="config", date="2025-01-01"))
    sampling = Sampling(max_tokens=15625)  # 256 dollars
    server.script = Script(rules=(Rule(fault=faults.NoUsage()),))
    done = generate(tasks=9, pricer=only_answers, budget_usd=768.0, sampling=sampling)
    assert isinstance(done.error, BadInput)
    assert (len(server.served), done.tally.unsure_usd) == (3, 768.0)


def test_a_kept_reserve_covers_calls_in_flight_and_leaves_the_rest(generate, server) -> None:
    server.script = Script(seconds=0.02)
    kept: list[tuple[float, float]] = []

    runs: list[GenerationRun] = []

    def keep(dollars: float) -> None:
        kept.append((dollars, runs[0].budget.spent if runs else 0.0))

    limits = RateLimits(concurrency=4)
    done = generate(tasks=40, pricer=PRICER, budget_usd=0.01, limits=limits, during=runs.append, keep=keep)
    assert isinstance(done.error, BadInput)
    assert max(dollars for dollars, _ in kept) > 4 * ANSWER_USD
    assert all(dollars + spent <= 0.01 for dollars, spent in kept)
    assert kept[-1][0] < 2.5 * ANSWER_USD  # less than at first, so that a next run is not refused


def test_a_huge_count_ends_the_run_at_its_budget(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=reply({"prompt_tokens": 9, "completion_tokens": 10**9})),))
    done = generate(tasks=99, pricer=PRICER, budget_usd=0.01)
    assert isinstance(done.error, BadInput)
    assert len(server.served) == 1


def test_the_reserve_is_kept_before_the_answer_is_written(generate, server, monkeypatch) -> None:
    """A kill between the two leaves a reserve without an answer, never an answer without its reserve."""
    server.script = Script(rules=(Rule(fault=faults.NoUsage()),))
    order: list[object] = []

    def follow(run: GenerationRun) -> None:
        add = run._store.add
        monkeypatch.setattr(run._store, "add", lambda lines: (order.append("answer"), add(lines)))

    limits = RateLimits(concurrency=1)
    generate(tasks=3, pricer=PRICER, budget_usd=1.0, limits=limits, during=follow, keep=order.append)
    assert [type(step) for step in order] == [float, str] * 3


def test_an_answer_that_cannot_be_kept_costs_what_it_cost(generate: Generate, server: LoopbackServer) -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 250_000}
    server.script = Script(rules=(Rule(fault=reply(usage, "x" * 1_000_001)),))
    done = generate(tasks=99, pricer=PRICER, budget_usd=5.0, limits=RateLimits(concurrency=1))
    assert isinstance(done.error, BadInput)
    assert (len(server.served), done.keys, done.tally.unsure) == (2, [], 2)
    assert done.tally.unsure_usd == pytest.approx(2 * (10 * 3 + 250_000 * 15) / 1_000_000)
    assert "1,000,001 characters is too long for a prediction file" in str(generate(tasks=1).error)


@pytest.mark.parametrize("usage", [None, {"prompt_tokens": 10, "completion_tokens": 1}], ids=str)
def test_an_uncounted_answer_that_cannot_be_kept_costs_its_length(usage, generate, server) -> None:
    server.script = Script(rules=(Rule(fault=reply(usage, CODE * 15_000)),))
    done = generate(tasks=99, pricer=PRICER, budget_usd=5.0, limits=RateLimits(concurrency=1))
    assert isinstance(done.error, BadInput)
    length = len(CODE) * 15_000
    assert len(server.served) == pytest.approx(5.0 / (length / 5 * 15e-6), abs=1)


def test_a_server_without_n_is_reported_after_one_call(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.Count(choices=1)),))
    done = generate(tasks=22, draws=4, per_call=4, config_place="runs[0].model")
    assert isinstance(done.error, BadInput)
    assert "runs[0].model.draws_per_call: the server sent 1 answers instead of 4" in str(done.error)
    assert "draws_per_call: 1" in done.error.fix
    assert len(server.served) == 1


def test_a_single_reply_with_fewer_draws_is_tried_again(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.Count(choices=1), requests=(2,)),))
    done = generate(tasks=3, draws=4, per_call=4)
    assert done.error is None
    assert len(done.keys) == 12
    assert len(server.served) == 4


def waits_during(generate: Generate, **settings: object) -> list[Wait]:
    """Return the waits that a display sees during a run, which is stopped at the first one of over 10 s."""
    seen: list[Wait] = []

    def watch(run: GenerationRun) -> None:
        if (waiting := run.current_wait()) is not None:
            seen.append(waiting)
            if waiting.seconds > 10:
                return run.stop_now()
        asyncio.get_running_loop().call_later(0.01, watch, run)
        return None

    generate(during=watch, **settings)
    return seen


def test_the_wait_that_a_server_asks_for_has_reason_and_time(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=faults.RateLimited(retry_after="30"), requests=(1,)),))
    waits = waits_during(generate, tasks=1, patience=replace(HASTY, retry_after_max=60))
    assert all(waiting.reason.startswith("the server says 429") for waiting in waits)
    assert 10 < waits[0].seconds <= 33


def test_an_open_circuit_breaker_has_reason_and_time(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.Status(code=500)),))
    patience = replace(HASTY, breaker_after=2, breaker_pause=30, wait_max=30, breaker_pauses=1)
    waits = waits_during(generate, tasks=4, patience=patience)
    assert 10 < waits[-1].seconds <= 33
    assert all(waiting.reason.startswith("the server says 500") for waiting in waits)


def test_a_missing_draw_has_reason_and_time(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(rules=(Rule(fault=faults.Count(choices=1), requests=(2,)),))
    patience = replace(HASTY, wait_initial=30, wait_max=30)
    limits = RateLimits(concurrency=1)
    waits = waits_during(generate, tasks=2, draws=4, per_call=4, patience=patience, limits=limits)
    assert {waiting.reason for waiting in waits} == {"the server sent 1 answers instead of 4"}
    assert 10 < waits[-1].seconds <= 60


def test_no_wait_is_reported_while_calls_are_made(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(seconds=0.05)
    assert waits_during(generate, tasks=3) == []


@pytest.mark.parametrize(
    ("fault", "billed"),
    [
        *((faults.Status(code=code), code in (408, 504, 524)) for code in (408, 500, 503, 504, 524, 529)),
        (faults.RateLimited(), False),
        (faults.ErrorInBody(), True),
        (faults.ErrorInBody(code=429), False),
    ],
    ids=str,
)
def test_only_a_model_that_may_have_answered_behind_its_gateway_may_be_billed(
    fault: faults.Fault, billed: bool, generate: Generate, server: LoopbackServer
) -> None:
    server.script = Script(rules=(Rule(fault=fault, requests=(1, 2)),))
    done = generate(tasks=1, pricer=PRICER, budget_usd=1.0)
    assert done.error is None
    assert done.tally.unsure == 2 * billed
    assert 2 * ANSWER_USD * billed <= done.tally.unsure_usd <= 2.5 * ANSWER_USD * billed


@pytest.mark.parametrize("concurrency", [1, 4])
def test_attempts_that_may_be_billed_stay_within_the_budget(concurrency, generate, server) -> None:
    """Each attempt of a call may be billed, so each needs room in the budget."""
    server.script = Script(rules=(Rule(fault=faults.Body(body=b"[" * 1000)),))
    patience = replace(HASTY, attempts=20, breaker_after=99)
    limits = RateLimits(concurrency=concurrency)
    done = generate(tasks=30, pricer=PRICER, budget_usd=0.01, limits=limits, patience=patience)
    assert isinstance(done.error, BadInput)
    assert "more may be billed" in str(done.error)
    assert 0.01 - 2 * ANSWER_USD < done.tally.unsure_usd <= 0.01
    assert ANSWER_USD * len(server.served) < 0.01


def test_a_part_that_is_larger_than_its_whole_is_unknown(generate: Generate, server: LoopbackServer) -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "prompt_tokens_details": {"cached_tokens": 10**9},
        "completion_tokens_details": {"reasoning_tokens": 11},
    }
    server.script = Script(rules=(Rule(fault=reply(usage)),))
    cached_is_free = FixedPricer(
        Price(input_usd=3.0, output_usd=15.0, cached_usd=0.0, source="config", date="2025-01-01")
    )
    done = generate(tasks=1, pricer=cached_is_free)
    assert done.error is None
    assert done.lines[0]["cost_usd"] == pytest.approx((100 * 3 + 10 * 15) / 1_000_000)
    assert not {"tokens_cached", "tokens_thinking"} & done.lines[0].keys()
