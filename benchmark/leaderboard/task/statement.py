"""The text of tasks whose pictures stand inside it, cut at the pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.task import Part, Picture, Task, Text
from benchmark.leaderboard.parts.pictures import PictureView


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPiece:
    """A text, or the pictures of one place in the text."""

    text: str = ""
    figures: tuple[tuple[str, PictureView], ...] = ()  #: (task id, picture), one per task


def has_inner_picture(parts: Sequence[Part]) -> bool:
    """Whether a text comes after a picture, so that the places of pictures carry meaning."""
    seen = False
    for part in parts:
        if isinstance(part, Picture):
            seen = True
        elif seen and part.text.strip():
            return True
    return False


def statement(
    tasks: Sequence[Task],
    parts: Mapping[str, Sequence[Part]],
    pictures: Mapping[str, Sequence[PictureView]],
) -> tuple[StatementPiece, ...]:
    """Return the text that tasks share, with the pictures of every task at their places.

    Args:
        tasks: at least one task.
        parts: what is shown of each task, by id: texts and pictures in order.
        pictures: the pictures of each task, by id; a picture without a view has no place.

    Returns:
        Pieces in order; empty if no picture stands inside the text, or if the texts differ.
    """
    first = parts[tasks[0].id]
    if not has_inner_picture(first) or any(_outline(parts[task.id]) != _outline(first) for task in tasks):
        return ()
    views = {name: {view.number: view for view in found} for name, found in pictures.items()}
    pieces: list[StatementPiece] = []
    for part in first:
        if isinstance(part, Text):
            if text := part.text.strip("\n"):
                pieces.append(StatementPiece(text=text))
        else:
            shown = ((task.id, views.get(task.id, {}).get(part.number)) for task in tasks)
            pieces.append(
                StatementPiece(figures=tuple((name, view) for name, view in shown if view is not None))
            )
    return tuple(pieces)


def _outline(parts: Sequence[Part]) -> list[str | int]:
    return [part.text if isinstance(part, Text) else part.number for part in parts]
