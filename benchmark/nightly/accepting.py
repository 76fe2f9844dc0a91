"""A person's decision, made by hand, that the present level of a series is its new baseline."""

import datetime
from pathlib import Path

from benchmark.analysis.nights.decided import accepted_days
from benchmark.analysis.nights.night_series import find_series
from benchmark.analysis.nights.records import series_fields
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.edge import validate_record
from benchmark.nightly.steps import day_of, present_moment, records_of, write_records
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.named import NO_ID
from benchmark.results.nightly.series import read_panels


def accept_series(
    name: str, nightly: Path, out: Path, day: datetime.date, *, by: str, reason: str, link: str
) -> Decision | None:
    """Record below ``OUT/nightly`` that a person accepts the present level of a series.

    Args:
        name: name of the series.
        nightly: the folder ``nightly`` of a checkout of the branch.
        out: folder for the new file.
        day: the day from which on the level is accepted.
        by: who decided.
        reason: why; empty for a sentence that only names the person.
        link: address of the issue or discussion; empty for none.

    Returns:
        The decision; None if the level was accepted on that day already.

    Raises:
        BadInput: if there is no such series, or the day is in the future.
    """
    known = {each.name: each for each in find_series(read_panels(nightly), day).series}
    chosen = known.get(name)
    if chosen is None:
        fix = "use one of " + "; ".join(known) if known else "there are no panels yet"
        raise BadInput("--accept", "", f"{quote_value(name)} has no panels until {day}", fix)
    if day > max(day_of(""), chosen.last):
        fix = "name the day from which on the present level is accepted"
        raise BadInput("--date", "", f"{day} is after today and after the last night, {chosen.last}", fix)
    if day in accepted_days(records_of(nightly, out, Decision), chosen):
        return None
    record = {
        "id": NO_ID,
        "date": str(day),
        "when": present_moment(),
        "slug": chosen.slug,
        "level": chosen.level,
        "series": series_fields(chosen.names),
        "outcome": "new-baseline",
        "reason": reason or f"{by} accepted the present level; the next eight nights are the new baseline",
        "cause": "person",
        "by": by,
        "links": {"issue": link} if link else {},
    }
    decision = validate_record(Decision, record, "the options").with_its_id()
    write_records(out, [decision])
    return decision
