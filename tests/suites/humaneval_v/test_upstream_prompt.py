"""Upstream's prompts, filled in as upstream does."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.datasets.store import FORM, FetchedSet
from benchmark.suites.humaneval_v.official import OFFICIAL
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V

TASK = Task(
    id="t",
    parts=(Picture(number=1, source="t.png"),),
    starter_code="def solution(d: dict = {}) -> int:\n    pass\n",
    description="A {strange} sheet.",
    check=FunctionCheck(tests=("",)),
)
#: Templates in upstream's format; the words are ours.
TEMPLATES = {
    "v1": {"CODE_GEN_TASK_PROMPT": "Old:\n{signature}"},
    "v2": {
        "PROMPT_V2C": "Look:\n{function_signature}",
        "PROMPT_V2C_WITH_COT": "Think:\n{function_signature}",
        "PROMPT_V2T": "Describe:\n{function_signature}",
        "PROMPT_T2C": "Read:\n{problem_specification}\nWrite:\n{function_signature}",
    },
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path))
    return tmp_path


@pytest.fixture
def fetched(home: Path) -> None:
    for version, official in OFFICIAL.items():
        fetched_set = FetchedSet(
            form=FORM,
            suite="humaneval-v",
            dataset=official.dataset,
            revision="",
            content="0" * 64,
            tasks=1,
            tasks_sha256="0" * 64,
            prompts=TEMPLATES[version],
        )
        folder = home / "humaneval-v" / official.dataset
        folder.mkdir(parents=True)
        (folder / "fetched.json").write_text(fetched_set.model_dump_json(), encoding="utf-8")


def prompt_text(prompt: Prompt, stage: int = 0, earlier: str = "") -> str:
    (turn,) = prompt.turns(TASK, stage, earlier)
    assert turn.speaker == "user"
    return "".join(f"[{part.source}]" if isinstance(part, Picture) else part.text for part in turn.parts)


@pytest.mark.usefixtures("fetched")
@pytest.mark.parametrize(
    ("setting", "texts"),
    [
        ("image", [f"[t.png]Old:\n{TASK.starter_code}"]),
        ("V2C", [f"[t.png]Look:\n{TASK.starter_code}"]),
        ("V2C-CoT", [f"[t.png]Think:\n{TASK.starter_code}"]),
        ("GT-T2C", [f"Read:\n{TASK.description}\nWrite:\n{TASK.starter_code}"]),
        (
            "V2T2C",
            [f"[t.png]Describe:\n{TASK.starter_code}", f"Read:\nAn {{oak}}.\nWrite:\n{TASK.starter_code}"],
        ),
        (
            "V2T2C-4o",
            [f"[t.png]Describe:\n{TASK.starter_code}", f"Read:\nAn {{oak}}.\nWrite:\n{TASK.starter_code}"],
        ),
    ],
)
def test_a_prompt_has_upstreams_words(setting: str, texts: list[str]) -> None:
    """The picture comes before the text; braces in a signature or a description stay as they are."""
    prompt = HUMANEVAL_V.prompt("upstream", setting)
    assert [
        prompt_text(prompt, stage, "An {oak}." if stage else "") for stage in range(prompt.stages)
    ] == texts


@pytest.mark.usefixtures("fetched")
@pytest.mark.parametrize("setting", ["signature-only", "description", "image+description"])
def test_a_setting_without_a_prompt_of_upstream_is_refused(setting: str) -> None:
    with pytest.raises(
        BadInput, match=f"upstream publishes no prompt for the setting '{setting}'".replace("+", r"\+")
    ):
        HUMANEVAL_V.prompt("upstream", setting)


@pytest.mark.usefixtures("fetched")
def test_upstreams_prompts_have_other_digests_than_ours() -> None:
    for setting in ("image", "V2C", "V2C-CoT", "V2T2C", "GT-T2C"):
        theirs, ours = (HUMANEVAL_V.prompt(name, setting).digest for name in ("upstream", "sightbench"))
        assert len(theirs) == 64
        assert theirs != ours


@pytest.mark.usefixtures("home")
def test_a_prompt_that_was_not_fetched_names_the_command() -> None:
    with pytest.raises(BadInput, match="official-v2 is not on this machine") as error:
        HUMANEVAL_V.prompt("upstream", "V2C")
    assert error.value.fix.startswith("run `sightbench dataset fetch humaneval-v --version v2`")
