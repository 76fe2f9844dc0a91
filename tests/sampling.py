"""Fixed samples of cases for the session ``gates``; the session ``weekly`` tries all of them.

``noxw`` sets SIGHTBENCH_CHANGED to a file that lists those which changed since this branch left main (none in
a clone of one commit): what is named like a changed file is always in the sample. SIGHTBENCH_WHOLE, which
``weekly`` sets, puts everything in.
"""

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.digest import in_sample
from benchmark.core.task import Task
from tests.case_files import read_cases

#: Part of the house → how the paths start whose changes let its gates run before the week's end.
PARTS = {part: tuple(paths) for part, paths in read_cases("parts.yaml").items()}
WHOLE = bool(os.environ.get("SIGHTBENCH_WHOLE"))
#: Changed files; families of tasks are written ``wax_towers`` in some paths and ``wax-towers`` in others.
_LIST = os.environ.get("SIGHTBENCH_CHANGED")
_CHANGED = Path(_LIST).read_text(encoding="utf-8").replace("-", "_").splitlines() if _LIST else []


def chosen(name: str, one_in: int) -> bool:
    """Return whether a case is in the sample: one in ``one_in`` by the digest of its name, or changed."""
    return WHOLE or in_sample(name, one_in) or _is_changed(name)


def chosen_task(task: Task, one_in: int) -> bool:
    """Return whether a task is in the sample; all tasks of a changed family are."""
    return chosen(task.id, one_in) or _is_changed(task.family)


def _is_changed(name: str) -> bool:
    return any(name.replace("-", "_") in path for path in _CHANGED)


def gate_of(part: str) -> pytest.MarkDecorator:
    """Return the mark of gates that run where a file of a part of the house changed, and elsewhere weekly."""
    is_changed = any(path.startswith(PARTS[part]) for path in _CHANGED)
    return pytest.mark.gate if is_changed else pytest.mark.weekly


def first_of(cases: Collection[Any], count: int = 1, rest: str = "weekly") -> list[Any]:
    """Return cases of a parameter; all but the first have the mark ``rest``, or are gates of that part."""
    mark = gate_of(rest) if rest in PARTS else getattr(pytest.mark, rest)
    return [case if place < count else pytest.param(case, marks=mark) for place, case in enumerate(cases)]


def sampled(cases: Iterable[str], one_in: int) -> list[Any]:
    """Return names as a parameter; all but a fixed sample have the mark ``weekly``."""
    return [name if chosen(name, one_in) else pytest.param(name, marks=pytest.mark.weekly) for name in cases]
