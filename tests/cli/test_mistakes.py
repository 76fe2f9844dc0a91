"""Typical mistakes of a newcomer: each is one message with the file and a fix, and the exit code 2."""

import json
import re
from pathlib import Path

import click
import pytest

from benchmark import cli
from benchmark.chain.doctor import clone
from benchmark.core.exit_codes import ExitCode
from tests.conftest import Sightbench

VERDICT = '{"task_id": "a", "draw": 0, "status": "passed"}\n'
TASK = {"id": "a", "entry_point": "f", "check": {"kind": "function", "tests": ["assert f(2) == 4"]}}
FILES = {
    "v.jsonl": VERDICT.encode(),
    "task.jsonl": json.dumps(TASK).encode(),
    "two.jsonl": b"".join(json.dumps({**TASK, "id": name}).encode() + b"\n" for name in "ac"),
    "code.jsonl": b'{"task_id": "a", "code": "f = abs"}\n',
    "tested.jsonl": b'{"id": "a", "test": "assert f(2) == 4"}\n',
    "p.jsonl": b'{"task_id": "a", "completion": "f = abs"}\n',
    "other.jsonl": b'{"task_id": "b", "completion": "f = abs"}\n',
    "twice.jsonl": 2 * b'{"task_id": "a", "completion": "f = abs"}\n',
    "array.json": b'[{"task_id": "a", "completion": "f = abs"}]',
    "from-one.jsonl": b'{"task_id": "a", "draw": 1, "completion": "f = abs"}\n',
    "folder/named/submission.yml": b"",
    "empty": b"",
    "words.jsonl": b"hello\n",
    "cut.jsonl": VERDICT[:20].encode(),
    "utf16.jsonl": VERDICT.encode("utf-16"),
    "mark.jsonl": VERDICT.encode("utf-8-sig"),
    "latin.jsonl": b'{"task_id": "caf\xe9", "draw": 0, "status": "passed"}\n',
    "list.json": b"[]",
    "picture.png": b"\x89PNG\r\n\x1a\n",
    "answers.zip": b"PK\x03\x04\x14\x00",
    "judge.yaml": b"{provider: openai, model: m, price: {input: 1, output: 2, date: 2026-11}}\n",
    "broken.gz": b"\x1f\x8b\x08\x00",
    "status.jsonl": VERDICT.replace("passed", "pased").encode(),
    "field.jsonl": VERDICT.replace("draw", "drow").encode(),
}
EVALUATE = "evaluate --tasks task.jsonl --predictions"
#: Command → a part of what it prints on standard error.
MISTAKES = {
    "evaluate --score-only missing.jsonl": "missing.jsonl: no such file\n  fix: check the path",
    "evaluate --score-only folder": "folder: is a folder\n  fix: name a file",
    "evaluate --score-only https://example.org/v.jsonl": "is an address; download the file and name its path",
    "evaluate --score-only empty": "empty: is empty\n  fix: write at least one record",
    "evaluate --score-only words.jsonl": "words.jsonl: line 1, column 1: not valid JSON",
    "evaluate --score-only cut.jsonl": "cut.jsonl: line 1, column 18: not valid JSON",
    "evaluate --score-only utf16.jsonl": "is UTF-16 or UTF-32\n  fix: save it as UTF-8",
    "evaluate --score-only mark.jsonl": "fix: save it as UTF-8 without a byte-order mark",
    "evaluate --score-only latin.jsonl": "latin.jsonl: line 1: byte 16 (0xe9) is not valid UTF-8",
    "evaluate --score-only list.json": "must be an object, got a list",
    "evaluate --score-only picture.png": "is a picture\n  fix: name a JSON file",
    "evaluate --score-only answers.zip": "is a ZIP archive\n  fix: unpack it",
    "evaluate --score-only broken.gz": "is gzip that ends too early",
    "evaluate --score-only huge.jsonl": "huge.jsonl: has 1.02e+03 MiB, more than the limit of 512 MiB",
    "evaluate --score-only status.jsonl": "line 1: status: must be 'passed',",
    "evaluate --score-only field.jsonl": "fix: did you mean draw?",
    "evaluate --score-only v.jsonl --metric pas@1": (
        "--metric: 'pas@1' is not a known metric\n  fix: use one of: pass@K"
    ),
    "evaluate --score-only v.jsonl --metric pass@5": "fix: use pass@1 or below",
    "evaluate --score-only v.jsonl --jsn": "No such option '--jsn'. Did you mean '--json'?",
    "--json evaluate --score-only v.jsonl": "No such option '--json'. Options of a command follow its name.",
    "verify p.jsonl": "p.jsonl: is not a row: it has none of its fields\n  fix: name a row",
    "doctor --offline --repository abc": "--repository: 'abc' is not OWNER/NAME",
    "rank --leaderboard --out x": "No such option '--out'.\n",
    "rank --leaderboard": "results: is not a folder of rows\n  fix: name a folder with --rows, such as build",
    "rank --leaderboard --rows v.jsonl": "Directory 'v.jsonl' is a file",
    "evaluate": "--predictions: is missing\n  fix: name a file of completions",
    "evaluate --predictions p.jsonl": "--tasks: is missing, and so is --suite",
    "evaluate --suite humanevalv --predictions p.jsonl": "fix: use one of: code-vision, evalplus",
    "evaluate --suite mmcode --dataset opne --predictions p.jsonl": "has no data set 'opne' here\n  fix: use",
    f"{EVALUATE} array.json": "write one object per line, without the [ and ] around all",
    f"{EVALUATE} from-one.jsonl": "line 1: the draws of all tasks begin with 1\n  fix: number them from 0",
    "submit check folder/named": "has submission.yml instead of submission.yaml\n  fix: rename it",
    "submit new --slug a --predictions p.jsonl": "fix: run this in a clone of the repository, or name",
    f"{EVALUATE} other.jsonl": "has 1 unknown task id(s): 'b'\n  fix: use the ids of the data set, such as",
    f"{EVALUATE} twice.jsonl": "line 2: task 'a', draw 0 is already at line 1",
    f"{EVALUATE} task.jsonl": "line 1: is a task, not a completion\n  fix: name this file with --tasks",
    f"{EVALUATE} p.jsonl --workers zero": "'--workers': 'zero' is not a valid integer",
    f"{EVALUATE} p.jsonl --verdicts folder": "--verdicts: 'folder' is not a regular file",
    "verify folder": "folder: contains no rows\n  fix: name a folder with <suite>/",
    "generate": "SUBMISSION: is missing, and so is --model_name",
    "generate folder": "folder/submission.yaml: is missing\n  fix: write it, or make a new folder with `sig",
    "demo --submissions nothere": "--submissions: 'nothere': no such folder\n  fix: check the path",
    "demo --submissions folder": "--submissions: 'folder' has no _examples/gold/submission.yaml",
    "demo --recorded nothere": "--recorded: 'nothere': no such folder\n  fix: check the path",
    "dataset fetch mmcode --from nothere": "--from: 'nothere': no such file or folder\n  fix: check the path",
    "rubric p.jsonl --tasks two.jsonl --judge judge.yaml --out out --estimate": (
        "p.jsonl: has no completion for 1 of 2 tasks: 'c'\n  fix: answer all tasks (an empty completion is"
    ),
    "evaluate --tasks two.jsonl --predictions p.jsonl": "is allowed), or pass --partial and get no row",
    f"{EVALUATE} code.jsonl": "line 1: code: is not the field of the answer\n  fix: name it completion",
    "evaluate --tasks p.jsonl --predictions p.jsonl": (
        "line 1: is a completion, not a task\n  fix: name this file with --predictions"
    ),
    "evaluate --tasks tested.jsonl --predictions p.jsonl": 'fix: write "check": {"kind": "function", "tests"',
    "evaluate p.jsonl --tasks task.jsonl": "argument (p.jsonl); name files with --predictions.",
    "tasks humanevalv --out out": "SUITE DATASET: 'humanevalv' has no data set here\n  fix: use one of: code",
    "submit check nothere": "nothere: no such file or folder\n  fix: name a folder in submissions/",
    "compare p.jsonl p.jsonl": (
        "line 1: is a completion, not a verdict\n  fix: judge it first with `sightbench evaluate`"
    ),
    "dataset fetch nope": "has no official data set to fetch\n  fix: use one of: ",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("mistakes")
    (made / "folder" / "named").mkdir(parents=True)
    for name, data in FILES.items():
        (made / name).write_bytes(data)
    with (made / "huge.jsonl").open("wb") as file:
        file.truncate(1 << 30)  # takes no space on disk
    return made


@pytest.mark.parametrize("command", MISTAKES)
def test_a_mistake_is_one_message_with_the_exit_code_2(
    command: str, folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = in_process(*command.split())
    assert MISTAKES[command] in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == ExitCode.BAD_INPUT
    # The option of another command stands after that command's name.
    options = re.findall(r"  fix: [^`\n]*?(?<!-)(--[a-z_-]+)", done.stderr)
    assert all(option in known_options(command.split()) for option in options)


def known_options(words: list[str]) -> set[str]:
    """Return the options of the command that these words name."""
    command: click.Command = cli.group
    for word in words:
        if isinstance(command, click.Group) and (found := command.get_command(click.Context(command), word)):
            command = found
    return {option for parameter in command.params for option in parameter.opts}


def test_doctor_reports_that_git_is_missing(
    tmp_path: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(clone, "find_bubblewrap", lambda: None)
    done = in_process("doctor", "--offline", "--json")
    found = {finding["name"]: finding for finding in json.loads(done.stdout)["findings"]}
    assert (done.returncode, found["git"]["state"]) == (ExitCode.DIFFERS, "missing")
    assert found["sandbox"]["fix"] == "install the package bubblewrap"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(f"{EVALUATE} p.jsonl --partial", marks=pytest.mark.gate),
        "evaluate --score-only v.jsonl",
        "rank v.jsonl v.jsonl",
        "author check --help",
        "leaderboard --rows folder",
        "chek",
    ],
)
def test_nothing_but_a_terminal_gets_control_characters(
    command: str, folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = in_process(*command.split())
    assert done.stdout + done.stderr
    assert set("\x1b\r\b\x07").isdisjoint(done.stdout + done.stderr)


@pytest.mark.gate
def test_quiet_leaves_results_and_errors(
    folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    loud, quiet = (in_process(*EVALUATE.split(), "p.jsonl", *more) for more in ([], ["--quiet"]))
    assert loud.stdout == quiet.stdout
    assert (loud.stderr, quiet.stderr) == ("judging: 1 of 1\n", "")
    assert "no such file" in in_process("evaluate", "--score-only", "missing.jsonl", "-q").stderr


@pytest.mark.gate
def test_a_check_with_json_is_one_document(
    folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    rows = folder / "rows"
    assert in_process(*EVALUATE.split(), "p.jsonl", "--slug", "m", "--rows", rows).returncode == 0
    (row,) = rows.rglob("*.json")
    done = in_process("verify", row, "--no-judge", "--json")
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (0, True)
    row.rename(row.with_name(f"{'0' * 64}.json"))
    done = in_process("verify", rows, "--json")
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (1, False)
    assert json.loads(done.stdout)["lines"]
