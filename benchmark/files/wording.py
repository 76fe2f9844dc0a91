"""What pydantic found wrong, in our words: the field as the file writes it, the value, the way to mend it."""

import difflib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from benchmark.core.errors import BadInput, printable, shown

Loc = tuple[int | str, ...]

PROBLEMS_SHOWN = 20  #: of one record or file
_RULE = "sightbench"
#: Kind of pydantic's error → what is wrong and how to mend it; ``{...}`` are pydantic's own details.
_WORDS: dict[str, tuple[str, str]] = {
    "string_type": ("must be text", "write it in quotes"),
    "string_unicode": ("must be text without lone surrogates", "remove them"),
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
_WITHOUT_VALUE = frozenset({"missing", "union_tag_not_found", "extra_forbidden"})


def refusal(problem: str, fix: str, *, show: bool = True) -> PydanticCustomError:
    """What a validator raises to say both what is wrong and how to mend it.

    Args:
        problem: without the value, which is put behind it.
        fix: what to do instead.
        show: False when the value may be a secret, or says nothing.
    """
    return PydanticCustomError(_RULE, "{problem}", {"problem": problem, "fix": fix, "show": show})


def problems(
    model: type[BaseModel], error: ValidationError, file: object, place_of: Callable[[Loc], str]
) -> Iterator[BadInput]:
    """One message a problem, the first few; ``place_of`` gives the line of a field, or nothing."""
    for detail in error.errors(include_url=False)[:PROBLEMS_SHOWN]:
        loc, models = _written(model, detail["loc"])
        place = ": ".join(part for part in (place_of(loc), field_path(loc)) if part)
        yield BadInput(file, place, *_said(models, detail))


def field_path(loc: Loc) -> str:
    """``("runs", 0, "model")`` as ``runs[0].model``; a stranger's odd key is quoted."""
    path = ""
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += ("." if path else "") + (part if part.isidentifier() and part.isascii() else shown(part))
    return path


def mended(value: object, fix: str) -> str:
    """``fix``, unless nothing was written at all, or more than one value where one belongs."""
    if value is None:
        return "leave the field out where it may be, else write a value"
    return "write one value, not several" if isinstance(value, list | dict) else fix


def _said(models: list[type[BaseModel]], detail: ErrorDetails) -> tuple[str, str]:
    kind = detail["type"]
    context: Mapping[str, Any] = {name: _short(one) for name, one in detail.get("ctx", {}).items()}
    value: object = detail["input"]
    if kind == "extra_forbidden":
        known = sorted({field.alias or name for one in models for name, field in one.model_fields.items()})
        close = difflib.get_close_matches(str(detail["loc"][-1])[:80], known, n=1)
        return "unknown field", f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
    if kind == _RULE:
        problem, fix = context["problem"], context["fix"]
        return problem + (f", got {_got(value)}" if context["show"] else ""), fix
    problem, fix = _WORDS.get(
        kind, (printable(detail["msg"]).replace("{", "{{").replace("}", "}}"), "correct it")
    )
    if kind == "union_tag_invalid":
        value = context["tag"]
    if kind in ("string_type", "list_type"):
        fix = mended(value, fix)
    told = problem.format_map(context) + ("" if kind in _WITHOUT_VALUE else f", got {_got(value)}")
    return told, fix.format_map(context)


def _short(number: object) -> object:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _written(model: type[BaseModel], loc: Loc) -> tuple[Loc, list[type[BaseModel]]]:
    """``loc`` as the file has it, and the models of the record that its last part belongs to.

    pydantic also names the chosen member of a union, and marks the key of a dict; no file holds these.
    """
    models, around = [model], [model]
    path: list[int | str] = []
    for part in loc:
        chosen = [one for one in models if len(models) > 1 and _has_tag(one, part)]
        if chosen:
            models = chosen
        elif part != "[key]":
            around = models
            fields = [field for one in models if (field := one.model_fields.get(str(part)))]
            models = [inner for field in fields for inner in _models_in(field.annotation)] or models
            path.append(part)
    return tuple(path), around


def _has_tag(model: type[BaseModel], tag: object) -> bool:
    return any(tag in get_args(field.annotation) for field in model.model_fields.values())


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]


def _got(value: object) -> str:
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
            return shown(value)
