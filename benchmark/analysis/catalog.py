"""The words that pages use for suites, baselines, outcomes and trust."""

from benchmark.core.verdict import Status
from benchmark.results.row import Trust

#: Suites in the order of their tabs: id → (title, what a model has to do).
_SUITES: dict[str, tuple[str, str]] = {
    "humaneval-v": ("HumanEval-V", "complete a function from a picture"),
    "mmcode": ("MMCode", "solve a contest problem with pictures"),
    "code-vision": ("Code-Vision", "write the program a flowchart shows"),
    "mathopeval": ("MathOPEval", "write the code that draws or changes a figure"),
    "evalplus": ("EvalPlus", "complete a function from its text"),
}

#: Suites whose tab is always there, with rows or without.
TABS = ("humaneval-v", "mmcode", "code-vision", "mathopeval")

#: The protocol by which a suite's models are ranked; others add columns. Greedy where nothing stands here.
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

TRUST: dict[Trust, str] = {
    "verified": "asked and judged here",
    "judged": "judged here, answers handed in",
    "reported": "from a paper, not judged here",
}

_CATEGORIES = {
    "humaneval": "HumanEval",
    "humaneval-v": "HumanEval-V",
    "math": "Math",
    "algorithm": "Algorithm",
}


def suite_title(suite: str) -> str:
    """As people write it; a suite this version does not know keeps its id."""
    return _SUITES[suite][0] if suite in _SUITES else suite


def suite_task(suite: str) -> str:
    """What a model has to do, in a few words; empty for a suite this version does not know."""
    return _SUITES[suite][1] if suite in _SUITES else ""


def ranking_protocol(suite: str) -> str:
    """The one that decides places, where a model has a row by it."""
    return _RANKING_PROTOCOLS.get(suite, "greedy")


def suite_order(suite: str) -> tuple[int, str]:
    """Sorts suites as their tabs stand; unknown ones last, by id."""
    known = list(_SUITES)
    return (known.index(suite) if suite in _SUITES else len(known), suite)


def status_title(status: str) -> str:
    """An outcome as people read it."""
    return _STATUSES[status]


def category_title(value: str) -> str:
    """``humaneval`` → ``HumanEval``; levels and unknown values stay as they are."""
    return _CATEGORIES.get(value, value)
