"""What a task looks like to a model, before pictures are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from benchmark.core.task import Part, Task

Speaker = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a conversation: texts and pictures in the order in which they are shown."""

    speaker: Speaker
    parts: tuple[Part, ...]


class Prompt(Protocol):
    """How tasks are put to a model in one setting."""

    @property
    def digest(self) -> str:
        """SHA-256 of all that decides the words: the templates, in the order of their stages."""

    @property
    def stages(self) -> int:
        """How many texts a model writes for a sample: 1, or 2 where the first is an intermediate text."""

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """What is said to the model.

        Args:
            task: the problem.
            stage: 0 for the first text.
            earlier: what the model wrote in the stage before; empty in the first.

        Raises:
            BadInput: when the task lacks what the setting shows, such as a picture.
        """
