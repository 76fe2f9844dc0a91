"""Upstream's prompts, put together as upstream does."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.task import FunctionCheck, Picture, StdioCheck, Task, Text
from benchmark.datasets.store import FORM, FetchedSet
from benchmark.suites.mmcode.suite import SUITE as MMCODE

TASK = Task(
    id="t",
    parts=(Text(text="A tree:\n"), Picture(number=1, source="t.png"), Text(text="Sum {it}.")),
    check=StdioCheck(cases=()),
)
#: Pieces with the names of upstream's; the words are ours.
PIECES = {
    "system": "You code.",
    "instruction": "Look. ",
    "instruction-no-image": "Read. ",
    "question": "Q:",
    "stdio": " Use IO.",
    "call": " Use calls.",
    "starter": " Finish:\n",
    "starter-end": "\n",
    "answer": " A:",
    "no-image": "(none)",
}
COMMAND = "sightbench dataset fetch mmcode"


def store(home: Path, prompts: dict[str, str]) -> None:
    fetched = FetchedSet(
        form=FORM, suite="mmcode", dataset="official", revision="", content="0" * 64, tasks=1,
        tasks_sha256="0" * 64, prompts=prompts,
    )  # fmt: skip
    folder = home / "mmcode" / "official"
    folder.mkdir(parents=True)
    (folder / "fetched.json").write_text(fetched.model_dump_json(), encoding="utf-8")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path))
    return tmp_path


def prompt_texts(prompt: Prompt, task: Task = TASK) -> list[tuple[str, list[str]]]:
    assert prompt.stages == 1
    return [
        (
            turn.speaker,
            [f"<{part.source}>" if isinstance(part, Picture) else part.text for part in turn.parts],
        )
        for turn in prompt.turns(task, 0, "")
    ]


def test_a_prompt_has_upstreams_words_with_pictures_at_their_places(home: Path) -> None:
    store(home, PIECES)
    assert prompt_texts(MMCODE.prompt("upstream", "vision+language")) == [
        ("system", ["You code."]),
        ("user", ["Look. Q:A tree:\n", "<t.png>", "Sum {it}. Use IO. A:"]),
    ]
    assert prompt_texts(MMCODE.prompt("upstream", "language-only")) == [
        ("system", ["You code."]),
        ("user", ["Read. Q:A tree:\n(none)Sum {it}. Use IO. A:"]),
    ]


def test_a_call_based_problem_has_its_starter_code(home: Path) -> None:
    store(home, PIECES)
    prompt = MMCODE.prompt("upstream", "language-only")
    calls = replace(TASK, check=FunctionCheck(tests=()), entry_point="f")
    assert prompt_texts(prompt, calls)[1][1] == ["Read. Q:A tree:\n(none)Sum {it}. Use calls. A:"]
    started = replace(calls, starter_code="def f():")
    text = "Read. Q:A tree:\n(none)Sum {it}. Use calls. Finish:\ndef f():\n A:"
    assert prompt_texts(prompt, started)[1][1] == [text]


def test_a_task_without_pictures_is_refused_where_they_are_shown(home: Path) -> None:
    store(home, PIECES)
    with pytest.raises(BadInput, match="has no picture"):
        prompt_texts(MMCODE.prompt("upstream", "vision+language"), replace(TASK, parts=(Text(text="x"),)))


def test_digests_differ_from_each_other_and_from_ours(home: Path) -> None:
    store(home, PIECES)
    settings = ("vision+language", "language-only")
    found = {
        MMCODE.prompt(name, setting).digest for name in ("upstream", "sightbench") for setting in settings
    }
    assert len(found) == 4


@pytest.mark.parametrize("setting", ["image-replacement", "image-replacement-gpt-4o", "caption-cot"])
def test_the_settings_with_captions_have_no_prompt_of_upstream(setting: str) -> None:
    with pytest.raises(BadInput, match=f"upstream publishes no prompt for the setting '{setting}'"):
        MMCODE.prompt("upstream", setting)


def test_a_prompt_that_was_not_fetched_names_the_command(home: Path) -> None:
    with pytest.raises(BadInput, match="official is not on this machine") as error:
        MMCODE.prompt("upstream", "vision+language")
    assert COMMAND in error.value.fix
    store(home, {})
    with pytest.raises(BadInput, match="upstream's prompts are missing") as error:
        MMCODE.prompt("upstream", "vision+language")
    assert COMMAND in error.value.fix
