"""Turns pydantic's errors into our messages: the field as it is in the file, the value, and a fix."""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from benchmark import __version__
from benchmark.core.errors import BadInput, printable_text, quote_value

Loc = tuple[int | str, ...]

#: Tags for the two members of a union of text and object; like other marks in brackets, no message has them.
UNION_MARKS = ("[text]", "[object]")

PROBLEMS_SHOWN = 20  #: maximum problems reported for one record or file
_RULE = "sightbench"
_SCHEMA = "schema"  #: the field that names a file's kind and version
#: Problem and fix by pydantic's type of error; ``{...}`` are details that pydantic provides.
_WORDS: dict[str, tuple[str, str]] = {
    "string_type": ("must be text", "write it in quotes"),
    "string_unicode": ("must be text without lone surrogates", "remove the lone surrogates"),
    "string_too_short": ("must have at least {min_length} character(s)", "write more"),
    "string_too_long": ("must have at most {max_length} characters", "shorten it"),
    "string_pattern_mismatch": ("does not match {pattern}", "see the schema of the file"),
    "int_type": ("must be a whole number", "write a number without quotes and without a fraction"),
    "int_from_float": ("must be a whole number", "write a number without a fraction"),
    "float_type": ("must be a number", "write a number without quotes"),
    "finite_number": ("must be a finite number", "write a number"),
    "bool_type": ("must be true or false", "write true or false, without quotes"),
    "list_type": ("must be a list", "put [ and ] around it"),
    "too_short": ("must have at least {min_length} entry", "add one"),
    "too_long": ("must have at most {max_length} entries", "remove some"),
    "dict_type": ("must be an object", 'write {{"name": value}}'),
    "model_type": ("must be an object", 'write {{"name": value}}'),
    "model_attributes_type": ("must be an object", 'write {{"name": value}}'),
    "literal_error": ("must be {expected}", "use one of these"),
    "enum": ("must be {expected}", "use one of these"),
    "greater_than": ("must be greater than {gt}", "use a number in range"),
    "greater_than_equal": ("must be at least {ge}", "use a number in range"),
    "less_than": ("must be less than {lt}", "use a number in range"),
    "less_than_equal": ("must be at most {le}", "use a number in range"),
    "missing": ("this field is required", "add it"),
    "union_tag_not_found": ("the field {discriminator} is required", "add it"),
    "union_tag_invalid": ("{discriminator} must be one of {expected_tags}", "use one of these"),
}
#: Members of a union of plain values, as pydantic names them in a path, and our words for them.
_PLAIN_MEMBERS = re.compile(r"str|int|float|(?:list|dict)\[.*\]", re.DOTALL)
_MEMBER_WORDS = {"str": "text", "int": "a number", "float": "a number", "list": "a list", "dict": "an object"}
_WITHOUT_VALUE = frozenset({"missing", "union_tag_not_found", "extra_forbidden"})


def entries(values: Sequence[object]) -> str:
    """Return how many entries a list has, in words: ``1 entry``, ``2 entries``."""
    return f"{len(values)} {'entry' if len(values) == 1 else 'entries'}"


def refusal(problem: str, fix: str, *, show: bool = True) -> PydanticCustomError:
    """Return an error for validators to raise, with a problem and a fix.

    Args:
        problem: what is wrong; the value is added to it.
        fix: what to do instead.
        show: whether the message contains the value; False if it may be a secret or is of no help.
    """
    return PydanticCustomError(_RULE, "{problem}", {"problem": problem, "fix": fix, "show": show})


def problems(
    model: type[BaseModel], error: ValidationError, file: object, place_of: Callable[[Loc], str]
) -> Iterator[BadInput]:
    """Yield one message per problem, at most 20; ``place_of`` returns a field's line, or an empty text.

    A file of another kind or of a newer version has one problem, because the others follow from it.
    """
    details = error.errors(include_url=False)
    others = (each for each in details if (each["loc"], each["type"]) == ((_SCHEMA,), "literal_error"))
    if other := next(others, None):
        place = ": ".join(part for part in (place_of((_SCHEMA,)), _SCHEMA) if part)
        yield BadInput(file, place, *_other_schema(model, other))
        return
    for detail in _merged(error.errors(include_url=False))[:PROBLEMS_SHOWN]:
        loc, models = _path_in_file(model, detail["loc"])
        place = ": ".join(part for part in (place_of(loc), field_path(loc)) if part)
        yield BadInput(file, place, *_message(models, detail))


def _other_schema(model: type[BaseModel], detail: ErrorDetails) -> tuple[str, str]:
    """Return the problem and the fix for a file whose field ``schema`` names no version that we read."""
    field = next(field for field in model.model_fields.values() if field.alias == _SCHEMA)
    newest = str(get_args(field.annotation)[-1])
    kind, _, number = newest.rpartition("/")
    found = re.fullmatch(re.escape(kind) + r"/([1-9][0-9]{0,5})", str(detail["input"]))
    if found and int(found[1]) > int(number):
        problem = f"{found[0]} is newer than {newest}, the newest version that Sightbench {__version__} reads"
        return problem, "update Sightbench"
    expected = detail["ctx"]["expected"]
    return f"must be {expected}, got {_describe(detail['input'])}", "give a file of this kind"


