"""How much models gain from a description of the picture, for `sightbench analyse descriptions`.

As in Table 3 of HumanEval-V: if a model's score rises with a person's description, the model fails to see; if
the score stays low, it fails to program.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import is_baseline
from benchmark.analysis.studies.paired_scores import MeasuredScore, PairedScore, measured_score, paired_score
from benchmark.core.suite import suite_of
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric


class ModelDescriptionGain(Record):
    """One model's scores with the picture and with descriptions of it."""

    slug: str
    name: str
    picture: MeasuredScore | None = Field(
        description="score with the picture alone; null if the model has none"
    )
    words: list[PairedScore] = Field(
        description="scores with a description, each compared with the score with the picture alone"
    )


class DescriptionTable(Record):
    """Models that share data set, protocol, prompt, extraction rule and metric."""

    suite: str
    dataset: str
    protocol: str
    prompt: str
    extraction: str
    metric: str
    picture: str = Field(description="the setting with the picture alone")
    words: list[str] = Field(description="the settings with a description that occur")
    models: list[ModelDescriptionGain] = Field(description="highest score with the picture first")


class DescriptionGains(Record):
    """The gains of all models."""

    schema_: Literal["sightbench/descriptions/1"] = Field(default="sightbench/descriptions/1", alias="schema")
    tables: list[DescriptionTable]


#: Suite, data set, digest of the tasks, protocol, prompt, extraction rule, setting with the picture.
_Key = tuple[str, str, str, str, str, str, str]


def descriptions(rows: Iterable[CountedRow], metrics: Sequence[Metric]) -> DescriptionGains:
    """Compare every model's scores with a description to its score with the picture alone.

    Args:
        rows: oldest first; the newest row of a model and setting counts. Rows from papers, rows without
            verdicts and baselines are left out.
        metrics: metrics to compare by; a metric is skipped for models with too few samples.
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
    """Yield the table keys of a row; its setting shows the table's picture or a description of it."""
    result = row.result
    same = (
        result.suite,
        result.dataset,
        result.tasks.digest,
        result.protocol,
        result.prompt.name,
        result.extraction,
    )
    for picture, words in suite_of(result.suite).described.items():
        if result.setting in (picture, *words):
            yield (*same, picture)


def _table(key: _Key, models: dict[str, dict[str, CountedRow]], metric: Metric) -> DescriptionTable:
    suite, dataset, _, protocol, prompt, extraction, picture = key
    offered = suite_of(suite).described[picture]
    found = [_model(settings, picture, offered, metric) for settings in models.values()]
    lines = sorted((model for model in found if model is not None), key=_rank)
    occurring = {words.score.setting for model in lines for words in model.words}
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
    known = [score for score in words if score is not None]
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
