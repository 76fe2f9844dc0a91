"""Validation of untrusted records with pydantic models."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    WithJsonSchema,
)

from benchmark.core.errors import ManyBadInputs
from benchmark.core.names import SLUG_LENGTH, SLUG_PATTERN, is_reserved_name, is_slug, slug_fix
from benchmark.files.wording import fix_for, problems, refusal

Model = TypeVar("Model", bound=BaseModel)


class Record(BaseModel):
    """Base of all records read from files: unknown fields are refused, types are not converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    #: Former field, or ``field: value`` for a former value, → what to write instead.
    successors: ClassVar[Mapping[str, str]] = {}


def _check_text(value: object) -> str:
    if not isinstance(value, str):
        raise refusal("must be text", fix_for(value, "write it in quotes"))
    return value


def check_printable(value: str) -> str:
    """Return a text that is one printable line, without spaces at its ends.

    Raises:
        ValueError: for other texts, in the form that pydantic expects of validators.
    """
    if not value.isprintable() or value != value.strip():
        raise refusal(
            "must be one printable line, without spaces at its ends",
            "remove spaces, control and invisible characters",
        )
    return value


def _check_slug(value: str) -> str:
    if is_reserved_name(value):
        raise refusal("must not be a name that Windows reserves", slug_fix(value))
    if not is_slug(value):
        raise refusal("must be a-z and 0-9 with single . _ or - between them", "such as acme-vl-7b")
    return value


def matching(pattern: re.Pattern[str], problem: str, fix: str, *, show: bool = True) -> AfterValidator:
    """Return a validator of texts that match a regular expression; see :func:`refusal`."""

    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise refusal(problem, fix, show=show)
        return value

    return AfterValidator(check)


#: A model's raw text, which may contain NUL and lone surrogates (pydantic's own ``str`` refuses the latter).
RawText = Annotated[str, PlainValidator(_check_text), WithJsonSchema({"type": "string"})]
#: A text for readers.
OneLine = Annotated[str, Field(min_length=1), AfterValidator(check_printable)]
NAME_LENGTH = 200  #: maximum characters of a name
#: A name that is displayed and compared: one line.
Name = Annotated[OneLine, Field(max_length=NAME_LENGTH)]
#: A name that is safe as a folder name and in addresses, because it cannot contain a path.
Slug = Annotated[
    str,
    Field(max_length=SLUG_LENGTH, json_schema_extra={"pattern": f"^{SLUG_PATTERN}$"}),
    AfterValidator(_check_slug),
]
Count = Annotated[int, Field(ge=0)]
Amount = Annotated[float, Field(ge=0)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  #: SHA-256
Commit = Annotated[str, Field(pattern="^[0-9a-f]{40}$")]
Unknown = Literal[""]  #: of what is not known yet


def validate_record(
    model: type[Model], value: object, file: object, place: str = "", *, context: object = None
) -> Model:
    """Check a value and return it as an instance of ``model``.

    Args:
        model: class that the value must match.
        value: parsed content of a file: dicts, lists and scalars.
        file: name of the file, for messages.
        place: position of the record in the file, such as ``line 3``.
        context: what validators of the model may need to know.

    Raises:
        BadInput: if the value does not match; it lists all problems, each with its field.
    """
    try:
        return model.model_validate(value, context=context)
    except ValidationError as error:
        raise ManyBadInputs([*problems(model, error, file, lambda _: place)]) from None
