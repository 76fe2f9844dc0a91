"""Tests of `sightbench generate --batch`: calls that are sent as batches and collected later."""

import dataclasses
import itertools
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from loopback import Batching, ContextOverflow, LoopbackServer, Prices, RefusesParameter, Rule, Script, Status

from benchmark.files.predictions import read_predictions
from benchmark.generation.batch.apis import Batches, groups
from benchmark.generation.batch.parking import ParkedCall
from benchmark.generation.batch.state import BatchState, read_state, write_state
from tests.cli.generate.test_generate import COMMAND, TASKS, Acme, acme, server  # noqa: F401 - fixtures

PROVIDERS = ("openai", "anthropic", "google")
BATCH = (*COMMAND, "--batch")


@pytest.fixture(params=PROVIDERS)
def asked(request: pytest.FixtureRequest, acme: Acme) -> Acme:  # noqa: F811 - the fixture
    """The submission of Acme, whose model is asked through each of the three APIs."""
    submit(acme, request.param)
    return acme


def submit(acme: Acme, provider: str, **model: Any) -> None:  # noqa: F811
    address = acme.server.openai_url if provider == "openai" else acme.server.origin
    acme.submit(provider=provider, base_url=address, **model)


def state(acme: Acme) -> BatchState:  # noqa: F811
    found = read_state(acme.folder / "answers.jsonl")
    assert found is not None
    return found


def texts(path: Path) -> dict[tuple[str, int], str]:
    return {(found.task_id, found.draw): found.text for found in read_predictions(path)}


def script(acme: Acme, *rules: Rule, **batching: Any) -> None:  # noqa: F811
    acme.server.script = Script(rules=rules, batching=Batching(**batching))


@pytest.mark.gate
def test_a_batch_is_sent_then_collected_with_the_answers_of_single_calls(asked: Acme) -> None:
    config = (asked.folder / "acme" / "submission.yaml").read_text()
    with LoopbackServer() as other:  # answers depend on how often a server was asked
        elsewhere = config.replace(f":{asked.server.port}", f":{other.port}")
        (asked.folder / "acme" / "submission.yaml").write_text(elsewhere)
        asked.run(*COMMAND[:-1], "single.jsonl", code=0)
    (asked.folder / "acme" / "submission.yaml").write_text(config)
    sent = asked.run(*BATCH, code=0)
    assert not asked.server.served, "no call was made on its own"
    (batch,) = state(asked).batches
    assert re.search(rf"waiting +6 call\(s\) for a batch, at most \$\d\.\d{{4}} \({batch.id}\)", sent.stdout)
    assert sent.stdout.splitlines()[-1].startswith("next: the same command again")
    done = asked.run(*BATCH, code=0)
    assert "6 of 6" in done.stdout
    assert "next: sightbench evaluate" in done.stdout
    assert texts(asked.folder / "answers.jsonl") == texts(asked.folder / "single.jsonl")
    assert read_state(asked.folder / "answers.jsonl") is None
    assert asked.manifest().config.batch
    single = asked.manifest("single.jsonl")
    assert asked.manifest().totals.tokens_out == single.totals.tokens_out
    assert asked.manifest().calls == 6
    assert asked.server.batches.uploads == 1


@pytest.mark.gate
def test_a_batch_that_has_not_ended_is_left_alone(asked: Acme) -> None:
    script(asked, looks=3)
    asked.run(*BATCH, code=0)
    for _ in range(2):
        assert "waiting" in asked.run(*BATCH, code=0).stdout
    assert "6 of 6" in asked.run(*BATCH, code=0).stdout
    assert asked.server.batches.uploads == 1


@pytest.mark.gate
def test_expired_calls_are_sent_again_and_nothing_else_is(asked: Acme) -> None:
    script(asked, expired=(0, 3))
    asked.run(*BATCH, code=0)
    assert "4 of 6" in asked.run(*BATCH, code=0).stdout
    script(asked)
    assert "6 of 6" in asked.run(*BATCH, code=0).stdout
    assert [len(batch.calls) for batch in asked.server.batches.batches.values()] == [6, 2]


