"""Prompts written as Jinja templates, one per setting and stage."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Turn
from benchmark.core.task import Part, Picture, Task, Text

if TYPE_CHECKING:
    from jinja2 import Template

# Marks for pictures while a template is filled in: noncharacters, which no text may hold (Unicode, 23.7).
_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_PICTURE_MARK = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")
#: Texts of tasks and models may hold them all the same, and must not make pictures of their own.
_UNMARKED = str.maketrans(dict.fromkeys((_OPEN, _CLOSE), "\ufffd"))


class TemplatePrompt:
    """A prompt made of templates in a package; see :class:`benchmark.core.prompt.Prompt`.

    A template may use ``words`` (the task's text), ``pictures`` (all pictures), ``prompt`` (both, interleaved
    as in the task), ``starter_code``, ``entry_point``, ``description``, ``chart`` and ``earlier``.

    Args:
        package: package that holds the templates.
        names: file names of the templates, one per stage.
        needs_pictures: whether a task without pictures is refused.
        needs_description: whether a task without a description of its picture is refused.
        needs_chart: whether a task without a chart as text is refused.
    """

    def __init__(
        self,
        package: str,
        *names: str,
        needs_pictures: bool = False,
        needs_description: bool = False,
        needs_chart: bool = False,
    ) -> None:
        self._sources = tuple((package, name) for name in names)
        self._needs_pictures, self._needs_description = needs_pictures, needs_description
        self._needs_chart = needs_chart

    @property
    def digest(self) -> str:
        """SHA-256 of all templates."""
        return sha256_hex("\0".join(_source(*source) for source in self._sources).encode())

    @property
    def stages(self) -> int:
        """Number of stages."""
        return len(self._sources)

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the filled-in template of a stage as one turn of the user.

        Raises:
            BadInput: if the task lacks a picture, a description or a chart that the setting needs.
        """
        pictures = {part.number: part for part in task.parts if isinstance(part, Picture)}
        if self._needs_pictures and not pictures:
            problem = "has no picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "name another setting, such as text")
        if self._needs_description and not task.description.strip():
            problem = "has no description of its picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "name another setting, such as image")
        if self._needs_chart and not task.chart.strip():
            problem = "has no flowchart as text, but this setting shows it"
            raise BadInput("tasks", quote_value(task.id), problem, "name another setting, such as text")
        text = _template(*self._sources[stage]).render(
            words="".join(_unmarked(part.text) for part in task.parts if isinstance(part, Text)),
            pictures="\n".join(map(_mark, pictures)),
            prompt="".join(
                _mark(part.number) if isinstance(part, Picture) else _unmarked(part.text)
                for part in task.parts
            ),
            starter_code=_unmarked(task.starter_code),
            entry_point=_unmarked(task.entry_point),
            description=_unmarked(task.description),
            chart=_unmarked(task.chart),
            earlier=_unmarked(earlier),
        )
        return (Turn(speaker="user", parts=_parts(text, pictures)),)


class PlainPrompt:
    """Shows a task as it is written, for tasks that belong to no suite."""

    digest = sha256_hex(b"plain")
    stages = 1

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - part of the protocol
        """Return the parts of the task, followed by its starter code.

        Raises:
            BadInput: if the task has neither text nor picture.
        """
        if not task.parts:
            raise BadInput(
                "tasks", f"{quote_value(task.id)}: prompt", "is empty", "say what the model is to do"
            )
        code = task.starter_code.rstrip()
        code_parts = (Text(text=f"\n\n```python\n{code}\n```\n"),) if code else ()
        return (Turn(speaker="user", parts=(*task.parts, *code_parts)),)


def _mark(number: int) -> str:
    return f"{_OPEN}{number}{_CLOSE}"


def _unmarked(text: str) -> str:
    """Return a text with the replacement character in place of the characters of marks."""
    return text.translate(_UNMARKED) if _OPEN in text or _CLOSE in text else text


def _parts(text: str, pictures: dict[int, Picture]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for index, piece in enumerate(_PICTURE_MARK.split(text)):
        # `split` puts what the group matched, a picture's number, at the odd places.
        if index % 2:
            parts.append(pictures[int(piece)])
        elif piece:
            parts.append(Text(text=piece))
    return tuple(parts)


@cache
def _source(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def _template(package: str, name: str) -> "Template":
    from jinja2 import Environment, StrictUndefined

    # The result is a prompt and not a web page, so nothing is escaped.
    environment = Environment(autoescape=False, undefined=StrictUndefined, trim_blocks=True)  # noqa: S701
    return environment.from_string(_source(package, name))
