"""Checking a stranger's record with a pydantic model; what is wrong is said in our words."""

import difflib
from collections.abc import Callable, Iterator
from typing import Annotated, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from benchmark.core.errors import BadInput, ManyBadInputs, shown

Loc = tuple[int | str, ...]
Model = TypeVar("Model", bound=BaseModel)

_PROBLEMS_SHOWN = 20
_WORDS = {
    "string_type": "must be text",
    "string_unicode": "must be text without lone surrogates",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "finite_number": "must be a finite number",
}


class Record(BaseModel):
    """Base of all records that come from outside: no unknown field, no conversion of types."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


def refusal(problem: str, fix: str = "") -> PydanticCustomError:
    """What a validator raises to say both what is wrong and how to mend it."""
    return PydanticCustomError("sightbench", "{problem}", {"problem": problem, "fix": fix})


def _any_text(value: object) -> str:
    if not isinstance(value, str):
        raise refusal("must be text")
    return value


def _printable(value: str) -> str:
    if not value.isprintable() or value != value.strip():
        raise refusal(
            "must be printable, without spaces at its ends", "remove control and invisible characters"
        )
    return value


#: A model's raw text: lone surrogates and NUL are content (pydantic's own ``str`` refuses the first).
RawText = Annotated[str, PlainValidator(_any_text), WithJsonSchema({"type": "string"})]
#: A name that is shown to people and compared: one line, at most 200 characters.
Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]


def validated(model: type[Model], value: object, file: object, place: str = "") -> Model:
    """``value`` as a ``model``.

    Args:
        model: what it must be.
        value: from a file: dicts, lists and scalars.
        file: for messages.
        place: of the record in the file, such as ``line 3``.

    Raises:
        BadInput: with every problem of the record, each with its field.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        found = list(problems(model, error, file, lambda _: place))
    raise found[0] if len(found) == 1 else ManyBadInputs(found)


def problems(
    model: type[BaseModel], error: ValidationError, file: object, place_of: Callable[[Loc], str]
) -> Iterator[BadInput]:
    """One message a problem, at most 20; ``place_of`` gives the line of a field, or nothing."""
    for detail in error.errors(include_url=False)[:_PROBLEMS_SHOWN]:
        place = ": ".join(part for part in (place_of(detail["loc"]), field_path(detail["loc"])) if part)
        yield BadInput(file, place, *_said(model, detail))


def field_path(loc: Loc) -> str:
    """``("runs", 0, "model")`` as ``runs[0].model``; a stranger's odd key is quoted."""
    path = ""
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += ("." if path else "") + (part if part.isidentifier() and part.isascii() else shown(part))
    return path


def _said(model: type[BaseModel], detail: ErrorDetails) -> tuple[str, str]:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "missing":
        return "this field is required", "add it"
    if kind == "extra_forbidden":
        known = known_fields(model, detail["loc"][:-1])
        close = difflib.get_close_matches(str(detail["loc"][-1])[:80], known, n=1)
        return "unknown field", f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
    if kind == "union_tag_not_found":
        return f"the field {context['discriminator']} is required", "add it"
    if kind == "union_tag_invalid":
        return f"{context['discriminator']} is {shown(context['tag'])}", f"one of {context['expected_tags']}"
    problem = context["problem"] if kind == "sightbench" else _WORDS.get(kind) or _ours(detail["msg"])
    return f"{problem}, got {_got(detail['input'])}", context.get("fix", "")


def known_fields(model: type[BaseModel], loc: Loc) -> list[str]:
    """Names that a record may have at ``loc`` inside a ``model``, as they are written in files."""
    models = [model]
    for part in loc:
        fields = [field for one in models if (field := one.model_fields.get(str(part)))]
        # An index or the tag of a union leads no deeper.
        models = [inner for field in fields for inner in _models_in(field.annotation)] or models
    return sorted({field.alias or name for one in models for name, field in one.model_fields.items()})


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]


def _ours(message: str) -> str:
    message = message.replace("Input should be", "must be")
    # pydantic may quote the input, and the input may hold anything.
    return message[:1].lower() + "".join(
        one if one.isprintable() else ascii(one)[1:-1] for one in message[1:]
    )


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
