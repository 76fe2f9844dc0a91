"""A file of completions belongs to one config, whose digest covers every setting that answers depend on."""

import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.generation.record.manifest import config_digest, manifest_path, read_manifest

PREDICTIONS = Path(__file__).parents[3] / "submissions" / "smollm2-135m-q4" / "predictions.jsonl"


def test_the_digest_of_a_published_config_stays_the_same() -> None:
    manifest = read_manifest(PREDICTIONS)
    assert manifest is not None
    assert config_digest(manifest.config) == manifest.digest


def test_weights_served_with_other_options_are_another_config() -> None:
    manifest = read_manifest(PREDICTIONS)
    assert manifest is not None
    servers = ({}, {"engine": "vllm"}, {"engine": "transformers"}, {"engine": "vllm", "dtype": "float16"})
    configs = [manifest.config.model_copy(update={"server": server}) for server in servers]
    assert len({config_digest(config) for config in configs}) == len(servers)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"digest": "x"}, "digest: does not match"),
        ({"digest": f"{'0' * 64}\n"}, "digest: does not match"),
        ({"config": {"prompt_digest": "latest"}}, "config.prompt_digest: does not match"),
        ({"versions": {"sdk": "\ud800"}}, r"contains a lone surrogate, '\ud800'"),
        ({"config": {"parameters": {"\udfff": 1}}}, r"contains a lone surrogate, '\udfff'"),
    ],
)
def test_a_manifest_that_no_row_can_hold_is_refused(
    tmp_path: Path, change: dict[str, object], where: str
) -> None:
    """A submitted manifest becomes a part of a row; an unchecked one would cause a traceback there."""
    valid = json.loads(manifest_path(PREDICTIONS).read_bytes())
    config = change.get("config", {})
    assert isinstance(config, dict)
    changed = {**valid, **change, "config": {**valid["config"], **config}}
    completions = tmp_path / "p.jsonl"
    manifest_path(completions).write_text(json.dumps(changed), encoding="ascii")
    with pytest.raises(BadInput) as refused:
        read_manifest(completions)
    assert where in str(refused.value)
