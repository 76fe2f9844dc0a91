"""The work of `sightbench nightly accept`."""

import datetime
from pathlib import Path

from benchmark.analysis.nights.decided import accepted_days
from benchmark.analysis.nights.night_series import find_series
from benchmark.analysis.nights.records import series_fields
from benchmark.cli.nightly.files import day_of, moment_of, records_of, write_records
from benchmark.cli.nightly.folder import check_nightly_folder
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.edge import validate_record
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.named import NO_ID
from benchmark.results.nightly.series import read_panels


def run(*, series: str, nightly: Path, out: Path, date: str, by: str, reason: str, link: str) -> None:
    """Write the decision of a person that the present level of a series is accepted."""
    now = datetime.datetime.now(datetime.UTC)
    day = day_of(date, now)
    check_nightly_folder(nightly)
    known = {each.name: each for each in find_series(read_panels(nightly), day).series}
    chosen = known.get(series)
    if chosen is None:
        fix = "use one of " + "; ".join(known) if known else "there are no panels yet"
        raise BadInput("SERIES", "", f"{quote_value(series)} has no panels until {day}", fix)
    if day in accepted_days(records_of(nightly, out, Decision), chosen):
        say(f"{series}: the level was already accepted on {day}")
        return
    record = {
        "id": NO_ID,
        "date": str(day),
        "when": moment_of(now),
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
    say(f"{series}: {decision.reason}")
