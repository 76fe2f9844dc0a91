"""The colours of organisations."""

import re

import pytest

from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.inputs.organisations import OTHERS, hue_of, organisation_named, organisation_of
from benchmark.leaderboard.metadata.share_picture import HUES


@pytest.fixture
def hues(make_row, sources):
    """A function that returns the colours of organisations, given how many models each has."""

    def of(**models: int) -> dict[str, str]:
        makers = [maker for maker, many in models.items() for _ in range(many)]
        found = sources(*(make_row(f"m-{number}", organisation=maker) for number, maker in enumerate(makers)))
        assert sorted(organisation_of(found, row) for row in found.light_rows) == sorted(makers)
        return {maker: hue_of(found, maker) for maker in models}

    return of


def test_the_seven_with_most_judged_models_have_a_hue_and_all_others_one_grey(hues) -> None:
    found = hues(**{f"Maker{number}": 9 - number for number in range(9)})
    shown = [found[f"Maker{number}"] for number in range(9)]
    assert sorted(shown[:7]) == [f"o{number}" for number in range(1, 8)]
    assert shown[7:] == [OTHERS, OTHERS]


@pytest.mark.gate
def test_known_organisations_keep_their_hue_whoever_else_is_there(hues) -> None:
    assert hues(OpenAI=1)["OpenAI"] == hues(OpenAI=1, Acme=3, Google=2)["OpenAI"] == "o1"
    alike = hues(OpenAI=1, Google=1, Anthropic=1, Meta=1, Microsoft=1, OpenBMB=1, Alibaba=1, Acme=1)
    assert alike["Acme"] == OTHERS  # of those with as many models


@pytest.mark.parametrize(
    ("model", "organisation"),
    [
        ("GPT-4V (gpt-4-1106)", "OpenAI"),
        ("Qwen2.5-VL-72B", "Alibaba"),
        ("QVQ-72B-Preview", "Alibaba"),
        ("gemini Pro", "Google"),
        ("Gptune 7B", ""),
        ("LLaVA-1.5-7B", ""),
    ],
)
def test_a_model_of_a_paper_has_the_organisation_that_its_name_says(model: str, organisation: str) -> None:
    assert organisation_named(model) == organisation


def test_the_share_picture_has_the_colours_of_the_light_scheme() -> None:
    css = (checkout() / "site" / "assets" / "sb.css").read_text(encoding="utf-8")
    found = dict(re.findall(r"\.o(\d) \{ --o: light-dark\(#(\w{6}),", css))
    assert {number: bytes.fromhex(colour) for number, colour in found.items()} == {
        str(number): bytes(hue) for number, hue in enumerate(HUES)
    }
