"""Names that are similar to a misspelt one."""

import difflib
from collections.abc import Iterable

_NEAR = 0.1  #: a further name counts only if it is nearly as similar as the best one
_LOWEST = 0.65  #: lowest similarity, of 1


def similar_names(given: str, known: Iterable[str]) -> list[str]:
    """Return at most three names that are about equally similar to ``given``, the best first."""
    bare = {name.lstrip("-"): name for name in known}  # the dashes would make all options similar
    wrong = given.lower().lstrip("-")
    found = difflib.get_close_matches(wrong, bare, cutoff=_LOWEST)
    ratios = [difflib.SequenceMatcher(None, wrong, name).ratio() for name in found]
    return [bare[name] for name, ratio in zip(found, ratios, strict=True) if ratio > ratios[0] - _NEAR]
