"""Which rows share a table.

Rows are compared only if they answer the same question: the same suite, data set, setting, protocol, prompt,
extraction rule and set of tasks. The protocol is the one that was applied: where a server refused or ignored
a parameter of sampling that the protocol asks for, the vendor decided how answers were drawn, and such rows
have tables of their own, by what was lost. In a group the newest row of each submission and effort
counts; its earlier rows stay on the model's page. A row of a newer version of the suite supersedes older ones
of its submission and effort even if the set of tasks differs: a corrected task moves them from one table to
the next.

A row whose answers the limit of tokens cut off too often is in its table without a place.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from benchmark.analysis.catalog import BASELINES, suite_order
from benchmark.analysis.score_cells import loses_place
from benchmark.core.counts import Counts
from benchmark.core.names import is_fresh
from benchmark.results.row import Row, RowScore, row_age
from benchmark.suites import joined_stem, ranking_metric, suite_of


@lru_cache(maxsize=64)  # also so that the rows of a table share their stems
def joined_stems(suite: str, tasks: tuple[str, ...], stems: tuple[str, ...]) -> tuple[str, ...]:
    """Return stems in which variants of a problem that data name only by their ids are one stem."""
    return tuple(joined_stem(suite, task, stem) for task, stem in zip(tasks, stems, strict=True))


def levels_of(row: Row, counts: Counts) -> list[int]:
    """Return the level of each task of a row, from 1 to 5; 0 for tasks that are not our own."""
    known, dataset = suite_of(row.result.suite), row.result.dataset
    levels = [known.level_number(dataset, "")] * len(counts.tasks)
    for category, places in counts.categories.items():
        _, named, name = category.rpartition("level:")
        for place in places if named else ():
            levels[place] = known.level_number(dataset, name)
    return levels


@dataclass(frozen=True, slots=True, order=True)
class GroupKey:
    """What all rows of one table have in common."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str
    prompt_digest: str
    extraction: str
    tasks_digest: str


@dataclass(frozen=True, kw_only=True)  # without slots: cached_property needs a __dict__
class RowGroup:
    """The newest row of every submission, highest score first, and all rows of the group."""

    key: GroupKey
    newest: tuple[Row, ...]
    by_slug: Mapping[str, tuple[Row, ...]]  #: all rows of a submission: newest first, superseded ones last

    @cached_property
    def models(self) -> tuple[Row, ...]:
        """The newest row of each model that can have a place."""
        return tuple(row for row in self.every_model if not loses_place(row))

    @cached_property
    def cut_short(self) -> tuple[Row, ...]:
        """The newest row of each model that has no place, because too many answers were cut off."""
        return tuple(row for row in self.every_model if loses_place(row))

    @cached_property
    def every_model(self) -> tuple[Row, ...]:
        """The newest row of each model, with or without a place."""
        return tuple(row for row in self.newest if not is_baseline(row))

    @cached_property
    def baselines(self) -> tuple[Row, ...]:
        """The newest row of each baseline."""
        return tuple(row for row in self.newest if is_baseline(row))


def is_baseline(row: Row) -> bool:
    """Whether the row's submission checks the benchmark instead of a model."""
    return row.slug in BASELINES


def metric_name(row: Row) -> str:
    """Return the name of the metric by which the row is ranked, which its data set decides."""
    return ranking_metric(row.result.suite, row.result.dataset)


def score_of(row: Row, metric: str = "", category: str = "") -> RowScore | None:
    """Return the row's score, or None; by default over all tasks, by the metric that ranks it."""
    wanted = metric or metric_name(row)
    return next((s for s in row.result.scores if s.metric == wanted and s.category == category), None)


def rows_by_slug(rows: Iterable[Row], *, efforts: bool = True) -> dict[str, tuple[Row, ...]]:
    """Return the rows of each submission, newest first; those of its efforts apart, or together."""
    by_slug: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=row_age, reverse=True):
        by_slug[row.slug if efforts else row.result.submission.slug].append(row)
    return {slug: tuple(same) for slug, same in by_slug.items()}


_SAMPLING = ("temperature", "top_p", "top_k")
#: In front of the id of a protocol if the vendor decided something of its sampling: all that it asks for, or
#: what is named, as in ``vendor-top-p-cool-1``.
_VENDOR = "vendor-"
VENDOR_SAMPLING = f"{_VENDOR}sampling-"
_LOST = r"sampling|temperature|top-p|top-k"
_APPLIED = re.compile(rf"({_VENDOR}((?:{_LOST})(?:-(?:{_LOST}))*)-)?(.*?)(?:-at-temperature-([0-9.]+))?")


