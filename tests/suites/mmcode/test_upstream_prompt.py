"""Upstream's prompts, put together as upstream does."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.task import FunctionCheck, Picture, StdioCheck, Task, Text
from benchmark.suites.mmcode.suite import SUITE as MMCODE
from tests.suites.prompts import store_prompts

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


def prompt_texts(prompt: Prompt, task: Task = TASK) -> list[tuple[str, list[str]]]:
    assert prompt.stages == 1
    assert prompt.digest not in {MMCODE.prompt("sightbench", name).digest for name in MMCODE.upstream_prompts}
    return [
        (
            turn.speaker,
            [f"<{part.source}>" if isinstance(part, Picture) else part.text for part in turn.parts],
        )
        for turn in prompt.turns(task, 0, "")
    ]


def test_a_prompt_has_upstreams_words_with_pictures_at_their_places(home: Path) -> None:
    store_prompts(home, "mmcode", "official", PIECES)
    assert prompt_texts(MMCODE.prompt("upstream", "vision+language")) == [
        ("system", ["You code."]),
        ("user", ["Look. Q:A tree:\n", "<t.png>", "Sum {it}. Use IO. A:"]),
    ]
    assert prompt_texts(MMCODE.prompt("upstream", "language-only")) == [
        ("system", ["You code."]),
        ("user", ["Read. Q:A tree:\n(none)Sum {it}. Use IO. A:"]),
    ]


def test_a_call_based_problem_has_its_starter_code(home: Path) -> None:
    store_prompts(home, "mmcode", "official", PIECES)
    prompt = MMCODE.prompt("upstream", "language-only")
    calls = replace(TASK, check=FunctionCheck(tests=()), entry_point="f")
    assert prompt_texts(prompt, calls)[1][1] == ["Read. Q:A tree:\n(none)Sum {it}. Use calls. A:"]
    started = replace(calls, starter_code="def f():")
    text = "Read. Q:A tree:\n(none)Sum {it}. Use calls. Finish:\ndef f():\n A:"
    assert prompt_texts(prompt, started)[1][1] == [text]


def test_a_task_without_pictures_is_refused_where_they_are_shown(home: Path) -> None:
    store_prompts(home, "mmcode", "official", PIECES)
    with pytest.raises(BadInput, match="has no picture"):
        prompt_texts(MMCODE.prompt("upstream", "vision+language"), replace(TASK, parts=(Text(text="x"),)))


def test_prompts_that_are_missing_in_a_fetched_set_name_the_command(home: Path) -> None:
    store_prompts(home, "mmcode", "official", {})
    with pytest.raises(BadInput, match="upstream's prompts are missing") as error:
        MMCODE.prompt("upstream", "vision+language")
    assert "sightbench dataset fetch mmcode" in error.value.fix
