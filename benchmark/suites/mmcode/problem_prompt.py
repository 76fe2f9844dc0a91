"""Our prompts: a template per stage, and what stands in the text where the problem has a picture."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Turn
from benchmark.core.task import Part, Picture, Task, Text
from benchmark.extraction.envelopes import without_reasoning
from benchmark.suites.template_prompt import TemplatePrompt

#: Stands for a caption that the reply lacks.
MISSING = "(no description was given)"
#: Stands for the captions of further pictures if the reply has no headings.
SEE_FIRST = "(see the description of picture 1)"

_MARKUP = r"[ \t>#*_\-•\[(]*"
# Not before a digit: `Picture 1.5 cm wide` is no heading of picture 1.
_AFTER = r"[*_\])]*[ \t]*(?:[:.)\-–—](?![0-9])[*_\])]*|$)"
_LABELLED = re.compile(
    rf"^{_MARKUP}(?:picture|image|figure)[ \t]*#?[ \t]*([0-9]{{1,3}}){_AFTER}", re.IGNORECASE | re.MULTILINE
)
_NUMBERED = re.compile(rf"^{_MARKUP}([0-9]{{1,3}})[*_]*[.):][*_]*(?=\s|$)", re.MULTILINE)


def read_captions(reply: str, count: int) -> tuple[str, ...]:
    """Return one caption per picture of a problem.

    The prompt asks for one description per picture, each on a new line after ``Picture 1:``, ``Picture 2:``,
    and so on. Models also answer in other forms, so the reply is read by this rule:

    1. Reasoning blocks are dropped.
    2. A line that begins with ``Picture N`` is a heading if the problem has a picture N and the number is
       followed by a colon, full stop, dash, bracket or the end of the line. ``Image`` and ``Figure`` are
       read like ``Picture``. Marks of Markdown (``**Picture 1:**``, ``### Picture 1``, ``- Picture 1:``)
       are ignored, and so are brackets around a heading or around heading and caption. The caption is the
       rest of the line and all lines up to the next heading. Text before the first heading is dropped.
       Two captions with the same number are joined.
    3. Without such headings, lines that begin with ``1.``, ``1)`` or ``1:`` are headings, if there is
       exactly one for each picture, in the order 1, 2, and so on.
    4. Without any headings, the whole reply is the caption of the first picture. It may describe the
       others too, so their captions refer to it.
    5. A picture without a caption gets :data:`MISSING`.

    Args:
        reply: the model's text.
        count: number of pictures, at least 1.
    """
    # Reasoning mentions "Picture 1:", too, and its lines are no captions.
    text = without_reasoning(reply)[0].strip()
    headings = [match for match in _LABELLED.finditer(text) if 1 <= int(match[1]) <= count]
    if not headings:
        numbered = list(_NUMBERED.finditer(text))
        headings = numbered if [int(match[1]) for match in numbered] == list(range(1, count + 1)) else []
    if not headings:
        return (text or MISSING, *((SEE_FIRST if text else MISSING,) * (count - 1)))
    found: dict[int, list[str]] = {}
    ends = [match.start() for match in headings[1:]] + [len(text)]
    for match, end in zip(headings, ends, strict=True):
        caption = text[match.end() : end].strip()
        if "[" in match[0] and "]" not in match[0]:
            # `[Picture 1: a tree]`: the heading has the first bracket, the caption the second.
            caption = caption.removesuffix("]")
        found.setdefault(int(match[1]), []).append(caption)
    return tuple("\n".join(filter(None, found.get(number, ()))) or MISSING for number in range(1, count + 1))


_TEMPLATES = "benchmark.suites.mmcode.prompts"


class Shown(Enum):
    """What a stage shows in place of a picture; a value holds the words, with the picture's number."""

    PICTURE = ""
    NUMBERED_PICTURE = "[Picture {number}:] "
    NOTE = "[Picture {number} is not shown.]"
    CAPTION = "[Picture {number}: {caption}]"


@dataclass(frozen=True, slots=True)
class ProblemStage:
    """The template of a stage, and what it shows in place of pictures."""

    template: str
    shown: Shown


class ProblemPrompt:
    """A prompt of ours; see :class:`benchmark.core.prompt.Prompt`.

    Pictures have the numbers of their first places in the text, from 1. Captions are those of the stage
    before; in a first stage, those of the task's description.
    """

    def __init__(self, *stages: ProblemStage) -> None:
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
            BadInput: if the task lacks the pictures, or the description, that the setting shows.
        """
        shown = self._stages[stage].shown
        numbers = picture_numbers(task)
        if shown is not Shown.NOTE and not numbers:
            problem = "has no picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "use the setting language-only")
        captions: Sequence[str] = ()
        if shown is Shown.CAPTION:
            if not stage and not task.description.strip():
                problem = "has no description of its pictures, but this setting shows one"
                raise BadInput("tasks", quote_value(task.id), problem, "use the setting vision+language")
            captions = read_captions(earlier if stage else task.description, len(numbers))

        def words(picture: Picture) -> str:
            number = numbers[picture.number]
            caption = captions[number - 1] if captions else ""
            return shown.value.format(number=number, caption=caption)

        changed = replace(task, parts=_parts(task.parts, shown, words))
        return self._templates[stage].turns(changed, 0, "")


def picture_numbers(task: Task) -> dict[int, int]:
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
