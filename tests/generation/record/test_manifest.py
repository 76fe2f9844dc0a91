"""A file of completions belongs to one config: what decides the words is in its digest."""

import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.generation.record.manifest import config_digest, manifest_path, read_manifest

KEPT = Path(__file__).parents[3] / "submissions" / "smollm2-135m-q4" / "predictions.jsonl"


def test_the_digest_of_a_config_that_was_written_down_stays() -> None:
    manifest = read_manifest(KEPT)
    assert manifest is not None
    assert config_digest(manifest.config) == manifest.digest


def test_weights_that_are_served_in_another_way_are_another_config() -> None:
    manifest = read_manifest(KEPT)
    assert manifest is not None
    ways = ({}, {"engine": "vllm"}, {"engine": "transformers"}, {"engine": "vllm", "dtype": "float16"})
    configs = [manifest.config.model_copy(update={"server": way}) for way in ways]
    assert len({config_digest(config) for config in configs}) == len(ways)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"digest": "x"}, "digest: does not match"),
        ({"digest": f"{'0' * 64}\n"}, "digest: does not match"),
        ({"config": {"prompt_digest": "latest"}}, "config.prompt_digest: does not match"),
        ({"versions": {"sdk": "\ud800"}}, r"holds a lone surrogate, '\ud800'"),
        ({"config": {"parameters": {"\udfff": 1}}}, r"holds a lone surrogate, '\udfff'"),
    ],
)
def test_what_no_row_can_hold_is_refused(tmp_path: Path, change: dict[str, object], where: str) -> None:
    """A stranger's manifest becomes a part of a row; there it would end in a traceback."""
    said = json.loads(manifest_path(KEPT).read_bytes())
    config = change.get("config", {})
    assert isinstance(config, dict)
    changed = {**said, **change, "config": {**said["config"], **config}}
    completions = tmp_path / "p.jsonl"
    manifest_path(completions).write_text(json.dumps(changed), encoding="ascii")
    with pytest.raises(BadInput) as refused:
        read_manifest(completions)
    assert where in str(refused.value)
