"""Upstream's prompts: read from its source when the data set is fetched, and filled in as upstream does."""

from collections.abc import Sequence
from string import Formatter

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import Picture, Task, Text
from benchmark.datasets.store import require_fetched
from benchmark.suites.humaneval_v.official import OFFICIAL, SUITE_ID, UPSTREAM_PROMPTS

_SIGNATURE = ("signature", "function_signature")
_SPECIFICATION = "problem_specification"


class HumanEvalVPrompt:
    """A prompt of upstream; see :class:`benchmark.core.prompt.Prompt`. A picture comes before the text.

    Args:
        templates: the templates from upstream's source, one per stage.
    """

    def __init__(self, templates: Sequence[str]) -> None:
        self._templates = tuple(templates)

    @property
    def digest(self) -> str:
        """The SHA-256 of the templates."""
        return sha256_hex("\0".join(self._templates).encode())

    @property
    def stages(self) -> int:
        """The number of templates."""
        return len(self._templates)

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the one message of a stage: the picture or its description, with the signature."""
        template = self._templates[stage]
        in_words = _SPECIFICATION in {name for _, name, _, _ in Formatter().parse(template)}
        pictures = tuple(part for part in task.parts if isinstance(part, Picture))
        if not in_words and not pictures:
            problem = "has no picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "use a data set with pictures")
        if in_words and not stage and not task.description.strip():
            problem = "has no description of its picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "use another setting, such as V2C")
        description = {_SPECIFICATION: earlier if stage else task.description}
        # The versions name the field of the signature differently; `format` ignores the other name.
        text = template.format(**dict.fromkeys(_SIGNATURE, task.starter_code), **description)
        return (Turn(speaker="user", parts=(*(() if in_words else pictures), Text(text=text))),)


def upstream_prompt(setting: str, shown_as: str) -> Prompt:
    """Return upstream's prompt for a setting.

    Args:
        setting: the setting; ``V2T2C`` for each ``V2T2C-NAME``.
        shown_as: the setting as the user wrote it, for messages.

    Raises:
        BadInput: if upstream publishes no prompt for it, or its prompts have not been fetched.
    """
    if setting not in UPSTREAM_PROMPTS:
        problem = f"upstream publishes no prompt for the setting {quote_value(shown_as)}"
        fix = f"use the prompt sightbench, or one of the settings {', '.join(UPSTREAM_PROMPTS)}"
        raise BadInput("prompt", "", problem, fix)
    version, names = UPSTREAM_PROMPTS[setting]
    official = OFFICIAL[version]
    dataset = require_fetched(SUITE_ID, official.dataset, official.command)
    if not all(name in dataset.prompts for name in names):
        problem = "upstream's prompts are missing: the data set came from a folder without upstream's source"
        raise BadInput("prompt", "", problem, f"run `{official.command}` (network)")
    return HumanEvalVPrompt([dataset.prompts[name] for name in names])