@pytest.mark.gate
def test_calls_that_three_batches_return_end_the_run(asked: Acme) -> None:
    script(asked, expired=range(6))
    for _ in range(3):
        asked.run(*BATCH, code=0)
    failed = asked.run(*BATCH, code=3)
    assert "3 batches returned 6 calls without a reply" in failed.stderr
    assert asked.server.batches.uploads == 3


@pytest.mark.gate
def test_a_refused_parameter_is_left_out_of_the_next_batch(asked: Acme) -> None:
    script(asked, Rule(fault=RefusesParameter(name="temperature")))
    asked.run(*BATCH, code=0)
    assert "waiting" in asked.run(*BATCH, code=0).stdout
    assert "6 of 6" in asked.run(*BATCH, code=0).stdout
    assert asked.manifest().totals.dropped == {"temperature": 6}
    assert asked.server.batches.uploads == 2


def test_a_busy_server_within_a_batch_costs_a_further_batch_for_those_calls(asked: Acme) -> None:
    script(asked, Rule(fault=Status(code=503), holds="variant 2", repetitions=(1,)))
    asked.run(*BATCH, code=0)
    assert "5 of 6" in asked.run(*BATCH, code=0).stdout
    assert "6 of 6" in asked.run(*BATCH, code=0).stdout


def test_a_task_that_is_refused_is_named_when_all_others_have_arrived(asked: Acme) -> None:
    script(asked, Rule(fault=ContextOverflow(), holds="variant 2"))
    asked.run(*BATCH, code=0)
    failed = asked.run(*BATCH, code=2)
    assert "t2" in failed.stderr
    assert len(texts(asked.folder / "answers.jsonl")) == 5


def test_a_batch_whose_reply_was_lost_is_found_and_not_sent_twice(asked: Acme) -> None:
    script(asked, lost=(1,))
    asked.run(*BATCH, code=3)
    assert state(asked).batches[0].id is None
    assert "6 of 6" in asked.run(*BATCH, code=0).stdout
    assert asked.server.batches.uploads == 1


