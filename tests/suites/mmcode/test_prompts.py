"""The prompts of MMCode, ours and upstream's: text and pictures of a problem in their order."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.task import FunctionCheck, Picture, StdioCase, StdioCheck, Task, Text
from benchmark.suites.mmcode.suite import SUITE as MMCODE
from tests.case_files import read_cases, table
from tests.suites.prompts import shown_text, store_prompts

TASK = Task(
    id="t",
    suite="mmcode",
    parts=(
        Text(text="Walk {{ down }} the tree.\n\n"),
        Picture(number=2, source="tree.png"),
        Text(text="\n\nIts leaves:\n\n"),
        Picture(number=1, source="leaf.png"),
        Text(text="\n\nPrint the sum.\n"),
    ),
    description="Picture 1: an elm\n\nPicture 2: a leaf",
    reference="print(7)\n",
    check=StdioCheck(cases=(StdioCase(input="1\n", output="7\n"),)),
)
NAMES = [name.replace("*", "gpt-4o") for name in MMCODE.asked.settings]


def prompt(setting: str) -> Prompt:
    return MMCODE.prompt("sightbench", setting)


def prompt_text(setting: str, stage: int = 0, earlier: str = "", task: Task = TASK) -> str:
    return shown_text(prompt(setting), task, stage, earlier)


@table("suites")
def test_pictures_or_what_replaces_them_stay_at_their_places(setting: str, shown: tuple[str, str]) -> None:
    """Pictures are numbered by their places in the text, whatever the numbers of their marks."""
    statement = (
        f"Walk {{{{ down }}}} the tree.\n\n{shown[0]}\n\nIts leaves:\n\n{shown[1]}\n\nPrint the sum.\n\n"
    )
    assert statement in prompt_text(setting)


def test_a_second_stage_shows_captions_in_place_of_pictures() -> None:
    for setting in ("image-replacement", "image-replacement-gpt-4o"):
        assert prompt(setting).stages == 2
        text = prompt_text(setting, 1, "<think>Picture 1: no</think>Picture 1: an oak\n\nPicture 2: green")
        assert "the tree.\n\n[Picture 1: an oak]\n\nIts leaves:\n\n[Picture 2: green]\n\nPrint" in text
        assert "<" not in text
    assert "write no code" in prompt_text("image-replacement").replace("\n", " ")


def test_our_descriptions_have_a_part_for_each_picture_and_other_tasks_are_refused() -> None:
    for task in MMCODE.datasets["open"]():
        pictures = len({part.number for part in task.parts if isinstance(part, Picture)})
        text = prompt_text("described", task=task)
        assert [f"[Picture {number}: " in text for number in range(1, pictures + 2)] == [True] * pictures + [
            False
        ]
        assert "(no description was given)" not in text
        assert "see the description" not in text
    with pytest.raises(BadInput, match="has no description of its pictures"):
        prompt_text("described", task=replace(TASK, description=""))
    assert "described" not in MMCODE.settings_for("official")
    assert "described" in MMCODE.settings_for("open")


def test_a_caption_cannot_bring_a_picture_back() -> None:
    """U+FDD0 and U+FDD1 mark pictures while a template is filled in, and a model may write them."""
    text = prompt_text("image-replacement", 1, "Picture 1: \ufdd01\ufdd1\n\nPicture 2: green")
    assert "[Picture 1: \ufffd1\ufffd]" in text


def test_a_text_cannot_bring_another_picture() -> None:
    task = replace(TASK, parts=(Text(text="See \ufdd09\ufdd1.\n\n"), *TASK.parts[1:]))
    assert "See \ufffd9\ufffd." in prompt_text("vision+language", task=task)


def test_a_picture_that_is_shown_twice_has_one_number() -> None:
    task = replace(TASK, parts=(*TASK.parts, TASK.parts[1]))
    text = prompt_text("image-replacement", 1, "1. an oak\n2. green", task)
    assert text.count("[Picture 1: an oak]") == 2


@pytest.mark.parametrize("setting", NAMES)
def test_a_program_reads_standard_input_and_a_function_is_named(setting: str) -> None:
    last = prompt(setting).stages - 1
    text = prompt_text(setting, last)
    assert "reads standard input and writes standard output" in text
    own = text.partition("\n\nBefore you answer, you may look closer")[0]  # the rules of the setting look
    assert own.endswith("the whole program in one Python code block.")
    calls = replace(TASK, check=FunctionCheck(tests=("assert Solution().sum() == 7",)))
    calls = replace(calls, entry_point="Solution().sum", starter_code="class Solution:\n    def sum(self):\n")
    text = prompt_text(setting, last, task=calls)
    assert "```python\nclass Solution:\n    def sum(self):\n```" in text
    assert "Tests call `Solution().sum`" in text
    assert "the whole of `Solution`, and" in text
    assert "reads standard input" not in text


@pytest.mark.parametrize("setting", NAMES)
def test_no_setting_shows_tests_or_the_reference(setting: str) -> None:
    for stage in range(prompt(setting).stages):
        assert "7" not in prompt_text(setting, stage)


def test_the_first_protocol_is_greedy_with_2048_tokens() -> None:
    protocol, _ = MMCODE.asked.protocols.values()
    assert (protocol.id, protocol.draws, protocol.temperature) == ("greedy", 1, 0.0)
    assert (protocol.top_p, protocol.max_tokens, protocol.stop) == (1.0, 2048, ())


TREE = Task(
    id="t",
    parts=(Text(text="A tree:\n"), Picture(number=1, source="t.png"), Text(text="Sum {it}.")),
    check=StdioCheck(cases=()),
)
PIECES = read_cases("mmcode/pieces.yaml")


def prompt_texts(prompt: Prompt, task: Task = TREE) -> list[tuple[str, list[str]]]:
    assert prompt.stages == 1
    assert prompt.digest not in {
        MMCODE.prompt("sightbench", name).digest for name in MMCODE.asked.upstream_prompts
    }
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
    calls = replace(TREE, check=FunctionCheck(tests=()), entry_point="f")
    assert prompt_texts(prompt, calls)[1][1] == ["Read. Q:A tree:\n(none)Sum {it}. Use calls. A:"]
    started = replace(calls, starter_code="def f():")
    text = "Read. Q:A tree:\n(none)Sum {it}. Use calls. Finish:\ndef f():\n A:"
    assert prompt_texts(prompt, started)[1][1] == [text]


def test_upstreams_prompt_refuses_a_task_without_pictures(home: Path) -> None:
    store_prompts(home, "mmcode", "official", PIECES)
    with pytest.raises(BadInput, match="has no picture"):
        prompt_texts(MMCODE.prompt("upstream", "vision+language"), replace(TREE, parts=(Text(text="x"),)))


def test_prompts_that_are_missing_in_a_fetched_set_name_the_command(home: Path) -> None:
    store_prompts(home, "mmcode", "official", {})
    with pytest.raises(BadInput, match="upstream's prompts are missing") as error:
        MMCODE.prompt("upstream", "vision+language")
    assert "sightbench dataset fetch mmcode" in error.value.fix
