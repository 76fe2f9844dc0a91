"""Which calls are to be made: what is wanted, less what is there."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmark.generation.prompts.message import Message, TextPart

#: Makes the messages of a sample; called when its turn comes.
Messages = Callable[[str, int], tuple[Message, ...]]

_BYTES_A_TOKEN = 3.0  #: a guess for the time until the server has counted
_MESSAGE_TOKENS = 16
_PICTURE_TOKENS = 1500


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One call: consecutive draws of one task."""

    task_id: str
    draw: int  #: 0-based index of the first
    draws: int  #: how many


class SamplesPresent:
    """Which samples are there: a byte for each draw of each task.

    Args:
        task_ids: of all tasks, in order.
        draws: of each.
        limit: only so many tasks are asked, the first ones; None for all.
    """

    def __init__(self, task_ids: Sequence[str], draws: int, limit: int | None = None) -> None:
        self.draws = draws
        self._marks = {task_id: bytearray(draws) for task_id in task_ids}
        self._asked = tuple(task_ids[:limit])

    def knows(self, task_id: str) -> bool:
        """Whether it is one of the tasks."""
        return task_id in self._marks

    def mark(self, task_id: str, draw: int) -> bool:
        """The sample is there; False when it was already."""
        marks = self._marks[task_id]
        was, marks[draw] = marks[draw], 1
        return not was

    def has(self, task_id: str, draw: int) -> bool:
        """Whether a sample is there; False for one that nobody asks for."""
        marks = self._marks.get(task_id, b"")
        return 0 <= draw < len(marks) and bool(marks[draw])

    @property
    def wanted(self) -> int:
        """Samples in all."""
        return self.draws * len(self._asked)

    @property
    def missing(self) -> int:
        """Samples that are wanted and not there."""
        return self.wanted - sum(sum(self._marks[task_id]) for task_id in self._asked)

    def asks(self, draws_per_call: int) -> Iterator[PlannedCall]:
        """Calls for all that is not there, task by task.

        A call stays within draws ``[i·k, (i+1)·k)`` for ``k = draws_per_call``, so that a run that was
        interrupted groups them as one that was not.
        """
        for task_id in self._asked:
            marks = self._marks[task_id]
            for start in range(0, self.draws, draws_per_call):
                block = range(start, min(start + draws_per_call, self.draws))
                first = None
                for draw in (*block, block.stop):
                    gap = draw < block.stop and not marks[draw]
                    if gap and first is None:
                        first = draw
                    elif not gap and first is not None:
                        yield PlannedCall(task_id, first, draw - first)
                        first = None


def guessed_tokens(messages: Sequence[Message]) -> int:
    """Tokens of a prompt, before a server has counted any."""
    found = 0.0
    for message in messages:
        found += _MESSAGE_TOKENS
        for part in message.parts:
            if isinstance(part, TextPart):
                found += len(part.text.encode("utf-8", "surrogatepass")) / _BYTES_A_TOKEN
            else:
                found += _PICTURE_TOKENS
    return round(found)
