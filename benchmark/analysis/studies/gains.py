"""Each model's score next to another score of its own, for `sightbench analyse gains`.

With descriptions of the pictures, next to the score with the picture alone (Table 3 of HumanEval-V): if the
score rises with a person's description, the model fails to see; if it stays low, it fails to program. On
tasks without pictures, next to the score of the language model inside it (Table 4): this shows how much
programming skill vision training has cost.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.analysis.groups import GroupKey, is_baseline, key_of
from benchmark.analysis.ranks.comparison import Difference, compare_subjects
from benchmark.analysis.ranks.subjects import Subject, measured_score
from benchmark.core.score import Score
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric
from benchmark.submissions.schema import Submission
from benchmark.suites import suite_of

_Rows = Mapping[str, CountedRow]  #: the newest rows by slug or by setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """A model's score, and the score that it is compared with."""

    other: str  #: the setting with a description, or the decoder as the model's submission names it
    subset: str = ""  #: name of the subset, such as mbpp-plus; empty for all tasks
    first: Score | None  #: with the picture alone, or of the decoder; None without a row
    row: Row  #: the model's row
    score: Score  #: its score
    difference: Difference | None  #: this score minus the first on the same tasks; None without a first one
    notes: Sequence[str]  #: what else differs between the two rows, except for settings
    #: Submissions of the model and of its decoder (None if the name is not that of a submission).
    submissions: tuple[Submission, Submission | None] | None = None

    @property
    def slug(self) -> str:
        """The slug of the model."""
        return self.row.slug


@dataclass(frozen=True, slots=True, kw_only=True)
class GainTable:
    """Models that share data set, protocol, prompt, extraction rule and metric."""

    key: GroupKey  #: the row's conditions; the setting shows only the picture, or no picture
    metric: str
    gains: list[Gain]


def description_gains(rows: Iterable[CountedRow], metrics: Sequence[Metric]) -> list[GainTable]:
    """Compare every model's scores with a description to its score with the picture alone.

    Of the rows, oldest first, the newest of a model and setting counts. Rows from papers, rows without
    verdicts and baselines are left out, and so are models with too few samples for a metric.
    """
    found: dict[GroupKey, dict[str, dict[str, CountedRow]]] = defaultdict(lambda: defaultdict(dict))
    for counted in filter(_counts, rows):
        result = counted.row.result
        for picture, words in suite_of(result.suite).blind.described.items():
            if result.setting in (picture, *words) and not is_baseline(counted.row):
                key = replace(key_of(counted.row), setting=picture, prompt_digest="")
                found[key][counted.row.slug][result.setting] = counted
    tables = []
    for key in sorted(found):
        for metric in metrics:
            models = (_described(settings, key, metric) for settings in found[key].values())
            gains = [gain for same in sorted(filter(None, models), key=_rank) for gain in same]
            tables.append(GainTable(key=key, metric=metric.name, gains=gains))
    return [table for table in tables if table.gains]


def decoder_gains(
    rows: Iterable[CountedRow], metrics: Sequence[Metric], submissions: Iterable[Submission]
) -> list[GainTable]:
    """Compare every model whose submission names a decoder with this decoder, by subset.

    Of the rows, oldest first, the newest of a submission counts. Rows from papers are left out, and so are
    models with too few samples for a metric.
    """
    submissions = tuple(submissions)
    known = {each.name: each for each in submissions} | {each.slug: each for each in submissions}
    found: dict[GroupKey, dict[str, CountedRow]] = defaultdict(dict)
    for counted in filter(_counts, rows):
        found[key_of(counted.row)][counted.row.slug] = counted
    tables = []
    for key in sorted(found):
        for metric in metrics:
            models = [model for model in submissions if model.decoder and model.slug in found[key]]
            pairs = ((model, known.get(model.decoder or "")) for model in models)
            gains = [gain for pair in pairs for gain in _next_to_decoder(*pair, found[key], metric)]
            tables.append(GainTable(key=key, metric=metric.name, gains=gains))
    return [table for table in tables if table.gains]


def _counts(counted: CountedRow) -> bool:
    return counted.row.run.trust != "reported" and bool(counted.counts.tasks)


def _described(settings: _Rows, key: GroupKey, metric: Metric) -> list[Gain]:
    first = settings.get(key.setting)
    score = None if first is None else measured_score(first, metric)
    names = [name for name in suite_of(key.suite).blind.described[key.setting] if name in settings]
    gains = [_gain(name, first, score, settings[name], metric) for name in names]
    return [
        replace(gain, notes=[note for note in gain.notes if "setting" not in note and "prompt" not in note])
        for gain in gains
        if gain is not None
    ]


def _gain(
    other: str, first: CountedRow | None, score: Score | None, counted: CountedRow, metric: Metric
) -> Gain | None:
    """Return the gain of a row over the first one; None if the row has too few samples.

    Raises:
        BadInput: if the two rows have no common task.
    """
    own = measured_score(counted, metric)
    if own is None:
        return None
    if first is None or score is None:
        return Gain(other=other, first=score, row=counted.row, score=own, difference=None, notes=())
    # Without their data sets, whose notes are the same for every model of a table.
    own_side, first_side = (
        Subject(
            name=each.row.name,
            slug=each.row.slug,
            counts=each.counts,
            row=each.row,
        )
        for each in (counted, first)
    )
    found = compare_subjects(own_side, first_side, metric, common=True)
    return Gain(
        other=other, first=score, row=counted.row, score=own, difference=found.overall, notes=found.notes
    )


def _rank(gains: Sequence[Gain]) -> tuple[bool, float, str]:
    first = gains[0].first
    return first is None, -(first.value if first else 0.0), gains[0].slug


def _next_to_decoder(
    model: Submission, decoder: Submission | None, rows: _Rows, metric: Metric
) -> Iterator[Gain]:
    """Yield the gain on all tasks unless there is exactly one subset, then on each subset."""
    first = None if decoder is None else rows.get(decoder.slug)
    other = rows[model.slug]
    names = [name for name in other.counts.categories if name.startswith("subset:") and "/" not in name]
    for name in [*([""] if len(names) != 1 else []), *names]:
        part = None if first is None else _within(first, name)
        score = None if part is None else measured_score(part, metric)
        gain = _gain(model.decoder or "", part, score, _within(other, name), metric)
        if gain is not None:
            yield replace(gain, subset=name.partition(":")[2], submissions=(model, decoder))


def _within(counted: CountedRow, category: str) -> CountedRow:
    """Return the row with counts on the tasks of one category; all tasks if it is empty."""
    return replace(counted, counts=counted.counts.within(category)) if category else counted
