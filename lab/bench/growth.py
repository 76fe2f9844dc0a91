"""Measures what grows with the years: judging, ranking, the site, a night's plan, the ledger, publications.

Each is measured at several times today's size, in CPU seconds of all its processes, which other work on the
machine changes less than wall time. What would take long at 100 times is measured up to 30 times. The figures
are written to ``growth.json`` and to the page about growth (:mod:`growth_page`).

The ledger has ten years of nights with 2, 20 and 200 series, which are 7,300 to 730,000 reservations. Only
its last two months have a file per reservation; the others are sums, as a plan checks them out.
"""

import datetime
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import chain
import cluster
import growth_page
import leaderboard
import measure
from field import Table, make_field, synthetic_tasks

from benchmark.chain.plan.due_runs import failure_counts
from benchmark.core.digest import sha256_hex
from benchmark.files.tasks import write_tasks
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
from lab.bench import site as site_size  # `site` is a module of Python

YEARS = 10
SERIES = 2  #: series per night today
MODELS, TASKS = 20, 438  #: of the largest table today
LIMIT_SECONDS = 5.0  #: for reading the largest ledger
BEGIN, END = datetime.date(2027, 1, 1), datetime.date(2027 + YEARS, 1, 1)
NOW = datetime.datetime(END.year, 1, 31, tzinfo=datetime.UTC)
RUN = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}
SHORT = (1, 10, 30)  #: scales of what would take long at 100 times
#: Runs a command, and prints the memory (KiB) of its largest process. Linux counts the memory of the process
#: that starts a command as the command's, so a small one starts it.
LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
OURS, INSIDE = ("-m", "benchmark"), (__file__, "--inside")
Command = Sequence[str | Path]


class Part(NamedTuple):
    """Something that is measured at several scales."""

    says: str
    today: int  #: size at scale 1
    of: str  #: what the size counts
    prepare: Callable[[Path, int], Command]  #: makes files of a scale in a folder; returns Python's arguments
    scales: Sequence[int] = growth_page.SCALES
    unit: str = "CPU s"


def judging(folder: Path, scale: int) -> Command:
    """Make completions of the open tasks of HumanEval-V, and return the command that judges them."""
    predictions, verdicts = folder / "predictions.jsonl", folder / "verdicts.jsonl"
    cluster.make(predictions, COMPLETIONS * scale)
    source = ("--suite", cluster.SUITE, "--dataset", cluster.DATASET, "--predictions", predictions)
    return [*OURS, "evaluate", *source, "--verdicts", verdicts, "--workers", "2"]


def ranking(folder: Path, scale: int) -> Command:
    """Make rows of a table, and return the command that compares all pairs of models without a cache."""
    *_, rows = leaderboard.make(folder, leaderboard.Size(models=MODELS * scale, tasks=TASKS, draws=1))
    return [*OURS, "rank", "--leaderboard", "--rows", rows, "--cache", folder / "cache", "--json"]


def site(folder: Path, scale: int) -> Command:
    """Make ranked rows with all their files, and return the command that builds the site."""
    tasks = synthetic_tasks(folder / "tasks", site_size.SUITE, site_size.DATASET, TASKS)
    write_tasks(folder / "tasks" / "tasks.jsonl", tasks)
    conditions = {"suite": site_size.SUITE, "dataset": site_size.DATASET, "setting": "image"}
    make_field(folder / "results", [Table(**conditions, protocol="greedy", tasks=tasks)], MODELS * scale)
    site_size.rank(folder)
    return [*OURS, *site_size.build_command(folder, folder / "site")]


def planning(folder: Path, scale: int) -> Command:
    """Make submissions and their rows on a branch, and return the command of a night's plan."""
    chain.make_world(folder, MODELS * scale)
    return [*OURS, "ci", *map(str, chain.plan_command(folder))]


def inside(name: str, folder: Path, scale: int) -> Command:
    """Make a ledger if it is needed, and return the command that measures a part of :func:`value_inside`."""
    if name in ("read", "ask", "close"):
        make_ledger(folder, SERIES * scale)
    return [*INSIDE, name, folder, str(scale)]


COMPLETIONS = 255  #: one for each open task of HumanEval-V
_SERIES, _TABLE = f"series per night for {YEARS} years", f"models, {TASKS} tasks"
PARTS = {
    "judge": Part("judge a row", COMPLETIONS, "completions", judging, SHORT),
    "rank": Part("compare all pairs of a table", MODELS, _TABLE, ranking),
    "site": Part("build the site", MODELS, _TABLE, site, SHORT),
    "plan": Part("plan a night", MODELS, "submissions with 9 rows", planning, SHORT),
    "read": Part("read the ledger", SERIES, _SERIES, partial(inside, "read")),
    "ask": Part("a plan's questions to the ledger", SERIES, _SERIES, partial(inside, "ask")),
    "close": Part("read the ledger, close two months", SERIES, _SERIES, partial(inside, "close")),
    "fail": Part("count failed attempts", 60, "statuses", partial(inside, "fail")),
    "publish": Part(
        "publish one file", 20, "other files on the branch", partial(inside, "publish"), unit="bytes fetched"
    ),
}


def main() -> None:
    """Measure all parts, write the page, and exit 1 if the largest ledger takes too long to read."""
    if sys.argv[1:2] == ["--inside"]:
        name, folder, scale = sys.argv[2:]
        print(value_inside(name, Path(folder), int(scale)))
        return
    measure.begin()
    found = {name: measured(part) for name, part in PARTS.items()}
    growth_page.store(growth=found)
    if found["read"]["values"][-1] > LIMIT_SECONDS:
        sys.exit(f"reading the largest ledger took more than {LIMIT_SECONDS:g} s of CPU time")


def measured(part: Part) -> dict[str, Any]:
    """Measure a part at all its scales; return its figures for the page."""
    values, memory = [], []
    for scale in part.scales:
        with tempfile.TemporaryDirectory() as folder:
            command = part.prepare(Path(folder), scale)
            done = measure.run([sys.executable, "-c", LAUNCHER, sys.executable, *map(str, command)], None)
        lines = done.output.splitlines()
        values.append(round(float(lines[-2]) if command[0] == __file__ else done.cpu_seconds, 5))
        memory.append(round(int(lines[-1]) / 1024, 1))
        print(f"{part.says}, {scale}×: {values[-1]:,} {part.unit}, {memory[-1]:,} MiB", flush=True)
    fields = {name: value for name, value in part._asdict().items() if name != "prepare"}
    return {**fields, "values": values, "memory_mb": memory}


def value_inside(name: str, folder: Path, scale: int) -> float:
    """Return the CPU seconds of a function of the ledger, or the bytes that a publication fetches."""
    if name == "publish":
        return published(folder / "git", 20 * scale)
    if name == "fail":
        statuses = list(make_statuses(60 * scale))
        return seconds(lambda: failure_counts(statuses))
    if name == "ask":
        money = read_money(folder)
        return seconds(lambda: ask(money, SERIES * scale))
    return seconds(lambda: read_money(folder) if name == "read" else close(folder))


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
