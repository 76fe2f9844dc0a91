"""The pages that a person sees in the browser. They show nothing of references, tests and descriptions."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmark.authoring.attempts import ANSWER_CHARACTERS, REASONS, REMARK_CHARACTERS
from benchmark.core.task import StdioCheck, Task, Text
from benchmark.review.solving.view import SittingView

#: Outcome → what a person reads about it.
OUTCOMES = {"solved": "solved", "missed": "not solved", "gave-up": "given up"}


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def solving_page(view: SittingView, key: str, message: str, path: Path) -> str:
    """Return the page for the state of a sitting.

    Args:
        view: the state.
        key: the key of the server, with which every address begins.
        message: shown at the top; empty for none.
        path: the person's file.
    """
    task = view.task if view.phase == "shown" else None
    return (
        _environment()
        .get_template("page.html")
        .render(
            view=view,
            base=f"/{key}",
            message=message,
            path=path,
            parts=() if task is None else parts_of(task),
            programs=task is not None and isinstance(task.check, StdioCheck),
            rows=view.draft.count("\n") + 14,
            reasons=REASONS,
            outcomes=OUTCOMES,
            limits=(ANSWER_CHARACTERS, REMARK_CHARACTERS),
            solved=sum(attempt.outcome == "solved" for _, attempt in view.finished),
        )
    )


def end_page(path: Path) -> str:
    """Return the last page of a sitting, which needs nothing from the server any more.

    Args:
        path: the person's file.
    """
    return _environment().get_template("end.html").render(path=path)


def parts_of(task: Task) -> tuple[tuple[str, int], ...]:
    """Return the parts of a task that people see, in order: (text, 0), or empty and a picture's number."""
    shown = ((part.text.strip(), 0) if isinstance(part, Text) else ("", part.number) for part in task.parts)
    return tuple(part for part in shown if any(part))
