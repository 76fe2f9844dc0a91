"""The index of the search: all pages, tasks and words; it is loaded when a reader first uses the search."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from html import unescape
from os.path import commonprefix

from benchmark.analysis.wording import clean
from benchmark.core.errors import BadInput, quote_value
from benchmark.leaderboard.inputs import plain_json
from benchmark.leaderboard.parts.site_page import Page, SearchKind, SearchWords

#: Path of the index inside the site. It is a script, because a page opened from disk cannot fetch a file.
INDEX_PATH = "search/index.js"
_LINE_CHARACTERS = 160  #: maximum characters of a text that are kept as they are; of the rest, its words
_MAX_CHARACTERS = 1000  #: maximum characters of a generated page's text that are searched
_DECISION_CHARACTERS = 100  #: maximum characters of a decision note that are searched
_WORD = re.compile(r"[^\W\d_]{4,}")  #: words of the rest that are kept, unless they are in ``_COMMON``
#: Words that are in most texts and that nobody looks for.
_COMMON_WORDS = """
    about after again also because been before between both could does each else even every from have here
    into itself less like many more most much must never once one only other others over same says some such
    than that their them then there these they this those under until were what when where whether which
    while whose will with within without would your
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_HEADINGS = frozenset({"h1", "h2", "h3"})
_INLINE = frozenset({"a", "b", "code", "em", "i", "span", "strong", "sub", "sup"})
_UNREAD = frozenset({"pre", "script", "style"})  #: parts of a written page whose text is not searched
_REMARK = re.compile("<!--.*?-->", re.DOTALL)
_TAG = re.compile(r'<(/?)([a-z]\w*)((?:[^>"]|"[^"]*")*)>')
_ID = re.compile(r'\bid="([^"]*)"')
_PAGE = "page"  #: key of the keywords of a whole page
_DECISIONS = "decisions/"


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """A page of site/pages, as mkdocs has rendered it."""

    source: str  #: source path: ``statistics/index.md``
    title: str  #: escaped for HTML
    #: Field ``keywords`` of its front matter: ``page`` or an anchor → words; None without it.
    keywords: object
    html: str


def search_index(
    pages: Iterable[Page], written: Iterable[WrittenPage], address: Callable[[str], str]
) -> bytes:
    """Return the index, which site/assets/search.js reads, as a shard (see ``plain_json.shard``).

    The index is a list of groups ``[kind, within, folder, entries]``; an entry is
    ``[name, address below the folder, line, words, further words of the line, after]`` without empty values
    at its end. At the beginning of an address or a word, a tab stands for the name, and a line feed for the
    name in small letters with hyphens.

    Raises:
        BadInput: if the keywords of a written page are not lists of texts, or name no part of the page.
    """
    groups: dict[tuple[SearchKind, str], list[tuple[str, SearchWords]]] = {}
    for source, words in (*_generated_entries(pages), *_written_entries(written)):
        target = address(source) + words.query + (f"#{words.anchor}" if words.anchor else "")
        groups.setdefault((words.kind, words.within), []).append((target, words))
    return plain_json.shard([_group(*key, entries) for key, entries in groups.items()])


def _group(kind: SearchKind, within: str, entries: list[tuple[str, SearchWords]]) -> list[object]:
    same = commonprefix([target for target, _ in entries])  # noqa: RUF071 - cut at a slash below
    folder = same[: same.rfind("/") + 1]
    return [kind, within, folder, [_entry(target[len(folder) :], words) for target, words in entries]]


def _entry(target: str, words: SearchWords) -> list[object]:
    line, rest = _shortened(words.line)
    after_name = [_after_name(text, words.name) for text in (target, *words.words)]
    entry: list[object] = [words.name, after_name[0], line, "|".join(after_name[1:]), rest, int(words.after)]
    while not entry[-1]:
        entry.pop()
    return entry


def _after_name(text: str, name: str) -> str:
    for sign, start in (("\t", name), ("\n", name.lower().replace(" ", "-"))):
        if text.startswith(start):
            return f"{sign}{text[len(start) :]}"
    return text


