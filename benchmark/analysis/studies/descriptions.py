"""What models gain when the picture is put in words: what `sightbench analyse descriptions` prints.

As in Table 3 of HumanEval-V. A model whose score rises with a person's description fails to see; one whose
score stays low with it fails to program.

History of the format:
    sightbench/descriptions/1: first version.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import is_baseline
from benchmark.analysis.studies.paired_scores import MeasuredScore, PairedScore, measured_score, paired_score
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric
from benchmark.suites.settings import IN_WORDS


class ModelDescriptionGain(Record):
    """One model."""

    slug: str
    name: str
    picture: MeasuredScore | None = Field(
        description="with the picture alone; null for a model that sees none"
    )
    words: list[PairedScore] = Field(description="with words, each beside the score with the picture alone")


class DescriptionTable(Record):
    """Models that can be compared: one data set, protocol, prompt, extraction rule and metric."""

    suite: str
    dataset: str
    protocol: str
    prompt: str
    extraction: str
    metric: str
    picture: str = Field(description="the setting with the picture alone")
    words: list[str] = Field(description="the settings with words that occur")
    models: list[ModelDescriptionGain] = Field(description="highest score with the picture first")


class DescriptionGains(Record):
    """All of them."""

    schema_: Literal["sightbench/descriptions/1"] = Field(default="sightbench/descriptions/1", alias="schema")
    tables: list[DescriptionTable]


#: Suite, data set, digest of the tasks, protocol, prompt, rule of extraction, setting with the picture.
_Key = tuple[str, str, str, str, str, str, str]


def descriptions(rows: Iterable[CountedRow], metrics: Sequence[Metric]) -> DescriptionGains:
    """Every model's scores with words beside that with the picture alone.

    Args:
        rows: oldest first; the newest of a model and setting counts. Rows from papers, which have no
            verdicts, and baselines are left out.
        metrics: those that a model has too few samples for are left out.
    """
    found: dict[_Key, dict[str, dict[str, CountedRow]]] = defaultdict(lambda: defaultdict(dict))
    for counted in rows:
        if counted.row.run.trust == "reported" or not counted.counts.tasks or is_baseline(counted.row):
            continue
        slug, setting = counted.row.result.submission.slug, counted.row.result.setting
        for key in _keys(counted.row):
            found[key][slug][setting] = counted
    tables = [
        _table(key, found[key], metric)
        for key in sorted(found)
        for metric in metrics
        if any(setting != key[-1] for settings in found[key].values() for setting in settings)
    ]
    return DescriptionGains(tables=[table for table in tables if table.models])


def _keys(row: Row) -> Iterator[_Key]:
    """Where a row belongs: to the setting that it is, or that it is the words of."""
    one = row.result
    same = (one.suite, one.dataset, one.tasks.digest, one.protocol, one.prompt.name, one.extraction)
    for picture, words in IN_WORDS.get(one.suite, {}).items():
        if one.setting in (picture, *words):
            yield (*same, picture)


def _table(key: _Key, models: dict[str, dict[str, CountedRow]], metric: Metric) -> DescriptionTable:
    suite, dataset, _, protocol, prompt, extraction, picture = key
    offered = IN_WORDS[suite][picture]
    found = [_model(settings, picture, offered, metric) for settings in models.values()]
    lines = sorted((one for one in found if one is not None), key=_rank)
    occurring = {words.score.setting for one in lines for words in one.words}
    return DescriptionTable(
        suite=suite,
        dataset=dataset,
        protocol=protocol,
        prompt=prompt,
        extraction=extraction,
        metric=metric.name,
        picture=picture,
        words=[name for name in offered if name in occurring],
        models=lines,
    )


def _model(
    settings: dict[str, CountedRow], picture: str, offered: Sequence[str], metric: Metric
) -> ModelDescriptionGain | None:
    first = settings.get(picture)
    words = [paired_score(first, settings[name], metric) for name in offered if name in settings]
    known = [one for one in words if one is not None]
    if not known:
        return None
    return ModelDescriptionGain(
        slug=known[-1].score.slug,
        name=known[-1].score.name,
        picture=None if first is None else measured_score(first, metric),
        words=known,
    )


def _rank(model: ModelDescriptionGain) -> tuple[bool, float, str]:
    return model.picture is None, -(model.picture.value if model.picture else 0.0), model.slug
