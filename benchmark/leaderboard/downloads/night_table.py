"""The table of all nights to download."""

from collections.abc import Iterator
from functools import partial

from benchmark.leaderboard.downloads.records import NightRecord, NightsFile
from benchmark.leaderboard.downloads.tables import FOLDER, DownloadTable, download_tables
from benchmark.leaderboard.rows.sources import Sources

NIGHTS_PATH = f"{FOLDER}/nights"  #: path without a file ending


def all_tables(sources: Sources) -> Iterator[DownloadTable]:
    """Yield the tables of rows, and that of nights."""
    yield from download_tables(sources)
    yield DownloadTable(
        path=NIGHTS_PATH,
        suite="",
        title="All nights",
        about="what each night drew for each series of a watched model",
        lines=len(sources.nightly.panels),
        kind=NightRecord,
        file=NightsFile,
        schema="download-nights",
        rows=partial(_night_records, sources),
    )


def _night_records(sources: Sources) -> Iterator[NightRecord]:
    outcomes = {
        (decision.names[0], decision.date): decision.outcome
        for decision in sources.nightly.decisions
        if decision.level == "series"
    }
    for panel in sources.nightly.panels:
        name = panel.series
        yield NightRecord(
            date=panel.date,
            slug=name.slug,
            suite=name.suite,
            dataset=name.dataset,
            setting=name.setting,
            protocol=name.protocol,
            prompt=name.prompt,
            provider=panel.provider,
            model=panel.model,
            resolved_models=" ".join(panel.resolved),
            stage=panel.stage,
            basis=panel.basis,
            suite_version=panel.suite_version,
            judge_version=panel.judge_version,
            tasks=len(panel.outcomes),
            passed=panel.passed,
            missing=panel.missing,
            share=round(panel.passed / panel.judged, 6) if panel.judged else None,
            outcome=outcomes.get((name, panel.date), ""),
            panel=panel.id,
        )
