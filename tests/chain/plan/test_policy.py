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
