"""The calls of a run: all wanted samples except those that are in the file already."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmark.generation.prompts.look import Looked
from benchmark.generation.prompts.message import Message, TextPart

#: Returns the messages of a sample, given its task id and draw; called just before the sample is requested.
MessageFactory = Callable[[str, int], tuple[Message, ...]]
#: Returns the answer to a reply that asks to look closer, and what it asked for, given the task id, the text
#: and the number of earlier looks; it asked for nothing if the reply is final.
LookFactory = Callable[[str, str, int], Looked]

# Guesses, used until the server has counted the tokens of a prompt.
_BYTES_PER_TOKEN = 3.0
_TOKENS_PER_MESSAGE = 16
_TOKENS_PER_PICTURE = 1500
TOKENS_PER_LOOK = _TOKENS_PER_PICTURE + 200  #: of a request, in words, and of the part that answers it


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One call: consecutive draws of one task."""

    task_id: str
    draw: int  #: 0-based index of the first draw
    draws: int  #: number of draws


class SamplesPresent:
    """The samples that the file has already: one byte per draw of each task.

    Args:
        task_ids: ids of all tasks, in order.
        draws: number of draws per task.
        limit: generate samples only for this many tasks, the first ones; None for all.
    """

    def __init__(self, task_ids: Sequence[str], draws: int, limit: int | None = None) -> None:
        self.draws = draws
        self._marks = {task_id: bytearray(draws) for task_id in task_ids}
        self._wanted_ids = tuple(task_ids[:limit])

    def knows(self, task_id: str) -> bool:
        """Whether ``task_id`` is one of the tasks."""
        return task_id in self._marks

    def mark(self, task_id: str, draw: int) -> bool:
        """Mark a sample as present; return False if it was marked already."""
        marks = self._marks[task_id]
        was, marks[draw] = marks[draw], 1
        return not was

    def has(self, task_id: str, draw: int) -> bool:
        """Whether a sample is present; False for an unknown task or draw."""
        marks = self._marks.get(task_id, b"")
        return 0 <= draw < len(marks) and bool(marks[draw])

    @property
    def wanted(self) -> int:
        """Number of samples that the file should have at the end."""
        return self.draws * len(self._wanted_ids)

    @property
    def missing(self) -> int:
        """Number of wanted samples that are not present."""
        return self.wanted - sum(sum(self._marks[task_id]) for task_id in self._wanted_ids)

    def planned_calls(self, draws_per_call: int) -> Iterator[PlannedCall]:
        """Yield the calls for all missing samples, task by task.

        A call stays within draws ``[i·k, (i+1)·k)`` for ``k = draws_per_call``, so that a resumed run groups
        draws in the same way as an uninterrupted one.
        """
        for task_id in self._wanted_ids:
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


def guess_tokens(messages: Sequence[Message]) -> int:
    """Guess the number of tokens of a prompt, before a server has counted them."""
    tokens = 0.0
    for message in messages:
        tokens += _TOKENS_PER_MESSAGE
        for part in message.parts:
            if isinstance(part, TextPart):
                tokens += len(part.text.encode("utf-8", "surrogatepass")) / _BYTES_PER_TOKEN
            else:
                tokens += _TOKENS_PER_PICTURE
    return round(tokens)
