"""The stems of each data set, and the file of all its pages of tasks, from which a script picks a random one.

``d/t/<suite>/<data set>.json`` has the names of the folders of a data set's task pages::

    ["axis-sum", "beetle-walk"]
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from benchmark.core.order import natural_key
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.addresses import address_part, task_page
from benchmark.leaderboard.parts.page import PlainFile
from benchmark.leaderboard.task.results import TableResults, task_results

Stems = Mapping[tuple[str, str], Mapping[str, Sequence[str]]]


def stems_of(sources: Sources, results: Mapping[tuple[str, str], Sequence[TableResults]]) -> Stems:
    """Return the ids of tasks by stem, both in natural order, of each suite and data set."""
    names = sorted({*results, *sources.tasks})
    return {name: _stems(results.get(name, ()), sources.tasks.get(name)) for name in names}


def known_stems(
    sources: Sources, results: Mapping[tuple[str, str], Sequence[TableResults]] | None = None
) -> Stems:
    """Return :func:`stems_of` the sources, which is kept; ``results`` saves counting the tables again."""
    return sources.once(
        "stems", lambda: stems_of(sources, task_results(sources) if results is None else results)
    )


def stem_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield one file per data set with several pages of tasks."""
    for name, stems in known_stems(sources).items():
        if len(stems) > 1:
            yield PlainFile(stem_file(*name), partial(_folders, name, tuple(stems)))


def stem_file(suite: str, dataset: str) -> str:
    """Return the path of the file with the pages of a data set's tasks."""
    return f"d/t/{address_part(suite)}/{address_part(dataset)}.json"


def _folders(name: tuple[str, str], stems: Iterable[str]) -> bytes:
    folders = [PurePosixPath(task_page(*name, stem)).parent.name for stem in stems]
    return json.dumps(folders, separators=(",", ":")).encode("ascii")


def _stems(tables: Sequence[TableResults], here: TaskSet | None) -> dict[str, list[str]]:
    found: dict[str, str] = {task: stem for table in reversed(tables) for task, stem in table.stems.items()}
    if here is not None:
        found |= {task.id: task.family for task in here.tasks.values()}
    stems: dict[str, list[str]] = {}
    for task in sorted(found, key=natural_key):
        stems.setdefault(found[task], []).append(task)
    return {stem: stems[stem] for stem in sorted(stems, key=natural_key)}
