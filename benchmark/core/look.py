"""Prompts that let a model look closer at parts of a picture before it answers.

A model asks for a part by a line of its reply, so no API for tools is needed, and no program of a model runs.
"""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.core.digest import sha256_hex
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import Picture, Task, Text

MOST_LOOKS = 8  #: parts that a model may look at per answer
SMALLEST_SIDE = 0.02  #: of a part, as a share of the picture's side: APIs refuse very long or tiny pictures
#: How a request is written.
FORM = "LOOK x0 y0 x1 y1"
_FORM_OF_SEVERAL = "LOOK n: x0 y0 x1 y1"
#: The rules that a prompt ends with.
_RULES = f"""

Before you answer, you may look closer at the picture, up to {MOST_LOOKS} times. To do so, reply with a line
{{form}}
outside of any code block, and stop there. The numbers are the left, top, right and bottom edges of a part of
{{of}}, as shares of its width and height, from 0 to 1 and at least {SMALLEST_SIDE} apart: 0 0 0.5 0.5 is the
upper left quarter. The next message shows this part, enlarged to the length of the picture; a fifth number
enlarges it by that factor instead. Several such lines of one reply show several parts, and each counts.
A reply without such a line is your answer.
"""


class LookPrompt:
    """Another prompt, followed by the rules of looking closer; see :class:`benchmark.core.prompt.Prompt`."""

    stages = 1

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    @property
    def digest(self) -> str:
        """The SHA-256 of the other prompt's digest and of the rules."""
        return sha256_hex("\0".join((self._prompt.digest, _RULES, FORM, _FORM_OF_SEVERAL)).encode())

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the other prompt's conversation, with the rules behind its last turn.

        Raises:
            BadInput: if the task lacks something that the setting shows.
        """
        *first, last = self._prompt.turns(task, stage, earlier)
        several = len(shown_pictures([*first, last])) > 1
        rules = _RULES.format(
            form=_FORM_OF_SEVERAL if several else FORM,
            of="the n-th picture, counted from 1" if several else "the picture",
        )
        return (*first, replace(last, parts=(*last.parts, Text(text=rules))))


def shown_pictures(turns: Sequence[Turn]) -> tuple[Picture, ...]:
    """Return the pictures of a conversation, each once, in the order in which they are first shown."""
    return tuple(dict.fromkeys(part for turn in turns for part in turn.parts if isinstance(part, Picture)))