def _shortened(text: str) -> tuple[str, str]:
    """Return the beginning of a text, and the words that only its rest has; sorted, they compress better."""
    if len(text) <= _LINE_CHARACTERS:
        return text, ""
    line = text[:_LINE_CHARACTERS].rpartition(" ")[0] or text[:_LINE_CHARACTERS]
    known = set(_WORD.findall(line.lower()))
    rest = {*_WORD.findall(text[len(line) :].lower())} - known - _COMMON
    return f"{line} …", " ".join(sorted(rest))


def _generated_entries(pages: Iterable[Page]) -> Iterator[tuple[str, SearchWords]]:
    for page in pages:
        if page.searched:
            for words in (page.search, *page.search_parts):
                name = clean(words.name or page.title)
                also = (clean(word.replace("|", " ")) for word in (*words.words, *words.keywords.split(",")))
                cleaned = replace(
                    words,
                    within=clean(words.within),
                    name=name,
                    line=clean(words.line or page.description, _MAX_CHARACTERS),
                    words=tuple(dict.fromkeys(word for word in also if word not in {name, ""})),
                )
                yield page.source, cleaned


def _written_entries(written: Iterable[WrittenPage]) -> Iterator[tuple[str, SearchWords]]:
    for page in written:
        decision = page.source.startswith(_DECISIONS)
        parts = _parts(page.html) or [_Part("page", "")]  # the page's beginning first
        keywords = _keywords(page, {part.anchor for part in parts[1:]})
        title = unescape(page.title)
        for number, part in enumerate(parts):
            if number and decision:
                break
            kind: SearchKind = "decision" if decision else "page" if not number else part.kind
            yield (
                page.source,
                SearchWords(
                    kind=kind,
                    within=title if number else "",
                    name=part.name if number else title,
                    line=" ".join("".join(part.texts).split())[: _DECISION_CHARACTERS if decision else None],
                    words=keywords.get(part.anchor, ()) if number else (*keywords.get(_PAGE, ()), part.name),
                    anchor=part.anchor if number else "",
                ),
            )


def _keywords(page: WrittenPage, anchors: Set[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the words by which readers look for the page and its parts, besides their titles."""
    if page.keywords is None:
        return {}
    where = (f"site/pages/{page.source}", "keywords")
    if not isinstance(page.keywords, Mapping):
        raise BadInput(*where, "is not a mapping", "write keywords: {page: [cite, licence]}")
    found = {}
    for anchor, words in page.keywords.items():
        if anchor not in {_PAGE, *anchors}:
            raise BadInput(
                *where, f"no part of the page has the id {quote_value(anchor)}", "name the page's ids"
            )
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            fix = "put words that YAML reads as something else in quotes"
            raise BadInput(*where, f"{quote_value(anchor)} is not a list of texts", fix)
        found[str(anchor)] = tuple(words)
    return found


class _Part:
    def __init__(self, kind: SearchKind, anchor: str) -> None:
        self.kind, self.anchor = kind, anchor
        self.names: list[str] = []
        self.texts: list[str] = []

    @property
    def name(self) -> str:
        return " ".join("".join(self.names).split())


def _parts(page: str) -> list[_Part]:
    """Return the headings and terms of a page as HTML, each with the text that follows it."""
    parts: list[_Part] = []
    in_name, unread = False, 0
    pieces = _TAG.split(_REMARK.sub("", page))  # a text, the three groups of a tag, the next text, and so on
    for end, tag, attributes, text in zip(
        pieces[1::4], pieces[2::4], pieces[3::4], pieces[4::4], strict=True
    ):
        named = tag in _HEADINGS or tag == "dt"
        anchor = unescape(found[1]) if (found := _ID.search(attributes)) else ""
        if end:
            in_name = in_name and not named
        elif named and (anchor or tag != "dt"):
            parts.append(_Part("term" if tag == "dt" else "section", anchor))
            in_name = True
        unread += 0 if tag not in _UNREAD else -1 if end else 1
        if parts and not in_name and tag not in _INLINE:
            parts[-1].texts.append(" ")
        if parts and not unread:
            (parts[-1].names if in_name else parts[-1].texts).append(unescape(text))
    return parts
