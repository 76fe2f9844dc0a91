"""The work of `sightbench schema`."""

import importlib
import json
from pathlib import Path

import click
from pydantic import TypeAdapter

from benchmark.core.errors import BadInput, Differs
from benchmark.files.atomic import write_atomic

#: Name of the schema, without `.json` → module and name of the pydantic type, and title.
SCHEMAS: dict[str, tuple[str, str, str]] = {
    "candidate": ("benchmark.authoring.candidates", "Candidate", "An idea for a family of open tasks"),
    "comparison": (
        "benchmark.analysis.ranks.comparison_report",
        "Comparison",
        "What `compare --json` prints",
    ),
    "correlations": (
        "benchmark.analysis.studies.correlations",
        "Correlations",
        "What `analyse correlations --json` prints",
    ),
    "dataset": (
        "benchmark.analysis.studies.dataset_report",
        "DatasetReport",
        "What `analyse dataset --json` prints",
    ),
    "datasets-lock": ("benchmark.datasets.lock", "DatasetsLock", "datasets.lock, read as TOML"),
    "doctor": ("benchmark.chain.doctor.clone", "Diagnosis", "What `doctor --json` prints"),
    "decoders": (
        "benchmark.analysis.studies.decoders",
        "Decoders",
        "What `analyse decoders --json` prints",
    ),
    "descriptions": (
        "benchmark.analysis.studies.descriptions",
        "DescriptionGains",
        "What `analyse descriptions --json` prints",
    ),
    "download-rows": (
        "benchmark.leaderboard.downloads.records",
        "RowsFile",
        "All rows on record, as the downloads have them",
    ),
    "download-scores": (
        "benchmark.leaderboard.downloads.records",
        "ScoresFile",
        "All scores of a suite, as the downloads have them",
    ),
    "download-table": (
        "benchmark.leaderboard.downloads.records",
        "TableFile",
        "A table of the leaderboard, as the downloads have it",
    ),
    "evaluation": (
        "benchmark.pipeline.evaluation_report",
        "EvaluationReport",
        "What `evaluate --json` prints",
    ),
    "executed": (
        "benchmark.pipeline.rows.executed_file",
        "EXECUTED_FILE",
        "HumanEval-V's result file, NAME_executed.json",
    ),
    "fetched": ("benchmark.datasets.store", "FetchedSet", "fetched.json of a fetched data set"),
    "fresh": ("benchmark.authoring.fresh", "FreshSet", "set.json of a fresh set of open tasks"),
    "fresh-gaps": (
        "benchmark.analysis.studies.fresh_gaps",
        "FreshGaps",
        "What `analyse fresh --json` prints",
    ),
    "generation": (
        "benchmark.generation.record.manifest",
        "Manifest",
        "What stands beside generated completions, NAME.generation.json",
    ),
    "job": ("benchmark.chain.jobs.artifact", "JobManifest", "What a job of a plan leaves, manifest.json"),
    "leaderboard": ("benchmark.analysis.ranks.standings", "Standings", "What `leaderboard --json` prints"),
    "ledger": ("benchmark.analysis.ledger_report", "LedgerReport", "What `results list --json` prints"),
    "memory": (
        "benchmark.analysis.studies.memory_report",
        "MemoryReport",
        "What `analyse memory --json` prints",
    ),
    "models": (
        "benchmark.analysis.studies.model_details",
        "ModelList",
        "What `analyse models --json` prints",
    ),
    "passk": (
        "benchmark.analysis.studies.passk_curve",
        "PasskReport",
        "What `analyse passk --json` prints",
    ),
    "pins": ("benchmark.authoring.dataset_files", "Pins", "What pins the drawings of a family of open tasks"),
    "plan": ("benchmark.chain.plan.job", "Plan", "What `ci plan` writes"),
    "policy": ("benchmark.chain.plan.policy", "Policy", "policy.yml"),
    "power": ("benchmark.analysis.studies.detectable", "PowerReport", "What `power --json` prints"),
    "prediction": ("benchmark.files.predictions", "PredictionLine", "One line of a prediction file"),
    "published": (
        "benchmark.suites.code_vision.published_verdicts",
        "PublishedVerdict",
        "One line of a file of published verdicts",
    ),
    "pull-report": (
        "benchmark.chain.pull_request.pull_report",
        "PullReport",
        "What `ci validate` finds, report.json",
    ),
    "ranking": ("benchmark.analysis.ranks.ranking_report", "RankingReport", "What `rank --json` prints"),
    "replication": (
        "benchmark.pipeline.replicate.replication",
        "Replication",
        "What `replicate --json` prints",
    ),
    "reported": (
        "benchmark.leaderboard.reported.table",
        "ReportedTable",
        "Numbers of a paper, as the downloads have them",
    ),
    "reviews": ("benchmark.authoring.reviews", "Reviews", "Review records of a family of open tasks"),
    "retraction": ("benchmark.results.retraction", "Retraction", "Withdraws a row, retractions/ID.json"),
    "review": ("benchmark.review.report", "ReviewReport", "What `review score --json` prints"),
    "review-sample": (
        "benchmark.review.sheet",
        "ReviewKey",
        "The key of a sample for people, NAME.key.json",
    ),
    "row": ("benchmark.results.row", "Row", "One published result"),
    "scores": ("benchmark.analysis.ranks.scores_report", "ScoresReport", "What `score --json` prints"),
    "status": ("benchmark.results.status", "RunStatus", "Why a run has no row"),
    "submission": ("benchmark.submissions.schema", "Submission", "submission.yaml"),
    "task": ("benchmark.files.task_line", "TaskLine", "One line of a task file"),
    "twins": ("benchmark.authoring.twin_report", "TwinProof", "What `author report --json` prints"),
    "verdict": ("benchmark.files.verdicts", "AnyVerdictLine", "One line of a verdict file"),
}


def run(*, check: bool, into: Path) -> None:
    """Write all schemas, or fail if one is out of date."""
    if not into.parent.is_dir():
        raise BadInput(
            into,
            "",
            "its parent folder does not exist",
            "run the command in the repository, or name a folder with --into",
        )
    stale = []
    for name in SCHEMAS:
        path = into / f"{name}.json"
        data = schema_bytes(name)
        if path.is_file() and path.read_bytes() == data:
            continue
        stale.append(str(path))
        if not check:
            write_atomic(path, data)
            click.echo(f"wrote {path}")
    if check and stale:
        raise Differs(
            f"schemas out of date: {', '.join(stale)}", "run `sightbench schema` and commit the files"
        )
    if not stale:
        click.echo(f"{len(SCHEMAS)} schemas are up to date")


def schema_bytes(name: str) -> bytes:
    """Return the JSON schema (draft 2020-12) of one kind of file, as it is published."""
    module, attribute, title = SCHEMAS[name]
    model = getattr(importlib.import_module(module), attribute)
    adapter = model if isinstance(model, TypeAdapter) else TypeAdapter(model)
    schema = adapter.json_schema()
    published = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": title}
    return (json.dumps(published, indent=2, sort_keys=True) + "\n").encode("ascii")
