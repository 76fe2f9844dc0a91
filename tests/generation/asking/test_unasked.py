"""A server that does something else than it was asked for ends the run; what it answered is kept and paid."""

import json

import pytest
from loopback import Rule, Script, faults

from benchmark.core.errors import BadInput
from benchmark.generation.asking.unasked import is_same_model
from benchmark.generation.wire.price import FixedPricer, Price

PRICER = FixedPricer(Price(input_usd=1.0, output_usd=10.0, source="config", date="2026-01-01"))
COST = (1000 * 1.0 + 100 * 10.0) / 1_000_000


def reply(tier: str | None = None, cost: object = None, model: str = "m", **more: object) -> faults.Body:
    message = {"role": "assistant", "content": "words " * 60}
    usage = {"prompt_tokens": 1000, "completion_tokens": 100, "cost": cost, **more}
    body = {
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": usage,
    }
    return faults.Body(body=json.dumps(body | ({"service_tier": tier} if tier else {})).encode())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (reply(tier="priority"), "served in the tier 'priority'"),
        (reply(cost=1.2 * COST), "the server charged"),
        (reply(model="m-mini"), "'m-mini' answered instead of 'm'"),
    ],
)
def test_what_nobody_asked_for_ends_the_run_and_is_kept(answer, said, generate, server) -> None:
    server.script = Script(rules=(Rule(fault=answer),))
    done = generate(tasks=9, pricer=PRICER, budget_usd=1.0, checks_model=True)
    assert isinstance(done.error, BadInput)
    assert said in str(done.error)
    assert len(server.served) == 1
    if "instead of" in said:  # no answer of this model, but paid for
        assert (done.lines, done.tally.unsure_usd) == ([], pytest.approx(COST))
    else:
        assert [line["cost_usd"] >= COST for line in done.lines] == [True]


@pytest.mark.parametrize(
    ("answer", "cost"),
    [
        (reply(tier="default"), COST),
        (reply(tier="flex"), COST),
        (reply(cost=0.5 * COST), 0.5 * COST),
        (reply(cost=1.05 * COST), 1.05 * COST),
        # OpenRouter's two forms: one cost said twice, and its fee next to what the vendor charges.
        (reply(cost=COST, is_byok=False, cost_details={"upstream_inference_cost": COST}), COST),
        (reply(cost=0.05 * COST, is_byok=True, cost_details={"upstream_inference_cost": COST}), 1.05 * COST),
        (reply(cost=0), COST),
        (reply(cost=2e7), COST),
        (reply(cost="much"), COST),
        (reply(model="m-2026-01-31"), COST),
    ],
)
def test_what_was_asked_for_goes_on_and_a_reported_cost_counts(answer, cost, generate, server) -> None:
    server.script = Script(rules=(Rule(fault=answer),))
    done = generate(tasks=3, pricer=PRICER, checks_model=True, tier="flex")
    assert done.error is None
    assert [line["cost_usd"] for line in done.lines] == pytest.approx([cost] * 3)


@pytest.mark.parametrize(
    ("answer", "trusted", "counted"),
    [
        (reply(cost=0.05 * COST), False, COST),
        (reply(cost=0.05 * COST), True, 0.05 * COST),
        (reply(cost=1.05 * COST), False, 1.05 * COST),
        (reply(tier="priority"), True, 2 * COST),
        (reply(tier="priority", cost=1.05 * COST), True, 1.05 * COST),
    ],
)
def test_a_statement_lowers_the_cost_only_where_it_is_trusted(
    answer, trusted, counted, generate, server
) -> None:
    server.script = Script(rules=(Rule(fault=answer),))
    done = generate(tasks=1, pricer=PRICER, budget_usd=1.0, trusts_cost=trusted)
    assert done.tally.file.cost_usd + done.tally.unsure_usd == pytest.approx(counted)
    assert done.tally.file.cost_usd <= counted + 1e-12  # a completion records what the server says


def test_low_statements_do_not_stretch_a_budget(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=reply(cost=0.01 * COST)),))
    done = generate(tasks=99, pricer=PRICER, budget_usd=10 * COST, trusts_cost=False)
    assert isinstance(done.error, BadInput)
    assert COST * len(server.served) <= 10 * COST


def test_a_server_on_this_machine_names_its_model_as_it_likes(generate, server) -> None:
    server.script = Script(rules=(Rule(fault=reply(model="/weights/of/nobody.gguf")),))
    assert generate(tasks=1).error is None


#: Asked id, id in the reply. Both as vendors' pages and lists of models show them.
SAME = [
    ("gpt-4o", "gpt-4o-2024-08-06"),
    ("gpt-5", "gpt-5-2025-08-07"),
    ("openai/gpt-4o", "openai/gpt-4o"),
    ("claude-sonnet-4-5", "claude-sonnet-4-5-20250929"),
    ("claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022"),
    ("models/gemini-2.5-flash", "gemini-2.5-flash"),
    ("gemini-2.5-flash", "gemini-2.5-flash-preview-09-2025"),
    ("gemini-flash-latest", "gemini-2.5-flash-preview-09-2025"),
    ("gemini-1.5-pro", "gemini-1.5-pro-002"),
    ("grok-4", "grok-4-0709"),
    ("mistral-large-latest", "mistral-large-2411"),
    ("Qwen/Qwen2.5-VL-7B-Instruct", "qwen/qwen2.5-vl-7b-instruct"),
    ("qwen/qwen2.5-vl-7b:free", "qwen/qwen2.5-vl-7b"),
    ("claude-sonnet-4@20250514", "claude-sonnet-4-20250514"),
]
OTHERS = [
    ("gpt-4o", "gpt-4o-mini"),
    ("gpt-4o", "gpt-4o-mini-2024-07-18"),
    ("gpt-4o", "gpt-4"),
    ("gpt-4o-2024-08-06", "gpt-4o-2024-11-20"),
    ("gpt-5", "gpt-5.1"),
    ("gpt-5", "gpt-5-pro-2025-10-06"),
    ("claude-3-5-sonnet-latest", "claude-3-5-haiku-20241022"),
    ("gemini-2.5-flash", "gemini-2.5-flash-lite"),
    ("gemini-flash-latest", "gemini-2.5-pro"),
    ("gemini-flash-latest", "gemini-2.5-flash-lite-preview-09-2025"),
    ("ft:gpt-4o:acme", "ft:gpt-4o:other"),
    ("openai/gpt-4o", "x/expensive"),
]


@pytest.mark.parametrize(("asked", "answered"), SAME)
def test_a_dated_form_and_what_an_alias_stands_for_are_the_same_model(asked: str, answered: str) -> None:
    assert is_same_model(asked, answered)


@pytest.mark.parametrize(("asked", "answered"), OTHERS)
def test_a_sibling_is_another_model(asked: str, answered: str) -> None:
    assert not is_same_model(asked, answered)
