"""Turns tasks into messages: texts from the suite's prompt, pictures from their files."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import Picture, Task
from benchmark.generation.asking.ask import guess_tokens
from benchmark.generation.prompts.message import Message, Part, PicturePart, TextPart, sendable
from benchmark.generation.prompts.picture import encode_picture, inspect_picture

_CACHED_TASKS = 2
_CACHED_PICTURES = 8  #: encoded pictures; each call of a second stage needs them again
_NO_BYTES = ""  #: content of pictures that are only counted


class Prompts:
    """The messages of all tasks in one setting.

    Args:
        tasks: the tasks of the data set.
        prompt: the prompt of the setting.
        folders: folders that relative paths of pictures start from, by task id.
        max_side: px of a picture's longest side; None for no scaling.
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
        # Calls begin task by task, so a small cache lets all draws of a task share its messages.
        self._first = lru_cache(_CACHED_TASKS)(self._first_messages)
        self.guess = lru_cache(maxsize=None)(self._guess)
        self._encoded = lru_cache(_CACHED_PICTURES)(self._encode)

    def _guess(self, task_id: str, stage: int, earlier: str) -> int:
        """Guess the tokens of a prompt and check its pictures, without encoding them.

        Arguments are positional: the cache takes other spellings of the same call for another call.

        Raises:
            BadInput: if the task lacks something that the setting shows, or a picture is missing or too
                large.
        """

        def without_bytes(picture: Picture) -> PicturePart:
            size = inspect_picture(picture, self._folders.get(task_id), task_id, self._max_side)
            return PicturePart(
                media_type="image/png", base64=_NO_BYTES, width=size.width, height=size.height, size=0
            )

        return guess_tokens(_messages(self._turns(task_id, stage, earlier), without_bytes))

    def first(self, task_id: str, _draw: int) -> tuple[Message, ...]:
        """Return the messages of the first stage, which are the same for all draws."""
        return self._first(task_id)

    def second(self, task_id: str, earlier: str) -> tuple[Message, ...]:
        """Return the messages of the second stage, which include the text of the first one."""
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
    def convert(part: object) -> Part:
        if isinstance(part, Picture):
            return picture_part(part)
        return TextPart(text=sendable(getattr(part, "text", "")))

    return tuple(Message(role=turn.speaker, parts=tuple(map(convert, turn.parts))) for turn in turns)
