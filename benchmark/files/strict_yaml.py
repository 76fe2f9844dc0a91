"""Strict YAML: everything that readers could understand differently is refused, with its line.

It refuses anchors, aliases, tags, merge keys, directives, several documents, duplicate keys, keys that are
not text, and plain words that YAML readers understand differently.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ValidationError

from benchmark.core.errors import BadInput, ManyBadInputs, printable_text, quote_value
from benchmark.files.bounded import MIB, decode, read_bytes
from benchmark.files.edge import Model
from benchmark.files.wording import PROBLEMS_SHOWN, Loc, field_path, problems

_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_OTHER_BOOLEANS = frozenset({"y", "n", "yes", "no", "on", "off"})
_QUOTES = "put it in quotes, or write true or false"
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,30}(?:[eE][-+]?[0-9]{1,2})?")
#: Other words that YAML 1.1 or 1.2 reads as a number.
_NUMBERLIKE = re.compile(
    r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)"
)


class AmbiguousWordError(ValueError):
    """A word with two meanings; ``fix`` says how to write each of them."""

    def __init__(self, problem: str, fix: str) -> None:
        self.problem, self.fix = problem, fix
        super().__init__(problem)


def plain_word(text: str) -> object:
    """Return the value of a word without quotes: None, a bool, an int, a float or text; dates are text.

    Raises:
        AmbiguousWordError: for words such as ``NO``, ``on``, ``010``, ``1:30``, ``1_000``, ``0x1F``, ``1e3``.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if text.lower() in _OTHER_BOOLEANS:
        raise AmbiguousWordError(
            f"{quote_value(text)} without quotes means true or false in YAML 1.1, and text in YAML 1.2",
            _QUOTES,
        )
    if text == "=" or _NUMBERLIKE.fullmatch(text):
        raise AmbiguousWordError(
            f"{quote_value(text)} without quotes is a number that not all YAML readers read alike",
            "put it in quotes if it is text, else write a plain decimal number",
        )
    return text


DEPTH_LIMIT = 32

