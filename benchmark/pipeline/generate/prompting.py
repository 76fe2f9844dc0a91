"""Tasks become messages: words from the suite's prompt, pictures from their files."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import Picture, Task
from benchmark.generation.asking.ask import guess_tokens
from benchmark.generation.prompts.message import Message, Part, PicturePart, TextPart, sendable
from benchmark.generation.prompts.picture import encode_picture, inspect_picture

_TASKS_KEPT = 2
_PICTURES_KEPT = 8  #: encoded, for a second stage
_NO_BYTES = ""  #: in place of a picture that is only counted


class Prompts:
    """The messages of all tasks in one setting.

    Args:
        tasks: of the data set.
        prompt: of the setting.
        folders: that pictures' paths are relative to, by task id; None where there is none.
        max_side: px of a picture's longest side; None: as it is.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        prompt: Prompt,
        *,
        folders: Mapping[str, Path],
        max_side: int | None,
    ) -> None:
        self._tasks = {task.id: task for task in tasks}
        self._prompt, self._folders, self._max_side = prompt, folders, max_side
        # Calls begin task by task, so that the draws of a task share what was made for its first one.
        self._first = lru_cache(_TASKS_KEPT)(self._first_messages)
        self._encoded = lru_cache(_PICTURES_KEPT)(self._encode)

    def guess(self, task_id: str, stage: int, earlier: str = "") -> int:
        """Tokens of a prompt, guessed; its pictures are looked at and not read.

        Raises:
            BadInput: when the task lacks what is shown, or a picture is not there or too large.
        """

        def seen(picture: Picture) -> PicturePart:
            size = inspect_picture(picture, self._folders.get(task_id), task_id, self._max_side)
            return PicturePart(
                media_type="image/png", base64=_NO_BYTES, width=size.width, height=size.height, size=0
            )

        return guess_tokens(_messages(self._turns(task_id, stage, earlier), seen))

    def first(self, task_id: str, _draw: int) -> tuple[Message, ...]:
        """The messages of the first stage, the same for all draws."""
        return self._first(task_id)

    def second(self, task_id: str, earlier: str) -> tuple[Message, ...]:
        """The messages of the second stage, behind what the first one gave."""
        return self._with_pictures(task_id, 1, earlier)

    def _first_messages(self, task_id: str) -> tuple[Message, ...]:
        return self._with_pictures(task_id, 0, "")

    def _with_pictures(self, task_id: str, stage: int, earlier: str) -> tuple[Message, ...]:
        turns = self._turns(task_id, stage, earlier)
        return _messages(turns, lambda picture: self._encoded(task_id, picture))

    def _turns(self, task_id: str, stage: int, earlier: str) -> Iterable[Turn]:
        return self._prompt.turns(self._tasks[task_id], stage, earlier)

    def _encode(self, task_id: str, picture: Picture) -> PicturePart:
        return encode_picture(picture, self._folders.get(task_id), task_id, self._max_side)


def _messages(turns: Iterable[Turn], picture_part: Callable[[Picture], PicturePart]) -> tuple[Message, ...]:
    def part(one: object) -> Part:
        return (
            picture_part(one)
            if isinstance(one, Picture)
            else TextPart(text=sendable(getattr(one, "text", "")))
        )

    return tuple(Message(role=turn.speaker, parts=tuple(map(part, turn.parts))) for turn in turns)
