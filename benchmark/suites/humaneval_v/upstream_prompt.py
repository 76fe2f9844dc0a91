"""Upstream's prompts: read from its source when the data are fetched, and put together as it does."""

from collections.abc import Sequence
from string import Formatter

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, shown
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import Picture, Task, Text
from benchmark.datasets.store import require_fetched
from benchmark.suites.humaneval_v.official import OFFICIAL, SUITE_ID, UPSTREAM_PROMPTS

_SIGNATURE = ("signature", "function_signature")
_SPECIFICATION = "problem_specification"


class UpstreamPrompt:
    """See :class:`benchmark.core.prompt.Prompt`. Where a stage shows the picture, it is in front of the text.

    Args:
        templates: as upstream's source has them, one a stage.
    """

    def __init__(self, templates: Sequence[str]) -> None:
        self._templates = tuple(templates)

    @property
    def digest(self) -> str:
        """See the protocol."""
        return sha256_hex("\0".join(self._templates).encode())

    @property
    def stages(self) -> int:
        """See the protocol."""
        return len(self._templates)

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """See the protocol."""
        template = self._templates[stage]
        in_words = _SPECIFICATION in {name for _, name, _, _ in Formatter().parse(template)}
        pictures = tuple(part for part in task.parts if isinstance(part, Picture))
        if not in_words and not pictures:
            raise BadInput("tasks", shown(task.id), "has no picture, and this setting shows one")
        if in_words and not stage and not task.description.strip():
            problem = "has no description of its picture, and this setting shows one"
            raise BadInput("tasks", shown(task.id), problem, "name another setting, such as V2C")
        said = {_SPECIFICATION: earlier if stage else task.description}
        text = template.format(**dict.fromkeys(_SIGNATURE, task.starter_code), **said)
        return (Turn(speaker="user", parts=(*(() if in_words else pictures), Text(text=text))),)


def upstream_prompt(setting: str, shown_as: str) -> Prompt:
    """The prompt of a setting.

    Args:
        setting: with ``V2T2C`` for all that name another model for the program.
        shown_as: the setting as it was named, for messages.

    Raises:
        BadInput: when upstream publishes none for it, or it has not been fetched.
    """
    if setting not in UPSTREAM_PROMPTS:
        problem = f"upstream publishes no prompt for {shown(shown_as)}"
        raise BadInput("prompt", "", problem, f"use sightbench, or one of: {', '.join(UPSTREAM_PROMPTS)}")
    version, names = UPSTREAM_PROMPTS[setting]
    official = OFFICIAL[version]
    said = require_fetched(SUITE_ID, official.dataset, official.command)
    if not all(name in said.prompts for name in names):
        problem = "upstream's prompts are not on this machine: its source was not in the folder"
        raise BadInput("prompt", "", problem, f"{official.command} (network)")
    return UpstreamPrompt([said.prompts[name] for name in names])
