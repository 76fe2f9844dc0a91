"""Values as other formats want them: texts in free fields, and valid Unicode everywhere."""

import re
from collections.abc import Mapping

Fields = dict[str, object]  #: a JSON object that is being made

_SURROGATES = re.compile("[\ud800-\udfff]")


def as_texts(values: Mapping[str, object]) -> dict[str, str]:
    """Return the values as texts; unknown and empty ones are left out."""
    return {name: str(value) for name, value in values.items() if value not in (None, "")}


def without_empty(values: Mapping[str, object]) -> Fields:
    """Return the values that are known and not empty."""
    return {name: value for name, value in values.items() if value not in (None, "", {}, [])}


def valid_text(text: str) -> str:
    """Replace lone surrogates, which models can write and other readers refuse."""
    return _SURROGATES.sub("\ufffd", text)
