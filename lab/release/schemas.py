"""Writes the JSON schemas of all files and of all --json output to site/pages/schemas; ``./noxw -s docs``.

A test compares what is there with what this would write.
"""

import json
from pathlib import Path
from pkgutil import resolve_name

from pydantic import TypeAdapter

FOLDER = Path(__file__).resolve().parents[2] / "site" / "pages" / "schemas"

#: Name of the schema, without `.json` → place of the pydantic type, and title.
SCHEMAS: dict[str, tuple[str, str]] = {
    "check": ("benchmark.cli.shared.check_report:CheckReport", "Output of `verify --json`"),
    "comparison": ("benchmark.analysis.ranks.comparison:ComparisonReport", "Output of `compare --json`"),
    "datasets-lock": ("benchmark.datasets.lock:DatasetsLock", "datasets.lock, read as TOML"),
    "doctor": ("benchmark.chain.doctor.clone:Diagnosis", "Output of `doctor --json`"),
    "decision": (
        "benchmark.results.nights:Decision",
        "Decision of a night about a series, nightly/decisions/",
    ),
    "download-nights": (
        "benchmark.leaderboard.downloads.records:NIGHTS.file",
        "All nights, as in the downloads",
    ),
    "download-rows": ("benchmark.leaderboard.downloads.records:ROWS.file", "All rows, as in the downloads"),
    "download-scores": (
        "benchmark.leaderboard.downloads.records:SCORES.file",
        "All scores of a suite, as in the downloads",
    ),
    "download-table": (
        "benchmark.leaderboard.downloads.records:PLACES.file",
        "A table of the leaderboard, as in the downloads",
    ),
    "download-verdicts": (
        "benchmark.leaderboard.downloads.records:VERDICTS.file",
        "The verdicts of a table by model and task, as in the downloads",
    ),
    "evaluation": ("benchmark.pipeline.evaluation_report:EvaluationReport", "Output of `evaluate --json`"),
    "executed": (
        "benchmark.pipeline.rows.executed_file:EXECUTED_FILE",
        "HumanEval-V's result file, NAME_executed.json",
    ),
    "fetched": ("benchmark.datasets.store:FetchedSet", "fetched.json in the folder of a fetched data set"),
    "figure-sample": (
        "benchmark.suites.mathopeval.official_record:OfficialSample",
        "One sample of MathOPEval's official data, as `dataset fetch mathopeval --from` reads it",
    ),
    "flowchart-draft": (
        "workshop.authoring.chart_drafts:ChartDraft",
        "Record of a flowchart that a model drafted",
    ),
    "fresh": ("workshop.authoring.fresh:FreshSet", "set.json in the folder of a fresh set of open tasks"),
    "generation": (
        "benchmark.generation.record.manifest:Manifest",
        "Manifest of generated completions, NAME.generation.json",
    ),
    "reservation": (
        "benchmark.results.money:Reservation",
        "What the runs of one evaluation may cost at most, a file of the results branch",
    ),
    "settlement": (
        "benchmark.results.money:Settlement",
        "What the runs of a reservation did cost, a file of the results branch",
    ),
    "reconciliation": (
        "benchmark.results.bill:Reconciliation",
        "That a vendor's bill agrees with the ledger, a file of the results branch",
    ),
    "month": (
        "benchmark.results.money:MonthSum",
        "What all runs of a closed month did cost, a file of the results branch",
    ),
    "started": (
        "benchmark.results.money:StartedRun",
        "The workflow run that evaluates a reservation, a file of the results branch",
    ),
    "job": ("benchmark.chain.jobs.artifact:JobManifest", "Manifest of a job of a plan, manifest.json"),
    "leaderboard": ("benchmark.analysis.ranks.standings:Standings", "Output of `rank --leaderboard --json`"),
    "models-seen": (
        "benchmark.results.nights:ModelsSeen",
        "Models that a provider had in one night, nightly/models/",
    ),
    "nightly-event": (
        "benchmark.results.nights:NightlyEvent",
        "A change at a provider or in a suite, nightly/events/",
    ),
    "owners": ("benchmark.results.owners:OwnersRecord", "Owners of a submission on the branch results"),
    "panel": (
        "benchmark.results.nights:Panel",
        "A panel: what a night drew for one series, nightly/panels/",
    ),
    "picture-label": (
        "benchmark.review.pictures:PictureLabel",
        "One line of what pictures carry, labels.final.jsonl",
    ),
    "picture-sheet": (
        "benchmark.review.pictures:PictureSheet",
        "What a person says about pictures, as the page of a sheet saves it",
    ),
    "pins": ("workshop.pins:Pins", "Pins of the pictures of a family of open tasks"),
    "plan": ("benchmark.chain.plan.job:Plan", "Plan file of `ci plan`"),
    "policy": ("benchmark.chain.plan.policy:Policy", "policy.yml"),
    "prediction": ("benchmark.files.predictions:PredictionLine", "One line of a prediction file"),
    "problem-import": (
        "benchmark.suites.mmcode.problem_import:ImportReport",
        "Report of `import tasks problems`, report.json",
    ),
    "published": (
        "benchmark.suites.code_vision.published_verdicts:PublishedVerdict",
        "One line of a file of published verdicts",
    ),
    "pull-report": (
        "benchmark.chain.pull_request.pull_report:PullReport",
        "Report of `ci validate`, report.json",
    ),
    "ranking": ("benchmark.analysis.ranks.ranking_report:RankingReport", "Output of `rank --json`"),
    "reported": (
        "benchmark.analysis.reported.table:ReportedTable",
        "Numbers of a paper, as in the downloads",
    ),
    "reviews": ("benchmark.datasets.reviews:Reviews", "Review records of a family of open tasks"),
    "retraction": ("benchmark.results.ledger:Retraction", "Retraction of a row, retractions/ID.json"),
    "handout": ("benchmark.review.trials:Handout", "Key of the tasks that one solver got, NAME.key.json"),
    "second-look": ("benchmark.review.second_looks:SecondLook", "One line of the file of second looks"),
    "trial": ("benchmark.review.trials:Trial", "One line of the file of trials"),
    "review-sample": (
        "benchmark.review.sheet:ReviewKey",
        "Key of a sample for people to label, NAME.key.json",
    ),
    "row": ("benchmark.results.row:Row", "A row: the scores of one run, and how they came about"),
    "rubric": ("benchmark.results.rubric:RubricScores", "Scores of a row's answers by a model"),
    "rubric-reply": ("benchmark.results.rubric:ReplyLine", "One line of a file of replies of such a model"),
    "run": ("benchmark.files.run_file:RunRecord", "What a verdict file was made from, FILE.run.json"),
    "scores": (
        "benchmark.analysis.ranks.blind:ScoresReport",
        "Output of `evaluate --score-only --json`",
    ),
    "status": ("benchmark.results.status:RunStatus", "Why a run has no row"),
    "submission-check": (
        "benchmark.chain.pull_request.local_check:SubmissionReport",
        "Output of `submit check --json`",
    ),
    "submission": ("benchmark.submissions.schema:Submission", "submission.yaml"),
    "suites": ("benchmark.analysis.suite_list:SuiteList", "Output of `suites --json`"),
    "task": ("benchmark.files.task_line:TaskLine", "One line of a task file"),
    "verdict": ("benchmark.files.verdicts:AnyVerdictLine", "One line of a verdict file"),
}


def schema_bytes(name: str) -> bytes:
    """Return the JSON schema (draft 2020-12) of one kind of file, as it is published."""
    place, title = SCHEMAS[name]
    model = resolve_name(place)
    adapter = model if isinstance(model, TypeAdapter) else TypeAdapter(model)
    schema = adapter.json_schema()
    published = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": title}
    return (json.dumps(published, indent=2, sort_keys=True) + "\n").encode("ascii")


def main() -> None:
    """Write each schema that has changed."""
    for name in SCHEMAS:
        path, data = FOLDER / f"{name}.json", schema_bytes(name)
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)
            print(f"wrote {path}")


if __name__ == "__main__":
    main()
