"""Shards of the compare page: results and comparisons, small enough to be loaded at a click.

``d/r/index.js`` has the sentences, the names of results, other values that page and script share, and the
ids of the tables. A table's ``index.js`` has its tasks, the folders of their pages below ``set``, the
``part`` of each page that has them (empty: all of it), its looks, the sentence ``tooFew`` on categories that
are not compared, and its models, best score first. A *look* is a comparison over all tasks or a category.
``NN.js`` has ``each`` models, from number ``NN * each`` on (counted from 0)::

    {"models": [{"slug": "gpt-4o", "results": "PPWP…", "answers": "d/a/…", "pairs": [
      {"difference": [41, …], "low": [-69, …], "high": [69, …], "odds": [10, …], "needed": [1980, …]}, …]}]}

``results`` has one letter per task; with several draws, ``passed`` and ``judged`` have one number per task
instead. ``ends`` are the lowest and the highest score, as shown. In a table of points from 1 to 10, whose
index has ``"scale": "points"``, ``points`` has the mean points of each task, or null. ``pairs`` has one entry
per look. Its lists have one number for each model below this one in the table: this model minus the other, in
steps of the last of ``decimals`` decimals of a point. Only the first look has ``odds`` and ``needed``; each
has ``aloneLow`` and ``aloneHigh`` if the table has several pairs; :class:`ModelPair` explains them. Ends of
intervals are counted from the difference, since these numbers are more alike and take fewer bytes.
``unsure`` has a 1 for each real difference that the missing samples could make unreal; without one, it is
left out. A difference is real if and only if both ends of its interval have the same sign.

``places.js`` has what places follow from, for sets of models that readers choose: ``p`` has for each
model its p-values with the models below it, negative if the model below is ahead. A p-value that decides
nothing is 1, one that is small enough in any set is 1e-9. ``most`` has the first and the second model of each
pair whose p-value the missing samples could raise, with the largest one.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

import numpy as np

from benchmark.analysis.catalog import status_title
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.ranks.ranking import PairTable
from benchmark.analysis.score_cells import PERCENT, dataset_words
from benchmark.analysis.wording import plural, task_name
from benchmark.leaderboard.compare.tables import (
    FIRST_TASKS,
    LETTERS,
    ODDS,
    SHORT_CHECK,
    WORDS,
    ComparedTable,
    compared_table,
    ranked_groups,
)
from benchmark.leaderboard.inputs import plain_json
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.leaderboard.parts.answers import AnswerShards, answer_shards
from benchmark.leaderboard.parts.site_page import PlainFile
from benchmark.scoring.paired import LEVEL
from benchmark.scoring.signflip import Floats

#: By model: columns of numbers, with an entry per model below it.
Look = list[dict[str, list[int | None]]]
FOLDER = "d/r"
INDEX = f"{FOLDER}/index.js"
PLACES = "places.js"
_SMALL = 1e-9
#: Maximum number of files with models per table; with more models, a file holds several.
MAX_FILES = 40


def compare_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the first file, and the files of every table with at least two models.

    A table's pairs are compared only when its files are written.
    """
    groups = list(ranked_groups(sources))
    index = {
        "words": WORDS,
        "odds": ODDS,
        "listed": FIRST_TASKS,
        "short": SHORT_CHECK,
        "results": {letter: status_title(status) for status, letter in LETTERS.items()},
        "tables": [table_id(group.key) for group in groups],
    }
    yield PlainFile(INDEX, partial(plain_json.shard, index))
    answers = answer_shards(sources) if groups else {}
    for group in groups:
        yield from _table_files(sources, group, answers)