def test_a_lost_batch_is_not_taken_for_another_of_the_same_size(
    asked: Acme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anthropic keeps no name of a batch: only its time and its number of calls tell which one it is."""
    monkeypatch.setattr(Batches, "most_calls", 3)
    script(asked, lost=(2,))
    asked.run(*BATCH, code=3)
    assert [batch.id is None for batch in state(asked).batches] == [False, True]
    assert "6 of 6" in asked.run(*BATCH, code=0).stdout
    assert asked.server.batches.uploads == 2


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_spoiled_file_of_replies_costs_only_the_call_that_is_cut_off(
    acme: Acme,  # noqa: F811 - the fixture
    provider: str,
) -> None:
    submit(acme, provider)
    script(acme, spoiled=True)
    acme.run(*BATCH, code=0)
    assert "5 of 6" in acme.run(*BATCH, code=0).stdout
    script(acme)
    assert "6 of 6" in acme.run(*BATCH, code=0).stdout
    assert [len(batch.calls) for batch in acme.server.batches.batches.values()] == [6, 1]


def test_a_batch_that_never_left_is_sent_by_the_next_run(asked: Acme) -> None:
    """As after a kill just before the batch was sent."""
    asked.run(*BATCH, code=0)
    (batch,) = state(asked).batches
    asked.server.batches.batches.clear()
    known = state(asked).model_copy(update={"batches": [batch.model_copy(update={"id": None})]})
    write_state(asked.folder / "answers.jsonl", known)
    asked.run(*BATCH, code=0)
    assert len(asked.server.batches.batches) == 1
    assert "6 of 6" in asked.run(*BATCH, code=0).stdout


@pytest.mark.gate
def test_a_kill_between_an_answer_and_the_state_pays_nothing_twice(asked: Acme) -> None:
    """The file of answers is cut after each number of lines, as a kill leaves it."""
    asked.run(*BATCH, code=0)
    waiting = state(asked)
    asked.run(*BATCH, code=0)
    path = asked.folder / "answers.jsonl"
    whole = path.read_bytes().splitlines(keepends=True)
    want = texts(path)
    for kept in range(len(whole)):
        path.write_bytes(b"".join(whole[:kept]) + whole[kept][:7])
        write_state(path, waiting)
        asked.run(*BATCH, code=0)
        assert texts(path) == want
    assert asked.server.batches.uploads == 1


def test_a_complete_file_waits_for_nothing(acme: Acme) -> None:  # noqa: F811
    """As after a kill between the last answer and the end."""
    acme.run(*BATCH, code=0)
    waiting = state(acme)
    acme.run(*BATCH, code=0)
    write_state(acme.folder / "answers.jsonl", waiting)
    done = acme.run(*BATCH, code=0)
    assert "6 of 6" in done.stdout
    assert "waiting" not in done.stdout


@pytest.mark.gate
@pytest.mark.parametrize(
    "provider", ["openai", *(pytest.param(name, marks=pytest.mark.weekly) for name in PROVIDERS[1:])]
)
def test_a_kill_at_any_step_sends_and_pays_no_call_twice(acme: Acme, provider: str) -> None:  # noqa: F811
    """The process is killed at each of its requests about batches, when it arrives and when it was served."""
    submit(acme, provider)
    kills = 0
    for moment in (0, 1):
        for step in itertools.count(1):
            landed = _killed_at(acme, step, moment)
            acme.server.batches.hook = lambda _: None
            for _ in range(3):
                if "6 of 6" in acme.run(*BATCH, code=0).stdout:
                    break
            assert sorted(texts(acme.folder / "answers.jsonl")) == [(f"t{number}", 0) for number in range(6)]
            sent = [call for batch in acme.server.batches.batches.values() for call in batch.calls]
            assert len(sent) == len({*sent}) == 6
            for path in acme.folder.glob("answers*"):
                path.unlink()
            acme.server.batches.batches.clear()
            kills += landed
            if not landed:
                break
    assert kills == (10 if provider == "openai" else 6)


def _killed_at(acme: Acme, step: int, moment: int) -> bool:  # noqa: F811
    """Kill runs at their request with this number, counted over runs; return whether there was one."""
    seen = 0
    for _ in range(3):
        process = acme.start("--batch")

        def hook(when: int, process: subprocess.Popen[str] = process) -> None:
            nonlocal seen
            seen += when == moment
            if seen == step and when == moment:
                process.kill()

        acme.server.batches.hook = hook
        process.communicate()
        if seen >= step:
            return True
    return False


def test_what_the_vendor_refuses_as_a_whole_is_one_error_and_can_be_sent_again(acme: Acme) -> None:  # noqa: F811
    script(acme, problem="model acme-vl is not available for batches")
    acme.run(*BATCH, code=0)
    failed = acme.run(*BATCH, code=3)
    assert "refused a batch of 6 calls: model acme-vl is not available for batches" in failed.stderr
    script(acme)
    acme.run(*BATCH, code=0)
    assert "6 of 6" in acme.run(*BATCH, code=0).stdout


def test_a_refused_upload_leaves_nothing_behind(asked: Acme) -> None:
    script(asked, unsent=(1,))
    assert "this account may have no batches" in asked.run(*BATCH, code=3).stderr
    assert not state(asked).batches


def test_a_budget_sends_what_fits_and_the_rest_later(acme: Acme) -> None:  # noqa: F811
    """A call costs at most about 0.0159 USD: 1,024 tokens at 15, and its prompt at 3 per million."""
    acme.server.script = Script(prices=Prices(tokens_in=3, tokens_out=15))
    acme.run(*BATCH, "--budget", "0.05", code=0)
    assert [len(batch.calls) for batch in state(acme).batches] == [3]
    acme.run(*BATCH, "--budget", "0.05", code=0)
    assert "6 of 6" in acme.run(*BATCH, "--budget", "0.05", code=0).stdout
    spent = acme.manifest().totals.cost_usd
    assert spent is not None
    assert spent < 0.05


def test_draws_of_one_prompt_keep_their_own_answers(acme: Acme) -> None:  # noqa: F811
    run = {"protocol": "sampled-6", "suite": "humaneval-v", "dataset": "open", "setting": "description"}
    acme.submit({**run}, draws_per_call=2)
    command = ("generate", "acme", "--limit", "2", "--out", "answers.jsonl")
    acme.run(*command, "--batch", code=0)
    acme.run(*command, "--batch", code=0)
    found = texts(acme.folder / "answers.jsonl")
    assert sorted({draw for _, draw in found}) == list(range(6))
    acme.run(*command[:-1], "single.jsonl", code=0)
    assert sorted(found) == sorted(texts(acme.folder / "single.jsonl"))


@pytest.mark.gate
def test_a_second_stage_waits_for_the_texts_of_the_first(acme: Acme) -> None:  # noqa: F811
    run = {"suite": "humaneval-v", "dataset": "open", "setting": "V2T2C", "protocol": "greedy"}
    acme.submit(run)
    command = ("generate", "acme", "--limit", "2", "--out", "answers.jsonl", "--batch")
    for _ in range(2):
        assert "waiting" in acme.run(*command, code=0).stdout
    assert "2 of 2" in acme.run(*command, code=0).stdout
    assert [len(batch.calls) for batch in acme.server.batches.batches.values()] == [2, 2]


def test_a_provider_without_batches_is_refused(acme: Acme) -> None:  # noqa: F811
    (acme.folder / "acme" / "model.py").write_text("class M:\n    pass\n")
    acme.submit(provider="replay", model="answers", base_url=None, api_key_env=None, price=None)
    failed = acme.run(*BATCH, code=2)
    assert "--batch: the provider replay has no batch API" in failed.stderr
    assert "anthropic, google, openai" in failed.stderr


def test_single_calls_and_batches_never_share_a_file(acme: Acme) -> None:  # noqa: F811
    acme.run(*COMMAND, code=0)
    failed = acme.run(*BATCH, code=2)
    assert "differs in batch" in failed.stderr


def test_batches_of_another_config_are_refused(acme: Acme) -> None:  # noqa: F811
    acme.run(*BATCH, code=0)
    (acme.folder / "answers.generation.json").unlink()
    acme.submit(model="acme-other")
    assert "were sent with another config" in acme.run(*BATCH, code=2).stderr


def test_groups_have_one_path_and_version_and_are_not_too_large() -> None:
    call = ParkedCall("a", "/v1/messages", "2023-06-01", b"x" * 100)
    calls = [dataclasses.replace(call, id=str(number)) for number in range(5)]
    calls.append(dataclasses.replace(call, id="5", version="2026-01-01"))
    assert [[each.id for each in group] for group in groups(calls, 2, 10_000)] == [
        ["0", "1"],
        ["2", "3"],
        ["4"],
        ["5"],
    ]
    assert [len(group) for group in groups(calls, 100, 700)] == [2, 2, 1, 1], "with 200 bytes around each"


@pytest.mark.gate
def test_the_estimate_takes_the_price_of_batches(acme: Acme) -> None:  # noqa: F811
    """By the price table of November 2026, batches of these vendors cost half."""
    acme.submit(model="gpt-5-pro", price=None, base_url=None)
    single, batched = (
        float(re.search(r"at most \$([\d.]+)", acme.run(*command, "--estimate", code=0).stdout)[1])  # type: ignore[index]
        for command in (COMMAND, BATCH)
    )
    assert batched == pytest.approx(single / 2, abs=0.01)
    assert single > 0.1


def test_the_state_names_no_key_and_no_prompt(asked: Acme) -> None:
    asked.run(*BATCH, code=0)
    text = (asked.folder / "answers.batch.json").read_text()
    assert "sk-test" not in text
    assert TASKS[0]["prompt"] not in text
    assert json.loads(text)["schema"] == "sightbench/batch/1"
