"""Where a row's numbers come from: everything that is needed to judge the same answers again."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from benchmark.core.counts import Counts
from benchmark.leaderboard.catalog import TRUST
from benchmark.leaderboard.facts import conditions, day, missing
from benchmark.leaderboard.groups import key_of
from benchmark.leaderboard.wording import clean, count, plural
from benchmark.results.row import Row

_LINK_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and a value; digests and ids are set in a monospaced face."""

    label: str
    value: str
    mono: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """One row's origin."""

    title: str
    facts: tuple[Fact, ...]
    links: tuple[tuple[str, str], ...]  #: label and https address
    command: str


def provenance(row: Row, counts: Counts, rows_folder: str) -> Provenance:
    """What the row records; values that it does not record are left out.

    Args:
        row: which.
        counts: its verdicts.
        rows_folder: how the command that verifies a row calls the rows' folder.
    """
    result, run = row.result, row.run
    guest = ", ".join(
        f"{clean(name)} {clean(version)}" for name, version in sorted(result.versions.guest.items())
    )
    factor = run.machine.time_factor
    completions = plural(result.completions.count, "completion")
    facts = (
        Fact("Row", row.id, mono=True),
        Fact("Answers", f"{completions}, {TRUST[run.trust]}"),
        Fact("Digest of answers", result.completions.digest, mono=True),
        Fact("Tasks", f"{clean(result.suite)}, {clean(result.dataset)} · {conditions(key_of(row))}"),
        Fact("Digest of tasks", result.tasks.digest, mono=True),
        Fact("Digest of prompt", result.prompt.digest or "", mono=True),
        Fact("Missing", missing((counts,))),
        Fact(
            "Versions",
            f"suite {result.versions.suite} · judge {result.versions.judge} · in the sandbox: {guest}",
        ),
        Fact("Judged", f"{day(run.started)}, {clean(run.started[11:19])} UTC, in {run.seconds:,.0f} s"),
        Fact("CPU time of answers", f"{run.cpu_seconds:,.1f} s"),
        Fact(
            "Machine",
            f"{clean(run.machine.system)}, Python {clean(run.machine.python)}, "
            f"{count(run.machine.cpus)} CPUs, {clean(run.executor)} executor, "
            f"{plural(run.workers, 'worker')}",
        ),
        Fact("Limits of time", "" if factor is None else f"× {factor:.2f}, for the speed of the machine"),
        Fact("Judged again, near a limit", "" if not run.judged_again else count(run.judged_again)),
        Fact("Commit", clean(run.commit), mono=True),
    )
    folder = f"{rows_folder}/{result.suite}/{result.dataset}/{result.submission.slug}"
    return Provenance(
        title=f"{day(run.started)}, row {row.id[:12]}",
        facts=tuple(fact for fact in facts if fact.value),
        links=tuple((clean(label), link) for label, link in sorted(run.links.items()) if safe_link(link)),
        command=f"sightbench verify {clean(folder, _LINK_CHARACTERS)}/{row.id}.json",
    )


def safe_link(link: str) -> bool:
    """Whether an address may become a link: whole, https, without spaces; rows are strangers' text."""
    if len(link) > _LINK_CHARACTERS or clean(link, _LINK_CHARACTERS) != link or " " in link:
        return False
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname)
