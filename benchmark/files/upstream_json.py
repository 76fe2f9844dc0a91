"""Reader of upstream's prediction format, ``[{"qid": ..., "predictions": [...]}]``, one string at a time.

``json`` would need 20 times the file's size for input such as ``[[],[],[],...``. This reader buffers at most
one string, refuses unexpected tokens immediately, and decodes only strings.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import JSON_LIMIT, LINE_LIMIT, MEMORY_LIMIT, MIB, decode, read_chunks

_SPACE = re.compile(rb"[ \t\r\n]*+")
_TOKEN = re.compile(rb'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"|[\[\]{}:,]|[^\s"\[\]{}:,]++', re.DOTALL)
_PREDICTION_BYTES = 800  # memory per prediction besides its text: place, keys, the Completion object
_LAYOUT = 'write [{"qid": "q1", "predictions": ["...", "..."]}, ...]'
#: Fields that upstream's own tools write; a completion only needs the first two.
_FIELDS = ("qid", "predictions", "prompt")
_FIXES = {
    **dict.fromkeys(
        ("results", "processed_predictions", "concatenated_predictions"),
        "give the prediction file itself, not the file of executed results",
    ),
    **dict.fromkeys(
        ("task_id", "completion", "draw"),
        "write one object per line, without the [ and ] around all and the commas between",
    ),
}


@dataclass(frozen=True, slots=True)
class Prediction:
    """One text of one record's list of predictions."""

    qid: str
    draw: int
    text: str
    place: str
    prompt: str = ""  #: text of the prompt that was sent; empty if the record has none


def read_upstream(path: Path) -> Iterator[Prediction]:
    """Yield every prediction of the file, record by record.

    Raises:
        BadInput: at the first place where the file breaks the format, and for the file errors of ``bounded``.
    """
    tokens = _Tokens(path)
    tokens.take(b"[", "the file must be a list")
    number = 0
    called: dict[str, int] = {}
    while True:
        if not number and tokens.skip(b"]"):
            tokens.refuse("contains no record", _LAYOUT)
        yield from _record(tokens, number, called)
        number += 1
        if tokens.take_one_of(b",", b"]", f"[{number - 1}]") == b"]":
            break
    if token := tokens.next():
        tokens.refuse(
            f"data after the end of the list: {quote_value(token.decode('utf-8', 'replace'))}",
            "keep one list per file",
        )


def _record(tokens: "_Tokens", number: int, called: dict[str, int]) -> Iterator[Prediction]:
    """Yield the predictions of one record.

    A record with a ``prompt`` is one call of a model, as in upstream's second version, which has a record
    per description. If several such records have the same task, their draws are numbered consecutively.

    Args:
        tokens: tokens of the file, at the start of the record.
        number: index of the record.
        called: number of predictions of records with a prompt so far, by task; updated here.
    """
    at = f"[{number}]"
    tokens.take(b"{", f"{at}: must be an object")
    qid: str | None = None
    texts: list[tuple[str, str]] | None = None
    prompt = ""
    seen: set[str] = set()
    while True:
        key = tokens.take_string(f"{at}: a field name")
        if key in seen:
            tokens.refuse(f"{at}: duplicate key {quote_value(key)}", "keep one of them")
        if key not in _FIELDS:
            fix = _FIXES.get(key, f"use only {', '.join(_FIELDS)}")
            tokens.refuse(f"{at}: unknown field {quote_value(key)}", fix)
        seen.add(key)
        tokens.take(b":", f"{at}.{key}: a colon must follow")
        if key == "predictions":
            texts = _strings(tokens, f"{at}.predictions")
        else:
            text = tokens.take_string(f"{at}.{key}")
            if key == "qid":
                qid = text
            else:
                prompt = text
        if tokens.take_one_of(b",", b"}", f"{at}") == b"}":
            break
    if qid is None or texts is None:
        tokens.refuse(f"{at}: {'qid' if qid is None else 'predictions'} is missing", _LAYOUT)
    first = called.get(qid, 0) if "prompt" in seen else 0
    if "prompt" in seen:
        called[qid] = first + len(texts)
    for draw, (place, text) in enumerate(texts, first):
        yield Prediction(qid, draw, text, place, prompt)