def _merged(details: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Return one error for a value that fits no member of a union; pydantic has one per member.

    If the value's type is that of a member, the errors inside it are returned alone. Paths have no members.
    """
    merged: list[ErrorDetails] = []
    unions: dict[Loc, list[ErrorDetails]] = {}
    for detail in details:
        number = _member(detail)
        if number is None:
            merged.append(detail)
        else:
            unions.setdefault(detail["loc"][:number], []).append(detail)
    for before, group in unions.items():
        inside = [detail for detail in group if len(detail["loc"]) > len(before) + 1]
        if inside:
            shorter: list[ErrorDetails] = [
                {**detail, "loc": before + detail["loc"][len(before) + 1 :]} for detail in inside
            ]
            merged += _merged(shorter)
            continue
        words = [_MEMBER_WORDS[str(detail["loc"][-1]).partition("[")[0]] for detail in group]
        *others, last = dict.fromkeys(words)
        problem = "must be " + (f"{', '.join(others)} or " if others else "") + last
        context = {"problem": problem, "fix": "write one of these", "show": True}
        merged.append({**group[0], "loc": before, "type": _RULE, "ctx": context})
    return merged


def _member(detail: ErrorDetails) -> int | None:
    """Return the index of the first part of a path that names a member of a union; None if there is none."""
    for number, part in enumerate(detail["loc"]):
        if isinstance(part, str) and _PLAIN_MEMBERS.fullmatch(part) and detail["type"] != "extra_forbidden":
            return number
    return None


def field_path(loc: Loc) -> str:
    """Write a path of keys as ``runs[0].model``; a key that is not an ASCII identifier is quoted."""
    path = ""
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += ("." if path else "") + (
                part if part.isidentifier() and part.isascii() else quote_value(part)
            )
    return path


def fix_for(value: object, fix: str) -> str:
    """Return ``fix``, or a better one if the value is null, a list or an object."""
    if value is None:
        return "write a value, or remove the field if it is optional"
    return "write one value, not several" if isinstance(value, list | dict) else fix


def _message(models: list[type[BaseModel]], detail: ErrorDetails) -> tuple[str, str]:
    kind = detail["type"]
    context: Mapping[str, Any] = {name: _as_int(item) for name, item in detail.get("ctx", {}).items()}
    value: object = detail["input"]
    name = str(detail["loc"][-1]) if detail["loc"] else ""
    now: dict[str, str] = {}
    for model in models:
        now |= getattr(model, "successors", {})
    if kind == "extra_forbidden" and name in now:
        return "is a field of older versions", now[name]
    if kind == "extra_forbidden":
        fields = [entry for model in models for entry in model.model_fields.items()]
        known = sorted({field.alias or name for name, field in fields})
        close = difflib.get_close_matches(name[:80], known, n=1)
        return "unknown field", f"did you mean {close[0]}?" if close else f"use one of {', '.join(known)}"
    if kind == _RULE:
        problem, fix = context["problem"], context["fix"]
        return problem + (f", got {_describe(value)}" if context["show"] else ""), fix
    problem, fix = _WORDS.get(
        kind, (printable_text(detail["msg"]).replace("{", "{{").replace("}", "}}"), "correct it")
    )
    if kind == "union_tag_invalid":
        value = context["tag"]
    if kind == "literal_error":
        fix = now.get(f"{name}: {value}", fix)
    if kind in ("string_type", "list_type"):
        fix = fix_for(value, fix)
    problem = problem.format_map(context) + ("" if kind in _WITHOUT_VALUE else f", got {_describe(value)}")
    return problem, fix.format_map(context)


def _as_int(number: object) -> object:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _path_in_file(model: type[BaseModel], loc: Loc) -> tuple[Loc, list[type[BaseModel]]]:
    """Return ``loc`` as a path in the file, and the models that its last part can be a field of.

    In pydantic's ``loc`` there are also the chosen member of a union and marks for dict keys, which are not
    in the file; they are removed.
    """
    models, around = [model], [model]
    path: list[int | str] = []
    for part in loc:
        chosen = [candidate for candidate in models if len(models) > 1 and _has_tag(candidate, part)]
        if chosen:
            models = chosen
        elif part not in ("[key]", *UNION_MARKS):
            around = models
            fields = [field for parent in models if (field := parent.model_fields.get(str(part)))]
            models = [inner for field in fields for inner in _models_in(field.annotation)] or models
            path.append(part)
    return tuple(path), around


def _has_tag(model: type[BaseModel], tag: object) -> bool:
    return any(tag in get_args(field.annotation) for field in model.model_fields.values())


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]


def _describe(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
        case _:
            return quote_value(value)
