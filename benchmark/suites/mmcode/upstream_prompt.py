"""Upstream's prompts: read from its source when the data set is fetched, put together as upstream does."""

from collections.abc import Mapping, Sequence

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import FunctionCheck, Part, Picture, Task, Text
from benchmark.datasets.store import require_fetched

_NOTE = "no-image"  #: stands in place of a picture
_COMMON = ("system", "question", "stdio", "call", "starter", "starter-end", "answer")
#: Setting → names of its instruction and of the note in place of pictures; no note means that they are shown.
_SETTINGS: dict[str, tuple[str, str]] = {
    "vision+language": ("instruction", ""),
    "language-only": ("instruction-no-image", _NOTE),
}


class MMCodePrompt:
    """A prompt of upstream; see :class:`benchmark.core.prompt.Prompt`.

    Args:
        pieces: the pieces of upstream's source, by their names in the record of the fetched data set.
        instruction: name of the piece that begins the user's message.
        note: name of the piece that stands in place of each picture; empty if pictures are shown.
    """

    stages = 1

    def __init__(self, pieces: Mapping[str, str], instruction: str, note: str) -> None:
        self._pieces, self._instruction, self._note = pieces, instruction, note

    @property
    def digest(self) -> str:
        """The SHA-256 of all pieces that this prompt uses."""
        return sha256_hex("\0".join(self._pieces[name] for name in self._names()).encode())

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - part of the protocol
        """Return upstream's message for the system, and that of the user.

        Raises:
            BadInput: if the task has no picture and the setting shows pictures.
        """
        if not self._note and not any(isinstance(part, Picture) for part in task.parts):
            problem = "has no picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "use the setting language-only")
        # As in upstream: starter code asks for a call-based answer, even if the tests run a whole program.
        calls = isinstance(task.check, FunctionCheck) or bool(task.starter_code)
        end = self._pieces["call" if calls else "stdio"]
        if task.starter_code:
            end += self._pieces["starter"] + task.starter_code + self._pieces["starter-end"]
        parts = (
            Text(text=self._pieces[self._instruction] + self._pieces["question"]),
            *(self._shown(part) for part in task.parts),
            Text(text=end + self._pieces["answer"]),
        )
        system = Turn(speaker="system", parts=(Text(text=self._pieces["system"]),))
        return (system, Turn(speaker="user", parts=_joined(parts)))

    def _names(self) -> tuple[str, ...]:
        return (self._instruction, *_COMMON, *((self._note,) if self._note else ()))

    def _shown(self, part: Part) -> Part:
        return Text(text=self._pieces[self._note]) if self._note and isinstance(part, Picture) else part


def _joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts with texts that follow each other joined."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, Text) and joined and isinstance(last := joined[-1], Text):
            joined[-1] = Text(text=last.text + part.text)
        else:
            joined.append(part)
    return tuple(joined)


def upstream_prompt(suite: str, setting: str, command: str) -> Prompt:
    """Return upstream's prompt for a setting.

    Args:
        suite: id of the suite.
        setting: the setting.
        command: the command that fetches the data set, for messages.

    Raises:
        BadInput: if upstream publishes no prompt for it, or its prompts have not been fetched.
    """
    if setting not in _SETTINGS:
        problem = f"upstream publishes no prompt for the setting {quote_value(setting)}"
        fix = f"use the prompt sightbench, or one of the settings {', '.join(_SETTINGS)}"
        raise BadInput("prompt", "", problem, fix)
    instruction, note = _SETTINGS[setting]
    pieces = require_fetched(suite, "official", command).prompts
    if not all(name in pieces for name in (instruction, *_COMMON, *((note,) if note else ()))):
        problem = "upstream's prompts are missing: the data set came from a place without upstream's source"
        raise BadInput("prompt", "", problem, f"run `{command}` (network)")
    return MMCodePrompt(pieces, instruction, note)
