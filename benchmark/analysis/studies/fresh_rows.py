"""Match rows on fresh sets with the public row of the same model and question."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from benchmark.analysis.groups import superseded_ids
from benchmark.core.fresh import is_fresh
from benchmark.results.row import Row, row_age
from benchmark.suites.settings import PUBLIC_DATASETS

#: Returns the public row that matches a fresh row, or the fresh rows that match a public row.
FindCounterparts = Callable[[Row], tuple[Row, ...]]


def counterpart_finder(rows: Iterable[Row]) -> FindCounterparts:
    """Return a function that matches public and fresh rows of one model, setting, protocol, prompt and rule.

    Only the newest public row and the newest row of each fresh set are found; the most recent set comes
    first. Rows from papers and superseded rows are never found, and a row from a paper has no match.
    """
    judged = [row for row in rows if row.run.trust != "reported"]
    superseded = superseded_ids(judged)
    public: dict[tuple[str, ...], Row] = {}
    fresh: dict[tuple[str, ...], dict[str, Row]] = defaultdict(dict)
    for row in sorted(judged, key=row_age):
        if row.id in superseded:
            continue
        dataset = row.result.dataset
        if is_fresh(dataset):
            fresh[_match_key(row)].pop(dataset, None)
            fresh[_match_key(row)][dataset] = row
        elif dataset in PUBLIC_DATASETS.get(row.result.suite, ()):
            public[_match_key(row)] = row

    def find(row: Row) -> tuple[Row, ...]:
        if row.run.trust == "reported":
            return ()
        if is_fresh(row.result.dataset):
            found = public.get(_match_key(row))
            return () if found is None else (found,)
        if row.result.dataset not in PUBLIC_DATASETS.get(row.result.suite, ()):
            return ()
        return tuple(reversed(fresh.get(_match_key(row), {}).values()))

    return find


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
