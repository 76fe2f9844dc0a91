"""The two versions of HumanEval-V use the same names for different protocols."""

import pytest

from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V

V1 = ("image", "description", "image+description", "signature-only")
V2 = ("V2C", "V2C-CoT", "V2T2C", "V2T2C-acme-coder", "GT-T2C")


@pytest.mark.parametrize(
    ("settings", "tokens", "stop"), [(V1, 1024, ("\n```\n",)), (V2, 2048, ())], ids=["v1", "v2"]
)
def test_greedy_has_the_limits_of_its_settings_version(
    settings: tuple[str, ...], tokens: int, stop: tuple[str, ...]
) -> None:
    for setting in settings:
        protocol = HUMANEVAL_V.protocols["greedy"].within(setting)
        assert (protocol.id, protocol.draws, protocol.temperature) == ("greedy", 1, 0.0)
        assert (protocol.max_tokens, protocol.stop) == (tokens, stop)


@pytest.mark.parametrize("draws", [20, 100, 1000])
def test_the_first_version_draws_enough_samples_for_pass_at_ten(draws: int) -> None:
    protocol = HUMANEVAL_V.protocols[f"sampled-{draws}"].within("image")
    assert (protocol.draws, protocol.temperature, protocol.top_p, protocol.top_k) == (draws, 0.8, 0.95, None)
    assert (protocol.max_tokens, protocol.stop) == (1024, ("\n```\n",))


def test_the_second_version_draws_six_samples() -> None:
    protocol = HUMANEVAL_V.protocols["sampled-6"].within("V2C-CoT")
    assert (protocol.draws, protocol.temperature, protocol.top_p, protocol.top_k) == (6, 0.8, 0.95, 20)
    assert (protocol.max_tokens, protocol.stop) == (2048, ())
