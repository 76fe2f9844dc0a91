"""The flowcharts of ``rebuilt``: compiled from the reference solutions, with kept layouts.

The charts are not shipped. Their digests and layouts are, because the engine that makes layouts differs
between versions. The compiled texts of all tasks are kept in the user's cache, since compiling takes half a
second.
"""

import contextlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.task import Task
from benchmark.files import regenerated
from benchmark.files.atomic import write_atomic
from benchmark.flowchart.kept import KeptChart, read_kept

FILE = Path(__file__).with_name("rebuilt_layouts.jsonl.gz")

_CACHE = "charts"


def charts_of(problems: Iterable[Task]) -> Mapping[str, str]:
    """Return task id → Mermaid text, from the cache or compiled.

    Args:
        problems: the tasks of ``rebuilt``, with their references.

    Raises:
        OurFailure: if a chart is not the one that its layout was kept for.
    """
    return _charts(tuple((task.id, task.reference, task.entry_point) for task in problems))


@cache
def kept_layouts() -> Mapping[str, KeptChart]:
    """Return task id → kept layout."""
    return read_kept(FILE)


@cache
def _charts(problems: tuple[tuple[str, str, str], ...]) -> Mapping[str, str]:
    path = _entry()
    if path is not None:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            found = json.loads(regenerated.read(path))
            if not _differing(found):
                return {str(name): str(text) for name, text in found.items()}
    charts = {problem[0]: _compile(*problem) for problem in problems}
    if differing := _differing(charts):
        raise OurFailure(
            f"the flowchart of {differing} is not the one whose layout is kept in {FILE.name}:"
            " make the layouts again"
        )
    if path is not None:
        with contextlib.suppress(BadInput):  # the cache may be full, or belong to somebody else
            write_atomic(path, json.dumps(charts).encode())
    return charts


def _differing(charts: object) -> str:
    """Return the id of a chart that is not the kept one; empty if all are."""
    kept = kept_layouts()
    if not isinstance(charts, dict) or charts.keys() != kept.keys():
        return "some task"
    differing = (name for name, text in charts.items() if sha256_hex(str(text).encode()) != kept[name].chart)
    return next(differing, "")


def _entry() -> Path | None:
    """Return the entry of the cache; its name changes with every kept chart."""
    folder = regenerated.user_folder(_CACHE)
    digests = "".join(chart.chart for chart in kept_layouts().values())
    return None if folder is None else regenerated.entry_path(folder, sha256_hex(digests.encode()))


def _compile(name: str, reference: str, entry_point: str) -> str:
    from benchmark.flowchart.compiler import compile_chart
    from benchmark.flowchart.mermaid import to_mermaid

    return to_mermaid(compile_chart(reference, entry_point, level="words", file=name))
