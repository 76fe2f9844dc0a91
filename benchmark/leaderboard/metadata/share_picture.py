"""The pictures that previews of links show: one per suite, with the leading models of its first table."""

import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmark.analysis.score_cells import ScoreMark
from benchmark.analysis.wording import clean, plural
from benchmark.files.font import font_paths, missing_characters, text_width
from benchmark.leaderboard.board.page import HOME, Board
from benchmark.leaderboard.inputs.age import newest_judged
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import address_part
from benchmark.leaderboard.parts.site_page import Page, PlainFile

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

#: Folder of the pictures in the site. It is not in ``d/``, which robots.txt closes.
FOLDER = "share"
WIDTH, HEIGHT = 1200, 630  #: px
ROWS = 5  #: maximum number of scores in a picture
_NAME_CHARACTERS = 60
_SENTENCE_CHARACTERS = 200
_MARGIN = 64  #: px
_INK, _GREY, _RULE = (22, 25, 29), (83, 86, 90), (222, 223, 224)
_ACCENT, _BAR = (27, 87, 184), (157, 183, 225)
_VALUE, _RANGE, _AXIS = 640, 660, 850  #: px: left ends of ranges and axis; right of values
_GAP = 24  #: px next to names
_TITLE_SIZE, _TITLE_STEP, _TITLE_LINES = 46, 58, 3
_FIRST_ROW, _ROW_STEP = 340, 50  #: px
#: Kinds of pages whose source path has the suite after the kind.
_KINDS = ("suite", "dataset", "task")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePicture:
    """The content of a suite's picture; all its characters are in the font of the pictures."""

    path: str  #: of the file in the site
    heading: str  #: suite and data set
    sentence: str
    rows: tuple[tuple[str, str, ScoreMark], ...]  #: (place, name, score) of the leading models
    more: str  #: what is not in the rows, such as ``and 5 more models``
    age: str = ""  #: the newest judged model, if it is older than six months

    @property
    def alt(self) -> str:
        """The text for readers who do not see the picture: what it says first, without its rows."""
        return " ".join(filter(None, [f"{self.heading}.", self.sentence, self.age]))

    def content(self) -> bytes:
        """Return the picture as a PNG file; the same content gives the same pixels."""
        from PIL import Image, ImageDraw

        image = Image.new("RGB", (WIDTH, HEIGHT), "white")
        _draw(self, ImageDraw.Draw(image))
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()


@dataclass(frozen=True, slots=True)
class SharePictures:
    """The pictures of a site, by suite as in addresses, and that of the home page."""

    by_suite: Mapping[str, SharePicture] = field(default_factory=dict)
    home: SharePicture | None = None

    def of(self, source: str) -> SharePicture | None:
        """Return the picture of a page: that of its suite, else that of the home page."""
        kind, suite, *_ = (*source.split("/"), "")
        return self.by_suite.get(suite, self.home) if kind in _KINDS else self.home

    def files(self) -> Iterator[PlainFile]:
        """Yield the file of each picture."""
        for picture in self.by_suite.values():
            yield PlainFile(picture.path, picture.content)


def share_pictures(pages: Iterable[Page], sources: Sources) -> SharePictures:
    """Return the pictures of all suites with a table."""
    boards = {page.source: page.view for page in pages if isinstance(page.view, Board)}
    by_suite: dict[str, SharePicture] = {}
    for source, board in boards.items():
        name = address_part(board.suite)
        if source != HOME and board.tables and name not in by_suite:
            by_suite[name] = _picture(board, f"{FOLDER}/{name}.png", newest_judged(sources, board.suite))
    home = boards.get(HOME)
    return SharePictures(by_suite, None if home is None else by_suite.get(address_part(home.suite)))


def _picture(board: Board, path: str, age: str) -> SharePicture:
    table = board.tables[0]
    models = plural(len(table.models), "model")
    rows = tuple(
        (line.place.text if line.place else "", drawable(line.name, line.page.split("/")[1]), line.score)
        for line in table.models
        if line.score is not None
    )[:ROWS]
    hidden = len(table.models) - len(rows)
    return SharePicture(
        path=path,
        heading=drawable(table.title, "Leaderboard"),
        sentence=drawable(board.headline.sentence, f"Scores of {models}.", _SENTENCE_CHARACTERS),
        rows=rows,
        more=f"and {plural(hidden, 'more model')}" if rows and hidden else "",
        age=drawable(age, "Newest model judged: over six months old.", _SENTENCE_CHARACTERS) if age else "",
    )


