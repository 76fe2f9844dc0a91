"""The conversation that shows a task to a model; pictures are still references to files."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from benchmark.core.task import Part, Task

Speaker = Literal["system", "user", "assistant"]

#: Names of prompts: ours, and that which the paper of a suite prints.
OWN_PROMPT, PAPER = "sightbench", "paper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a conversation: its speaker, and texts and pictures in the order shown."""

    speaker: Speaker
    parts: tuple[Part, ...]


class Prompt(Protocol):
    """Turns tasks into conversations for one setting."""

    @property
    def digest(self) -> str:
        """SHA-256 of the templates, in the order of their stages."""

    @property
    def stages(self) -> int:
        """The number of texts a model writes per sample: 1, or 2 if the first is an intermediate text."""

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the conversation to send to the model.

        Args:
            task: the problem to show.
            stage: index of the text to write, 0 for the first.
            earlier: the model's text of the previous stage; empty in the first.

        Raises:
            BadInput: if the task lacks something that the setting shows, such as a picture.
        """


@runtime_checkable
class PromptWithPictures(Protocol):
    """A prompt that shows pictures which the tasks do not have."""

    def pictures(self, tasks: Sequence[Task]) -> str | None:
        """Return the SHA-256 of their record; None if it adds none to these tasks."""


@runtime_checkable
class PromptWithExamples(Protocol):
    """A prompt whose worked examples depend on the data set."""

    def within(self, dataset: str) -> Prompt:
        """Return the prompt for a data set; its digest covers the examples that the tasks are shown."""
