"""Checking a stranger's record with a pydantic model."""

from typing import Annotated, TypeVar

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
from benchmark.core.slug import SLUG_LENGTH, SLUG_PATTERN, is_slug
from benchmark.files.wording import mended, problems, refusal

Model = TypeVar("Model", bound=BaseModel)


class Record(BaseModel):
    """Base of all records that come from outside: no unknown field, no conversion of types."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


def _any_text(value: object) -> str:
    if not isinstance(value, str):
        raise refusal("must be text", mended(value, "write it in quotes"))
    return value


def _printable(value: str) -> str:
    if not value.isprintable() or value != value.strip():
        raise refusal(
            "must be printable, without spaces at its ends", "remove control and invisible characters"
        )
    return value


def _slug(value: str) -> str:
    if not is_slug(value):
        raise refusal("must be a-z and 0-9 with single . _ or - between them", "such as acme-vl-7b")
    return value


#: A model's raw text: lone surrogates and NUL are content (pydantic's own ``str`` refuses the first).
RawText = Annotated[str, PlainValidator(_any_text), WithJsonSchema({"type": "string"})]
#: A name that is shown to people and compared: one line, at most 200 characters.
Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
#: A name that is a folder and a part of an address as well: no path can hide in it.
Slug = Annotated[
    str,
    Field(max_length=SLUG_LENGTH, json_schema_extra={"pattern": f"^{SLUG_PATTERN}$"}),
    AfterValidator(_slug),
]
Count = Annotated[int, Field(ge=0)]
Amount = Annotated[float, Field(ge=0)]


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
        raise ManyBadInputs([*problems(model, error, file, lambda _: place)]) from None
