"""The prompt that asks for a chart: problem, right program, and the rules of the grammar."""

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Turn
from benchmark.core.task import Task, Text


class DraftPrompt:
    """Shows the problem and its right program; see :class:`benchmark.core.prompt.Prompt`."""

    stages = 1

    @cached_property
    def _source(self) -> str:
        return files(__package__).joinpath("draft.j2").read_text(encoding="utf-8")

    @property
    def digest(self) -> str:
        """SHA-256 of the template."""
        return sha256_hex(self._source.encode())

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - part of the protocol
        """Return one turn of the user.

        Raises:
            BadInput: if the task has no text or no right program.
        """
        words = "".join(part.text for part in task.parts if isinstance(part, Text))
        for name, value in (("prompt", words), ("reference", task.reference)):
            if not value.strip():
                problem = "is empty, but a draft is made from the problem and its right program"
                raise BadInput("tasks", f"{quote_value(task.id)}: {name}", problem, "add it to the task")
        # The result is a prompt and not a web page, so nothing is escaped.
        environment = Environment(autoescape=False, undefined=StrictUndefined, trim_blocks=True)  # noqa: S701
        text = environment.from_string(self._source).render(words=words, reference=task.reference)
        return (Turn(speaker="user", parts=(Text(text=text),)),)
