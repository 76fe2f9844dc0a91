"""The pictures that previews of links show: one per suite, the models of its first table by date or cost."""

import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING

from benchmark.analysis.wording import clean, plural
from benchmark.files.font import font_paths, missing_characters, text_width
from benchmark.leaderboard.board.joined_tables import suite_tables
from benchmark.leaderboard.board.page import HOME, Board
from benchmark.leaderboard.inputs.age import newest_ranked
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import address_part
from benchmark.leaderboard.parts.labels import ChartLabel, Dot, label_box, place_labels
from benchmark.leaderboard.parts.labels import text_width as label_width
from benchmark.leaderboard.parts.plane import Plane, frontier_word
from benchmark.leaderboard.parts.score_chart import lay_out_known, score_tick
from benchmark.leaderboard.parts.site_page import Page, PlainFile

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

#: Folder of the pictures in the site. It is not in ``d/``, which robots.txt closes.
FOLDER = "share"
WIDTH, HEIGHT = 1200, 630  #: px
_NAME_CHARACTERS = 60
_LONG = 200  #: characters of a sentence
_MARGIN = 56  #: px
_INK, _GREY, _RULE, _PAPER = (20, 23, 27), (83, 91, 101), (226, 229, 234), (255, 255, 255)
_MARK, _MARK_EDGE, _LOGO, _ACCENT = (255, 224, 122), (160, 119, 0), (255, 207, 63), (27, 87, 184)
#: The colours of organisations, from o0 to o7, as in the light scheme of the stylesheet.
HUES = (
    (89, 97, 107),
    (26, 138, 95),
    (13, 63, 158),
    (168, 70, 29),
    (122, 63, 224),
    (106, 148, 0),
    (122, 15, 74),
    (14, 147, 196),
)
_GAP = 24  #: px between texts in one line
_TITLE_SIZES = (46, 38)  #: px; the larger one, unless the other saves a line
_TITLE_STEP, _TITLE_LINES = 52, 2  #: px from line to line, and the most lines
_TITLE_TOP, _BOTTOM, _AXIS = 144, 532, 60  #: px: first line, the lower end of the plane, room for scores
_SCALE = 1.5  #: px of the picture per px of the drawing on pages
_LABEL_SIZE = 20  #: px of names; less than the estimates of the labeller, 14 px times the scale
_LEFT, _RIGHT = _MARGIN + _AXIS, WIDTH - _MARGIN  #: px of the plane
#: Kinds of pages whose source path has the suite after the kind.
_KINDS = ("suite", "dataset", "task")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePicture:
    """The content of a suite's picture; all its characters are in the font of the pictures."""

    path: str  #: of the file in the site
    heading: str  #: suite and data set
    sentence: str
    claim: str = ""  #: the part of the sentence that is marked
    laid: SimpleNamespace | None = None  #: the models with their positions; None if no model has a score
    age: str = ""  #: the newest ranked model, if it is older than six months

    @property
    def alt(self) -> str:
        """The text for readers who do not see the picture: what it says first, without its models."""
        return " ".join(filter(None, [f"{self.heading}.", self.sentence, self.age]))

    @property
    def below(self) -> str:
        """What is drawn; empty without models."""
        if self.laid is None:
            return ""
        price = "estimated " * any(entry.estimated for entry in self.laid.entries) + self.laid.kind.price_word
        named = " of named models" * (len(self.laid.plane.labelled) < len(self.laid.entries))
        return f"Scores by {price}, with ranges{named}"

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
        """Return the picture of a page: that of its suite, else that of the home page.

        A task has no picture of another suite.
        """
        kind, suite, *_ = (*source.split("/"), "")
        other = None if kind == "task" else self.home
        return self.by_suite.get(suite, other) if kind in _KINDS else self.home

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
            by_suite[name] = _picture(sources, board, f"{FOLDER}/{name}.png")
    home = boards.get(HOME)
    return SharePictures(by_suite, None if home is None else by_suite.get(address_part(home.suite)))


def _picture(sources: Sources, board: Board, path: str) -> SharePicture:
    table, group = board.tables[0], suite_tables(sources, board.suite)[0].group
    age = newest_ranked(sources, group.models)
    sentence = drawable(board.headline.sentence, f"Scores of {plural(len(table.models), 'model')}.", _LONG)
    claim = sentence.partition(" leads by ")[2].removesuffix(".")
    height = _plane_height(len(list(_wrap(sentence))))
    return SharePicture(
        path=path,
        heading=drawable(table.title, "Leaderboard"),
        sentence=sentence,
        claim=claim,
        laid=next(iter(lay_out_known(sources, group, aged=bool(age), height=height)), None),
        age=drawable(age, "Newest model ranked: over six months old.", _LONG) if age else "",
    )


