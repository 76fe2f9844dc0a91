"""Checks, before anything is judged, that the libraries which the tasks need are installed.

Without this check every sample would be missing, each for the same reason. A worker could not even say how to
install them: it may be unable to read our files after it has given up root.
"""

import ast
import functools
import re
import warnings
from collections.abc import Iterable

from benchmark.core.install import absent_modules, check_modules
from benchmark.core.sample import RawSample, Sample
from benchmark.core.task import FigureCheck, FunctionCheck, StdioCheck, Task
from benchmark.extraction.body import starter_with_pass
from benchmark.sandbox.host.runtime import ALLOWED, EXTRAS

#: Only a source with such a name is parsed: tests may have megabytes.
_LIBRARY = re.compile(rf"\b(?:{'|'.join(ALLOWED)})\b")


def check_libraries(tasks: Iterable[Task]) -> None:
    """Check that all libraries are installed that the tests, preambles and starter codes of tasks import.

    Figures need the library that draws.

    Raises:
        BadInput: with the names of all missing libraries, and how to install their extras.
    """
    sources, draws = set(), False
    for task in tasks:
        draws = draws or isinstance(task.check, FigureCheck)
        if isinstance(task.check, FunctionCheck):
            sources |= {task.check.preamble, *task.check.tests}
            # The judge loads the libraries of a starter code for its tests, whatever the answer imports.
            if _LIBRARY.search(task.starter_code) and (starter := starter_with_pass(task.starter_code)):
                sources.add(starter[0])
    imported = {name for source in filter(_LIBRARY.search, sources) for name in _imports(source)}
    needed = {
        "scientific": [name for name in ALLOWED if name in imported],
        "figure": list(EXTRAS["figure"])[:draws],  # the first stands for all
    }
    check_modules("judging these tasks", needed)


def check_answers(samples: Iterable[Sample | RawSample]) -> None:
    """Check that all libraries are installed that answers import in a line of their own.

    Without one, an answer would fail here that passes where rows for the leaderboard are made.

    Raises:
        BadInput: with the names of all missing libraries, and how to install them.
    """
    absent = absent_modules(ALLOWED)
    imports = re.compile(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(absent)})\b", re.MULTILINE)
    named: set[str] = set()
    for sample in samples if absent else ():
        if isinstance(sample.task.check, FunctionCheck | StdioCheck):
            text = sample.text if isinstance(sample, RawSample) else sample.answer.program
            named.update(imports.findall(text))
    check_modules("judging these answers", {"scientific": [name for name in ALLOWED if name in named]})


@functools.lru_cache(maxsize=4096)  # more texts than a data set has tests: draws and models repeat them
def _imports(source: str) -> frozenset[str]:
    """Return the packages that a source imports outside of ``try``; none if it does not parse."""
    if "import" not in source:  # parsing takes milliseconds
        return frozenset()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as that of an invalid escape
            waiting: list[ast.AST] = [ast.parse(source)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    found = set()
    while waiting:
        match waiting.pop():
            case ast.Import(names=names):
                found |= {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(module=str(name), level=0):
                found.add(name.partition(".")[0])
            case ast.expr() | ast.Try() | ast.TryStar():
                continue
            case node:
                waiting += ast.iter_child_nodes(node)
    return frozenset(found)
