"""`submit new` creates a folder that passes the check, or nothing."""

import io
import sys
from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.core.suite import Asked, DrawProtocol, Suite
from benchmark.files.strict_yaml import read_yaml
from benchmark.submissions.check import read_submission
from benchmark.submissions.create import dump_submission
from benchmark.suites import run_names

COMMON = [
    *("submit", "new", "--slug", "acme-7b", "--name", "NO", "--owner", "octocat", "--weights", "open"),
    *("--no-reasoning", "--suite", "code-vision", "--dataset", "rebuilt", "--setting", "flowchart"),
    *("--protocol", "cool-1"),
]
MODEL = ["--provider", "openai", "--model", "010"]
ROOT = Path(__file__).resolve().parent.parent.parent
ANSWERS = (
    Path(__file__).resolve().parent.parent / "cases" / "predictions" / "good-jsonl" / "predictions.jsonl"
)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    assert isinstance(caught.value.code, int)
    return caught.value.code


def test_every_option_is_written_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = DrawProtocol(id="greedy", draws=1, temperature=0.2, top_p=0.95, top_k=20, stop=("\n```\n",))
    planned = Suite(
        id="planned",
        title="Planned",
        datasets={"open": tuple},
        asked=Asked(
            settings=["free"],
            protocols={"greedy": greedy},
            upstream_prompts=["free"],
        ),
    )
    known = {"planned": planned}
    monkeypatch.setattr(run_names, "known_suites", lambda: known)
    # A made-up suite, because the protocols of existing suites do not allow all of these parameters.
    given = """
        --organisation 1:30 --link paper=https://example.org/a=b --parameters-b 7.6 --decoder null
        --licence MIT --release-date 2025-01-31 --training-cutoff 2024-12 --predecessor acme-6b
        --prompt upstream --base-url https://api.example.org/v1 --api-key-env ACME_KEY --revision 1e3
        --temperature 0.2 --top-p 0.95 --seed 7 --top-k 20 --max-tokens 1024
        --thinking low --thinking-tokens 0
        --suite planned --dataset open --setting free --protocol greedy
    """
    more = [*given.split(), "--stop", "\n```\n", "--into", str(tmp_path)]
    assert run(*COMMON, *MODEL, *more) == 0
    submission = read_submission(tmp_path / "acme-7b", known)
    [created] = submission.runs
    assert (submission.name, submission.organisation, submission.decoder) == ("NO", "1:30", "null")
    assert submission.links == {"paper": "https://example.org/a=b"}
    assert (submission.reasoning, submission.parameters_b, submission.predecessor) == (False, 7.6, "acme-6b")
    assert (created.prompt, created.model.model, created.model.revision) == ("upstream", "010", "1e3")
    assert None not in created.model.parameters.model_dump().values()
    assert created.model.parameters.stop == ["\n```\n"]


def test_a_prediction_file_is_copied(tmp_path: Path) -> None:
    answers = ROOT / "submissions" / "_examples" / "own-answers" / "predictions.jsonl"
    assert run(*COMMON, "--predictions", str(answers), "--into", str(tmp_path)) == 0
    assert (tmp_path / "acme-7b" / "predictions.jsonl").read_bytes() == answers.read_bytes()
    assert run("submit", "check", str(tmp_path / "acme-7b")) == 0


def test_an_existing_folder_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "acme-7b").mkdir()
    assert run(*COMMON, *MODEL, "--into", str(tmp_path)) == 2
    assert "already exists" in capsys.readouterr().err
    assert list((tmp_path / "acme-7b").iterdir()) == []


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (["--slug", "../x"], "new submission: slug"),
        (["--name", "<b>"], "has markup"),
        (["--suite", "code-visio"], "new submission: runs[0].suite: there is no suite 'code-visio'"),
        (["--temperature", "3"], "runs[0].model.parameters.temperature"),
        (["--predictions", str(ANSWERS)], "--provider: cannot be used with --predictions"),
        (["--link", "paper"], "must be LABEL=URL"),
    ],
)
def test_a_submission_that_would_not_pass_the_check_is_not_created(tmp_path, capsys, changed, says) -> None:
    assert run(*COMMON, *MODEL, *changed, "--into", str(tmp_path / "made")) == 2
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_key_given_instead_of_a_variable_s_name_is_not_shown(tmp_path, capsys) -> None:
    key = "sk-abcdefgh12345678"
    assert run(*COMMON, *MODEL, "--api-key-env", key, "--into", str(tmp_path)) == 2
    errors = capsys.readouterr().err
    assert "runs[0].model.api_key_env: must be the name of an environment variable" in errors
    assert key not in errors


