"""What a drawing has so far: marks of scenes, and those whose size depends on the axes around them."""

from dataclasses import dataclass, field

from benchmark.judging.scenes.values import Mark, Place
from benchmark.judging.tikz.limits import TEXTS, TooMuch


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle or ellipse, which is a point if it is small."""

    middle: Place
    outline: tuple[Place, ...]
    radius: float
    on_paper: bool  #: whether its radius is a length on paper, such as ``2pt``
    face: str
    edge: str
    dash: str


@dataclass(frozen=True, slots=True)
class Note:
    """A text at a point."""

    text: str
    at: Place
    way: tuple[int, int]  #: where the text is, seen from the point; (0, 0) if it is on it
    color: str


@dataclass(slots=True)
class Canvas:
    """Everything that was drawn, in order."""

    marks: list[Mark | Disc | Note] = field(default_factory=list)
    texts: int = 0

    def add_text(self, note: Note) -> None:
        """Add a text.

        Raises:
            TooMuch: if there are too many.
        """
        self.texts += 1
        if self.texts > TEXTS:
            raise TooMuch(f"more than {TEXTS} texts")
        self.marks.append(note)