@dataclass(frozen=True, slots=True)
class AppliedProtocol:
    """What the id of an applied protocol says."""

    prefix: str  #: such as ``vendor-top-p-``; empty if the vendor decided nothing
    lost: tuple[str, ...]  #: what the vendor decided: ``sampling`` for all, else ``temperature``, ``top-p``
    asked: str  #: the protocol that was asked for
    temperature: float | None  #: what was sent although the protocol asks for none; else None

    @classmethod
    def of(cls, protocol: str) -> "AppliedProtocol":
        """Read the id of an applied protocol."""
        found = _APPLIED.fullmatch(protocol)
        prefix, lost, asked, sent = ("", "", protocol, "") if found is None else found.groups()
        return cls(prefix or "", (*re.findall(_LOST, lost or ""),), asked, float(sent) if sent else None)


def unsent(row: Row) -> dict[str, str]:
    """Return what no server applied, or not to all answers: parameter → ``dropped`` or ``ignored``."""
    found, made = row.run.sampling, row.run.generation
    if found is None:  # rows of older versions have only the number of completions by dropped parameter
        return {} if made is None else dict.fromkeys(made.dropped, "dropped")
    return dict.fromkeys(found.ignored, "ignored") | dict.fromkeys(found.dropped, "dropped")


def _asked(row: Row) -> frozenset[str]:
    """Return the parameters that the row's protocol asks for; all if this version does not know it."""
    return _asked_of(row.result.suite, row.result.setting, row.result.protocol)


@lru_cache(1024)
def _asked_of(suite: str, setting: str, name: str) -> frozenset[str]:
    protocol = suite_of(suite).asked.protocols.get(name)
    return frozenset(_SAMPLING) if protocol is None else protocol.within(setting).asked


def unapplied(row: Row) -> dict[str, str]:
    """Return what the row's protocol asks for and did not get: parameter → ``dropped`` or ``ignored``.

    A seed and the number of answers per call are no part of a protocol, and a refused stop is applied here.
    """
    asked = _asked(row)
    return {name: what for name, what in unsent(row).items() if name in asked}


def applied_protocol(row: Row) -> str:
    """Return the protocol by which the row's answers were drawn, whatever was asked for.

    ``greedy`` becomes ``vendor-sampling-greedy`` if all that it asks for was lost. ``thinking`` asks for no
    temperature; where one was sent, as older versions did, it becomes ``thinking-at-temperature-1``.
    """
    lost, asked, protocol = unapplied(row), _asked(row), row.result.protocol
    if lost:
        names = [name.replace("_", "-") for name in _SAMPLING if name in lost]
        return (VENDOR_SAMPLING if lost.keys() == asked else f"{_VENDOR}{'-'.join(names)}-") + protocol
    found, made = row.run.sampling, row.run.generation
    sent = made.parameters if found is None and made is not None else found.sent if found else {}
    value = sent.get("temperature")
    if "temperature" in asked or "temperature" in unsent(row) or not isinstance(value, int | float):
        return protocol
    return f"{protocol}-at-temperature-{value:g}"


def without_protocol(key: GroupKey) -> GroupKey:
    """Return the key that tables of several protocols share; what the vendors decided stays apart."""
    return replace(key, protocol=AppliedProtocol.of(key.protocol).prefix)


def decides_places(key: GroupKey) -> bool:
    """Whether rows of this table decide places among those that share it."""
    return AppliedProtocol.of(key.protocol).asked == suite_of(key.suite).judged.ranking_protocol


def key_of(row: Row) -> GroupKey:
    """Return the key of the table that the row belongs to."""
    result = row.result
    return GroupKey(
        suite=result.suite,
        dataset=result.dataset,
        setting=result.setting,
        protocol=applied_protocol(row),
        prompt=result.prompt.name,
        prompt_digest=result.prompt.digest or "",
        extraction=result.extraction,
        tasks_digest=result.tasks.digest,
    )