def _plane_height(lines: int) -> float:
    """Return px of the drawing below a title of some lines."""
    return (_BOTTOM - _TITLE_TOP - lines * _TITLE_STEP) / _SCALE


def drawable(text: str, instead: str, limit: int = _NAME_CHARACTERS) -> str:
    """Return a text with only characters that the font has: without accents, or else another text."""
    found = clean(text, limit)
    if missing_characters(found):
        apart = unicodedata.normalize("NFKD", found.replace("\u2060", ""))
        found = "".join(mark for mark in apart if not unicodedata.combining(mark))
    return clean(instead, limit) if missing_characters(found) else found


def _draw(picture: SharePicture, draw: "ImageDraw") -> None:
    for end, turn in ((_MARGIN, 10), (_MARGIN + 28, -10)):  # the logo: a mark between brackets
        draw.line([(end + turn, 46), (end, 46), (end, 74), (end + turn, 74)], _INK, 3)
    draw.rounded_rectangle((_MARGIN + 4, 54, _MARGIN + 24, 66), 6, _LOGO)
    draw.ellipse((_MARGIN + 10, 56, _MARGIN + 18, 64), _ACCENT)
    _text(draw, (_MARGIN + 42, 60), "Sightbench", 30, bold=True)
    _text(draw, (_RIGHT, 60), _clip(picture.heading, 24, 700), 24, _GREY, anchor="rm")
    marked = picture.sentence.find(picture.claim) if picture.claim else len(picture.sentence)
    at, size = 0, _title_size(picture.sentence)
    for number, line in enumerate(_wrap(picture.sentence)):
        y = _TITLE_TOP + number * _TITLE_STEP
        first, last = max(marked - at, 0), min(marked + len(picture.claim) - at, len(line))
        if first < last:  # the marker lies on what the claim rests on
            ends = (_MARGIN + text_width(line[:place], size, bold=True) for place in (first, last))
            left, right = ends
            draw.rectangle((left - 3, y, right + 3, y + 24), _MARK)
        _text(draw, (_MARGIN, y), line, size, bold=True)
        at += len(line) + 1
    if picture.laid is not None:
        _Plane(draw, picture.laid).draw()
    age = _clip(picture.age, 22, _RIGHT - _MARGIN, bold=True)
    _text(draw, (_RIGHT, 602), age, 22, anchor="rm", bold=True)
    if text_width(picture.below, 22) + text_width(age, 22, bold=True) + _GAP <= _RIGHT - _MARGIN:
        _text(draw, (_MARGIN, 602), picture.below, 22, _GREY)


