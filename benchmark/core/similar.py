"""Names that are similar to a misspelt one."""

import difflib
from collections.abc import Iterable

from benchmark.core.errors import quote_value

_NEAR = 0.1  #: a further name counts only if it is nearly as similar as the best one
_LOWEST = 0.65  #: lowest similarity, of 1


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return ``: did you mean X?``, or ``X or Y``, for the end of a problem; empty if nothing is similar."""
    near = [quote_value(name) for name in similar_names(given, known)]
    return f": did you mean {' or '.join(near)}?" if near else ""


def similar_names(given: str, known: Iterable[str]) -> list[str]:
    """Return at most three names that are about equally similar to ``given``, the best first."""
    bare = {name.lstrip("-"): name for name in known}  # the dashes would make all options similar
    wrong = given.lower().lstrip("-")
    found = difflib.get_close_matches(wrong, bare, cutoff=_LOWEST)
    ratios = [difflib.SequenceMatcher(None, wrong, name).ratio() for name in found]
    return [bare[name] for name, ratio in zip(found, ratios, strict=True) if ratio > ratios[0] - _NEAR]
