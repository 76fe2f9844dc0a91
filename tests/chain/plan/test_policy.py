from pathlib import Path

import pytest

from benchmark.chain.plan.policy import POLICY_FILE, Policy, policy_violations, read_policy
from benchmark.core.errors import BadInput
from benchmark.files.edge import validate_record
from benchmark.submissions.schema import ModelConfig, SubmissionRun
from tests.case_files import read_cases, table

ROOT = Path(__file__).resolve().parents[3]
RUN = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}

ACME = {"api_key_env": "SIGHTBENCH_KEY_ACME"}
FREE = {"input": 0.0, "output": 0.0, "date": "2026-01"}
PRICES = {
    "m": {"input": 1, "output": 3},
    "acme-*": {"input": 1, "output": 4},
    "acme-7*": {"input": 1, "output": 5},
    "acme-7b:free": {"input": 0, "output": 0},
}
KEYS = {
    "SIGHTBENCH_KEY_ACME": {"host": "acme.com", "prices": PRICES},
    "ANTHROPIC_API_KEY": "anthropic.com",
    "OPENAI_API_KEY": {"host": "openai.com", "extra": ["region"]},
    "GEMINI_API_KEY": "googleapis.com",
}
#: A model of each vendor that the price table has.
MODELS = {
    "openai": "gpt-4.1-mini",
    "anthropic": "claude-sonnet-4-5",
    "google": "gemini-2.5-flash",
    "google-legacy": "gemini-2.5-flash",
}
WATCHED = {"provider": "anthropic", "suites": ["code-vision"], "budget_usd": 1}


def policy(**fields: object) -> Policy:
    return validate_record(Policy, {"schema": "sightbench/policy/1", **fields}, "policy.yml")


def run_of(**model: object) -> SubmissionRun:
    config = {"provider": "openai", "model": "m", **model}
    return validate_record(SubmissionRun, {**RUN, "model": config}, "submission.yaml")


def violations(found: Policy, run: SubmissionRun) -> list[str]:
    return [".".join(map(str, broken.loc)) for broken in policy_violations(found, run)]


def test_the_policy_of_this_repository_is_valid() -> None:
    found = read_policy(ROOT / POLICY_FILE)
    assert found.maintainers
    assert found.gpus == []


def test_a_repository_without_a_policy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_policy(tmp_path / "policy.yml")


INVALID = {case["lines"]: case["problem"] for case in read_cases("chain/policies.yaml")}


@pytest.mark.parametrize("text", INVALID)
def test_an_invalid_policy_is_reported_with_its_problem(tmp_path: Path, text: str) -> None:
    path = tmp_path / "policy.yml"
    path.write_text(f"schema: sightbench/policy/1\n{text}\n", encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_policy(path)
    assert INVALID[text] in error.value.render()
    assert "fix:" in error.value.render()
    path.write_text("schema: sightbench/policy/4\nmaintainers: []\n", encoding="utf-8")
    with pytest.raises(
        BadInput, match="line 1: schema: sightbench/policy/4 is newer than sightbench/policy/1"
    ):
        read_policy(path)


def test_a_model_that_the_policy_does_not_list_gets_no_gpu() -> None:
    gpus = [{"name": "l4", "models": ["acme/vl-7b", "Qwen/Qwen2.5-VL-*"]}]
    found = policy(gpus=gpus)
    for model, due in (
        ("acme/vl-7b", []),
        ("Qwen/Qwen2.5-VL-7B-Instruct", []),
        ("acme/vl-7b-evil", ["model.model"]),
        ("evil/Qwen/Qwen2.5-VL-7B", ["model.model"]),
        ("acme/VL-7B", ["model.model"]),
    ):
        assert violations(found, run_of(provider="local", model=model)) == due
    assert violations(policy(), run_of(provider="local", model="acme/vl-7b")) == ["model.model"]
    gpu = found.gpu_for(ModelConfig(provider="local", model="acme/vl-7b"))
    assert gpu is not None


@table("chain")
def test_a_key_goes_to_its_own_host_and_budgets_are_limited(model: dict[str, object], due: list[str]) -> None:
    assert violations(policy(keys=KEYS), run_of(**model)) == due


@table("chain")
def test_what_a_stranger_may_send_is_a_list_of_fields(provider: str, name: str, allowed: bool) -> None:
    """`service_tier: priority` costs twice what the ledger counts, and a gateway's `models` asks another."""
    model = {"provider": provider, "model": MODELS.get(provider, "m"), "extra": {name: "x"}}
    found = violations(policy(keys=KEYS), run_of(**model))
    assert found == ([] if allowed else [f"model.extra.{name}"])


def test_the_most_exact_price_counts_and_a_price_of_the_key_comes_before_the_table() -> None:
    acme = {"base_url": "https://acme.com/v1", "api_key_env": "SIGHTBENCH_KEY_ACME"}
    found = policy(keys=KEYS, watch=[{**WATCHED, "models": "claude-*", "price": {"input": 7, "output": 8}}])
    for model, output in (
        ({**acme, "model": "m"}, 3),
        ({**acme, "model": "acme-7b"}, 5),
        ({**acme, "model": "acme-7b:free"}, 0),
        ({**acme, "model": "n"}, None),
        ({"provider": "anthropic", "model": "claude-of-nobody"}, 8),
        ({"provider": "anthropic", "model": "claude-sonnet-4-5"}, None),
    ):
        prices = found.prices_for(run_of(**model))
        assert (prices["model"].output if prices else None) == output, model


def test_a_host_of_a_key_may_be_written_alone() -> None:
    assert policy(keys={"SIGHTBENCH_KEY_ACME": "acme.com"}).keys["SIGHTBENCH_KEY_ACME"].host == "acme.com"


@pytest.mark.parametrize("other", ["coder", "captioner"])
def test_another_model_follows_the_same_policy_as_the_model(other: str) -> None:
    config = {"provider": "local", "model": "acme/other"}
    run = validate_record(
        SubmissionRun, {**RUN, "model": {"provider": "replay", "model": "m"}, other: config}, "f"
    )
    assert violations(policy(), run) == [f"{other}.model"]


def test_owners_are_named_by_slug_or_by_its_beginning() -> None:
    found = policy(owners={"acme-*": ["Alice"], "acme-1": ["bob"]}, maintainers=["Root"])
    assert found.owners_of("acme-1") == {"alice", "bob"}
    assert found.owners_of("acme-2") == {"alice"}
    assert found.owners_of("acme.2") == found.owners_of("acme_2") == {"alice"}
    assert found.owners_of("acme") is None
    assert found.is_maintainer("rOOt")
    assert not found.is_maintainer("alice")
