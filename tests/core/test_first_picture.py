"""Prompts with the first picture of a task only."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.first_picture import FirstPicturePrompt, first_picture_name, prompt_of, whole_name
from benchmark.core.prompt import Turn
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.suites.mmcode.suite import SUITE as MMCODE


@dataclass(frozen=True)
class PlainPrompt:
    """Shows all parts of a task."""

    digest: str = "a" * 64
    stages: int = 2

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        return (Turn(speaker="user", parts=(*task.parts, Text(text=f"{stage}{earlier}"))),)


def shown(*parts: int | str) -> str:
    """Return the words of a prompt; a number is the mark of a picture."""
    made = tuple(
        Picture(number=part, source=f"{part}") if isinstance(part, int) else Text(text=part) for part in parts
    )
    task = Task(id="t", parts=made, check=FunctionCheck(tests=()))
    (turn,) = FirstPicturePrompt(PlainPrompt()).turns(task, 1, "x")
    return "".join(f"<{part.source}>" if isinstance(part, Picture) else part.text for part in turn.parts)


def test_a_note_stands_in_place_of_each_picture_after_the_first() -> None:
    assert shown("a", 1, "b", 2, "c", 3) == "a<1>b[Picture 2 is not shown.]c[Picture 3 is not shown.]1x"


def test_pictures_are_numbered_by_their_first_places() -> None:
    assert shown(2, "a", 1, "b", 2, "c", 1) == (
        "<2>a[Picture 2 is not shown.]b[Picture 1, as above.]c[Picture 2 is not shown.]1x"
    )


def test_a_prompt_has_the_stages_of_the_other_and_another_digest() -> None:
    prompt = FirstPicturePrompt(PlainPrompt())
    assert prompt.stages == 2
    assert len({prompt.digest, PlainPrompt.digest, FirstPicturePrompt(PlainPrompt("b" * 64)).digest}) == 3


def test_the_name_of_the_prompt_says_that_only_the_first_picture_is_shown() -> None:
    name = first_picture_name("sightbench")
    assert name == "sightbench-first-picture"
    assert (whole_name(name), whole_name("sightbench")) == ("sightbench", None)
    whole, first = (prompt_of(MMCODE, prompt, "vision+language", "open") for prompt in ("sightbench", name))
    assert whole.digest == MMCODE.prompt("sightbench", "vision+language").digest
    assert first.digest != whole.digest
    with pytest.raises(BadInput, match="has no prompt 'theirs'"):
        prompt_of(MMCODE, first_picture_name("theirs"), "vision+language", "open")
