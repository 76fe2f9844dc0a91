"""Turns a statement in HTML into text with markers of pictures.

The rules:

- Scripts, styles, comments and previews of formulas are left out; so is Japanese next to English (AtCoder).
- Paragraphs, headings, lists, tables and ``pre`` are separated by an empty line, other blocks by a new line.
- White space is one space, outside ``pre``; a no-break space is a space. ``br`` begins a new line.
- An entry of a list begins with ``- `` or its number; its further lines, and lists in it, are two spaces
  deeper.
- A row of a table is a line; its cells are separated by `` | ``, and the lines of a cell with a table in it
  by `` / ``. Its caption is the line before.
- ``pre`` is kept character by character; inline ``code`` is put between backticks.
- ``sub`` and ``sup`` become ``_x`` and ``^x``, with braces around more than one letter or digit.
- Formulas keep their TeX: ``$…$`` and ``$$$…$$$`` stay, MathJax's scripts, MathML's annotations and
  AtCoder's ``var`` become ``$…$``.
- A picture becomes ``![image](n.png)``, numbered in the order of the document. It is an ``img`` (its ``src``,
  else ``data-src``), or an ``object`` whose ``data`` is a picture. The ``img`` of a ``noscript`` counts
  unless the picture before it has the same source. A drawing in the page itself (``svg``) is a picture
  without a source.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra

if TYPE_CHECKING:
    from bs4 import Tag

_DEPTH_LIMIT = 200  #: maximum nesting of elements, so that recursion ends
_LEFT_OUT = frozenset((
    "script", "style", "head", "template", "iframe", "button", "input", "select", "textarea",
    "audio", "video",
))  # fmt: skip
_PREVIEWS = frozenset({"MathJax", "MathJax_Preview", "MathJax_Display", "MathJax_SVG", "katex-html"})
_PARAGRAPHS = frozenset((
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "table", "ul", "ol", "dl", "blockquote",
    "figure", "hr", "section", "article", "header", "footer",
))  # fmt: skip
_LINES = frozenset((
    "div", "li", "tr", "dt", "dd", "figcaption", "caption", "center", "address", "details",
    "summary", "form", "main", "nav",
))  # fmt: skip
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_SPACES = re.compile(r"[ \t\n\r\f\v\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_PICTURE_FILES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp")
_ONE_LETTER = re.compile(r"\w")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainStatement:
    """A statement as text, and the sources of its pictures."""

    text: str  #: with a marker ``![image](n.png)`` for each picture
    sources: tuple[str, ...]  #: attribute ``src`` of the n-th picture; empty if it has none


@dataclass(slots=True)
class _Writer:
    """Collects text, white space between words, and the empty lines between blocks."""

    pieces: list[str] = field(default_factory=list)
    space: bool = False  #: whether white space is due before the next word
    breaks: int = 0  #: new lines that are due before the next word

    def words(self, text: str) -> None:
        collapsed = _SPACES.sub(" ", text.translate(_INVISIBLE))
        if stripped := collapsed.strip(" "):
            self.space = self.space or collapsed.startswith(" ")
            self.raw(stripped)
            self.space = collapsed.endswith(" ")
        elif collapsed:
            self.space = True

    def raw(self, text: str) -> None:
        if self.pieces:
            self.pieces.append("\n" * self.breaks if self.breaks else " " if self.space else "")
        self.space, self.breaks = False, 0
        self.pieces.append(text)

    def end_block(self, lines: int) -> None:
        self.breaks = max(self.breaks, lines)

    def text(self) -> str:
        return "".join(self.pieces)


def html_to_text(html: str, file: object = "html", place: str = "") -> PlainStatement:
    """Return a statement as text; the rules are those of this module's docstring.

    Args:
        html: the statement, a page or a part of one.
        file: name of the source, for messages.
        place: the problem in the source, for messages.

    Raises:
        BadInput: if Beautiful Soup or lxml is not installed, or elements are nested too deep.
    """
    try:
        from bs4 import BeautifulSoup, FeatureNotFound
    except ImportError:
        raise _missing("Beautiful Soup") from None
    # In an element, so that a text without tags is not taken for the name of a file.
    whole = html.replace("\r\n", "\n").replace("\r", "\n")
    try:
        soup = BeautifulSoup(f"<div>{whole}</div>", "lxml")
    except FeatureNotFound:
        raise _missing("lxml") from None
    if soup.select_one(".lang-en") is not None:
        for other in soup.select(".lang-ja"):
            other.decompose()
    walk = _Walk(file, place)
    writer = _Writer()
    walk.children(soup, writer, 0)
    lines = (line.rstrip() for line in writer.text().split("\n"))
    text = re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)).strip("\n")
    return PlainStatement(text=text, sources=tuple(walk.sources))


def _missing(package: str) -> BadInput:
    fix = install_extra("problems")
    return BadInput("this command", "", f"needs {package}, which is not installed", fix)


def _is_picture(tag: "Tag") -> bool:
    """Whether an ``object`` shows a picture."""
    source = str(tag.get("data") or "").partition("?")[0].lower()
    return str(tag.get("type") or "").startswith("image/") or source.endswith(_PICTURE_FILES)


class _Walk:
    """Goes through the elements in the order of the document."""

    def __init__(self, file: object, place: str) -> None:
        self.sources: list[str] = []
        self._where = (file, place)
        self._lists: list[int] = []  #: number of the next entry of each open list; -1 without numbers

    def children(self, tag: "Tag", writer: _Writer, depth: int, *, verbatim: bool = False) -> None:
        from bs4.element import NavigableString, PreformattedString, Tag

        if depth > _DEPTH_LIMIT:
            fix = "flatten it, or give the statement as text"
            raise BadInput(*self._where, f"HTML is nested more than {_DEPTH_LIMIT} deep", fix)
        for child in tag.children:
            if isinstance(child, Tag):
                self._element(child, writer, depth + 1, verbatim)
            elif isinstance(child, PreformattedString):  # comments, declarations, processing instructions
                continue
            elif isinstance(child, NavigableString):
                if verbatim:
                    writer.raw(str(child).replace("\u00a0", " "))
                else:
                    writer.words(str(child))

    def _element(self, tag: "Tag", writer: _Writer, depth: int, verbatim: bool) -> None:
        name = tag.name
        if name == "script" and str(tag.get("type", "")).startswith("math/tex"):
            writer.words(f"${tag.get_text()}$")
        elif name in _LEFT_OUT or _PREVIEWS & set(tag.get_attribute_list("class")):
            return
        elif name == "br":
            if verbatim:
                writer.raw("\n")
            else:
                writer.end_block(1)
        elif name == "img":
            self._picture(str(tag.get("src") or tag.get("data-src") or ""), writer)
        elif name == "svg":
            self._picture("", writer)
        elif name == "noscript":
            self._noscript(tag, writer)
        elif name == "object" and _is_picture(tag):
            self._picture(str(tag.get("data") or ""), writer)
        elif verbatim:
            self._inside_pre(tag, writer, depth)
        elif (handler := self._handlers().get(name)) is not None:
            handler(tag, writer, depth)
        else:
            lines = 2 if name in _PARAGRAPHS else 1 if name in _LINES else 0
            writer.end_block(lines)
            self.children(tag, writer, depth)
            writer.end_block(lines)

    def _picture(self, source: str, writer: _Writer) -> None:
        self.sources.append(source)
        writer.raw(f"![image]({len(self.sources)}.png)")

    def _noscript(self, tag: "Tag", writer: _Writer) -> None:
        for picture in tag.find_all("img"):
            source = str(picture.get("src") or "")
            if source and source not in self.sources[-1:]:
                self._picture(source, writer)

    def _handlers(self) -> dict[str, Callable[["Tag", _Writer, int], None]]:
        return {
            "pre": self._pre,
            "ul": self._list,
            "ol": self._list,
            "li": self._entry,
            "table": self._table,
            "sub": self._script,
            "sup": self._script,
            "code": self._code,
            "tt": self._code,
            "var": self._formula,
            "math": self._formula,
        }

    def _inside_pre(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        """Write an element inside ``pre``; a ``div`` is a line, as in Codeforces's samples."""
        if tag.name in ("sub", "sup"):
            self._script(tag, writer, depth)
            return
        if tag.name in ("var", "math"):
            self._formula(tag, writer, depth)
            return
        self.children(tag, writer, depth, verbatim=True)
        if tag.name in ("div", "p", "li", "tr") and not (writer.pieces and writer.pieces[-1].endswith("\n")):
            writer.raw("\n")

    def _pre(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        inner = _Writer()
        self.children(tag, inner, depth, verbatim=True)
        writer.end_block(2)
        if text := inner.text().strip("\n"):
            writer.raw(text)
        writer.end_block(2)

    def _list(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        lines = 1 if self._lists else 2
        start = str(tag.get("start", "1"))
        first = int(start) if start.isascii() and start.isdigit() else 1
        self._lists.append(first if tag.name == "ol" else -1)
        writer.end_block(lines)
        self.children(tag, writer, depth)
        writer.end_block(lines)
        self._lists.pop()

    def _entry(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        writer.end_block(1)
        number = self._lists[-1] if self._lists else -1
        if number >= 0:
            self._lists[-1] += 1
        inner = _Writer()
        self.children(tag, inner, depth)
        text = inner.text().strip().replace("\n", "\n  ")
        writer.raw(f"{'-' if number < 0 else f'{number}.'} {text}")
        writer.end_block(1)

    def _table(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        writer.end_block(2)
        for caption in tag.find_all("caption", recursive=False):
            self.children(caption, writer, depth)
            writer.end_block(1)
        for row in tag.find_all("tr"):
            if row.find_parent("table") is not tag:
                continue
            cells = []
            for cell in row.find_all(["td", "th"], recursive=False):
                inner = _Writer()
                self.children(cell, inner, depth)
                text = inner.text().strip()
                if cell.find("table") is not None:
                    text = re.sub(r"\n+", " / ", text)
                cells.append(_SPACES.sub(" ", text))
            writer.raw(" | ".join(cells))
            writer.end_block(1)
        writer.end_block(2)

    def _script(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        text = self._inner(tag, depth)
        mark = "_" if tag.name == "sub" else "^"
        if text:
            writer.space = False
            writer.raw(mark + (text if _ONE_LETTER.fullmatch(text) else f"{{{text}}}"))

    def _code(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        if text := self._inner(tag, depth):
            writer.raw(text if "`" in text or "![image](" in text else f"`{text}`")

    def _formula(self, tag: "Tag", writer: _Writer, depth: int) -> None:
        annotation = tag.find("annotation", attrs={"encoding": "application/x-tex"})
        text = self._inner(tag, depth) if annotation is None else annotation.get_text().strip()
        if text:
            writer.raw(text if text.startswith("$") or "![image](" in text else f"${text}$")

    def _inner(self, tag: "Tag", depth: int) -> str:
        inner = _Writer()
        self.children(tag, inner, depth)
        return inner.text().strip()
