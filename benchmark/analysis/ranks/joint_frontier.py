"""One ranking over all suites: as many tasks of levels 3 to 5 of each open set.

A suite alone has too few families at these levels to tell models apart; together they have enough.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from benchmark.analysis.groups import GroupKey, RowGroup, levels_of
from benchmark.analysis.ranks.ranking_report import Ranking
from benchmark.analysis.ranks.subjects import Subject, row_subject
from benchmark.core.counts import Counts
from benchmark.core.digest import sha256_hex
from benchmark.core.suite import FRONTIER
from benchmark.core.verdict import Status
from benchmark.results.row import Row
from benchmark.scoring.metrics import pass_metric
from benchmark.suites import load_all

EACH = 12  #: tasks of a suite at each level, at most


@dataclass(frozen=True, slots=True, kw_only=True)
class JointFrontier:
    """Models that answered the open sets of all suites by one protocol."""

    protocol: str
    tasks: Mapping[str, tuple[str, ...]]  #: suite → ids of its tasks, by level
    families: Mapping[str, int]  #: suite → number of families of these tasks
    rows: Mapping[str, Mapping[str, Row]]  #: slug → suite → row, of models with rows in all suites
    lacking: Mapping[str, tuple[str, ...]]  #: slug → suites in which a model with some rows has none
    subjects: tuple[Subject, ...]  #: the models with rows in all suites, with their counts on all tasks

    def ranking(self) -> Ranking:
        """Rank the models by pass@1; each task counts the same. Needs the extra ``statistics``."""
        from benchmark.analysis.ranks.ranking import rank  # needs packages that a site may lack

        key = GroupKey("", "frontier", "", self.protocol, "", "", "", "")
        return rank(key, self.subjects, pass_metric(1), "", None).ranking


def joint_sets() -> dict[str, tuple[str, str]]:
    """Return the open set and the setting of each suite that has tasks with levels; suites as in the menu."""
    return {
        suite.id: (suite.data.public[0], suite.asked.settings[0])
        for suite in load_all().values()
        if suite.data.public and suite.has_levels(suite.data.public[0])
    }


def joint_frontiers(
    groups: Mapping[str, Sequence[RowGroup]], counts: Mapping[str, Counts]
) -> tuple[JointFrontier, ...]:
    """Return a field of models per protocol that rows of some suite have, that with most models first.

    Args:
        groups: by suite, the tables of a ledger; of those with the same protocol the first one counts.
        counts: by id of a row.
    """
    found: dict[str, dict[str, RowGroup]] = {}
    for suite, (dataset, setting) in joint_sets().items():
        for group in groups.get(suite, ()):
            if (group.key.dataset, group.key.setting) == (dataset, setting) and group.models:
                found.setdefault(group.key.protocol, {}).setdefault(suite, group)
    joined = [_joined(protocol, tables, counts) for protocol, tables in found.items()]
    return tuple(sorted(joined, key=lambda field: (-len(field.rows), -len(field.lacking), field.protocol)))


def _joined(protocol: str, tables: Mapping[str, RowGroup], counts: Mapping[str, Counts]) -> JointFrontier:
    suites = joint_sets()
    tasks, families = dict[str, tuple[str, ...]](), dict[str, int]()
    rows: dict[str, dict[str, Row]] = {}
    for suite, group in tables.items():
        known = counts[group.models[0].id]
        tasks[suite] = draw_joint(group.models[0], known)
        stems = dict(zip(known.tasks, known.stems, strict=True))
        families[suite] = len({stems[task] for task in tasks[suite]})
        for row in group.models:
            rows.setdefault(row.slug, {})[suite] = row
    whole = {slug: of for slug, of in rows.items() if len(of) == len(suites)}
    parts = {
        slug: [_on_tasks(row, counts[row.id], tasks[suite]) for suite, row in of.items()]
        for slug, of in whole.items()
    }
    return JointFrontier(
        protocol=protocol,
        tasks=tasks,
        families=families,
        rows=whole,
        lacking={
            slug: tuple(suite for suite in suites if suite not in of)
            for slug, of in rows.items()
            if slug not in whole
        },
        subjects=tuple(
            Subject(name=of[0].name, slug=slug, suite=of[0].suite, counts=_chained(of))
            for slug, of in parts.items()
        ),
    )


def _on_tasks(row: Row, counts: Counts, tasks: Sequence[str]) -> Subject:
    places = {task: place for place, task in enumerate(counts.tasks)}
    return row_subject(row, counts.at([places[task] for task in tasks]))


def draw_joint(row: Row, counts: Counts) -> tuple[str, ...]:
    """Return the ids of at most 12 tasks per level, the same for everybody: of as many families as there are.

    A level first takes families that no other level has. Families, and tasks within a family, come in the
    order of the SHA-256 of their ids.
    """
    used: dict[str, int] = {}
    drawn: list[str] = []
    levels = levels_of(row, counts)
    for level in FRONTIER:
        left = {
            task: stem
            for task, stem, own in zip(counts.tasks, counts.stems, levels, strict=True)
            if own == level
        }
        for _ in range(min(EACH, len(left))):
            task = min(left, key=lambda task: (used.get(left[task], 0), _order(left[task]), _order(task)))
            used[left[task]] = used.get(left[task], 0) + 1
            drawn.append(task)
            del left[task]
    return tuple(drawn)


def _order(name: str) -> str:
    return sha256_hex(name.encode())


def _chained(parts: Sequence[Subject]) -> Counts:
    """Return the counts of several subjects as those of one; names of tasks and families get their suite."""
    statuses = {status for part in parts for status in part.counts.statuses}

    def column(status: Status) -> tuple[int, ...]:
        empty = [(0,) * len(part.counts.tasks) for part in parts]
        return tuple(
            chain.from_iterable(
                part.counts.statuses.get(status, zeros) for part, zeros in zip(parts, empty, strict=True)
            )
        )

    return Counts(
        tasks=tuple(f"{part.suite}/{task}" for part in parts for task in part.counts.tasks),
        stems=tuple(f"{part.suite}/{stem}" for part in parts for stem in part.counts.stems),
        statuses={status: column(status) for status in statuses},
        missing=tuple(chain.from_iterable(part.counts.missing for part in parts)),
    )
