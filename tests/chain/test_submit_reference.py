"""`submit reference` fetches published answers from real https servers on loopback, and judges them."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from ci_world import RIGHT, TASKS, WRONG, completions

from benchmark.cli import main
from benchmark.core.errors import BadInput, OurFailure
from benchmark.pipeline import sources
from benchmark.submissions.check import read_submission
from benchmark.suites.run_names import known_suites

from ..https_world import HttpsWorld

BASE = f"https://raw.githubusercontent.com/acme/answers/{'3a09ad07' * 5}/output"
FIRST, SECOND = (f"{BASE}/{subset}/m/samples.jsonl_results.jsonl" for subset in ("Algorithm", "MATH"))
RELEASE = "https://github.com/acme/answers/releases/download/v1/answers.jsonl"
pytestmark = pytest.mark.usefixtures("tiny", "publish")


def lines(first: int, last: int, code: str = RIGHT, *, passed: bool = True) -> str:
    """Return lines of a published file with answers to some of the six tasks."""
    record = {"test": "assert f(1) == 2", "starter_code": "def f(x):", "completion": code, "passed": passed}
    answers = ({"task_id": task.id, "response": f"```python\n{code}\n```"} for task in TASKS[first:last])
    return "".join(json.dumps({**record, **answer}) + "\n" for answer in answers)


@pytest.fixture
def publish(published: HttpsWorld) -> HttpsWorld:
    """Two files; the second has a right answer that was published as failed, and answers t-5 once more."""
    published.files[FIRST] = lines(0, 3).encode()
    second = lines(3, 4, passed=False) + lines(4, 6) + lines(5, 6, WRONG, passed=False)
    published.files[SECOND] = second.encode()
    return published


def submit(
    folder: Path,
    *urls: str,
    slug: str = "acme",
    form: str = "code-vision-outputs",
    dropped: Sequence[str] = (),
    options: Sequence[str] = (),
) -> int:
    given = ["--slug", slug, "--name", slug.title(), "--owner", "octocat", "--suite", "tiny"]
    given += ["--dataset", "small", "--setting", "text", "--protocol", "greedy", "--prompt", "sightbench"]
    more = ["--format", form, "--extraction", "own", "--workers", "1", "--into", str(folder / "submissions")]
    more += [word for name in dropped for word in ("--dropped", name)]
    with pytest.raises(SystemExit) as caught:
        main(["submit", "reference", *urls, *given, *more, *options])
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.mark.gate
def test_answers_are_fetched_compared_and_named_with_their_digests(publish, tmp_path, capsys) -> None:
    assert submit(tmp_path, FIRST, SECOND) == 0
    said = capsys.readouterr().out
    digests = [hashlib.sha256(publish.files[url]).hexdigest() for url in (FIRST, SECOND)]
    for line in (
        f"{FIRST}\n  sha256 {digests[0]}, answers to 3 tasks\n",
        "  1 task answered twice, of which the first line counts: t-5\n",
        "small: 6 of 6 tasks\n",
        "passed here: 6 of 6\n",
        "passed as published: 5\n",
        "verdicts that differ from the published ones: 1\n  t-3: published failed, here passed\n",
    ):
        assert line in said
    (run,) = read_submission(tmp_path / "submissions" / "acme", known_suites()).runs
    assert run.reference is not None
    assert [(file.url, file.sha256) for file in run.reference.files] == [
        *zip((FIRST, SECOND), digests, strict=True)
    ]
    assert run.reference.doubled == []
    assert publish.asked == [FIRST, SECOND]
    assert submit(tmp_path, FIRST, SECOND) == 2
    assert "already exists" in capsys.readouterr().err


@pytest.mark.gate
def test_missing_tasks_are_named_and_nothing_is_written(tmp_path, capsys) -> None:
    assert submit(tmp_path, FIRST) == 2
    said = capsys.readouterr()
    assert "small: 3 of 6 tasks\n  3 tasks without an answer: t-3, t-4, t-5\n" in said.out
    assert "the files do not answer all tasks of small" in said.err
    assert not (tmp_path / "submissions").exists()


@pytest.mark.parametrize(
    ("option", "value"), [("--protocol", "hot"), ("--setting", "drawn"), ("--dataset", "none")]
)
def test_an_unknown_name_is_refused_before_anything_is_fetched(
    publish, tmp_path, capsys, option, value
) -> None:
    assert submit(tmp_path, FIRST, SECOND, options=(option, value)) == 2
    said = capsys.readouterr().err
    assert f"{option}: '{value}' is not known here" in said.replace("\n", " ")
    assert publish.asked == []


@pytest.mark.parametrize("network", [True, False], ids=["network down", "package missing"])
def test_a_data_set_that_is_not_here_keeps_its_fix(tmp_path, capsys, monkeypatch, network) -> None:
    def absent(*_: object) -> None:
        cause = OurFailure("it cannot be fetched", "check the network") if network else None
        raise BadInput("tiny small", "", "is not on this machine", "install it, or go online") from cause

    monkeypatch.setattr(sources, "fetched_source", absent)
    assert submit(tmp_path, FIRST, SECOND) == (3 if network else 2)
    said = capsys.readouterr()
    assert "small: is not on this machine\n  fix: install it, or go online\n" in said.out
    assert "fix: install it, or go online" in said.err


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        (FIRST.replace("3a09ad07" * 5, "main"), "must be the address of a file at a commit"),
        (FIRST.replace("raw.githubusercontent.com", "evil.example"), "must be the address of a file"),
        (FIRST.replace("Algorithm", "Other"), "the server answered 404"),
    ],
    ids=["branch", "host", "no file"],
)
def test_an_address_that_can_change_or_has_nothing_is_refused(tmp_path, capsys, url, problem) -> None:
    assert submit(tmp_path, url, SECOND) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.gate
def test_the_digest_of_a_release_s_file_is_found_though_a_submission_needs_it(
    publish, tmp_path, capsys
) -> None:
    publish.files[RELEASE] = completions().encode()
    assert submit(tmp_path, RELEASE, form="sightbench") == 0
    said = capsys.readouterr().out
    assert "passed here: 4 of 6\nwrote " in said
    (run,) = read_submission(tmp_path / "submissions" / "acme", known_suites()).runs
    assert run.reference is not None
    assert run.reference.files[0].sha256 == hashlib.sha256(publish.files[RELEASE]).hexdigest()


@pytest.mark.gate
def test_bytes_that_changed_since_the_first_fetch_are_refused(publish, tmp_path, capsys) -> None:
    assert submit(tmp_path, FIRST, SECOND) == 0
    for copy in (tmp_path / "sets" / ".references").glob("*[0-9a-f]"):
        copy.unlink()
    publish.files[FIRST] = lines(0, 3, WRONG).encode()
    assert submit(tmp_path, FIRST, SECOND, slug="other") == 2
    assert "recorded at the first fetch" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.gate
def test_what_the_model_did_not_get_is_written_into_the_submission(tmp_path) -> None:
    assert submit(tmp_path, FIRST, SECOND, dropped=["temperature", "top_p"]) == 0
    (run,) = read_submission(tmp_path / "submissions" / "acme", known_suites()).runs
    assert run.dropped == ["temperature", "top_p"]
