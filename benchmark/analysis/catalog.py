"""Display names of suites, baselines, outcomes and trust levels."""

from typing import Literal

from benchmark.core.suite import offers
from benchmark.core.verdict import Status
from benchmark.results.row import Trust

#: Suites in the order of their tabs: id → (title, the task in a few words).
_SUITES: dict[str, tuple[str, str]] = {
    "humaneval-v": ("HumanEval-V", "complete a function from a picture"),
    "mmcode": ("MMCode", "solve a contest problem with pictures"),
    "code-vision": ("Code-Vision", "write the program a flowchart shows"),
    "mathopeval": ("MathOPEval", "write the code that draws or changes a figure"),
    "evalplus": ("EvalPlus", "complete a function from its text"),
}

#: The task where it is not the suite's usual one: (suite, setting) → the task in a few words.
_TASKS_OF_SETTINGS: dict[tuple[str, str], str] = {
    ("humaneval-v", "description"): "complete a function from a description of its picture",
    ("humaneval-v", "GT-T2C"): "complete a function from a description of its picture",
    ("humaneval-v", "signature-only"): "complete a function whose picture is not shown",
    ("mmcode", "language-only"): "solve a contest problem whose pictures are not shown",
    ("mathopeval", "choice-blind"): "choose an option for a figure that is not shown",
    ("mathopeval", "choice-*"): "choose the code or the value that a figure shows",
    ("code-vision", "text"): "write the program that a text asks for",
    ("code-vision", "mermaid"): "write the program of a flowchart that is given as text",
    ("code-vision", "signature-only"): "write the program of a flowchart that is not shown",
}

#: Suites that always have a tab, even without rows.
TABS = ("humaneval-v", "mmcode", "code-vision", "mathopeval")

#: The protocol by which a suite's models are ranked, where it is not ``greedy``; other protocols add columns.
_RANKING_PROTOCOLS: dict[str, str] = {"code-vision": "cool-1"}

#: Submissions that check the benchmark itself: slug → what their answers are.
BASELINES: dict[str, str] = {
    "gold": "reference answers",
    "guess": "what the signatures suggest",
    "stub": "signatures with an empty body",
    "blank": "empty answers",
}

_STATUSES: dict[str, str] = {
    Status.PASSED: "Passed",
    Status.WRONG_ANSWER: "Wrong answer",
    Status.RUNTIME_ERROR: "Runtime error",
    Status.SYNTAX_ERROR: "Syntax error",
    Status.NO_ANSWER: "No answer",
    Status.NO_FIGURE: "No figure",
    Status.UNSUPPORTED: "Unsupported",
    Status.TIMEOUT: "Timeout",
    Status.MEMORY_LIMIT: "Memory limit",
    Status.OUTPUT_LIMIT: "Output limit",
    Status.FORBIDDEN: "Forbidden",
    "missing": "Missing",
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
    "humaneval-v": "HumanEval-V",
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

#: What the names of some categories begin with: of figures what is asked for and the context, of tasks with a
#: picture their type and the aspects in which they need an ability.
_CATEGORY_KEYS = ("asks", "domain", "type", "aspect")


def suite_title(suite: str) -> str:
    """Return the suite's display name; an unknown suite keeps its id."""
    return _SUITES[suite][0] if suite in _SUITES else suite


def suite_task(suite: str, setting: str = "") -> str:
    """Return what a model has to do, in a few words; empty for an unknown suite.

    Args:
        suite: id of the suite.
        setting: id of the setting; empty for the suite's usual one.
    """
    usual = _SUITES[suite][1] if suite in _SUITES else ""
    special = (
        task
        for (name, pattern), task in _TASKS_OF_SETTINGS.items()
        if name == suite and offers((pattern,), setting)
    )
    return next(special, usual)


def ranking_protocol(suite: str) -> str:
    """Return the protocol that decides places, for models that have a row with it."""
    return _RANKING_PROTOCOLS.get(suite, "greedy")


def shown_trust(claimed: Trust, *, attested: bool) -> ShownTrust:
    """Return the trust level that pages show: the claimed one, or ``unattested`` without a signature."""
    return claimed if attested or claimed == "reported" else "unattested"


def suite_order(suite: str) -> tuple[int, str]:
    """Return a sort key for the order of the tabs; unknown suites come last, by id."""
    known = list(_SUITES)
    return (known.index(suite) if suite in _SUITES else len(known), suite)


def status_title(status: str) -> str:
    """Return the display name of a sample's status: ``Wrong answer`` for ``wrong_answer``."""
    return _STATUSES[status]


def error_title(error_type: str) -> str:
    """Return the display name of a type of error: ``Input parsing`` for ``input-parsing``."""
    words = error_type.replace("-", " ")
    return words[:1].upper() + words[1:]


def category_title(value: str) -> str:
    """Return a category's display name: ``humaneval`` → ``HumanEval``; levels and unknown values are kept."""
    name = bare_category(value)
    return _CATEGORIES.get(name, name)


def bare_category(value: str) -> str:
    """Return a category without its own key, such as ``type:``; kinds of pictures have none."""
    key, _, name = value.partition(":")
    return name if key in _CATEGORY_KEYS and name else value
