"""Files that the compare page reads: results and comparisons, small enough to be loaded for a click.

``d/r/index.json`` has the sentences, the words for results, what else page and script share, and the tables.
A table's ``index.json`` has its tasks, the folders of their pages below ``set``, looks and models, best score
first; ``NN.json`` have the models from the ``NN * each``-th on (from 0)::

    {"models": [{"slug": "gpt-4o", "results": "PPWP…", "answers": "d/a/…", "pairs": [
      {"difference": [41, …], "low": [-28, …], "high": [110, …], "odds": [10, …], "needed": [1980, …]}, …]}]}

``results`` has a letter a task (of several draws ``passed`` and ``judged`` have numbers), ``pairs`` an entry
a look, with a number for each model that stands below this one, in tenths of a point, this one minus the
other. What ``odds`` and ``needed`` say, which only the first look has, stands in :class:`tenths.Pair`. A bar
whose ends have the same sign is a real difference, and no other is.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from benchmark.analysis.catalog import status_title
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.ranks.ranking_report import RankedPlace
from benchmark.analysis.wording import plural, task_name
from benchmark.leaderboard.compare.tables import (
    AXES,
    LETTERS,
    TASKS,
    ComparedTable,
    ModelResults,
    compared,
    joint_of,
    ranked_groups,
)
from benchmark.leaderboard.compare.words import ODDS, WORDS
from benchmark.leaderboard.rows.answers import AnswerShards, answer_shards
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import table_id
from benchmark.leaderboard.shared.page import PlainFile

FOLDER = "d/r"
INDEX = f"{FOLDER}/index.json"
#: Files of a table; with more models, a file holds several.
MOST_FILES = 40


def compare_files(sources: Sources) -> Iterator[PlainFile]:
    """The sentences, and the files of every table with two models; a table is compared when it is written."""
    tables = list(ranked_groups(sources))
    yield PlainFile(INDEX, partial(_index, tables))
    answers = answer_shards(sources) if tables else {}
    for group, places in tables:
        table = _Table(sources, group, places, answers)
        each = models_a_file(len(places))
        folder = f"{FOLDER}/{table.id}"
        yield PlainFile(f"{folder}/index.json", table.index)
        for first in range(0, len(places), each):
            yield PlainFile(f"{folder}/{first // each:02d}.json", partial(table.shard, first, each))


def models_a_file(models: int) -> int:
    """How many models' results stand in one file."""
    return -(-models // MOST_FILES)


@dataclass(frozen=True, slots=True)
class _Made:
    """What a table's files are made of."""

    compared: ComparedTable
    below: tuple[list[dict[str, list[int | None]]], ...]  #: by look, then model
    pairs: int


class _Table:
    """Makes a table's files; what they share is made with the first, and let go with the last."""

    def __init__(
        self,
        sources: Sources,
        group: RowGroup,
        places: tuple[RankedPlace, ...],
        answers: Mapping[str, AnswerShards],
    ) -> None:
        self._sources, self._group, self._places, self._answers = sources, group, places, answers
        self._made: _Made | None = None
        self.id = table_id(group.key)

    def index(self) -> bytes:
        """What all models share."""
        made = self._all()
        table = made.compared
        return _json(
            {
                "title": table.title,
                "conditions": table.conditions,
                "set": table.pages[0].rsplit("/", 2)[0] if table.pages else "",
                "draws": table.draws,
                "each": models_a_file(len(table.models)),
                "pairs": made.pairs,
                "counted": plural(made.pairs, "pair") + " of models",
                "pages": [_folder(page) for page in table.pages],
                "tasks": [task_name(task) for task in table.tasks],
                "looks": [
                    {"title": table.look_title(number), "of": looks, "tasks": list(tasks)}
                    for number, (_, looks, tasks) in enumerate(table.looks)
                ],
                "models": [[one.slug, one.name] for one in table.models],
            }
        )

    def shard(self, first: int, each: int) -> bytes:
        """Some models."""
        made = self._all()
        chosen = range(first, min(first + each, len(made.compared.models)))
        content = _json({"models": [self._model(made, number) for number in chosen]})
        if chosen.stop == len(made.compared.models):
            self._made = None
        return content

    def _model(self, made: _Made, number: int) -> dict[str, object]:
        one = made.compared.models[number]
        record: dict[str, object] = {"slug": one.slug, **_results(one)}
        answers = self._answers.get(one.row.id)
        if answers is not None:
            record |= {"answers": answers.folder, "size": answers.size}
        record["pairs"] = [
            columns[number]
            if not look
            else {name: columns[number][name] for name in ("difference", "low", "high")}
            for look, columns in enumerate(made.below)
        ]
        return record

    def _all(self) -> _Made:
        if self._made is None:
            table = compared(self._sources, self._group, self._places)
            found = joint_of(self._sources, self._group)
            slugs = [one.slug for one in table.models]
            self._made = _Made(table, tuple(look.below(slugs) for look in found.looks), found.pairs)
        return self._made


def _folder(page: str) -> str:
    """Of a task's page, below that of its data set: ``q1``."""
    return page.split("/")[-2]


def _results(one: ModelResults) -> dict[str, object]:
    if one.letters:
        return {"results": one.letters}
    return {"passed": list(one.passed), "judged": list(one.judged)}


def _index(tables: list[tuple[RowGroup, tuple[RankedPlace, ...]]]) -> bytes:
    return _json(
        {
            "words": WORDS,
            "odds": ODDS,
            "axes": AXES,
            "listed": TASKS,
            "results": {letter: status_title(status) for status, letter in LETTERS.items()},
            "tables": [table_id(group.key) for group, _ in tables],
        }
    )


def _json(record: Mapping[str, object]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode("ascii")
