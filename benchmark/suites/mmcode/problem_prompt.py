"""Our prompts: a template per stage, and what stands in the text where the problem has a picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Turn
from benchmark.core.task import Part, Picture, Task, Text
from benchmark.generation.prompts.template import TemplatePrompt
from benchmark.suites.mmcode.captions import read_captions

_TEMPLATES = "benchmark.suites.mmcode.prompts"


class Shown(Enum):
    """What a stage shows in place of a picture; a value holds the words, with the picture's number."""

    PICTURE = ""
    NUMBERED_PICTURE = "[Picture {number}:] "
    NOTE = "[Picture {number} is not shown.]"
    CAPTION = "[Picture {number}: {caption}]"


@dataclass(frozen=True, slots=True)
class Stage:
    """The template of a stage, and what it shows in place of pictures."""

    template: str
    shown: Shown


class ProblemPrompt:
    """A prompt of ours; see :class:`benchmark.core.prompt.Prompt`.

    Pictures have the numbers of their first places in the text, from 1.
    """

    def __init__(self, *stages: Stage) -> None:
        self._stages = stages
        self._templates = [TemplatePrompt(_TEMPLATES, stage.template) for stage in stages]

    @property
    def digest(self) -> str:
        """The SHA-256 of all templates and of the words in place of pictures."""
        texts = [template.digest for template in self._templates]
        return sha256_hex("\0".join((*texts, *(stage.shown.value for stage in self._stages))).encode())

    @property
    def stages(self) -> int:
        """The number of templates."""
        return len(self._stages)

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the one message of a stage.

        Raises:
            BadInput: if the task has no picture and the setting shows pictures or their captions.
        """
        shown = self._stages[stage].shown
        numbers = _numbers(task)
        if shown is not Shown.NOTE and not numbers:
            problem = "has no picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "use the setting language-only")
        captions = read_captions(earlier, len(numbers)) if shown is Shown.CAPTION else ()

        def words(picture: Picture) -> str:
            number = numbers[picture.number]
            caption = captions[number - 1] if captions else ""
            return shown.value.format(number=number, caption=caption)

        changed = replace(task, parts=_parts(task.parts, shown, words))
        return self._templates[stage].turns(changed, 0, "")


def _numbers(task: Task) -> dict[int, int]:
    """Return the number of each picture's mark → its number in the order of the text, from 1."""
    marks = dict.fromkeys(part.number for part in task.parts if isinstance(part, Picture))
    return {mark: number for number, mark in enumerate(marks, 1)}


def _parts(parts: Sequence[Part], shown: Shown, words: Callable[[Picture], str]) -> tuple[Part, ...]:
    changed: list[Part] = []
    for part in parts:
        if isinstance(part, Text):
            changed.append(part)
            continue
        if shown is not Shown.PICTURE:
            changed.append(Text(text=words(part)))
        if shown in (Shown.PICTURE, Shown.NUMBERED_PICTURE):
            changed.append(part)
    return tuple(changed)