def test_a_broken_or_missing_prediction_file_creates_nothing(tmp_path, capsys) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{")
    for path, problem in ((broken, "not valid JSON"), (tmp_path / "none", "no such file")):
        assert run(*COMMON, "--predictions", str(path), "--into", str(tmp_path / "made")) == 2
        assert f"error: {path}: {problem}" in capsys.readouterr().err.replace("line 1, column 2: ", "")
        assert not (tmp_path / "made").exists()


def test_all_missing_options_are_listed_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("submit", "new", "--slug", "x") == 2
    errors = capsys.readouterr().err
    assert errors.count(": is required") == 8
    assert "error: --owner: is required\n  fix: " in errors
    assert "error: --suite: is required\n  fix: use one of code-vision, evalplus, humaneval-v," in errors
    assert "; evalplus: official; humaneval-v: open, official-v2," in errors
    assert "--provider: is required\n  fix: use one of anthropic, google," in errors


def test_a_missing_setting_names_those_that_go_with_the_given_suite_and_data_set(capsys) -> None:
    free = ["--suite", "mathopeval", "--dataset", "open-free", "--protocol", "cool-1"]
    assert run("submit", "new", *free) == 2
    errors = capsys.readouterr().err
    listed = "free-direct, free-cot, free-dcot, free-vot, free-tikz, free-blind, free-look"
    assert f"--setting: is required\n  fix: use one of {listed}\n" in errors
    assert "--protocol: cannot be 'cool-1'\n  fix: use one of greedy, thinking\n" in errors


def test_a_terminal_offers_the_values_that_can_be_judged_and_asks_again(
    tmp_path, monkeypatch, capsys
) -> None:
    answers = ["acme", "Acme", "octocat", "no-suite", "humaneval-v", "later", "open", "V2C", "greedy"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*answers, "openai", "x", ""])))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert run("submit", "new", "--into", str(tmp_path)) == 0
    output = capsys.readouterr()
    assert "Suite (code-vision, evalplus, humaneval-v, mathopeval, mmcode): " in output.out
    assert "Data set (open, official-v2, official-v1, fresh-* (a set that you built; CI" in output.out
    assert output.out.count("is not one of the values above") == 2


@pytest.mark.parametrize(
    "text", ["NO", "010", "1e3", "null", "2025-01-01", "a: b", "- x", "é😀", "#", "\n", "x\ny", ""]
)
def test_any_text_is_unchanged_after_writing_and_reading(tmp_path: Path, text: str) -> None:
    path = tmp_path / "submission.yaml"
    path.write_bytes(dump_submission({"name": text, "stop": [text]}))
    value = read_yaml(path).value
    assert value == {"schema": "sightbench/submission/1", "name": text, "stop": [text]}


def test_suite_data_set_setting_and_protocol_follow_from_the_prediction_file(tmp_path, capsys) -> None:
    bundled = ROOT / "submissions" / "smollm2-135m-q4" / "predictions.jsonl"
    known = ["submit", "new", "--name", "A", "--owner", "octocat", "--into", str(tmp_path)]
    assert run(*known, "--slug", "acme-7b", "--predictions", str(bundled)) == 0
    note = "has answers for --suite code-vision --dataset rebuilt --setting text --protocol cool-1; give"
    assert note in capsys.readouterr().err
    assert run(*known, "--slug", "acme-8b", "--predictions", str(bundled), "--protocol", "greedy") == 0
    assert "--protocol" not in capsys.readouterr().err
    found = read_submission(tmp_path / "acme-8b", run_names.known_suites()).runs[0]
    assert (found.suite, found.dataset, found.setting) == ("code-vision", "rebuilt", "text")
    assert found.protocol == "greedy"
    text = bundled.read_text(encoding="utf-8")
    (tmp_path / "other.jsonl").write_text(text.replace("HumanEval-0", "Other-0"), encoding="utf-8")
    assert run(*known, "--slug", "acme-9b", "--predictions", str(tmp_path / "other.jsonl")) == 2
    printed = capsys.readouterr().err
    assert "other.jsonl: no data set on this machine has exactly the ids of these answers\n" in printed
    assert "--suite: is required" in printed


@pytest.mark.gate
def test_a_template_that_nobody_filled_in_is_refused(tmp_path, capsys) -> None:
    assert run("tasks", "code-vision", "rebuilt", "--out", str(tmp_path / "tasks")) == 0
    given = ["--slug", "a", "--name", "A", "--owner", "octocat", "--into", str(tmp_path / "made")]
    assert run("submit", "new", *given, "--predictions", str(tmp_path / "tasks" / "answers.jsonl")) == 2
    assert "all 164 completions are empty" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()
