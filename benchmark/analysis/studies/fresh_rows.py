"""Match rows on fresh sets with the public row of the same model and question."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmark.analysis.groups import superseded_ids
from benchmark.core.fresh import is_fresh
from benchmark.core.suite import suite_of
from benchmark.results.row import Row, row_age

_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowMatches:
    """Rows of one model, setting, protocol, prompt and rule, on public and on fresh sets.

    Only the newest public row and the newest row of each fresh set are found. Rows from papers and superseded
    rows are never found, and a row from a paper has no match.
    """

    _public: Mapping[_Key, Row]
    _fresh: Mapping[_Key, Mapping[str, Row]]  #: by data set, the most recent last

    def find(self, row: Row) -> tuple[Row, ...]:
        """Return the public row of a fresh row, or the fresh rows of a public row, the most recent first."""
        if row.run.trust == "reported":
            return ()
        if is_fresh(row.result.dataset):
            found = self._public.get(_match_key(row))
            return () if found is None else (found,)
        if row.result.dataset not in suite_of(row.result.suite).public:
            return ()
        return tuple(reversed([*self._fresh.get(_match_key(row), {}).values()]))


def match_rows(rows: Iterable[Row]) -> RowMatches:
    """Match public and fresh rows of one model, setting, protocol, prompt and rule."""
    judged = [row for row in rows if row.run.trust != "reported"]
    superseded = superseded_ids(judged)
    public: dict[_Key, Row] = {}
    fresh: dict[_Key, dict[str, Row]] = defaultdict(dict)
    for row in sorted(judged, key=row_age):
        if row.id in superseded:
            continue
        dataset = row.result.dataset
        if is_fresh(dataset):
            fresh[_match_key(row)].pop(dataset, None)
            fresh[_match_key(row)][dataset] = row
        elif dataset in suite_of(row.result.suite).public:
            public[_match_key(row)] = row
    return RowMatches(public, fresh)


def _match_key(row: Row) -> tuple[str, ...]:
    result = row.result
    return (
        result.submission.slug,
        result.suite,
        result.setting,
        result.protocol,
        result.prompt.name,
        result.extraction,
    )