def drawable(text: str, instead: str, limit: int = _NAME_CHARACTERS) -> str:
    """Return a text with only characters that the font has: without accents, or else another text."""
    found = clean(text, limit)
    if missing_characters(found):
        apart = unicodedata.normalize("NFKD", found.replace("\u2060", ""))
        found = "".join(mark for mark in apart if not unicodedata.combining(mark))
    return clean(instead, limit) if missing_characters(found) else found


def _draw(picture: SharePicture, draw: "ImageDraw") -> None:
    for end, turn in ((_MARGIN, 10), (_MARGIN + 28, -10)):  # the brackets of the logo
        draw.line([(end + turn, 66), (end, 66), (end, 94), (end + turn, 94)], _ACCENT, 4)
    draw.ellipse((_MARGIN + 9, 75, _MARGIN + 19, 85), _ACCENT)
    _text(draw, (_MARGIN + 44, 80), "Sightbench", 30, bold=True)
    _text(draw, (WIDTH - _MARGIN, 80), _clip(picture.heading, 26, 700), 26, _GREY, anchor="rm")
    for number, line in enumerate(_wrap(picture.sentence)):
        _text(draw, (_MARGIN, 150 + number * _TITLE_STEP), line, _TITLE_SIZE, bold=True)
    widest = max((text_width(place, 24) for place, *_ in picture.rows if place), default=-_GAP)
    start = _MARGIN + round(widest) + _GAP  # of names
    ends = [(_share(mark.bar_from), _share(mark.bar_width)) for *_, mark in picture.rows]
    low = min((start for start, _ in ends), default=0.0)
    span = max((start + width - low for start, width in ends), default=1.0) or 1.0

    def along(share: float) -> int:  # from the lowest end to the highest one, so that ranges are wide
        return _along((share - low) / span)

    for number, (place, name, mark) in enumerate(picture.rows):
        y = _FIRST_ROW + number * _ROW_STEP
        room = _VALUE - text_width(mark.value, 28, bold=True) - _GAP - start
        _text(draw, (_MARGIN, y), place, 24, _GREY)
        _text(draw, (start, y), _clip(name, 28, room), 28)
        _text(draw, (_VALUE, y), mark.value, 28, anchor="rm", bold=True)
        _text(draw, (_RANGE, y), mark.range, 22, _GREY)
        left, x = _share(mark.bar_from), along(_share(mark.dot))
        draw.line((_AXIS, y, WIDTH - _MARGIN, y), _RULE, 2)
        draw.line((along(left), y, along(left + _share(mark.bar_width)), y), _BAR, 14)
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), _ACCENT)
    _text(draw, (start, 588), picture.more, 24, _GREY)
    room = WIDTH - _MARGIN - start - text_width(picture.more, 24) - _GAP
    _text(draw, (WIDTH - _MARGIN, 588), _clip(picture.age, 24, room), 24, _GREY, anchor="rm")


def _share(position: str) -> float:
    return float(position.removesuffix("%")) / 100


def _along(share: float) -> int:
    return round(_AXIS + min(max(share, 0), 1) * (WIDTH - _MARGIN - _AXIS))


def _wrap(text: str) -> Iterator[str]:
    """Yield the lines of the sentence; the last one is clipped if the text is too long."""
    width, line, rest = WIDTH - 2 * _MARGIN, "", text.split()
    for number in range(_TITLE_LINES):
        line = rest.pop(0) if rest else ""
        while rest and text_width(f"{line} {rest[0]}", _TITLE_SIZE, bold=True) <= width:
            line = f"{line} {rest.pop(0)}"
        last = number == _TITLE_LINES - 1
        yield _clip(" ".join([line, *rest]) if last else line, _TITLE_SIZE, width, bold=True)


def _clip(text: str, size: int, width: float, *, bold: bool = False) -> str:
    """Return the beginning of a text that fits, with an ellipsis if it was cut."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _text(
    draw: "ImageDraw",
    at: tuple[int, int],
    text: str,
    size: int,
    colour: tuple[int, int, int] = _INK,
    *,
    anchor: str = "lm",
    bold: bool = False,
) -> None:
    from PIL import ImageFont

    # The basic layout needs no library for complex scripts; the font has none.
    face = ImageFont.truetype(font_paths()[bold], size, layout_engine=ImageFont.Layout.BASIC)
    draw.text(at, text, colour, face, anchor)
