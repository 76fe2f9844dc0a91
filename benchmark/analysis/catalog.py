"""Display names of suites, baselines, outcomes and trust levels."""

from functools import cache, lru_cache
from typing import Literal

from benchmark.core.suite import offers
from benchmark.results.row import Trust
from benchmark.suites import bare_category, load_all, suite_of

_LAST = 1000  #: place after all tabs


def suite_order(suite: str) -> tuple[int, str]:
    """Return a sort key for the order of the tabs; suites without one come last, by id."""
    tab = suite_of(suite).display.tab
    return (_LAST if tab is None else tab, suite)


def suite_title(suite: str) -> str:
    """Return the suite's display name; an unknown suite keeps its id."""
    return suite_of(suite).title


@cache
def tabs() -> tuple[str, ...]:
    """Return the suites that always have a tab, even without rows, in the order of their tabs."""
    return tuple(
        sorted((name for name, suite in load_all().items() if suite.display.tab is not None), key=suite_order)
    )


#: Submissions that check the benchmark itself: slug → what their answers are.
BASELINES: dict[str, str] = {
    "gold": "reference answers",
    "guess": "what the signatures suggest",
    "stub": "signatures with an empty body",
    "blank": "empty answers",
}

#: The trust level that pages show for a row; ``verified`` and ``judged`` need a valid signature.
ShownTrust = Literal["verified", "judged", "unattested", "reported"]

#: What each trust level that a row can claim means.
TRUST: dict[Trust, str] = {
    "verified": "generated and judged here",
    "judged": "judged here from uploaded answers",
    "reported": "from a paper, not judged here",
}

SHOWN_TRUST: dict[ShownTrust, str] = {
    "verified": TRUST["verified"],
    "judged": TRUST["judged"],
    "unattested": "no signature proves where it was judged",
    "reported": TRUST["reported"],
}

_CATEGORIES = {
    "humaneval": "HumanEval",
    "math": "Math",
    "algorithm": "Algorithm",
    "linear-data-structure": "linear data structure",
    "2d-geometry": "2D geometry",
    "3d-geometry": "3D geometry",
    "generation": "Generation",
    "deletion": "Deletion",
    "modification": "Modification",
    "annotation": "Annotation",
    "x": "x-intercept",
    "y": "y-intercept",
    "extreme": "extreme point",
    "points": "names of points",
}


def suite_task(suite: str, setting: str = "") -> str:
    """Return what a model has to do in a setting (empty: the usual one); empty for an unknown suite."""
    known = suite_of(suite)
    special = (task for pattern, task in known.display.taglines.items() if offers((pattern,), setting))
    return next(special, known.display.tagline)


def shown_trust(claimed: Trust, *, attested: bool) -> ShownTrust:
    """Return the trust level that pages show: the claimed one, or ``unattested`` without a signature."""
    return claimed if attested or claimed == "reported" else "unattested"


def status_title(status: str) -> str:
    """Return the display name of a sample's status: ``Wrong answer`` for ``wrong_answer``."""
    return status.replace("_", " ").capitalize()


@lru_cache(4096)
def category_title(value: str) -> str:
    """Return a category's display name: ``humaneval`` → ``HumanEval``; levels and unknown values are kept."""
    name = bare_category(value)
    return _CATEGORIES.get(name) or suite_title(name)
