"""Asks a model for the category of one picture, and reads its answer."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Turn
from benchmark.core.task import Picture, Task, Text
from benchmark.suites.mmcode.categories import CATEGORIES, category_of

#: What the pictures of a category show; the paper only names the categories.
MEANINGS: dict[str, str] = {
    "linear-data-structure": "arrays, strings, lists, stacks or queues, drawn as rows of cells or items",
    "tree": "a tree of nodes",
    "graph": "a graph that is not a tree, a network, an automaton",
    "2d-geometry": "points, lines, polygons or circles in the plane",
    "3d-geometry": "solids, dice, cubes, or a scene in space",
    "chessboard": "a board or grid on which pieces or cells count",
    "map": "a map of places, roads, rooms or regions",
    "math": "a formula, a function's graph, an axis, a diagram of numbers",
    "patterns": "a pattern that repeats, grows or is to be printed",
    "table": "data in rows and columns, with text or numbers",
    "pseudocode": "code, pseudocode, a flowchart or a listing",
    "others": "anything else, such as photographs and illustrations",
}
_MOST_STATEMENT = 6000  #: characters of the statement that are shown
_SEPARATOR = "#"


def picture_tasks(task: Task) -> list[Task]:
    """Return a task per picture of a problem, with the picture alone; its description is the statement."""
    statement = "".join(
        part.text if isinstance(part, Text) else f"[picture {part.number}]" for part in task.parts
    )
    found = {part.number: part for part in task.parts if isinstance(part, Picture)}
    return [
        replace(
            task,
            id=f"{task.id}{_SEPARATOR}{number}",
            parts=(replace(found[number], number=1),),
            description=statement[:_MOST_STATEMENT],
            stem=task.id,
        )
        for number in sorted(found)
    ]


def picture_id(task_id: str) -> tuple[str, int]:
    """Return the problem and the number of the picture that a task of :func:`picture_tasks` is about."""
    problem_id, _, number = task_id.rpartition(_SEPARATOR)
    return problem_id, int(number)


class LabelPrompt:
    """Shows a picture, the categories and the statement; see :class:`benchmark.core.prompt.Prompt`."""

    stages = 1

    @cached_property
    def _source(self) -> str:
        path = files("benchmark.suites.mmcode").joinpath("prompts", "label.j2")
        return path.read_text(encoding="utf-8")

    @property
    def digest(self) -> str:
        """SHA-256 of the template and the meanings of the categories."""
        return sha256_hex(f"{self._source}\0{MEANINGS}".encode())

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - part of the protocol
        """Return one turn of the user: the picture, then the question.

        Raises:
            BadInput: if the task does not have exactly one picture.
        """
        pictures = [part for part in task.parts if isinstance(part, Picture)]
        if len(pictures) != 1:
            problem = f"has {len(pictures)} pictures, but a label is asked for one"
            raise BadInput("tasks", quote_value(task.id), problem, "make the tasks with `import label`")
        # The result is a prompt and not a web page, so nothing is escaped.
        environment = Environment(autoescape=False, undefined=StrictUndefined, trim_blocks=True)  # noqa: S701
        text = environment.from_string(self._source).render(
            meanings=[(slug, MEANINGS[slug]) for slug in CATEGORIES],
            number=picture_id(task.id)[1],
            statement=task.description,
        )
        return (Turn(speaker="user", parts=(pictures[0], Text(text=text))),)


def category_in(answer: str) -> str | None:
    """Return the category that an answer names; None if it names none, or several.

    The last line that is a category's name counts, whatever marks are around it. Without such a line, the
    answer counts if it contains the name of exactly one category.
    """
    for line in reversed(answer.splitlines()):
        words = line.rpartition(":")[2] if ":" in line else line
        if (found := category_of(words)) is not None:
            return found
    letters = re.sub(r"[\s_]+", "-", answer.lower())
    named = {
        slug for slug in CATEGORIES if re.search(rf"(?<![a-z0-9]){re.escape(slug)}(?![a-z0-9])", letters)
    }
    return named.pop() if len(named) == 1 else None
