"""Fixtures: a site that mkdocs builds from synthetic rows, and rows with files next to them."""

import gzip
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from benchmark.core.task import Task
from benchmark.files.atomic import write_atomic
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.site_page import Page
from benchmark.results.branch_record import add_record
from benchmark.results.row import Row, RowFile, row_id
from benchmark.submissions.schema import Submission
from tests.case_files import read_cases
from tests.changed_rows import withdrawn
from tests.nightly_months import write_records
from tests.nightly_records import happened
from tests.run_statuses import run_status

HOSTILE_NAME = "</pre><script>alert(1)</script>\u202e" + "x" * 160
HOSTILE_REASON = "The answers were <script>alert(1)</script> copied."
HOSTILE_STATUS = {
    "slug": "waiting-model",
    "setting": "<b>bold</b>",
    "prompt": "{{ 7 * 7 }}",
    "reason": "rate limit <script>alert(1)</script>",
    "links": {"<i>run</i>": "https://ci.example.org/?a=1&b=<2>", "bad": "javascript:alert(1)"},
}
HOSTILE_TASK = '"><img src=x onerror=alert(1)>' + "y" * 10_000


@dataclass(frozen=True)
class BuiltFolder:
    """A site on disk, and what its command printed."""

    folder: Path
    done: subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def site_of_kinds(
    tmp_path_factory: pytest.TempPathFactory,
    make_row: Callable[..., Row],
    by_kind: Callable[[Row], Row],
) -> BuiltFolder:
    """A site of two models, a baseline, a paper's row, and withdrawn, hostile and odd rows."""
    folder = tmp_path_factory.mktemp("site")
    subsets = {"subset:humaneval": ["task-0", "task-1"], "subset:math": ["task-2", "task-3"]}
    for row in (
        make_row("acme-1", "PPPW", name="Acme One", subsets=subsets, cost_usd=0.004, tokens_out=400),
        make_row("zeta.v2", "PWWM", name="Zeta", subsets=subsets, weights="closed", trust="verified"),
        make_row("gold", "PPPP", organisation="", weights="", subsets=subsets),
        make_row(
            "hostile",
            "PW",
            name=HOSTILE_NAME,
            organisation="<b>bold</b>",
            tasks=["plain", HOSTILE_TASK],
            suite="humaneval-v",
            links={"<i>run</i>": "https://ci.example.org/?a=1&b=<2>", "bad": "javascript:alert(1)"},
        ),
        make_row("paper-model", "PW", name="Paper Model", trust="reported"),
    ):
        add_record(folder / "results", row)
    gone = make_row("gone", "PPPP", name="Gone", subsets=subsets)
    add_record(folder / "results", gone)
    words = {"reason": HOSTILE_REASON, "by": "<i>maintainer</i>", "link": "https://example.org/issues/1"}
    add_record(folder / "results", withdrawn(gone, "2026-05-06T07:08:09Z", **words).retraction)
    waits = run_status(**HOSTILE_STATUS)
    write_atomic(waits.path(folder / "status"), waits.to_bytes())
    write_records(
        folder / "nightly",
        happened("new-version", date="2026-05-05", model="zeta.v3", detail=HOSTILE_REASON),
    )
    lonely = make_row("lonely", "PPW", name="Lonely", suite="new-suite", dataset="first")
    add_record(folder / "results", by_kind(lonely))
    _write_odd_rows(folder / "results", make_row)
    options = ["--rows", "results", "--submissions", "none", "--out", "out", "--cache", "cache", "--web"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmark", "site", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return BuiltFolder(folder / "out", done)


def _write_odd_rows(rows: Path, make_row: Callable[..., Row]) -> None:
    """Write rows with missing files, and with scores that differ from the verdicts."""
    whole = make_row("gone-files", "PW", name="Gone Files")
    files = {
        f"{kind}_file": RowFile(name=f"{whole.id}.{kind}.jsonl.gz", sha256="0" * 64, bytes=10)
        for kind in ("completions", "verdicts")
    }
    add_record(rows, whole.model_copy(update={"run": whole.run.model_copy(update=files)}))
    record = json.loads(make_row("two-tongued", "PP", name="Two Tongued").to_bytes())
    record["result"]["scores"][0]["value"] = 0.5
    result = make_row().result.model_validate(record["result"])
    add_record(rows, make_row("x").model_copy(update={"id": row_id(result), "result": result}))


@pytest.fixture(scope="session")
def built(site_of_kinds: BuiltFolder) -> Path:
    """The folder of the site of all kinds of rows."""
    assert site_of_kinds.done.returncode == 0, site_of_kinds.done.stderr
    return site_of_kinds.folder


@pytest.fixture(scope="session")
def html() -> Callable[[Page], str]:
    """A function that renders a page; links are source paths with a slash in front."""
    jinja = templates("https://code.example.org/a/b")
    return lambda page: str(render(page, lambda source: f"/{source}", jinja))


def held(*tasks: Task, folder: Path | None = None) -> dict[tuple[str, str], TaskSet]:
    """Return the tasks of one data set as sources hold them."""
    name = (tasks[0].suite, tasks[0].dataset)
    return {name: TaskSet(*name, {task.id: task for task in tasks}, folder, tasks[0].licence)}


def submission(slug: str, **more: object) -> Submission:
    """Return a submission with one run on Code-Vision."""
    run = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}
    runs = [{**run, "predictions": "a.jsonl"}]
    return Submission.model_validate({"slug": slug, "name": slug, "runs": runs, **more})