def group_rows(rows: Iterable[Row]) -> dict[str, tuple[RowGroup, ...]]:
    """Return groups by suite, suites in the order of their tabs; rows from papers are left out.

    Within a suite, groups with more models come first, then those with more tasks, then those whose setting
    the suite lists first, then those judged more recently. Groups with the vendors' own sampling follow
    these, then groups without pictures, and groups on fresh sets come last, those with private rules at the
    end.
    """
    judged = sorted((row for row in rows if row.run.trust != "reported"), key=row_age)
    superseded = superseded_ids(judged)
    members: dict[GroupKey, list[Row]] = defaultdict(list)
    newest: dict[tuple[str, ...], GroupKey] = {}
    for row in judged:
        if row.id not in superseded:
            newest[question_of(row)] = key = key_of(row)
            members[key].append(row)
    earlier: dict[GroupKey, list[Row]] = defaultdict(list)
    for row in judged:
        if row.id in superseded:
            earlier[newest[question_of(row)]].append(row)
    suites: dict[str, list[RowGroup]] = defaultdict(list)
    for key in sorted(members, key=lambda key: (suite_order(key.suite), key)):
        counted, older = rows_by_slug(members[key]), rows_by_slug(earlier[key])
        group = RowGroup(
            key=key,
            newest=tuple(sorted((same[0] for same in counted.values()), key=_rank)),
            by_slug={slug: same + older.get(slug, ()) for slug, same in counted.items()},
        )
        suites[key.suite].append(group)
    return {suite: tuple(sorted(groups, key=_prominence)) for suite, groups in suites.items()}


def by_protocol(groups: Iterable[RowGroup]) -> list[list[RowGroup]]:
    """Return the groups that differ only in their protocol together, the one that decides places first.

    That is the group of the suite's ranking protocol, else the first group. The vendors' own sampling is
    never joined with what a protocol asks for.
    """
    found: dict[GroupKey, list[RowGroup]] = {}
    for group in groups:
        same = found.setdefault(without_protocol(group.key), [])
        same.insert(0 if decides_places(group.key) and group.models else len(same), group)
    return list(found.values())


def superseded_ids(rows: Iterable[Row]) -> frozenset[str]:
    """Return the ids of rows that a row of a newer version of the suite supersedes."""
    asked = [(question_of(row), row.result.versions.suite, row.id) for row in rows]
    latest: dict[tuple[str, ...], int] = {}
    for question, version, _ in asked:
        latest[question] = max(version, latest.get(question, 0))
    return frozenset(name for question, version, name in asked if version < latest[question])


def other_serials(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the serial numbers of the judge if rows of the same versions have several; else nothing.

    Rows of different versions are told apart by these, and rows without a number by nothing.
    """
    found: dict[tuple[int, int], set[str]] = defaultdict(set)
    for row in rows:
        if row.run.judge_serial is not None:
            found[row.result.versions.suite, row.result.versions.judge].add(row.run.judge_serial)
    return tuple(sorted({serial for same in found.values() if len(same) > 1 for serial in same}))


def reported_rows(rows: Iterable[Row], suite: str) -> tuple[Row, ...]:
    """Return the suite's rows with numbers from papers, highest score first; shares before points."""
    found = [row for row in rows if row.run.trust == "reported" and row.result.suite == suite]
    return tuple(sorted(found, key=lambda row: (metric_name(row), *_rank(row))))


def question_of(row: Row) -> tuple[str, ...]:
    """Identify a submission and the question that it answered, whatever the version of the tasks."""
    result = row.result
    names = (result.suite, result.dataset, result.setting, result.protocol, result.prompt.name)
    reported = "reported" if row.run.trust == "reported" else ""
    return (row.slug, *names, result.extraction, reported)


def _rank(row: Row) -> tuple[float, str]:
    score = score_of(row)
    return (-score.value if score else float("inf"), row.slug)


def is_blind(key: GroupKey) -> bool:
    """Whether the table is in its suite's blind setting, in which models are not shown the picture."""
    return key.setting in suite_of(key.suite).blind.settings


def _prominence(group: RowGroup) -> tuple[bool, bool, bool, bool, int, int, int, float, GroupKey]:
    latest = max(row.run.started for row in group.newest)
    settings = suite_of(group.key.suite).asked.settings
    return (
        is_fresh(group.key.dataset),
        is_blind(group.key),
        group.key.protocol.startswith(_VENDOR),
        group.key.dataset in suite_of(group.key.suite).data.parts,  # all its tasks are in a larger set, too
        -len(group.models),
        -group.newest[0].result.tasks.count,
        settings.index(group.key.setting) if group.key.setting in settings else len(settings),
        -float("".join(character for character in latest if character.isdigit())),
        group.key,
    )
