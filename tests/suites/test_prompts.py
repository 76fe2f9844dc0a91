"""What holds for the prompts of all suites: their names, their digests, and what a task needs."""

import re

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.suite import offers
from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.suites import SUITES

from .prompts import shown_text

#: Settings that show the same as another one.
SAME = {
    "humaneval-v": {"V2C": "image", "GT-T2C": "description", "V2T2C-acme": "V2T2C"},
    "mmcode": {"image-replacement-acme": "image-replacement"},
}
NO_PICTURE = Task(
    id="t", parts=(Text(text="Print 7."),), starter_code="def f():", entry_point="f",
    check=FunctionCheck(tests=()), description="Words.", chart="flowchart TD",
)  # fmt: skip


@pytest.mark.parametrize(
    ("suite", "name", "setting"),
    [
        ("code-vision", "theirs", "text"),
        ("code-vision", "sightbench", "image"),
        ("humaneval-v", "sightbench", "V2X"),
        ("humaneval-v", "sightbench", "V2T2C-*"),
        ("mathopeval", "sightbench", "choice-vcot"),
        ("mathopeval", "sightbench", "free-direct-1shot"),
        ("mathopeval", "sightbench", "choice-direct-5shot"),
        ("mathopeval", "sightbench", "choice-blind-1shot"),
        ("mmcode", "sightbench", "image"),
        ("mmcode", "sightbench", "image-replacement-*"),
    ],
)
def test_an_unknown_prompt_is_refused(suite: str, name: str, setting: str) -> None:
    with pytest.raises(BadInput, match="has no prompt"):
        SUITES[suite].prompt(name, setting)


@pytest.mark.parametrize("name", ["code-vision", "humaneval-v", "mathopeval", "mmcode"])
def test_settings_have_the_same_digest_only_if_they_show_the_same(name: str) -> None:
    settings = [setting.replace("*", "acme") for setting in SUITES[name].settings if "shot" not in setting]
    found = {setting: SUITES[name].prompt("sightbench", setting).digest for setting in settings}
    same = SAME.get(name, {})
    assert all(found[setting] == found[twin] for setting, twin in same.items())
    assert len(set(found.values())) == len(found) - len(same)
    assert {len(digest) for digest in found.values()} == {64}


def test_a_task_without_pictures_is_refused_where_they_are_shown() -> None:
    blind = {
        "code-vision": {"mermaid", "text", "signature-only"},
        "humaneval-v": {"description", "signature-only", "GT-T2C"},
        "mmcode": {"language-only"},
    }
    for name, settings in blind.items():
        for setting in SUITES[name].settings:
            prompt = SUITES[name].prompt("sightbench", setting.replace("*", "acme"))
            if setting in settings:
                assert shown_text(prompt, NO_PICTURE)
            else:
                with pytest.raises(BadInput, match="has no picture"):
                    shown_text(prompt, NO_PICTURE)


@pytest.mark.usefixtures("home")
def test_settings_with_a_prompt_of_the_authors_are_listed() -> None:
    """Whether upstream has a prompt is known without its files, which hold the words."""
    for name, suite in SUITES.items():
        for setting in (each.replace("*", "x") for each in suite.settings):
            with pytest.raises(BadInput) as caught:
                suite.prompt("upstream", setting)
            if offers(suite.upstream_prompts, setting):
                assert "not on this machine" in caught.value.problem
                assert f"sightbench dataset fetch {name}" in caught.value.fix or name == "code-vision"
            else:
                lacks = f"(has no|publishes no) prompt (for the setting '{setting}'|'upstream')"
                assert re.search(lacks.replace("+", r"\+"), caught.value.problem), (name, setting)