def sentences(kind: str) -> list[tuple[Any, ...]]:
    """Return what was recorded and the sentence of a page about it, for the cases of a kind of page."""
    return [tuple(case.values()) for case in read_cases("site/sentences.yaml")[kind]]


@cache
def templates(repository: str = "") -> Environment:
    """Return the environment of the site's templates, which compiles each of them once."""
    return environment(checkout() / "site" / "templates", repository)


def page_at(source: str, pages: Iterable[Page]) -> Page:
    """Return the page with this source path."""
    return next(page for page in pages if page.source == source)


def visible_text(page: Page) -> str:
    """Return the text of a page without its tags."""
    html = str(render(page, lambda source: f"/{source}", templates()))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html).replace("\u2060", "").replace("&nbsp;", " "))


@pytest.fixture
def here(tmp_path: Path, sources: Callable[..., Sources]) -> Callable[..., Sources]:
    """A function that makes sources of rows whose files are in the temporary folder."""
    return partial(sources, where=SiteConfig(rows=tmp_path))


@pytest.fixture
def with_files() -> Callable[..., Row]:
    return _with_files


@pytest.fixture
def with_records() -> Callable[..., Row]:
    return _with_records


def _with_files(folder: Path, row: Row, texts: Iterable[str], **verdict: object) -> Row:
    """Write a completion and a verdict per task next to a row, and return the row with these files."""
    statuses = row.result.statuses
    answers = [
        {"task_id": task, "draw": 0, "completion": text} for task, text in zip(statuses, texts, strict=True)
    ]
    verdicts = [
        {"task_id": task, "draw": 0, "missing": "an outage"}
        if status == "missing"
        else {"task_id": task, "draw": 0, "status": status} | (verdict if status != "passed" else {})
        for task, (status, *_) in statuses.items()
    ]
    return _with_records(folder, row, answers, verdicts)


def _with_records(folder: Path, row: Row, *records: list[dict[str, Any]] | None) -> Row:
    """Write files next to a row and return the row with them: completions, verdicts and descriptions."""
    files = {}
    for name, lines in zip(("completions", "verdicts", "descriptions"), records, strict=False):
        if lines is None:
            continue
        data = gzip.compress("".join(json.dumps(record) + "\n" for record in lines).encode(), mtime=0)
        file = RowFile(
            name=f"{row.id}.{name}.jsonl.gz", sha256=hashlib.sha256(data).hexdigest(), bytes=len(data)
        )
        path = row.path(folder).with_name(file.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        files[f"{name}_file"] = file
    return row.model_copy(update={"run": row.run.model_copy(update=files)})