# YAML allows more characters, but treats three of them as line ends, unlike editors.
_ODD_CHARACTER = re.compile(
    r"[^\t\n\r -~\xa0-\u2027\u202a-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)


@dataclass(frozen=True, slots=True)
class Document:
    """The only document of a YAML file, with line numbers."""

    value: object  #: nested dicts with text keys, lists, text, int, float, bool and None
    lines: Mapping[Loc, int]  #: line number of each value, by its path of keys and indices

    def line_of(self, loc: Loc) -> int:
        """Return the line of the value at ``loc``, or of the nearest value that contains it."""
        while loc and loc not in self.lines:
            loc = loc[:-1]
        return self.lines.get(loc, 1)

    def record(self, model: type[Model], file: object) -> Model:
        """Return the value as an instance of ``model``.

        Raises:
            BadInput: if it does not match; it lists all problems, each with its line and field.
        """
        if found := self.problems(model, file):
            raise ManyBadInputs(found)
        return model.model_validate(self.value)

    def problems(self, model: type[BaseModel], file: object) -> list[BadInput]:
        """Return what keeps the value from being an instance of ``model``."""
        try:
            model.model_validate(self.value)
        except ValidationError as error:
            return [*problems(model, error, file, lambda loc: f"line {self.line_of(loc)}")]
        return []


def read_yaml(path: Path, limit: int = MIB, model: type[BaseModel] | None = None) -> Document:
    """Read a file with exactly one document.

    Quotes around a word are no fix if ``model`` does not allow the word there: then its own problem is named.

    Raises:
        BadInput: if the file is unreadable, larger than ``limit`` bytes, not YAML, or has constructs that
            this module refuses; these are reported together.
    """
    text = decode(read_bytes(path, limit), path, 1)
    if odd := _ODD_CHARACTER.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise BadInput(path, f"line {line}", f"character U+{ord(odd[0]):04X} is not allowed", "remove it")
    reader = _ValueBuilder(path, yaml.parse(text, Loader=yaml.SafeLoader))
    try:
        value = reader.document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(part for part in (error.context, error.problem) if part)
        place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise BadInput(
            path, place, f"not valid YAML: {printable_text(problem)}", "check indentation, quotes and colons"
        ) from None
    except (ValueError, OverflowError) as error:  # a code point or version number too large for Python
        raise BadInput(path, "", f"not valid YAML: {printable_text(str(error))}", "check escapes") from None
    document = Document(value, reader.lines)
    if reader.problems:
        words = {} if model is None else {each.place: each for each in document.problems(model, path)}
        found = [words.get(each.place, each) if each.fix == _QUOTES else each for each in reader.problems]
        raise ManyBadInputs(found[:PROBLEMS_SHOWN])
    return document


class _ValueBuilder:
    """Builds Python values from the parser's events, with our own rules for plain words."""

    def __init__(self, path: Path, events: Iterator[yaml.Event]) -> None:
        self._path = path
        self._events = events
        self.lines: dict[Loc, int] = {}
        self.problems: list[BadInput] = []

    def document(self) -> object:
        next(self._events)  # the start of the stream
        start = next(self._events)
        if not isinstance(start, yaml.DocumentStartEvent):
            raise BadInput(self._path, "", "contains no document", "write at least one field")
        if start.version or start.tags:
            self._refuse(start, (), "a % directive", "remove it")
        value = self._value(next(self._events), ())
        next(self._events)  # the end of the document
        after = next(self._events)
        if isinstance(after, yaml.DocumentStartEvent):
            self._refuse(after, (), "a second document", "keep one document per file")
        return value

    def _value(self, event: yaml.Event, loc: Loc) -> object:
        line = _line(event)
        self.lines.setdefault(loc, line)
        if len(loc) > DEPTH_LIMIT:
            raise BadInput(
                self._path, f"line {line}", f"is nested more than {DEPTH_LIMIT} deep", "flatten it"
            )
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            what = "alias" if isinstance(event, yaml.AliasEvent) else "anchor"
            self._refuse(
                event,
                loc,
                f"the {what} {quote_value(event.anchor)} is not allowed",
                "write the value out, or quote it",
            )
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None:
            self._refuse(
                event,
                loc,
                f"the tag {quote_value(event.tag)} is not allowed",
                "remove it, or quote the value",
            )
        match event:
            case yaml.MappingStartEvent():
                return self._mapping(loc)
            case yaml.SequenceStartEvent():
                return self._sequence(loc)
            case yaml.ScalarEvent():
                return self._scalar(event, loc)
            case _:
                return None

    def _mapping(self, loc: Loc) -> dict[str, object]:
        found: dict[str, object] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, loc)
            if key in found:
                self._refuse(event, loc, f"duplicate key {quote_value(key)}", "keep one of them")
            found[key] = self._value(next(self._events), (*loc, key))
        return found

    def _key(self, event: yaml.Event, loc: Loc) -> str:
        if not isinstance(event, yaml.ScalarEvent):  # stop here: keys inside keys can be nested without limit
            raise BadInput(self._path, f"line {_line(event)}", "a key is not text", "use plain words as keys")
        if event.style is None and event.value == "<<":
            self._refuse(event, loc, "the merge key '<<' is not allowed", "write the fields out")
            return event.value
        key = self._value(event, loc)
        if isinstance(key, str):
            return key
        self._refuse(event, loc, "a key is not text", "quote it")
        return f"key on line {_line(event)}"

    def _sequence(self, loc: Loc) -> list[object]:
        found: list[object] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            found.append(self._value(event, (*loc, len(found))))
        return found

    def _scalar(self, event: yaml.ScalarEvent, loc: Loc) -> object:
        if event.style is not None:  # quoted, or a block
            return event.value
        try:
            return plain_word(event.value)
        except AmbiguousWordError as error:
            self._refuse(event, loc, error.problem, error.fix)
            return event.value

    def _refuse(self, event: yaml.Event, loc: Loc, problem: str, fix: str) -> None:
        place = ": ".join(part for part in (f"line {_line(event)}", field_path(loc)) if part)
        self.problems.append(BadInput(self._path, place, problem, fix))


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
