"""`sightbench schema`: write the JSON schemas of all files and of all --json output."""

import importlib
import json
from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER
from benchmark.core.errors import BadInput, Differs
from benchmark.files.atomic import write_atomic

#: Name of the schema, without `.json` → module and name of the pydantic type, and title.
SCHEMAS: dict[str, tuple[str, str, str]] = {
    "candidate": ("benchmark.authoring.scaffold", "Candidate", "An idea for a family of open tasks"),
    "charts": (
        "benchmark.analysis.studies.chart_sizes",
        "ChartReport",
        "Output of `analyse charts --json`",
    ),
    "check": (
        "benchmark.cli.shared.check_report",
        "CheckReport",
        "Output of `verify --json`",
    ),
    "comparison": (
        "benchmark.analysis.ranks.comparison_report",
        "Comparison",
        "Output of `compare --json`",
    ),
    "correlations": (
        "benchmark.analysis.studies.correlations",
        "Correlations",
        "Output of `analyse correlations --json`",
    ),
    "dataset": (
        "benchmark.analysis.studies.dataset_report",
        "DatasetReport",
        "Output of `analyse dataset --json`",
    ),
    "items": (
        "benchmark.analysis.studies.item_report",
        "ItemReports",
        "Output of `analyse items --json`",
    ),
    "datasets-lock": ("benchmark.datasets.lock", "DatasetsLock", "datasets.lock, read as TOML"),
    "doctor": ("benchmark.chain.doctor.clone", "Diagnosis", "Output of `doctor --json`"),
    "decoders": (
        "benchmark.analysis.studies.decoders",
        "Decoders",
        "Output of `analyse decoders --json`",
    ),
    "decision": (
        "benchmark.results.nightly.decision",
        "Decision",
        "Decision of a night about a series, nightly/decisions/",
    ),
    "descriptions": (
        "benchmark.analysis.studies.descriptions",
        "DescriptionGains",
        "Output of `analyse descriptions --json`",
    ),
    "download-nights": (
        "benchmark.leaderboard.downloads.records",
        "NightsFile",
        "All nights, as in the downloads",
    ),
    "download-rows": (
        "benchmark.leaderboard.downloads.records",
        "RowsFile",
        "All rows, as in the downloads",
    ),
    "download-scores": (
        "benchmark.leaderboard.downloads.records",
        "ScoresFile",
        "All scores of a suite, as in the downloads",
    ),
    "download-table": (
        "benchmark.leaderboard.downloads.records",
        "TableFile",
        "A table of the leaderboard, as in the downloads",
    ),
    "download-verdicts": (
        "benchmark.leaderboard.downloads.records",
        "VerdictsFile",
        "The verdicts of a table by model and task, as in the downloads",
    ),
    "evaluation": (
        "benchmark.pipeline.evaluation_report",
        "EvaluationReport",
        "Output of `evaluate --json`",
    ),
    "executed": (
        "benchmark.pipeline.rows.executed_file",
        "EXECUTED_FILE",
        "HumanEval-V's result file, NAME_executed.json",
    ),
    "fetched": ("benchmark.datasets.store", "FetchedSet", "fetched.json in the folder of a fetched data set"),
    "figure-sample": (
        "benchmark.suites.mathopeval.official_record",
        "OfficialSample",
        "One sample of MathOPEval's official data, as `dataset fetch mathopeval --from` reads it",
    ),
    "figures": (
        "benchmark.analysis.studies.figure_statistics",
        "FigureReport",
        "Output of `analyse figures --json`",
    ),
    "flowchart-draft": (
        "benchmark.authoring.drafts.record",
        "ChartDraft",
        "Record of a flowchart that a model drafted",
    ),
    "fresh": ("benchmark.authoring.fresh", "FreshSet", "set.json in the folder of a fresh set of open tasks"),
    "fresh-gaps": (
        "benchmark.analysis.studies.fresh_gaps",
        "FreshGaps",
        "Output of `analyse fresh --json`",
    ),
    "generation": (
        "benchmark.generation.record.manifest",
        "Manifest",
        "Manifest of generated completions, NAME.generation.json",
    ),
    "human-baseline": (
        "benchmark.review.human_baseline",
        "HumanBaseline",
        "Output of `review baseline --json`",
    ),
    "job": ("benchmark.chain.jobs.artifact", "JobManifest", "Manifest of a job of a plan, manifest.json"),
    "judges": ("benchmark.review.judges", "JudgesReport", "Output of `review judges --json`"),
    "leaderboard": ("benchmark.analysis.ranks.standings", "Standings", "Output of `leaderboard --json`"),
    "memory": (
        "benchmark.analysis.studies.memory_report",
        "MemoryReport",
        "Output of `analyse memory --json`",
    ),
    "models": (
        "benchmark.analysis.studies.model_details",
        "ModelList",
        "Output of `analyse models --json`",
    ),
    "models-seen": (
        "benchmark.results.nightly.models_seen",
        "ModelsSeen",
        "Models that a provider had in one night, nightly/models/",
    ),
    "nightly-event": (
        "benchmark.results.nightly.event",
        "NightlyEvent",
        "A change at a provider or in a suite, nightly/events/",
    ),
    "owners": ("benchmark.results.owners", "OwnersRecord", "Owners of a submission on the branch results"),
    "panel": (
        "benchmark.results.nightly.panel",
        "Panel",
        "A panel: what a night drew for one series, nightly/panels/",
    ),
    "passk": (
        "benchmark.analysis.studies.passk_curve",
        "PasskReport",
        "Output of `analyse passk --json`",
    ),
    "pins": ("benchmark.authoring.dataset_files", "Pins", "Pins of the pictures of a family of open tasks"),
    "plan": ("benchmark.chain.plan.job", "Plan", "Plan file of `ci plan`"),
    "policy": ("benchmark.chain.plan.policy", "Policy", "policy.yml"),
    "prediction": ("benchmark.files.predictions", "PredictionLine", "One line of a prediction file"),
    "problem-import": (
        "benchmark.suites.mmcode.problems.report",
        "ImportReport",
        "Report of `import problems`, report.json",
    ),
    "problems": (
        "benchmark.analysis.studies.problem_statistics",
        "ProblemReport",
        "Output of `analyse problems --json`",
    ),
    "published": (
        "benchmark.suites.code_vision.published_verdicts",
        "PublishedVerdict",
        "One line of a file of published verdicts",
    ),
    "pull-report": (
        "benchmark.chain.pull_request.pull_report",
        "PullReport",
        "Report of `ci validate`, report.json",
    ),
    "ranking": ("benchmark.analysis.ranks.ranking_report", "RankingReport", "Output of `rank --json`"),
    "raw-problem": (
        "benchmark.suites.mmcode.problems.raw_problem",
        "RawProblem",
        "One raw problem, as `import problems` reads it",
    ),
    "reported": (
        "benchmark.leaderboard.reported.table",
        "ReportedTable",
        "Numbers of a paper, as in the downloads",
    ),
    "reviews": ("benchmark.authoring.reviews", "Reviews", "Review records of a family of open tasks"),
    "retraction": ("benchmark.results.retraction", "Retraction", "Retraction of a row, retractions/ID.json"),
    "review": ("benchmark.review.report", "ReviewReport", "Output of `review score --json`"),
    "review-sample": (
        "benchmark.review.sheet",
        "ReviewKey",
        "Key of a sample for people to label, NAME.key.json",
    ),
    "row": ("benchmark.results.row", "Row", "A row: the scores of one run, and how they came about"),
    "rubric": ("benchmark.results.rubric", "RubricScores", "Scores of a row's answers by a model"),
    "rubric-reply": (
        "benchmark.results.rubric",
        "ReplyLine",
        "One line of a file of replies of such a model",
    ),
    "scores": ("benchmark.analysis.ranks.scores_report", "ScoresReport", "Output of `score --json`"),
    "status": ("benchmark.results.status", "RunStatus", "Why a run has no row"),
    "submission-check": (
        "benchmark.cli.submit.check_report",
        "SubmissionCheck",
        "Output of `submit check --json`",
    ),
    "submission": ("benchmark.submissions.schema", "Submission", "submission.yaml"),
    "suites": ("benchmark.analysis.suite_list", "SuiteList", "Output of `suites --json`"),
    "task": ("benchmark.files.task_line", "TaskLine", "One line of a task file"),
    "verdict": ("benchmark.files.verdicts", "AnyVerdictLine", "One line of a verdict file"),
}


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a schema is out of date.")
@click.option(
    "--into",
    type=FOLDER,
    default=Path("site/pages/schemas"),
    show_default=True,
    help="Folder of the schemas.",
)
def command(*, check: bool, into: Path) -> None:
    """Write the JSON schemas of all files and of all --json output, or check that they are up to date.

    Writes one NAME.json per kind of file to --into; with --check, only reads and compares them. Needs no
    network and no keys. Safe to repeat: the same version of Sightbench writes the same bytes.
    """
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
    from pydantic import TypeAdapter

    module, attribute, title = SCHEMAS[name]
    model = getattr(importlib.import_module(module), attribute)
    adapter = model if isinstance(model, TypeAdapter) else TypeAdapter(model)
    schema = adapter.json_schema()
    published = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": title}
    return (json.dumps(published, indent=2, sort_keys=True) + "\n").encode("ascii")
