"""Asks a model for the category of one picture, and reads its answer."""

import re
from dataclasses import replace

from benchmark.core.task import Picture, Task, Text
from benchmark.generation.prompts.template import TemplatePrompt
from benchmark.suites.mmcode.categories import CATEGORIES, category_of

#: Asks for the category of one picture; the template says what the pictures of a category show.
LABEL_PROMPT = TemplatePrompt("benchmark.suites.mmcode.prompts", "label.j2", needs_pictures=True)
_MOST_STATEMENT = 6000  #: characters of the statement that are shown
_SEPARATOR = "#"


def picture_tasks(task: Task) -> list[Task]:
    """Return a task per picture of a problem, with the picture alone; its description has the statement."""
    statement = "".join(
        part.text if isinstance(part, Text) else f"[picture {part.number}]" for part in task.parts
    )
    found = {part.number: part for part in task.parts if isinstance(part, Picture)}
    return [
        replace(
            task,
            id=f"{task.id}{_SEPARATOR}{number}",
            parts=(replace(found[number], number=1),),
            description=f"the picture is number {number} in it:\n\n{statement[:_MOST_STATEMENT].strip()}",
            stem=task.id,
        )
        for number in sorted(found)
    ]


def picture_id(task_id: str) -> tuple[str, int]:
    """Return the problem and the number of the picture that a task of :func:`picture_tasks` is about."""
    problem_id, _, number = task_id.rpartition(_SEPARATOR)
    return problem_id, int(number)


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
