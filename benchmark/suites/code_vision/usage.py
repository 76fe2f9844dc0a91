"""Token counts in published records."""

import re
from collections.abc import Mapping

_LONGEST = 4_000
_IN = ("prompt_tokens", "input_tokens", "prompt_token_count")
_OUT = ("completion_tokens", "output_tokens", "candidates_token_count")


def token_counts(usage: object) -> tuple[int | None, int | None]:
    """Return the tokens in and out; None for a count that the record does not have.

    ``usage`` is an object, or the text that Python prints for one:
    ``CompletionUsage(completion_tokens=332, prompt_tokens=1506, ...)`` or ``{'prompt_tokens': 1656, ...}``.
    A text is searched for ``name=digits`` and ``'name': digits``; it is never evaluated.
    """
    if isinstance(usage, Mapping):
        return _from_mapping(usage, _IN), _from_mapping(usage, _OUT)
    if isinstance(usage, str) and len(usage) <= _LONGEST:
        return _from_text(usage, _IN), _from_text(usage, _OUT)
    return None, None


def _from_mapping(usage: Mapping[object, object], names: tuple[str, ...]) -> int | None:
    for name in names:
        value = usage.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None


def _from_text(usage: str, names: tuple[str, ...]) -> int | None:
    pattern = rf"(?<!\w)(?:{'|'.join(names)})['\"]?\s{{0,3}}[=:]\s{{0,3}}(\d{{1,9}})(?![\w.])"
    match = re.search(pattern, usage)
    return int(match[1]) if match else None
