"""Where a row's numbers come from: everything that is needed to judge the same answers again."""

import re
from dataclasses import dataclass

from benchmark.analysis.catalog import TRUST
from benchmark.analysis.groups import key_of
from benchmark.analysis.wording import clean, count, join_names, plural
from benchmark.core.counts import Counts
from benchmark.leaderboard.rows.facts import conditions, day, missing
from benchmark.leaderboard.rows.row_links import attested_by, row_links
from benchmark.results.row import Row, RowFile

_LINK_CHARACTERS = 500
_DAY = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}")


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
    command: str  #: judges the row again
    attested: str  #: asks who made its file; empty for a row that no CI run of the repository made


def provenance(row: Row, counts: Counts, rows_folder: str, repository: str) -> Provenance:
    """What the row records; values that it does not record are left out.

    Args:
        row: which.
        counts: its verdicts.
        rows_folder: how the command that verifies a row calls the rows' folder.
        repository: https address of the site's repository, for links; or nothing.
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
        Fact("Asked", _asked(row)),
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
        Fact("File of answers", _file(run.completions_file), mono=True),
        Fact("File of verdicts", _file(run.verdicts_file), mono=True),
        Fact("File of descriptions", _file(run.descriptions_file), mono=True),
    )
    folder = f"{rows_folder}/{result.suite}/{result.dataset}/{result.submission.slug}"
    return Provenance(
        title=f"{day(run.started)}, row {row.id[:12]}",
        facts=tuple(fact for fact in facts if fact.value),
        links=row_links(row, repository),
        command=f"sightbench verify {clean(folder, _LINK_CHARACTERS)}/{row.id}.json",
        attested=attested_by(row, repository),
    )


def _asked(row: Row) -> str:
    """``openai: gpt-4o, revision 1a2b, 15 Nov 2025``: where Sightbench asked the model itself."""
    asked = row.run.generation
    if asked is None:
        return ""
    models = join_names([clean(model) for model in sorted(asked.models)]) if asked.models else ""
    parts = (
        f"{clean(asked.provider)}: {clean(asked.model)}",
        f"revision {clean(asked.revision)}" if asked.revision else "",
        f"answered by {models}" if models and models != clean(asked.model) else "",
        day(asked.started) if _DAY.match(asked.started) else "",
    )
    return ", ".join(part for part in parts if part)


def _file(file: RowFile | None) -> str:
    return "" if file is None else f"sha256 {file.sha256}, {count(file.bytes)} bytes"
