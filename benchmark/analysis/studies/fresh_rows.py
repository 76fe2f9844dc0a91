"""Rows on fresh sets beside the public row that asked the same of the same model."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from benchmark.analysis.groups import superseded_ids
from benchmark.core.fresh import is_fresh
from benchmark.results.row import Row
from benchmark.suites.settings import PUBLIC

#: Finds rows that stand beside a row: the public one beside a fresh one, and fresh ones beside a public one.
FindCounterparts = Callable[[Row], tuple[Row, ...]]


def counterpart_finder(rows: Iterable[Row]) -> FindCounterparts:
    """Public and fresh rows, found by each other: of one model, setting, protocol, prompt and extraction.

    The newest public row counts, and the newest one of every fresh set, the newest set first. Rows from
    papers, and rows in whose place one of a newer version of the suite stands, have none and are none.
    """
    judged = [row for row in rows if row.run.trust != "reported"]
    gone = superseded_ids(judged)
    public: dict[tuple[str, ...], Row] = {}
    fresh: dict[tuple[str, ...], dict[str, Row]] = defaultdict(dict)
    for row in sorted(judged, key=lambda row: (row.run.started, row.id)):
        if row.id in gone:
            continue
        dataset = row.result.dataset
        if is_fresh(dataset):
            fresh[_match_key(row)].pop(dataset, None)
            fresh[_match_key(row)][dataset] = row
        elif dataset == PUBLIC.get(row.result.suite):
            public[_match_key(row)] = row

    def find(row: Row) -> tuple[Row, ...]:
        if row.run.trust == "reported":
            return ()
        if is_fresh(row.result.dataset):
            found = public.get(_match_key(row))
            return () if found is None else (found,)
        if row.result.dataset != PUBLIC.get(row.result.suite):
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
