from pathlib import Path

import pytest

from benchmark.chain.plan.policy import POLICY_FILE, Policy, policy_violations, read_policy
from benchmark.core.errors import BadInput
from benchmark.files.edge import validate_record
from benchmark.submissions.schema import ModelConfig, SubmissionRun

ROOT = Path(__file__).resolve().parents[3]
RUN = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}

#: A price of zero, with which a submission would never reach its budget.
ACME = {"api_key_env": "SIGHTBENCH_KEY_ACME"}
ANTHROPIC = {
    "provider": "anthropic",
    "base_url": "https://api.anthropic.com",
    "api_key_env": "ANTHROPIC_API_KEY",
}
FREE = {"input": 0.0, "output": 0.0, "date": "2026-01"}


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


JUDGE = "provider: openai, model: m, base_url: https://judge.example.org/v1"
LIMITS = "run_usd: 1, month_usd: 5"
SCORED = f"rubric: {{model: {{{JUDGE}}}"
NIGHT = "watch: [{provider: openai, models: a"
#: Lines of a policy, and a part of the message that refuses it.
INVALID = {
    "maintainers: [not a login]": "line 2: maintainers[0]: must be a GitHub login",
    "owners: {'*': [octocat]}": "must be a name, or the beginning of a name and *",
    "owners: {'ac': ['@octocat']}": "must be a GitHub login",
    "owners: {'Acme-*': [octocat]}": "must be a slug, or the beginning of a slug",
    "keys: {GITHUB_TOKEN: github.com}": "is reserved for the CI machine",
    "keys: {ACME_API_KEY: acme.com}": "fix: name the secret SIGHTBENCH_KEY_ACME",
    "keys: {SIGHTBENCH_KEY_ACME: 'https://acme.com'}": "must be a host in lower case",
    "keys: {SIGHTBENCH_KEY_ACME: localhost}": "must be a host in lower case",
    "gpus: [{name: 'a b', models: []}]": "must be a label of a runner",
    "gpus: [{name: a, models: ['*']}]": "must be a name, or the beginning of a name",
    "budgets: {run_usd: -1}": "line 2: budgets.run_usd: must be at least 0, got -1",
    "budgets: {nightly_usd: -1}": "line 2: budgets.nightly_usd: must be at least 0, got -1",
    "budget: {run_usd: 1}": "unknown field",
    "pull_requests: {file_mb: 200}": "must be at most 100",
    # The model that scores is named without a key and with limits.
    f"rubric: {{model: {{provider: replay, model: a.jsonl}}, {LIMITS}}}": "has no server that takes",
    f"rubric: {{model: {{{JUDGE}, api_key_env: OPENAI_API_KEY}}, {LIMITS}}}": "RUBRIC_API_KEY",
    f"rubric: {{model: {{{JUDGE}, max_cost: 1}}, {LIMITS}}}": "max_cost cannot be set",
    f"{SCORED}, run_usd: 0, month_usd: 5}}": "rubric.run_usd: must be greater than 0",
    f"{SCORED}, month_usd: 5}}": "rubric.run_usd: this field is required",
    f"{SCORED}, {LIMITS}, repeats: 6}}": "rubric.repeats: must be at most 5",
    f"{SCORED}, {LIMITS}, datasets: ['*']}}": "rubric.datasets[0]",
    # The models that nights watch.
    "watch: [{provider: local, models: a, suites: [b], budget_usd: 1}]": "watch[0].provider: must be",
    "watch: [{provider: openai, models: '*', suites: [b], budget_usd: 1}]": "watch[0].models: must be",
    f"{NIGHT}, suites: [], budget_usd: 1}}]": "watch[0].suites: must have",
    f"{NIGHT}, suites: [B], budget_usd: 1}}]": "watch[0].suites[0]: must be",
    f"{NIGHT}, suites: [b]}}]": "watch[0].budget_usd: this field is req",
}


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


@pytest.mark.parametrize(
    ("model", "due"),
    [
        ({"provider": "replay"}, []),
        ({"provider": "replay", "max_cost": 10.0}, []),
        ({"provider": "replay", "max_cost": 10.01}, ["model.max_cost"]),
        ({}, ["model.api_key_env"]),
        ({"provider": "anthropic"}, []),
        ({"provider": "anthropic", "price": FREE}, ["model.price"]),
        ({**ANTHROPIC, "price": FREE}, ["model.price"]),
        ({**ACME, "base_url": "https://acme.com/v1", "price": FREE}, []),
        ({"provider": "openai", **ACME}, ["model.api_key_env"]),
        ({**ACME, "base_url": "https://api.acme.com/v1"}, []),
        ({**ACME, "base_url": "https://acme.com/v1"}, []),
        ({**ACME, "base_url": "https://evilacme.com/v1"}, ["model.api_key_env"]),
        ({**ACME, "base_url": "https://acme.com.evil.org"}, ["model.api_key_env"]),
        ({"api_key_env": "OTHER_API_KEY"}, ["model.api_key_env"]),
        ({"base_url": "http://127.0.0.1:8000/v1"}, ["model.base_url"]),
        ({"base_url": "https://api.example.org/v1"}, []),
    ],
)
def test_a_key_goes_to_its_own_host_and_budgets_are_limited(model: dict[str, object], due: list[str]) -> None:
    keys = {"SIGHTBENCH_KEY_ACME": "acme.com", "ANTHROPIC_API_KEY": "anthropic.com"}
    assert violations(policy(keys=keys), run_of(**model)) == due


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
