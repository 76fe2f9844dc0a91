"""The suites. Each is imported when it is first used, so that a broken one breaks its own commands only."""

from collections.abc import Iterable

from benchmark.core.errors import OurFailure
from benchmark.core.plug_in import load_plug_in
from benchmark.core.suite import Suite
from benchmark.core.task import Task

#: Id → module with its record ``SUITE``, in the order in which commands list them.
SUITES = {
    "code-vision": "benchmark.suites.code_vision.suite",
    "evalplus": "benchmark.suites.evalplus.suite",
    "humaneval-v": "benchmark.suites.humaneval_v.suite",
    "mathopeval": "benchmark.suites.mathopeval.suite",
    "mmcode": "benchmark.suites.mmcode.suite",
}
_loaded: dict[str, Suite] = {}  # not a cache of `load`, which pages call some hundred thousand times


def load(name: str) -> Suite:
    """Return the record of a suite; it is imported at the first call.

    Raises:
        KeyError: if there is no such suite.
        OurFailure: if its folder is broken; names the file and the line.
    """
    if name not in _loaded:
        _loaded[name] = load_plug_in("suite", name, SUITES[name], "SUITE")
    return _loaded[name]


def load_all() -> dict[str, Suite]:
    """Return all suites by id.

    Raises:
        OurFailure: if one is broken.
    """
    return {name: load(name) for name in SUITES}


def load_each(names: Iterable[str] = SUITES) -> tuple[dict[str, Suite], list[OurFailure]]:
    """Return the suites that are not broken, by id, and the errors of the others."""
    found, failures = dict[str, Suite](), list[OurFailure]()
    for name in names:
        try:
            found[name] = load(name)
        except OurFailure as failure:
            failures.append(failure)
    return found, failures


def find(name: str) -> Suite | None:
    """Return the record of a suite like :func:`load`; None if there is no such suite."""
    return load(name) if name in SUITES else None


def suite_of(name: str) -> Suite:
    """Return the record of a suite like :func:`load`; of an unknown suite, one with nothing but the id."""
    return find(name) or Suite(id=name, title=name)


def level_of(task: Task) -> int:
    """Return the level of one of our tasks, 1 to 5; 0 for tasks of others, whose levels keep their names."""
    return suite_of(task.suite).level_number(task.dataset, task.level)
