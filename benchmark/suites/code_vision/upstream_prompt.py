"""Upstream's prompt: read from its source, which the user has, and filled in as upstream does.

The authors' repository states no licence, so their words are not shipped.
"""

import ast
from collections.abc import Sequence
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import Picture, Task, Text
from benchmark.datasets.store import folder_of
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.references import ReferencedFile
from benchmark.suites.code_vision.fetched_tasks import COMMAND, COMMIT, STORED
from benchmark.suites.code_vision.tasks import SUITE_ID

REPOSITORY = "wanghanbinpanda/CodeVision"
#: Upstream's source with its prompt, relative to the folder of the authors' files, and its SHA-256.
SOURCE = "src/evaluation/evaluate.py"
SHA256 = "58af48f70b8513a414041fe6c717bf18416e1068164e3239a6041b27f7db0469"
FILE = ReferencedFile(url=f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}/{SOURCE}", sha256=SHA256)
#: The settings that upstream has a prompt for.
SETTINGS = ("flowchart",)

_FUNCTION = "construct_prompt"
_MARK = "%%%starter_code%%%"


def authors_folder() -> Path:
    """Return the folder of the authors' files: their repository, and in it their data."""
    return folder_of(SUITE_ID, "official")


class CodeVisionPrompt:
    """Upstream's prompt; see :class:`benchmark.core.prompt.Prompt`. Pictures come before the text.

    Upstream sends one picture; a chart of several pictures is sent with all of them.

    Args:
        template: the text, with ``%%%starter_code%%%`` in the place of the starter code.
    """

    stages = 1

    def __init__(self, template: str) -> None:
        self._template = template

    @property
    def digest(self) -> str:
        """The SHA-256 of the template."""
        return sha256_hex(self._template.encode())

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - part of the protocol
        """Return the pictures and the text with the starter code as one turn of the user.

        Raises:
            BadInput: if the task has no picture.
        """
        pictures = tuple(part for part in task.parts if isinstance(part, Picture))
        if not pictures:
            problem = "has no picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "use a data set with pictures")
        # Not `format`: the template and the code have braces that are no fields.
        text = self._template.replace(_MARK, task.starter_code)
        return (Turn(speaker="user", parts=(*pictures, Text(text=text))),)


def upstream_prompt(setting: str) -> Prompt:
    """Return upstream's prompt for a setting.

    Raises:
        BadInput: if upstream has no prompt for it, or its source is not on this machine.
    """
    if setting not in SETTINGS:
        problem = f"upstream has no prompt for the setting {quote_value(setting)}"
        fix = f"use the prompt sightbench, or the setting {', '.join(SETTINGS)}"
        raise BadInput("prompt", "", problem, fix)
    path = authors_folder() / SOURCE
    if not path.is_file():
        path = folder_of(SUITE_ID, STORED) / SOURCE
    fix = f"run `{COMMAND}`, or clone https://github.com/{REPOSITORY} at {COMMIT} to {authors_folder()}"
    if not path.is_file():
        problem = "upstream's prompt is not on this machine: its licence is not stated, so we may not ship it"
        raise BadInput("prompt", "", problem, fix)
    data = read_bytes(path, MIB)
    if sha256_hex(data) != SHA256:
        raise BadInput("prompt", "", f"{path} is not upstream's source: its SHA-256 differs", fix)
    return CodeVisionPrompt(_template(data.decode("utf-8")))


def _template(source: str) -> str:
    """Return the text that upstream's function fills in; the source is not run."""
    # The digest was checked before, so there is exactly one function and one long text in it.
    (function,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == _FUNCTION
    )
    (text,) = (
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > len(_MARK)
    )
    return text