class _Plane:
    """The plane of scores by date, drawn larger than on pages."""

    def __init__(self, draw: "ImageDraw", laid: SimpleNamespace) -> None:
        self.ink, self.laid = draw, laid
        self.plane: Plane = laid.plane

    def x(self, position: str) -> float:
        return _LEFT + (_RIGHT - _LEFT) * float(position[:-1]) / 100

    def y(self, down: float) -> float:
        return _BOTTOM - _SCALE * (self.plane.down.height - down)

    def draw(self) -> None:
        self.axes()
        for colour, width in ((_MARK, 16), (_MARK_EDGE, 2)):
            for xs, ys in self.plane.steps():
                self.ink.line([(self.x(x), self.y(y)) for x, y in zip(xs, ys, strict=True)], colour, width)
        for number, (entry, dot) in enumerate(zip(self.laid.entries, self.plane.dots, strict=True)):
            self.point(HUES[int(entry.hue[1:])], entry.weights, dot, ranged=number in self.plane.labelled)
        names = [drawable(entry.label, entry.slug) for entry in self.laid.entries]
        word, taken = frontier_word(self.plane, self.laid.kind.best), []
        if word is not None:
            self.text(word, _MARK_EDGE, bold=True)
            taken.append(label_box(word, label_width(word.name)))
        edge, lines = f"{self.plane.end + 1}%", [*self.plane.steps()]
        if self.laid.aged:  # names keep out of the strip, as they keep off the steps
            lines.append(((edge, edge), (0, self.plane.down.height)))
        labels = place_labels(
            self.plane.dots,
            names,
            self.plane.labelled,
            values=[entry.mark.value for entry in self.laid.entries],
            taken=taken,
            lines=lines,
            sizes={"share": ((_RIGHT - _LEFT) / _SCALE,) * 2},
            height=self.plane.down.height,
        )
        for label in labels:
            self.text(label, _INK)

    def axes(self) -> None:
        for tick in self.plane.down.ticks:
            y = self.y(self.plane.down.y(tick))
            self.ink.line((_LEFT, y, _RIGHT, y), _RULE, 2)
            _text(self.ink, (_LEFT - 14, y), score_tick(self.laid.words, tick), 20, _GREY, anchor="rm")
        words = [(x, self.laid.kind.words(date).removeprefix("Jan ")) for x, date in self.plane.across]
        if self.plane.strip is not None:
            words.append((f"{self.plane.strip}%", self.laid.kind.absent))
        end = 0.0
        for x, word in words:
            left, half = self.x(x), text_width(word, 20) / 2
            if left - half > end:
                _text(self.ink, (left, _BOTTOM + 26), word, 20, _GREY, anchor="mm")
                end = left + half + _GAP
        if self.laid.aged:
            left, height = self.x(f"{self.plane.end + 1}%"), _BOTTOM - self.y(0)
            for start in range(round(left - height), _RIGHT, 16):  # hatched, from below left
                first, last = max(left, start), min(_RIGHT, start + height)
                self.ink.line((first, _BOTTOM - first + start, last, _BOTTOM - last + start), _RULE, 2)

    def point(self, hue: tuple[int, int, int], weights: str, dot: Dot, *, ranged: bool) -> None:
        x, y = self.x(dot.x), self.y(dot.y)
        if ranged:
            pale = tuple(255 - (255 - part) // 4 for part in hue)
            ends = (x - 11, self.y(dot.top) - 1, x + 11, self.y(dot.bottom) + 1)
            self.ink.rounded_rectangle(ends, 11, pale, hue, 2)
        draw = self.ink.rectangle if weights == "open" else self.ink.ellipse
        draw((x - 6, y - 6, x + 6, y + 6), hue)

    def text(self, label: ChartLabel, colour: tuple[int, int, int], *, bold: bool = False) -> None:
        at = (round(self.x(label.x) + _SCALE * label.dx), round(self.y(label.y)))
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[label.anchor]
        _text(self.ink, at, label.text, _LABEL_SIZE, colour, anchor=anchor, bold=bold, rim=_PAPER)


def _title_size(text: str) -> int:
    """Return the largest size in which the text fits into a line, or else the largest one."""
    width = WIDTH - 2 * _MARGIN
    return next(
        (size for size in _TITLE_SIZES if text_width(text, size, bold=True) <= width), _TITLE_SIZES[0]
    )


def _wrap(text: str) -> Iterator[str]:
    """Yield the lines of the sentence; the last one is clipped if the text is too long."""
    width, line, rest, size = WIDTH - 2 * _MARGIN, "", text.split(), _title_size(text)
    for number in range(_TITLE_LINES if text_width(text, size, bold=True) > width else 1):
        line = rest.pop(0) if rest else ""
        while rest and text_width(f"{line} {rest[0]}", size, bold=True) <= width:
            line = f"{line} {rest.pop(0)}"
        last = number == _TITLE_LINES - 1 or not rest
        yield _clip(" ".join([line, *rest]) if last else line, size, width, bold=True)


def _clip(text: str, size: int, width: float, *, bold: bool = False) -> str:
    """Return the beginning of a text that fits, with an ellipsis if it was cut."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _text(
    draw: "ImageDraw",
    at: tuple[float, float],
    text: str,
    size: int,
    colour: tuple[int, int, int] = _INK,
    *,
    anchor: str = "lm",
    bold: bool = False,
    rim: tuple[int, int, int] | None = None,
) -> None:
    from PIL import ImageFont

    # The basic layout needs no library for complex scripts; the font has none.
    face = ImageFont.truetype(font_paths()[bold], size, layout_engine=ImageFont.Layout.BASIC)
    around = {} if rim is None else {"stroke_width": 3, "stroke_fill": rim}
    draw.text(at, text, colour, face, anchor, **around)
