"""Prompts that show only the first picture of a task, for models that accept a single picture.

Such a prompt has a name and a digest of its own, so its rows share no table with those of the whole input.
"""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.core.digest import sha256_hex
from benchmark.core.prompt import Prompt, PromptWithExamples, Turn
from benchmark.core.suite import Suite
from benchmark.core.task import Part, Picture, Task, Text

_SUFFIX = "-first-picture"
#: Stands in place of a further picture; pictures have the numbers of their first places in the text, from 1.
_NOTE = "[Picture {number} is not shown.]"
#: Stands in place of the first picture where the text shows it again.
_AGAIN = "[Picture 1, as above.]"


def first_picture_name(prompt: str) -> str:
    """Return the name of a prompt if only the first picture is shown: ``sightbench-first-picture``."""
    return prompt + _SUFFIX


def whole_name(prompt: str) -> str | None:
    """Return ``sightbench`` for ``sightbench-first-picture``; None for the name of a whole prompt."""
    return prompt.removesuffix(_SUFFIX) if prompt.endswith(_SUFFIX) else None


def prompt_of(suite: Suite, name: str, setting: str, dataset: str) -> Prompt:
    """Return a suite's prompt, whole or with the first picture only.

    Args:
        suite: the suite.
        name: a name that the suite knows, or one of :func:`first_picture_name`.
        setting: one of the suite's settings.
        dataset: the data set of the tasks, whose worked examples are part of the prompt's digest.

    Raises:
        BadInput: if the setting has no such prompt.
    """
    whole = whole_name(name)
    prompt = suite.prompt(name if whole is None else whole, setting)
    if isinstance(prompt, PromptWithExamples):
        prompt = prompt.within(dataset)
    return prompt if whole is None else FirstPicturePrompt(prompt)


class FirstPicturePrompt:
    """Another prompt, with a note in place of each picture after the first."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    @property
    def digest(self) -> str:
        """The SHA-256 of the other prompt's digest and of the notes."""
        return sha256_hex("\0".join((self._prompt.digest, _NOTE, _AGAIN)).encode())

    @property
    def stages(self) -> int:
        """The number of stages of the other prompt."""
        return self._prompt.stages

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the other prompt's conversation for a task with its first picture only.

        Raises:
            BadInput: if the task lacks something that the setting shows.
        """
        return self._prompt.turns(replace(task, parts=_with_first_picture(task.parts)), stage, earlier)


def _with_first_picture(parts: Sequence[Part]) -> tuple[Part, ...]:
    numbers: dict[int, int] = {}  # number of a picture's mark → its number in the order of the text
    kept: list[Part] = []
    for part in parts:
        if isinstance(part, Text) or not numbers:
            kept.append(part)
        else:
            number = numbers.get(part.number, len(numbers) + 1)
            kept.append(Text(text=_AGAIN if number == 1 else _NOTE.format(number=number)))
        if isinstance(part, Picture):
            numbers.setdefault(part.number, len(numbers) + 1)
    return tuple(kept)
