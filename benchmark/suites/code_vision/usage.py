"""How many tokens a published record says were used."""

import re
from collections.abc import Mapping

_LONGEST = 4_000
_IN = ("prompt_tokens", "input_tokens", "prompt_token_count")
_OUT = ("completion_tokens", "output_tokens", "candidates_token_count")


def token_counts(usage: object) -> tuple[int | None, int | None]:
    """Tokens in and out; None where the record does not say.

    ``usage`` is an object, or such an object as Python printed it:
    ``CompletionUsage(completion_tokens=332, prompt_tokens=1506, ...)`` or ``{'prompt_tokens': 1656, ...}``.
    Only ``name=digits`` and ``'name': digits`` are looked for; nothing is evaluated.
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
    found = re.search(rf"(?<!\w)(?:{'|'.join(names)})['\"]?\s{{0,3}}[=:]\s{{0,3}}(\d{{1,9}})(?![\w.])", usage)
    return int(found[1]) if found else None
