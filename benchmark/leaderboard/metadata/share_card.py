"""What the picture of a shared link shows: a heading, a sentence, and scores with their ranges."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from benchmark.analysis.scale_words import ScaleWords
from benchmark.analysis.score_cells import ScoreMark
from benchmark.analysis.wording import SENTENCE_NAME_CHARACTERS, clean, plural
from benchmark.authoring.drawing.font import missing_characters
from benchmark.leaderboard.board.view import Board, BoardLine, BoardTable
from benchmark.leaderboard.model.page import ModelPage

ROWS = 5  #: maximum number of scores in a picture
_NAME_CHARACTERS = 60
_SENTENCE_CHARACTERS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """A score in the picture; positions are fractions of the length of the axis."""

    place: str
    name: str
    value: str
    range: str
    dot: float
    low: float
    high: float
    own: bool  #: whether it is the score that the picture is about


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareCard:
    """The content of a picture; all its characters are in the font of the pictures."""

    heading: str  #: suite and data set
    sentence: str
    rows: tuple[CardRow, ...]
    ticks: tuple[tuple[float, str], ...]  #: position and label of each line of the axis
    more: str  #: what is not in the rows, such as ``and 5 more models``

    @property
    def alt(self) -> str:
        """The text for readers who do not see the picture."""
        scores = "; ".join(f"{row.name} {row.value} ({row.range})" for row in self.rows)
        return clean(f"{self.heading}. {self.sentence} {scores}", 2 * _SENTENCE_CHARACTERS)


def table_card(board: Board, table: BoardTable) -> ShareCard:
    """Return the picture of a table; that of a board's first table has the board's headline."""
    names = {line.name: _slug(line.page) for line in table.models}
    models = plural(len(table.models), "model")
    sentence = board.headline.sentence if table is board.tables[0] else f"Scores of {models}."
    rows = tuple(islice(_lines(table.models), ROWS))
    hidden = len(table.models) - len(rows)
    return ShareCard(
        heading=drawable(table.title, {}, "Leaderboard"),
        sentence=drawable(sentence, names, f"Scores of {models}.", _SENTENCE_CHARACTERS),
        rows=rows,
        ticks=_ticks(table.words),
        more=f"and {plural(hidden, 'more model')}" if rows and hidden else "",
    )


def model_card(model: ModelPage, source: str, tables: Iterable[BoardTable]) -> ShareCard:
    """Return the picture of a model: its score and place in its first table, and its neighbours there.

    Args:
        model: the model's page.
        source: source path of the page.
        tables: all tables of the boards.
    """
    name = drawable(model.name, {}, model.slug)
    if not model.sections:
        return ShareCard(heading="", sentence=name, rows=(), ticks=(), more="")
    section = model.sections[0]
    words, total = section.words, next(iter(section.forest), None)
    parts = [f"{name} has no score"]
    if total is not None:
        tasks = f"{total.title[:1].lower()}{total.title[1:]}"
        parts = [f"{name} {words.verb} {total.mark.value}{words.unit} {words.of_tasks} {tasks}"]
    if section.place and total is not None:
        parts.append(f"{'places' if '–' in section.place else 'place'} {section.place}")
    lines: list[BoardLine] = next(
        (
            [line for line in table.models if line.score is not None]
            for table in tables
            if table.title == section.title
            and any(line.page == source and line.score == (total and total.mark) for line in table.models)
        ),
        [],
    )
    at = next((number for number, line in enumerate(lines) if line.page == source), 0)
    start = max(0, min(at - ROWS // 2, len(lines) - ROWS))
    rows = tuple(_lines(lines[start : start + ROWS], own=source))
    if not rows and total is not None:
        rows = (_row("", name, total.mark),)
    return ShareCard(
        heading=drawable(section.title, {}, section.suite),
        sentence=clean(f"{', '.join(parts)}.", _SENTENCE_CHARACTERS),
        rows=rows,
        ticks=_ticks(words),
        more="",
    )


def drawable(text: str, names: Mapping[str, str], instead: str, limit: int = _NAME_CHARACTERS) -> str:
    """Return a text with only characters that the font has.

    Accents are removed. If other characters are missing, names are replaced by their slugs; if that does not
    suffice, the whole text is replaced.

    Args:
        text: text of a page.
        names: name → slug of models that the text may name.
        instead: replacement of the whole text, in the characters of the font.
        limit: maximum number of characters.
    """
    found = _without_accents(clean(text, limit))
    if missing_characters(found):
        for name, slug in names.items():
            for shown in (name, clean(name, SENTENCE_NAME_CHARACTERS)):
                text = text.replace(shown, slug)
        found = _without_accents(clean(text, limit))
    return clean(instead, limit) if missing_characters(found) else found


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    kept = "".join(
        mark
        for character in text.replace("\u2060", "").replace("\xa0", " ")
        for mark in (unicodedata.normalize("NFKD", character) if missing_characters(character) else character)
        if not unicodedata.combining(mark)
    )
    return " ".join(kept.split())


def _lines(lines: Iterable[BoardLine], own: str = "") -> Iterator[CardRow]:
    """Yield the rows of lines with a score; that of the page ``own`` stands out."""
    for line in lines:
        if line.score is not None:
            place = line.place.text if line.place else ""
            name = drawable(line.name, {}, _slug(line.page))
            yield _row(place, name, line.score, own=line.page == own)


def _row(place: str, name: str, mark: ScoreMark, *, own: bool = False) -> CardRow:
    low = _share(mark.bar_from)
    return CardRow(
        place=place,
        name=name,
        value=mark.value,
        range=mark.range,
        dot=_share(mark.dot),
        low=low,
        high=low + _share(mark.bar_width),
        own=own,
    )


def _ticks(words: ScaleWords) -> tuple[tuple[float, str], ...]:
    return tuple((_share(position), label) for position, label in words.ticks)


def _share(position: str) -> float:
    """Return a position such as ``91.32%`` as a fraction."""
    return float(position.removesuffix("%")) / 100


def _slug(page: str) -> str:
    """Return the slug in the source path of a model's page."""
    return page.split("/")[1]
