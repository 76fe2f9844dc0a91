"""The rows of each table at the end of any day, replayed from the dates of rows and of their withdrawals."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from benchmark.analysis.groups import GroupKey, is_baseline, key_of, question_of
from benchmark.core.suite import suite_of
from benchmark.leaderboard.rows.sources import Sources
from benchmark.results.row import Row, row_age

TableRows = Mapping[str, Row]  #: the row of each submission that counts in a table, by slug


class LedgerReplay:
    """The tables of a ledger, first those before all rows; :meth:`advance` goes to the end of a later day."""

    def __init__(self, sources: Sources) -> None:
        #: Rows by the day on which they came, or were withdrawn; then with the date of the withdrawal.
        self._events: dict[str, list[tuple[Row, str]]] = defaultdict(list)
        for row, withdrawn in _dated_rows(sources):
            self._events[row.run.started[:10]].append((row, ""))
            if withdrawn:
                self._events[max(withdrawn[:10], row.run.started[:10])].append((row, withdrawn))
        self.days: tuple[str, ...] = tuple(sorted(self._events))  #: days with a change, oldest first
        self._next = 0  #: index of the first day that was not replayed
        self._judged: dict[tuple[str, ...], dict[str, Row]] = defaultdict(dict)
        self._counting: dict[tuple[str, ...], dict[GroupKey, Row]] = {}
        self.tables: dict[GroupKey, dict[str, Row]] = defaultdict(dict)
        self.changed: dict[GroupKey, str] = {}  #: time of the last change of each table

    def advance(self, day: str) -> dict[GroupKey, TableRows]:
        """Go to the end of a day, and return the earlier rows of each table whose rows changed."""
        before: dict[GroupKey, TableRows] = {}
        touched: dict[tuple[str, ...], str] = {}
        while self._next < len(self.days) and self.days[self._next] <= day:
            for row, withdrawn in self._events[self.days[self._next]]:
                question = question_of(row)
                touched[question] = max(touched.get(question, ""), withdrawn or row.run.started)
                if withdrawn:
                    self._judged[question].pop(row.id, None)
                else:
                    self._judged[question][row.id] = row
            self._next += 1
        for question, instant in touched.items():
            now = _counting_rows(self._judged[question])
            then = self._counting.get(question, {})
            slug = question[0]
            for key in dict.fromkeys((*then, *now)):
                if then.get(key) is now.get(key):
                    continue
                before.setdefault(key, dict(self.tables[key]))
                self.changed[key] = max(self.changed.get(key, ""), instant)
                if key in now:
                    self.tables[key][slug] = now[key]
                else:
                    del self.tables[key][slug]
            self._counting[question] = now
        return {key: rows for key, rows in before.items() if rows != self.tables[key]}

    def decides_places(self, key: GroupKey) -> bool:
        """Whether a table has places on pages; rows of a suite's other protocols only add columns to one."""
        same = [
            other
            for other, rows in self.tables.items()
            if (other.suite, other.dataset, other.setting, other.prompt, other.prompt_digest)
            == (key.suite, key.dataset, key.setting, key.prompt, key.prompt_digest)
            and (other.extraction, other.tasks_digest) == (key.extraction, key.tasks_digest)
            and any(not is_baseline(row) for row in rows.values())
        ]
        ranks = suite_of(key.suite).ranking_protocol
        best = min(same, key=lambda other: (other.protocol != ranks, *self._prominence(other)), default=key)
        return best == key

    def _prominence(self, key: GroupKey) -> tuple[int, float, GroupKey]:
        """Return a sort key in the order of :func:`benchmark.analysis.groups.group_rows`."""
        rows = self.tables[key].values()
        latest = max(row.run.started for row in rows)
        return (
            -sum(not is_baseline(row) for row in rows),
            -float("".join(character for character in latest if character.isdigit())),
            key,
        )


def _dated_rows(sources: Sources) -> Iterator[tuple[Row, str]]:
    """Yield all rows that tables can have, each with the date of its withdrawal; empty if it counts."""
    listed = [(row, "") for row in sources.light_rows]
    listed += [(entry.row, entry.retraction.date) for entry in sources.withdrawn]
    for row, withdrawn in sorted(listed, key=lambda entry: row_age(entry[0])):
        if row.run.trust != "reported":
            yield row, withdrawn


def _counting_rows(judged: Mapping[str, Row]) -> dict[GroupKey, Row]:
    """Return the rows of one submission and question that count: the newest of the newest suite version."""
    latest = max((row.result.versions.suite for row in judged.values()), default=0)
    found: dict[GroupKey, Row] = {}
    for row in sorted(judged.values(), key=row_age):
        if row.result.versions.suite == latest:
            found[key_of(row)] = row
    return found
