"""Turns tasks into messages: texts from the suite's prompt, pictures from their files."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.first_picture import prompt_of
from benchmark.core.look import MOST_LOOKS, LookPrompt, shown_pictures
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.suite import DrawProtocol, offers
from benchmark.core.task import Picture, Task
from benchmark.extraction.envelopes import without_reasoning
from benchmark.generation.asking.ask import guess_tokens
from benchmark.generation.prompts.look import Looked, LookRequest, answer_looks
from benchmark.generation.prompts.message import Message, Part, PicturePart, TextPart, sendable
from benchmark.generation.prompts.picture import encode_part, encode_picture, inspect_picture
from benchmark.pipeline.sources import TaskSource


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstRequests:
    """The requests of a data set in a setting, if one request per sample is all that it needs."""

    setting: str
    protocol: DrawProtocol
    prompts: "Prompts"


def first_requests(
    source: TaskSource, setting: str, prompt_name: str, protocol_name: str, *, max_side: int | None = None
) -> FirstRequests:
    """Return the requests of a data set; an empty setting or protocol means its first one.

    ``max_side`` is that of :class:`Prompts`.

    Raises:
        BadInput: if a name is unknown, with the name of the parameter as its file, or if the setting has two
            stages.
    """
    suite = source.suite
    assert suite is not None  # noqa: S101 - the source is that of a suite
    settings = suite.settings_for(source.dataset, asked=True)
    setting = setting or settings[0]
    if setting in suite.asked.settings and not offers(settings, setting):
        problem = f"{suite.id} {source.dataset} does not have the setting {quote_value(setting)}"
        raise BadInput("setting", "", problem, f"use one of {', '.join(settings)}")
    protocol_name = protocol_name or next(iter(suite.asked.protocols))
    if protocol_name not in suite.asked.protocols:
        fix = f"use one of {', '.join(suite.asked.protocols)}"
        raise BadInput("protocol", "", f"{suite.id} has no protocol {quote_value(protocol_name)}", fix)
    prompt = prompt_of(suite, prompt_name, setting, source.dataset)
    if isinstance(prompt, LookPrompt):
        problem = (
            f"in the setting {setting} a model looks closer at parts of the pictures, and a task is a talk"
        )
        raise BadInput("setting", "", problem, "use `sightbench generate`, or another setting")
    if prompt.stages > 1:
        problem = f"the setting {setting} has two stages, and the second one shows what the model wrote first"
        raise BadInput("setting", "", problem, "use `sightbench generate`, or a setting with one stage")
    return FirstRequests(
        setting=setting,
        protocol=suite.asked.protocols[protocol_name].within(setting),
        prompts=Prompts(source.tasks, prompt, folders={}, max_side=max_side),
    )


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
        self.calls = MOST_LOOKS + 1 if isinstance(prompt, LookPrompt) else 1  #: most calls of one sample

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

    def look(self, task_id: str, text: str, done: int) -> Looked:
        """Return the answer to a reply that asks to look closer, and its looks; ``done`` were before it."""
        shown = shown_pictures([*self._turns(task_id, 0, "")])

        def crop(box: LookRequest) -> tuple[PicturePart, float]:
            picture, folder = shown[box.picture - 1], self._folders.get(task_id)
            return encode_part(picture, folder, task_id, box, self._max_side)

        return answer_looks(without_reasoning(text)[0], done, len(shown), crop)

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
