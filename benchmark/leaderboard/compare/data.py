"""Data files of the compare page: results and comparisons, small enough to be loaded at a click.

``d/r/index.json`` has the sentences, the names of results, other values that page and script share, and the
ids of the tables. A table's ``index.json`` has its tasks, the folders of their pages below ``set``, its
looks, the sentence ``tooFew`` on categories that are not compared, and its models, best score first. A *look*
is a comparison over all tasks or over one category.
``NN.json`` has ``each`` models, from number ``NN * each`` on (counted from 0)::

    {"models": [{"slug": "gpt-4o", "results": "PPWP…", "answers": "d/a/…", "pairs": [
      {"difference": [41, …], "low": [-28, …], "high": [110, …], "odds": [10, …], "needed": [1980, …]}, …]}]}

``results`` has one letter per task; with several draws, ``passed`` and ``judged`` have one number per task
instead. ``ends`` are the lowest and the highest score, as shown. In a table of points from 1 to 10, whose
index has ``"scale": "points"``, ``points`` has the mean points of each task, or null. ``pairs`` has one entry
per look. Its lists have one number for each model below this one in the table: this model minus the other, in
steps of the last of ``decimals`` decimals of a point. Only the first look has ``odds`` and ``needed``, and
``aloneLow`` and ``aloneHigh`` if the table has several pairs; :class:`ModelPair` explains them. ``unsure``
has a 1 for each real difference that the missing samples could make unreal; without one, it is left out. A
difference is real if and only if both ends of its interval have the same sign.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from benchmark.analysis.catalog import status_title
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.ranks.ranking_report import RankedPlace
from benchmark.analysis.scale_words import PERCENT
from benchmark.analysis.wording import plural, task_name
from benchmark.leaderboard.compare.tables import (
    LETTERS,
    LISTED_TASKS,
    SHORT_CHECK,
    ComparedTable,
    ModelResults,
    compared_table,
    joint_comparisons,
    ranked_groups,
)
from benchmark.leaderboard.compare.words import ODDS, RARE_ODDS, WORDS
from benchmark.leaderboard.inputs import plain_json
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.leaderboard.parts.answers import AnswerShards, answer_shards
from benchmark.leaderboard.parts.page import PlainFile

FOLDER = "d/r"
INDEX = f"{FOLDER}/index.json"
#: Maximum number of files with models per table; with more models, a file holds several.
MAX_FILES = 40


def compare_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the first file, and the files of every table with at least two models.

    A table's pairs are compared only when its files are written.
    """
    tables = list(ranked_groups(sources))
    yield PlainFile(INDEX, partial(_index, tables))
    answers = answer_shards(sources) if tables else {}
    for group, places in tables:
        table = _TableFiles(sources, group, places, answers)
        each = models_per_file(len(places))
        folder = f"{FOLDER}/{table.id}"
        yield PlainFile(f"{folder}/index.json", table.index)
        for first in range(0, len(places), each):
            yield PlainFile(f"{folder}/{first // each:02d}.json", partial(table.shard, first, each))


def models_per_file(models: int) -> int:
    """Return the number of models per file."""
    return -(-models // MAX_FILES)


@dataclass(frozen=True, slots=True)
class _TableContent:
    """The results and comparisons of one table."""

    compared: ComparedTable
    below: tuple[list[dict[str, list[int | None]]], ...]  #: by look and model: pairs with models below
    pairs: int  #: pairs of models


class _TableFiles:
    """Makes a table's files; their shared content is computed for the first file and freed after the last."""

    def __init__(
        self,
        sources: Sources,
        group: RowGroup,
        places: tuple[RankedPlace, ...],
        answers: Mapping[str, AnswerShards],
    ) -> None:
        self._sources, self._group, self._places, self._answers = sources, group, places, answers
        self._cached: _TableContent | None = None
        self.id = table_id(group.key)

    def index(self) -> bytes:
        """Return the table's ``index.json``."""
        content = self._content()
        table = content.compared
        return _json(
            {
                "title": table.title,
                "conditions": [[part.words, part.anchor, part.name] for part in table.conditions.parts],
                "ids": table.conditions.ids,
                "set": table.pages[0].rsplit("/", 2)[0] if table.pages else "",
                "draws": table.draws,
                "scale": "fraction" if table.words is PERCENT else "points",
                "decimals": table.words.decimals,
                "ends": [table.words.factor * end for end in (table.words.lowest, table.words.highest)],
                "axes": table.axis_ends,
                "each": models_per_file(len(table.models)),
                "pairs": content.pairs,
                "counted": plural(content.pairs, "pair") + " of models",
                "pages": [_folder(page) for page in table.pages],
                "tasks": [task_name(task) for task in table.tasks],
                "looks": [
                    {"title": table.look_title(number), "of": looks, "tasks": list(tasks)}
                    for number, (_, looks, tasks) in enumerate(table.looks)
                ],
                "tooFew": table.too_few,
                "models": [[model.slug, model.name] for model in table.models],
            }
        )

    def shard(self, first: int, each: int) -> bytes:
        """Return the file of ``each`` models from number ``first`` on."""
        content = self._content()
        chosen = range(first, min(first + each, len(content.compared.models)))
        file = _json({"models": [self._model(content, number) for number in chosen]})
        if chosen.stop == len(content.compared.models):
            self._cached = None
        return file

    def _model(self, content: _TableContent, number: int) -> dict[str, object]:
        model = content.compared.models[number]
        record: dict[str, object] = {"slug": model.slug, **_results(model)}
        answers = self._answers.get(model.row.id)
        if answers is not None:
            record |= {"answers": answers.folder, "size": answers.size}
        record["pairs"] = [
            _columns(columns[number], look, alone=content.pairs > 1)
            for look, columns in enumerate(content.below)
        ]
        return record

    def _content(self) -> _TableContent:
        if self._cached is None:
            table = compared_table(self._sources, self._group, self._places)
            found = joint_comparisons(self._sources, self._group)
            slugs = [model.slug for model in table.models]
            self._cached = _TableContent(table, tuple(look.below(slugs) for look in found.looks), found.pairs)
        return self._cached


def _columns(found: dict[str, list[int | None]], look: int, *, alone: bool) -> dict[str, list[int | None]]:
    """Return the published columns of a model's pairs within one look."""
    names = ["difference", "low", "high"]
    if not look:
        names += ["odds", "needed", *(("aloneLow", "aloneHigh") if alone else ())]
    return {name: found[name] for name in [*names, *(["unsure"] if any(found["unsure"]) else [])]}


def _folder(page: str) -> str:
    """Return the folder of a task's page below that of its data set, such as ``q1``."""
    return page.split("/")[-2]


def _results(model: ModelResults) -> dict[str, object]:
    points = {"points": list(model.points)} if model.points else {}
    if model.letters:
        return {"results": model.letters, **points}
    return {"passed": list(model.passed), "judged": list(model.judged), **points}


def _index(tables: list[tuple[RowGroup, tuple[RankedPlace, ...]]]) -> bytes:
    return _json(
        {
            "words": WORDS,
            "odds": ODDS,
            "rareOdds": RARE_ODDS,
            "listed": LISTED_TASKS,
            "short": SHORT_CHECK,
            "results": {letter: status_title(status) for status, letter in LETTERS.items()},
            "tables": [table_id(group.key) for group, _ in tables],
        }
    )


def _json(record: Mapping[str, object]) -> bytes:
    return plain_json.dumps(record)
