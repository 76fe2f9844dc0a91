"""Second names of settings are read, and rows never have them."""

import pytest

from benchmark.core.setting_names import plain_setting


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("choice-vcot", "choice-vot"),
        ("choice-vcot-2shot", "choice-vot-2shot"),
        ("free-vcot", "free-vot"),
        ("choice-vot", "choice-vot"),
        ("V2C-CoT", "V2C-CoT"),
        ("choice-vcots", "choice-vcots"),
    ],
)
def test_vcot_is_vot(name: str, plain: str) -> None:
    assert plain_setting(name) == plain
