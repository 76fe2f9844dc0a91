"""A site of ten models, three of them watched, built as it is published."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmark.files.atomic import write_atomic
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.results.layout import rubric_name
from benchmark.results.ledger import read_rows
from benchmark.suites import load
from lab.bench.field import Table, make_field
from tests.night_site import listed, months, write_months
from tests.nightly_months import write_records
from tests.nightly_records import happened
from tests.rubric_rows import rubric_of
from tests.run_statuses import run_status

#: The address under which the site is built to be published; tests serve it locally below the same path.
ADDRESS = "https://example.org/sightbench/"
MODELS = 10
_SAMPLES = re.compile(r"[a-z]+-00[0-5]")  #: six samples per type of figure
_SUBMISSION = """\
schema: sightbench/submission/1
slug: {slug}
name: {slug}
{more}
links:
  model card: https://example.com/card
owners: [octocat]
runs:
  - {{suite: humaneval-v, dataset: open, setting: image, protocol: greedy, predictions: answers.jsonl}}
"""
_WAITING = run_status(
    slug="vision-waiting",
    suite="humaneval-v",
    dataset="open",
    setting="image",
    protocol="greedy",
    prompt="sightbench",
    reason="the provider's rate limit",
)


@dataclass(frozen=True, slots=True)
class SiteOfTen:
    """A site of ten models on disk, and the rows that it was built from."""

    folder: Path
    ledger: Path


def site_of_ten(folder: Path) -> SiteOfTen:
    """Build a site of ten models, two with a submission, with nights and one run without a row."""
    vision = tuple(load("humaneval-v").datasets["open"]())
    charts = tuple(load("code-vision").datasets["rebuilt"]())
    tables = [
        Table(suite="humaneval-v", dataset="open", tasks=vision, setting=setting, **more)
        for setting, more in (
            ("image", {"protocol": "greedy"}),
            ("image", {"protocol": "sampled-20", "draws": 2, "every": 5}),
            ("signature-only", {"protocol": "greedy", "every": 3}),
            ("V2T2C", {"protocol": "greedy", "every": 4, "stages": 2}),
        )
    ]
    tables.append(
        Table(suite="code-vision", dataset="rebuilt", tasks=charts, setting="flowchart", protocol="cool-1")
    )
    drawings = tuple(
        task for task in load("mathopeval").datasets["open-free"]() if _SAMPLES.fullmatch(task.family)
    )
    tables.append(
        Table(
            suite="mathopeval",
            dataset="open-free",
            tasks=drawings,
            setting="free-direct",
            protocol="greedy",
            every=2,
        )
    )
    make_field(folder / "results", tables, MODELS)
    _write_rubrics(folder / "results")
    for slug, more in (
        ("vision-001", "parameters_b: 7.6\nrelease_date: 2025-11\ntraining_cutoff: 2025-06"),
        ("vision-002", "parameters_b: 72\npredecessor: vision-001"),
    ):
        text = _SUBMISSION.format(slug=slug, more=more)
        write_atomic(folder / "submissions" / slug / "submission.yaml", text.encode())
    _write_nights(folder / "nightly")
    write_atomic(_WAITING.path(folder / "status"), _WAITING.to_bytes())
    return SiteOfTen(published(folder), folder / "results")


def _write_rubrics(ledger: Path) -> None:
    """Write scores by a model for the drawings: those of the verdicts, rounded down."""
    for row in read_rows(ledger):
        if row.result.suite == "mathopeval":
            scores = rubric_of(row, [int(values[0] or 0) for values in row.result.points.values()]).scores
            path = row.path(ledger).with_name(rubric_name(row.id, scores.id))
            write_atomic(path, scores.to_bytes())


def _write_nights(nightly: Path) -> None:
    """Write sixty nights: vision-001 gets worse, vision-002 does not, and corvid-mini has no row."""
    slugs = {"acme-vision": "vision-001", "borealis-vl": "vision-002"}
    write_months(
        nightly,
        [(script.having(slug=slugs.get(script.slug, script.slug)), days) for script, days in months()],
    )
    moved = {"before": "acme-vision-0501", "after": "acme-vision-1101"}
    ends = {"after": "2026-12-31", "detail": "openai will shut down borealis-vl on 2026-12-31"}
    write_records(
        nightly,
        happened("alias-moved", date="2026-04-02", model="acme-vision", detail="acme-vision moved", **moved),
        happened("new-version", date="2026-04-20", model="acme-vision-2", detail="acme-vision-2 is new"),
        happened("shutdown-announced", date="2026-04-22", model="borealis-vl", **ends),
        listed("2026-04-29", provider="anthropic", reason="HTTP 503 after the first page"),
    )


def published(folder: Path, tasks: tuple[Path, ...] = ()) -> Path:
    """Build the site of a folder with rows, submissions and statuses as it would be published."""
    where = SiteConfig(
        rows=folder / "results",
        submissions=folder / "submissions",
        statuses=folder / "status",
        nightly=folder / "nightly",
        tasks=tasks,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGHTBENCH_SITE_URL", ADDRESS)
        patch.setenv("SIGHTBENCH_REPO_URL", "https://example.com/somebody/sightbench")
        build_site(where, folder / "site", from_disk=False)
    return folder / "site"
