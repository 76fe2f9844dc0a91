"""Prompts that a paper prints: found in its text, checked, stored next to the data, and filled in.

We may not copy such a text, and keep its digest alone: the user, who has the paper, names the file. The
headings between which each prompt stands, and the digests, are in ``paper_prompts.toml`` of a suite's folder.
"""

import re
import shutil
import subprocess
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.prompt import PAPER, Turn
from benchmark.core.task import Picture, Task, Text
from benchmark.datasets.store import folder_of
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Record, validate_record
from benchmark.files.strict_json import loads

_HEADINGS, _STORED = "paper_prompts.toml", "prompts.json"
_PAPER_LIMIT = 64 * MIB
_SECONDS = 120  #: for pdftotext
_TRUSTED_LIMIT = 8_000  #: characters of a prompt of the user's own; a whole paper is longer
_PLACE = re.compile(r"\{[a-z_]+\}")
_SHOWN = 60  #: characters of a prompt that are shown
#: Marks of Markdown, LaTeX and lists, quotes and dashes, which differ between copies of the same text.
_UNCOUNTED = frozenset("*`\\$^_'\"‘’“”-–—−•·")
_SAME = {"°": "circ", "◦": "circ", "∘": "circ", "∠": "angle"}
# `annotation` repeats a formula of MathML in LaTeX.
_SKIPPED = frozenset(("script", "style", "head", "annotation"))
_INLINE = frozenset(("a", "b", "code", "em", "i", "math", "span", "strong", "sub", "sup", "tt"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPrompt:
    """Where a paper prints a prompt, and the digest of its text."""

    name: str  #: of the setting or the rubric
    after: tuple[str, ...]  #: headings in front of it, in this order
    first: str  #: its own first words, if no heading stands in front of it; else empty
    until: str  #: the text after it
    sha256: str  #: of the text in the form of :func:`_counted`; empty if the paper's text was not available
    #: Where a task's texts belong in a text of the user's own, such as ``{question}``.
    places: tuple[str, ...] = ()
    may: tuple[str, ...] = ()  #: further places that such a text may have


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPrompt:
    """A prompt in the text of a paper."""

    printed: PrintedPrompt
    text: str  #: as the file has it; empty if it was not found
    problem: str  #: why it is not the paper's; empty if it is


class _StoredPrompts(Record):
    """The file with the prompts of a paper."""

    source: str
    prompts: dict[str, str]


class _PageText(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - of the base class
        self._skipped += tag in _SKIPPED
        self.parts.append("" if tag in _INLINE else "\n")

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in _SKIPPED

    def handle_data(self, data: str) -> None:
        # A page may have an end tag without its start, which must not hide what follows.
        if self._skipped <= 0:
            self.parts.append(data)


def printed_prompts(suite: str) -> tuple[PrintedPrompt, ...]:
    """Return the prompts that the paper of a suite prints; none if its folder names none."""
    path = files(f"benchmark.suites.{suite.replace('-', '_')}").joinpath(_HEADINGS)
    if not path.is_file():
        return ()
    return tuple(
        PrintedPrompt(
            name=name,
            after=tuple(found.get("after", ())),
            first=found.get("first", ""),
            until=found.get("until", ""),
            sha256=found.get("sha256", ""),
            places=tuple(found.get("places", ())),
            may=tuple(found.get("may", ())),
        )
        for name, found in tomllib.loads(path.read_text(encoding="utf-8")).items()
    )


def read_paper(path: Path) -> str:
    """Return the text of a paper in a file .txt, .md, .html or .pdf; PDF needs the program pdftotext.

    Raises:
        BadInput: if the file cannot be read, or has another ending.
        OurFailure: if pdftotext is missing or fails.
    """
    kind = path.suffix.casefold()
    if kind == ".pdf":
        read_bytes(path, _PAPER_LIMIT)  # a clear error if it is missing or too large
        if shutil.which("pdftotext") is None:
            fix = "install poppler-utils, or give the text of the paper as a .txt or .html file"
            raise OurFailure("pdftotext, which reads PDF files, is not installed", fix)
        # Absolute, because pdftotext takes a name such as `-x.pdf` for an option.
        command = ["pdftotext", "-enc", "UTF-8", str(path.absolute()), "-"]
        made = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
        if made.returncode:
            raise BadInput(path, "", "pdftotext cannot read it", "give a PDF file with text in it")
        return made.stdout.decode("utf-8", "replace")
    if kind not in (".txt", ".md", ".html", ".htm"):
        raise BadInput(path, "", f"has the ending {quote_value(kind)}", "give a .txt, .html or .pdf file")
    text = read_bytes(path, _PAPER_LIMIT).decode("utf-8", "replace")
    if kind in (".txt", ".md"):
        return text
    page = _PageText()
    page.feed(text)
    page.close()
    return "".join(page.parts)


def find_prompts(suite: str, text: str) -> tuple[FoundPrompt, ...]:
    """Find the prompts of a suite's paper in its text by their headings, and check their digests."""
    counted, places = _counted(text)
    return tuple(_find(printed, text, counted, places) for printed in printed_prompts(suite))


def store_prompts(suite: str, source: str, found: Sequence[FoundPrompt]) -> Path:
    """Store prompts without a problem in the folder of the suite's data; return the file."""
    return _store(suite, source, {each.printed.name: each.text for each in found if not each.problem})


def trust_prompt(suite: str, name: str, source: str, text: str) -> Path:
    """Store the user's text of a prompt whose digest nobody here knows; return the file.

    Raises:
        BadInput: if the paper has no such prompt, its digest is known, or the text cannot be one: it is too
            long, lacks the place of a text of the task, or has another place.
    """
    unknown = {each.name: each for each in printed_prompts(suite) if not each.sha256}
    if name not in unknown:
        problem = f"{quote_value(name)} is not a prompt of {suite} that cannot be checked"
        fix = f"use one of: {', '.join(unknown)}" if unknown else "leave it out: all digests are known"
        raise BadInput("--trust", "", problem, fix)
    printed, found = unknown[name], set(_PLACE.findall(text))
    for wrong, problem in (
        (len(text) > _TRUSTED_LIMIT, f"has {len(text)} characters, more than {_TRUSTED_LIMIT}"),
        (missing := set(printed.places) - found, f"has no {', '.join(sorted(missing))}"),
        (
            other := found - {*printed.places, *printed.may},
            f"has {', '.join(sorted(other))}, which nothing fills",
        ),
    ):
        if wrong:
            fix = f"give the text of {name} alone, with {' and '.join(printed.places)} for the task's texts"
            raise BadInput(source, "", problem, fix)
    return _store(suite, source, {name: text.strip()})


def _store(suite: str, source: str, prompts: Mapping[str, str]) -> Path:
    """Add prompts to the file of the suite."""
    path = folder_of(suite, PAPER) / _STORED
    make_folder(path.parent)
    record = _StoredPrompts(source=source, prompts={**_read_stored(path), **prompts})
    write_atomic(path, (record.model_dump_json(indent=1) + "\n").encode())
    return path


def _read_stored(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    return validate_record(_StoredPrompts, loads(read_bytes(path, MIB), path), path).prompts


def stored_prompt(suite: str, name: str) -> str:
    """Return a stored prompt of a suite's paper, or the user's text of one that cannot be checked.

    Raises:
        BadInput: if it was not found in a paper yet, or was changed afterwards.
    """
    path, command = folder_of(suite, PAPER) / _STORED, f"sightbench dataset prompts {suite} --from PAPER"
    stored = _read_stored(path)
    printed = next((each for each in printed_prompts(suite) if each.name == name), None)
    if name not in stored or printed is None:
        problem = f"the paper's text for {name} is not on this machine: we may not ship it"
        trusted = printed is not None and not printed.sha256
        fix = (
            f"with its text alone and --trust {name}" if trusted else "with the paper as .txt, .html or .pdf"
        )
        raise BadInput("paper", "", problem, f"run `{command}` {fix}")
    if printed.sha256 and sha256_hex(_counted(stored[name])[0].encode()) != printed.sha256:
        raise BadInput(path, f"prompts.{name}", "is not the paper's text", f"run `{command}` again")
    return stored[name]


class PaperPrompt:
    """A prompt that a paper prints; see :class:`benchmark.core.prompt.Prompt`. Pictures come first.

    Args:
        template: the stored text.
        fill: returns the texts of a task by place to fill in, such as ``{question}``.
        shows: whether the setting shows the pictures.
    """

    stages = 1

    def __init__(
        self, template: str, fill: Callable[[Task], Mapping[str, str]], *, shows: bool = True
    ) -> None:
        self._template, self._fill, self._shows = template, fill, shows

    @property
    def digest(self) -> str:
        """The SHA-256 of the template."""
        return sha256_hex(f"{PAPER}\0{self._template}".encode())

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - of the protocol
        """Return the pictures and the filled-in text as one turn of the user."""
        pictures = [part for part in task.parts if isinstance(part, Picture) and self._shows]
        if self._shows and not pictures:
            problem = "has no picture, but this setting shows one"
            raise BadInput("tasks", quote_value(task.id), problem, "use a data set with pictures")
        texts = self._fill(task)
        wanted = re.compile("|".join(map(re.escape, texts)))
        # In one pass: a task's own text may contain `{question}`.
        text = wanted.sub(lambda match: texts[match[0]], self._template)
        return (Turn(speaker="user", parts=(*pictures, Text(text=text))),)


def _counted(text: str) -> tuple[str, list[int]]:
    """Return the characters of a text that count in a digest, and the place of each in the text.

    White space, quotes, dashes and marks of Markdown and LaTeX do not count: they differ between a PDF file,
    a page and a transcript of the same paper. Letters, digits, braces and other punctuation do.
    """
    kept, places = [], []
    for place, character in enumerate(text):
        # PDF files have ligatures: one character for "fi".
        plain = _SAME.get(character) or unicodedata.normalize("NFKC", character)
        for each in plain:
            if not each.isspace() and each not in _UNCOUNTED and each.isprintable():
                kept.append(each)
                places.append(place)
    return "".join(kept), places


def _find(printed: PrintedPrompt, text: str, counted: str, places: Sequence[int]) -> FoundPrompt:
    if not printed.sha256:
        problem = f"cannot be checked: its digest is not known; --trust {printed.name} stores your text"
        return FoundPrompt(printed=printed, text="", problem=problem)
    heading = printed.first or printed.after[-1]
    problem, other = f"not found: the text has no heading {quote_value(heading)}", ""
    for start, end in _spans(printed, counted):
        found = _as_printed(text, places[start], places[end - 1] + 1)
        if sha256_hex(counted[start:end].encode()) == printed.sha256:
            return FoundPrompt(printed=printed, text=found, problem="")
        problem, other = "differs from the paper's text", other or found
    return FoundPrompt(printed=printed, text=other, problem=problem)


def _spans(printed: PrintedPrompt, counted: str) -> Iterator[tuple[int, int]]:
    """Yield where the prompt may be: from each place of its first heading to the text that follows it."""
    heads = [_counted(each)[0] for each in (*printed.after, printed.first) if each]
    until, place = _counted(printed.until)[0], -1
    while (place := counted.find(heads[0], place + 1)) >= 0:
        start = place
        for head in heads[1:]:
            start = counted.find(head, start) if start >= 0 else -1
        if start >= 0 and not printed.first:
            start += len(heads[-1])
        end = counted.find(until, start) if start >= 0 else -1
        if end > start:
            yield start, end


def _as_printed(text: str, start: int, end: int) -> str:
    """Return a part of a text with the marks next to it, without escapes, and with closed fences."""
    while start and not text[start - 1].isspace() and text[start - 1] in _UNCOUNTED:
        start -= 1
    while end < len(text) and text[end] in _UNCOUNTED:
        end += 1
    found = re.sub(r"\\([*_])", r"\1", text[start:end]).strip()
    # Backquotes do not count, so the part may end in front of its own closing fence.
    return found + "\n```" if found.count("```") % 2 else found


def describe_found(found: FoundPrompt) -> str:
    """Return a line about a prompt: its name, whether it is the paper's, and its first words."""
    words = " ".join(found.text.split())
    shown = f": {quote_value(words[:_SHOWN])}" if words else ""
    return f"{found.printed.name}: {found.problem or 'found'}{shown}"
