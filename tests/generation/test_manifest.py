"""A file of completions belongs to one config: what decides the words is in its digest."""

from pathlib import Path

from benchmark.generation.manifest import config_digest, read_manifest

KEPT = Path(__file__).parents[2] / "submissions" / "smollm2-135m-q4" / "predictions.jsonl"


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