def _strings(tokens: "_Tokens", at: str) -> list[tuple[str, str]]:
    tokens.take(b"[", f"{at}: must be a list of strings")
    found: list[tuple[str, str]] = []
    if tokens.skip(b"]"):
        tokens.refuse(f"{at}: is an empty list", 'write at least one prediction; it may be ""')
    while True:
        text = tokens.take_string(f"{at}[{len(found)}]")
        tokens.count_memory(text)
        found.append((f"line {tokens.line}", text))
        if tokens.take_one_of(b",", b"]", at) == b"]":
            return found


class _Tokens:
    """Reads the file's tokens in order; buffers only one string and a block of 64 KiB."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._chunks = read_chunks(path, JSON_LIMIT)
        self._buffer = b""
        self._at = 0  # position in the buffer where the next token starts
        self._offset = 0  # position of the buffer in the file
        self._memory = 0  # bytes of memory of all predictions so far
        self.line = 1

    def next(self) -> bytes:
        """Return the next token; empty at the end of the file."""
        while True:
            self._skip_space()
            if self._at == len(self._buffer):
                if not self._fill():
                    return b""
                continue
            match = _TOKEN.match(self._buffer, self._at)
            if match is None:  # a string that continues after the buffer
                if len(self._buffer) - self._at > LINE_LIMIT:
                    self.refuse(f"has a string longer than {LINE_LIMIT // MIB} MiB", "shorten it")
                if not self._fill():
                    self.refuse(
                        "has a string without its closing quote", "copy the file again: it may be cut off"
                    )
                continue
            self._at = match.end()
            return match[0]

    def take(self, wanted: bytes, problem: str) -> None:
        """Read the next token, which must be ``wanted``; else refuse the file with ``problem``."""
        token = self.next()
        if token != wanted:
            self.refuse(f"{problem}, got {_quote_token(token)}", _LAYOUT)

    def skip(self, wanted: bytes) -> bool:
        """Skip the next character if it is ``wanted``, and return whether it was."""
        self._skip_space()
        while self._at == len(self._buffer) and self._fill():
            self._skip_space()
        if self._buffer[self._at : self._at + 1] != wanted:
            return False
        self._at += 1
        return True

    def take_one_of(self, first: bytes, second: bytes, at: str) -> bytes:
        """Read the next token, which must be one of two, and return it."""
        token = self.next()
        if token not in (first, second):
            self.refuse(
                f"{at}: expected {first.decode()} or {second.decode()}, got {_quote_token(token)}", _LAYOUT
            )
        return token

    def take_string(self, at: str) -> str:
        """Read the next token, which must be a string, and return its decoded text."""
        token = self.next()
        if not token.startswith(b'"'):
            self.refuse(f"{at}: must be a string, got {_quote_token(token)}", _LAYOUT)
        if len(token) > LINE_LIMIT:
            self.refuse(f"{at}: longer than {LINE_LIMIT // MIB} MiB", "shorten it")
        text = decode(token, self._path, self.line, self._offset + self._at - len(token))
        try:
            value: str = json.loads(text)
        except json.JSONDecodeError as error:
            self.refuse(
                f"{at}: not a valid JSON string: {error.msg.lower().removesuffix(' at')}",
                r"write line ends as \n, quotes as \", backslashes as \\",
            )
        return value

    def count_memory(self, text: str) -> None:
        """Add a prediction to the memory count, and refuse the file if it takes too much."""
        self._memory += sys.getsizeof(text) + _PREDICTION_BYTES
        if self._memory > MEMORY_LIMIT:
            self.refuse(f"predictions take over {MEMORY_LIMIT // MIB} MiB of memory", "split the file")

    def refuse(self, problem: str, fix: str) -> NoReturn:
        """Raise ``BadInput`` with the current line."""
        raise BadInput(self._path, f"line {self.line}", problem, fix) from None

    def _skip_space(self) -> None:
        match = _SPACE.match(self._buffer, self._at)
        if match is not None:  # it always matches, if only the empty string
            self.line += self._buffer.count(b"\n", self._at, match.end())
            self._at = match.end()

    def _fill(self) -> bool:
        """Double the unread part of the buffer, so that a long string is scanned only a few times.

        Return False at the end of the file.
        """
        pieces = [self._buffer[self._at :]]
        unread = len(pieces[0])
        wanted = 2 * unread + 1
        for chunk in self._chunks:
            pieces.append(chunk)
            unread += len(chunk)
            if unread >= wanted:
                break
        self._offset += self._at
        self._buffer, self._at = b"".join(pieces), 0
        return len(pieces) > 1


def _quote_token(token: bytes) -> str:
    return quote_value(token[:200].decode("utf-8", "replace")) if token else "the end of the file"
