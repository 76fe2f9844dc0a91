"""Measures what grows with the years: the ledger of money, a night's plan, failed attempts, and publications.

Each is measured at 1, 10 and 100 times today's size: ten years of nights with 2, 20 and 200 series, which are
7,300 to 730,000 reservations. The slope is the power of the size with which the CPU time (or the bytes) grew
last: 0 is constant, 1 linear. Only the last two months of the ledger have a file per reservation; the others
are sums, as a plan checks them out.
"""

import datetime
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmark.chain.plan.due_runs import failure_counts
from benchmark.core.digest import sha256_hex
from benchmark.results import layout
from benchmark.results.branch import begin, publish
from benchmark.results.branch_record import add_record
from benchmark.results.money import (
    Money,
    MoneyEntry,
    MonthSum,
    Reservation,
    SettledRun,
    Settlement,
    add_next_to,
    close_months,
    read_money,
    series_key,
)
from benchmark.results.status import RunStatus

YEARS = 10
SERIES = 2  #: series per night today
SCALES = (1, 10, 100)
LIMIT_SECONDS = 5.0  #: for reading the largest ledger
BEGIN, END = datetime.date(2027, 1, 1), datetime.date(2027 + YEARS, 1, 1)
NOW = datetime.datetime(END.year, 1, 31, tzinfo=datetime.UTC)
RUN = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}


def main() -> None:
    """Print a line per measurement; exit 1 if the largest ledger takes too long."""
    print(f"{'CPU seconds, or bytes':34} {'1x':>10} {'10x':>10} {'100x':>10} {'slope':>6}")
    with tempfile.TemporaryDirectory() as name:
        folders = [make_ledger(Path(name) / str(scale), SERIES * scale) for scale in SCALES]
        read = show("read the ledger", [seconds(lambda at=at: read_money(at)) for at in folders])
        ledgers = [read_money(at) for at in folders]
        pairs = [(money, SERIES * scale) for money, scale in zip(ledgers, SCALES, strict=True)]
        show("a plan's questions to the ledger", [seconds(lambda at=at: ask(*at)) for at in pairs])
        show("read it and close two months", [seconds(lambda at=at: close(at)) for at in folders])
        statuses = [list(make_statuses(3 * 20 * scale)) for scale in SCALES]
        show("failed attempts of all runs", [seconds(lambda at=at: failure_counts(at)) for at in statuses])
        fetched = [published(Path(name) / "git", 20 * scale) for scale in SCALES]
        show("publish one file: bytes fetched", fetched)
    if read > LIMIT_SECONDS:
        sys.exit(f"reading the largest ledger took more than {LIMIT_SECONDS:g} s of CPU time")


def show(what: str, values: list[float]) -> float:
    """Print the values of one measurement with their slope; return the last value."""
    slope = math.log10(max(values[-1], 1e-9) / max(values[-2], 1e-9))
    print(f"{what:34} " + " ".join(f"{value:10,.4g}" for value in values) + f" {slope:6.2f}", flush=True)
    return values[-1]


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds that some work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def make_ledger(folder: Path, series: int) -> Path:
    """Write ten years of nights as the checkout of a plan has them; return the folder.

    Closed months differ from one another only by their date, so that the largest ledger is made in seconds.
    """
    money = folder / layout.MONEY
    days = [END - datetime.timedelta(days=back) for back in range(1, 62)]
    entries = [entry_of(day.isoformat(), number) for day in days for number in range(series)]
    for entry in entries:
        add_record(money, entry.reservation)
        assert entry.settlement is not None  # noqa: S101 - made above
        add_next_to(folder, entry.reservation, entry.settlement)
    month = [entry for entry in entries if entry.month == f"{END.year - 1}-12"]
    found = MonthSum.of(month[0].month, month, f"{END.year}-03-01T00:00:00Z")
    for number in range(12 * YEARS - 2):
        name = f"{BEGIN.year + number // 12}-{number % 12 + 1:02}"
        add_record(money, found.model_copy(update={"month": name}))
    return folder


def entry_of(date: str, number: int) -> MoneyEntry:
    """Return the settled reservation of one series in one night."""
    request = sha256_hex(str(number).encode())
    run = {**RUN, "prompt": "sightbench", "run": 0, "request": request, "config": request, "cents": 20}
    when = f"{date}T02:00:00Z"
    links = {"CI run": f"https://github.com/sightbench/sightbench/actions/runs/{10**10 + number}"}
    part = f"night-series-{number:03}"
    more = {"policy": request, "commit": "a" * 40, "number": number, "links": links, "night": date}
    reservation = Reservation.new(part=part, when=when, runs=[run], **more)
    settled = SettledRun(request=request, cents=11, how="counted")
    return MoneyEntry(
        reservation, Settlement(reservation=reservation.id, when=when, runs=[settled], links=links)
    )


def close(checkout: Path) -> None:
    """Close the months of a checkout that are over by now."""
    close_months(checkout, read_money(checkout), NOW + datetime.timedelta(days=31))


def ask(money: Money, series: int) -> None:
    """Ask the ledger what the plan of a night asks it for each series."""
    for number in range(series):
        key = series_key(f"series-{number:03}", sha256_hex(str(number).encode()))
        _ = money.spent_usd("2036-12"), money.under_way, money.tried[key], money.rubric_tries[key]


def make_statuses(count: int) -> Iterator[RunStatus]:
    """Make the statuses of runs that failed three times each."""
    for number in range(count):
        request = sha256_hex(str(number // 3).encode())
        fields = {**RUN, "slug": f"s-{number // 3}", "prompt": "", "request": request, "config": request}
        ended = {"state": "failed", "stage": "record", "reason": "lost", "when": "2036-12-01T00:00:00Z"}
        yield RunStatus.model_validate(fields | ended)


def published(folder: Path, files: int) -> float:
    """Publish one file to a branch with a number of files that it does not need; return the bytes fetched."""
    remote = folder / str(files)
    subprocess.run(["git", "init", "--quiet", "--bare", str(remote)], check=True)
    subprocess.run(["git", "config", "uploadpack.allowFilter", "true"], cwd=remote, check=True)
    names = [sha256_hex(str(number).encode()) for number in range(files)]
    stored = {f"money/2036-12/{name}.json": (name * 16).encode() for name in names}
    begin(str(remote), {layout.README: b"Rows.\n", **stored}, folder=folder / f"{files}-begin")

    def write(checkout: Path) -> str:
        (checkout / "new.json").write_text("{}\n", encoding="utf-8")
        return "Add"

    done = publish(str(remote), write, folder=folder / f"{files}-one", needed=["status/a"])
    return float(sum(path.stat().st_size for path in (done.checkout / ".git/objects/pack").glob("*.pack")))


if __name__ == "__main__":
    main()
