"""Which rows share a table.

Rows are compared only if they answer the same question: the same suite, data set, setting, protocol, prompt,
extraction rule and set of tasks. The protocol is the one that was applied: where a server refused or ignored
a parameter of sampling that the protocol asks for, the vendor decided how answers were drawn, and such rows
have tables of their own. In a group each submission's newest row counts; its earlier rows stay on the model's
page. A row of a newer version of the suite supersedes a submission's older ones even if the set of tasks
differs: a corrected task moves the submission from one table to the next.

A row whose answers the limit of tokens cut off too often is in its table without a place.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from benchmark.analysis.catalog import BASELINES, suite_order
from benchmark.analysis.score_cells import loses_place
from benchmark.core.names import is_fresh
from benchmark.results.row import Row, RowScore, row_age
from benchmark.suites import ranking_metric, suite_of


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


def rows_by_slug(rows: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    """Return the rows of each submission, newest first."""
    by_slug: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=row_age, reverse=True):
        by_slug[row.slug].append(row)
    return {slug: tuple(same) for slug, same in by_slug.items()}


#: In front of the id of a protocol: its draws and limit of tokens, but the vendor's own sampling.
VENDOR_SAMPLING = "vendor-sampling-"


def unapplied(row: Row) -> dict[str, str]:
    """Return what the row's protocol asks for and did not get: parameter → ``dropped`` or ``ignored``.

    A seed and the number of answers per call are no part of a protocol, and a refused stop is applied here.
    """
    result, found = row.result, row.run.sampling
    if found is None:
        return {}
    protocol = suite_of(result.suite).asked.protocols.get(result.protocol)
    drawn = None if protocol is None else protocol.within(result.setting)
    asked = {
        "temperature": drawn is None or drawn.temperature is not None,
        "top_p": drawn is None or drawn.top_p != 1,
        "top_k": drawn is None or drawn.top_k is not None,
    }
    parts = (("ignored", found.ignored), ("dropped", found.dropped))
    return {name: part for part, names in parts for name in names if asked.get(name)}


def applied_protocol(row: Row) -> str:
    """Return the protocol by which the row's answers were drawn, whatever was asked for."""
    return VENDOR_SAMPLING * bool(unapplied(row)) + row.result.protocol


def without_protocol(key: GroupKey) -> GroupKey:
    """Return the key that tables of several protocols share; the vendors' own sampling stays apart."""
    return replace(key, protocol=VENDOR_SAMPLING * key.protocol.startswith(VENDOR_SAMPLING))


def decides_places(key: GroupKey) -> bool:
    """Whether rows of this table decide places among those that share it."""
    ranks = suite_of(key.suite).judged.ranking_protocol
    return key.protocol.removeprefix(VENDOR_SAMPLING) == ranks


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
    return (result.submission.slug, *names, result.extraction, reported)


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
        group.key.protocol.startswith(VENDOR_SAMPLING),
        group.key.dataset in suite_of(group.key.suite).data.parts,  # all its tasks are in a larger set, too
        -len(group.models),
        -group.newest[0].result.tasks.count,
        settings.index(group.key.setting) if group.key.setting in settings else len(settings),
        -float("".join(character for character in latest if character.isdigit())),
        group.key,
    )