def models_per_file(models: int) -> int:
    """Return the number of models per file."""
    return -(-models // MAX_FILES)


def _table_files(
    sources: Sources, group: RowGroup, answers: Mapping[str, AnswerShards]
) -> Iterator[PlainFile]:
    content = cache(partial(_content, sources, group))
    folder = f"{FOLDER}/{table_id(group.key)}"
    yield PlainFile(f"{folder}/index.js", lambda: _table_index(*content()))
    ranked = sources.ranked[group.key]
    models = len(ranked.ranking.places)
    words = dataset_words(group.key.suite, group.key.dataset)
    more = {"decimals": words.decimals, "each": models_per_file(models)}
    slugs = [place.slug for place in ranked.ranking.places]
    yield PlainFile(
        f"{folder}/{PLACES}", lambda: plain_json.shard({**set_places(ranked.pairs, slugs), **more})
    )
    each = models_per_file(models)

    def shard(first: int) -> bytes:
        table, looks = content()
        chosen = range(first, min(first + each, models))
        file = plain_json.shard({"models": [_model(table, looks, number, answers) for number in chosen]})
        if chosen.stop == models:
            content.cache_clear()  # the table's last file
        return file

    for first in range(0, models, each):
        yield PlainFile(f"{folder}/{first // each:02d}.js", partial(shard, first))


def set_places(pairs: PairTable, slugs: Sequence[str]) -> dict[str, object]:
    """Return ``models``, ``p`` and ``most`` of a file of places; ``slugs`` are in the order of the table."""
    size = len(slugs)
    order = np.array([pairs.slugs.index(slug) for slug in slugs], dtype=np.intp)

    def table(values: Floats) -> Floats:
        useful = np.where(values <= (1 - LEVEL) / max(len(values), 1), _SMALL, values)
        signed = np.where(useful > 1 - LEVEL, 1.0, useful * np.sign(pairs.found.difference))
        whole = np.ones((size, size))
        whole[pairs.first, pairs.second], whole[pairs.second, pairs.first] = signed, -signed
        return np.where(abs(whole) == 1, 1.0, whole)[np.ix_(order, order)]

    p, most = table(pairs.found.p), abs(table(pairs.largest))
    raised = np.argwhere(np.triu(most > abs(p), k=1))
    return {
        "models": list(slugs),
        "p": [[_number(value) for value in line[place + 1 :]] for place, line in enumerate(p)],
        "most": [[int(one), int(other), _number(most[one, other])] for one, other in raised],
    }


def _number(value: float) -> float:
    return 1 if value == 1 else float(value)


def _content(sources: Sources, group: RowGroup) -> tuple[ComparedTable, list[Look]]:
    """Return a table, and by look and model the pairs with the models below it."""
    from benchmark.leaderboard.compare.joint_comparisons import joint_comparisons

    table = compared_table(sources, group)
    slugs = [model.slug for model in table.models]
    return table, [look.below(slugs) for look in joint_comparisons(sources, group)]


def _table_index(table: ComparedTable, looks: list[Look]) -> bytes:
    pairs = sum(len(model["difference"]) for model in looks[0])
    return plain_json.shard(
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
            "pairs": pairs,
            "counted": plural(pairs, "pair") + " of models",
            "part": table.pages[0].partition("#")[2] if table.pages else "",
            "pages": [page.split("/")[-2] for page in table.pages],
            "tasks": [task_name(task) for task in table.tasks],
            "looks": [
                {"title": table.look_title(number), "of": of, "tasks": list(tasks)}
                for number, (_, of, tasks) in enumerate(table.looks)
            ],
            "tooFew": table.too_few,
            "models": [[model.slug, model.name] for model in table.models],
        }
    )


def _model(
    table: ComparedTable, looks: list[Look], number: int, answers: Mapping[str, AnswerShards]
) -> dict[str, object]:
    model = table.models[number]
    record: dict[str, object] = {"slug": model.slug}
    if model.letters:
        record["results"] = model.letters
    else:
        record |= {"passed": list(model.passed), "judged": list(model.judged)}
    if model.points:
        record["points"] = list(model.points)
    if (stored := answers.get(model.row.id)) is not None:
        record |= {"answers": stored.folder, "size": stored.size}
    record["pairs"] = [_columns(look[number], place, len(table.models)) for place, look in enumerate(looks)]
    return record


def _columns(found: dict[str, list[int | None]], look: int, models: int) -> dict[str, list[int | None]]:
    ends = {"low": "low", "high": "high"}
    if models > 2:  # noqa: PLR2004 - two models are the only pair
        ends |= {"aloneLow": "alone_low", "aloneHigh": "alone_high"}
    middle = found["difference"]
    more = [] if look else ["odds", "needed"]
    if any(found["unsure"]):
        more.append("unsure")
    return {
        "difference": middle,
        **{name: _from(middle, found[column]) for name, column in ends.items()},
        **{name: found[name] for name in more},
    }


def _from(middle: list[int | None], ends: list[int | None]) -> list[int | None]:
    return [None if at is None or end is None else end - at for at, end in zip(middle, ends, strict=True)]
