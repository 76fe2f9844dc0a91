"""Every verdict of a data set's first table: a line per model, a column per task, the easiest task first.

The page has the lines as drawings. Names for their cells are in ``d/v/<suite>/<data set>.js``, a shard that
is loaded when a reader points at one::

    {"tasks": [["HumanEval-83", "task/code-vision/official/HumanEval-83/", ""], …],
     "outcomes": ["Passed", "Wrong answer", …], "models": [{"results": "0010…"}, …]}

- ``tasks``: name, address of the folder of its page, and the id of the task's part of that page.
- ``results``: a character per task, ``0`` for the first of ``outcomes``, ``1`` for the second, and so on.
- ``pages``: the numbers of the pages of the model's list that have the tasks, if the list has its own pages.
- ``sources``: the addresses of the answers at their publisher, if this site may not show them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from benchmark.analysis.groups import is_blind
from benchmark.analysis.wording import task_name
from benchmark.core.order import natural_key
from benchmark.leaderboard.inputs import plain_json
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import address_part, task_link
from benchmark.leaderboard.parts.site_page import PlainFile
from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.parts.task_results import Entrant, TableResults, task_results


@dataclass(frozen=True, slots=True)
class ModelLine:
    """The results of a model."""

    entrant: Entrant
    solved: int  #: number of tasks with at least one passed sample
    #: Class of a drawing → its runs of tasks: how many are drawn, how many are not, and so on.
    runs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class VerdictMap:
    """The drawing of a table's verdicts."""

    path: str  #: of the shard
    title: str  #: the conditions of the table
    tasks: int
    lines: tuple[ModelLine, ...]  #: best model first

    @property
    def partly(self) -> bool:
        """Whether some answers to a task passed and others did not."""
        return any(kind == "some" for line in self.lines for kind, _ in line.runs)


def verdict_map(sources: Sources, suite: str, dataset: str) -> VerdictMap | None:
    """Return the map of a data set; None if models have no verdicts on several of its tasks."""
    if (table := _table(sources, suite, dataset)) is None:
        return None
    columns = [table.of[task] for task in _easiest_first(table)]
    lines = (
        ModelLine(entrant, sum(outcome.solved for outcome in results), tuple(_drawings(results)))
        for entrant, *results in zip(table.entrants, *columns, strict=True)
    )
    return VerdictMap(_path(suite, dataset), table.title, len(columns), tuple(lines))


def verdict_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the shard of each map."""
    for suite, dataset in task_results(sources):
        if (table := _table(sources, suite, dataset)) is not None:
            yield PlainFile(_path(suite, dataset), partial(_shard, table))


def _table(sources: Sources, suite: str, dataset: str) -> TableResults | None:
    tables = task_results(sources).get((suite, dataset), ())
    return next((table for table in tables if not is_blind(table.key) and len(table.of) > 1), None)


def _path(suite: str, dataset: str) -> str:
    return f"d/v/{address_part(suite)}/{address_part(dataset)}.js"


def _easiest_first(table: TableResults) -> list[str]:
    return sorted(table.of, key=lambda task: (-table.solved(task), natural_key(task)))


def _drawings(results: Sequence[TaskOutcome]) -> Iterator[tuple[str, str]]:
    kinds = ["on" if each.state == "passed" else "some" if each.solved else each.mark for each in results]
    for kind in ("on", "some", "m"):  # all others failed, which is the ground
        if kind in kinds:
            runs = [str(len(list(run))) for _, run in groupby(each == kind for each in kinds)]
            yield kind, " ".join(runs if kinds[0] == kind else ["0", *runs])


def _shard(table: TableResults) -> bytes:
    tasks = _easiest_first(table)
    titles = dict.fromkeys(outcome.title for task in tasks for outcome in table.of[task])
    signs = {title: chr(ord("0") + number) for number, title in enumerate(titles)}
    models = []
    for place, entrant in enumerate(table.entrants):
        model: dict[str, object] = {"results": "".join(signs[table.of[task][place].title] for task in tasks)}
        if entrant.opened and entrant.opened.parts:
            model["pages"] = [entrant.opened.parts.get(task, 1) for task in tasks]
        elif entrant.published and not entrant.opened:
            model["sources"] = [entrant.published.get(task, "") for task in tasks]
        models.append(model)
    return plain_json.shard(
        {
            "tasks": [[task_name(task), *_address(table, task)] for task in tasks],
            "outcomes": list(titles),
            "models": models,
        }
    )


def _address(table: TableResults, task: str) -> tuple[str, str]:
    page, _, part = task_link(table.key.suite, table.key.dataset, table.stems[task]).partition("#")
    return page.removesuffix("index.md"), part
