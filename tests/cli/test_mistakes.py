"""Typical mistakes of a newcomer: each is one message with the file and a fix, and the exit code 2."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from benchmark import cli
from benchmark.chain.doctor import clone
from benchmark.core.exit_codes import ExitCode
from benchmark.results.branch_record import add_record
from tests.case_files import read_cases
from tests.conftest import ROOT, MakeRow

VERDICT = '{"task_id": "a", "draw": 0, "status": "passed"}\n'
#: Files that are no text, or no text in UTF-8.
ODD_FILES = {
    "utf16.jsonl": VERDICT.encode("utf-16"),
    "latin.jsonl": b'{"task_id": "caf\xe9", "draw": 0, "status": "passed"}\n',
    "picture.png": b"\x89PNG\r\n\x1a\n",
    "answers.zip": b"PK\x03\x04\x14\x00",
    "broken.gz": b"\x1f\x8b\x08\x00",
}
FILES = {name: text.encode() for name, text in read_cases("mistakes/files.yaml").items()} | ODD_FILES
#: Files with several faults, and a command that lacks several things: each is a message.
SEVERAL_FAULTS = ("field.jsonl", "odd.json", "key.json", "reproduce mathopeval table-4")
EVALUATE = "evaluate --tasks task.jsonl --predictions"
#: Command → a part of what it prints on standard error.
MISTAKES: dict[str, str] = {
    f"{start} {rest}".strip().replace("{root}", str(ROOT)): says
    for start, those in read_cases("mistakes/commands.yaml").items()
    for rest, says in those.items()
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, make_row: MakeRow) -> Path:
    made = tmp_path_factory.mktemp("mistakes")
    for name, data in FILES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(data)
    for row in (
        make_row("a", "PPPW"),
        make_row("b", "PWWW"),
        make_row("f", "PP", suite="mmcode"),
        make_row("other-model", "PP", suite="mmcode"),
    ):
        add_record(made / "rows", row)
    with (made / "huge.jsonl").open("wb") as file:
        file.truncate(1 << 30)  # takes no space on disk
    return made


@pytest.mark.parametrize("command", MISTAKES)
def test_a_mistake_is_one_message_with_the_exit_code_2(command, folder, in_process, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SIGHTBENCH_KEY_ACME", "sk-test-0123456789abcdefghijklmnop")
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(folder / "none"))
    before = files_in(folder)
    done = in_process(*shlex.split(command))
    assert MISTAKES[command] in done.stderr
    assert done.stderr.lower().count("error: ") == 1 or any(file in command for file in SEVERAL_FAULTS)
    assert "Traceback" not in done.stderr
    assert done.returncode == ExitCode.BAD_INPUT
    assert files_in(folder) == before
    # The option of another command stands after that command's name.
    options = re.findall(r"  fix: [^`\n]*?(?<!-)(--[a-z_-]+)", done.stderr)
    assert all(option in known_options(command.split()) for option in options)


def files_in(folder: Path) -> dict[Path, int]:
    """Return when each file was changed, without those of the cache in ``build``."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.*") if "build" not in path.parts}


def known_options(words: list[str]) -> set[str]:
    """Return the options of the command that these words name."""
    command: click.Command = cli.group
    for word in words:
        if isinstance(command, click.Group) and (found := command.get_command(click.Context(command), word)):
            command = found
    return {option for parameter in command.params for option in parameter.opts}


def test_doctor_reports_that_git_is_missing(tmp_path, in_process, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "submissions").mkdir()
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
        "leaderboard --rows folder",
        "chek",
    ],
)
def test_nothing_but_a_terminal_gets_control_characters(command, folder, in_process, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    done = in_process(*command.split())
    assert done.stdout + done.stderr
    assert set("\x1b\r\b\x07").isdisjoint(done.stdout + done.stderr)


@pytest.mark.gate
def test_quiet_leaves_results_and_errors(folder, in_process, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    loud, quiet = (in_process(*EVALUATE.split(), "p.jsonl", *more) for more in ([], ["--quiet"]))
    assert loud.stdout == quiet.stdout
    assert (loud.stderr, quiet.stderr) == ("judging: 1 of 1\n", "")
    assert "no such file" in in_process("evaluate", "--score-only", "missing.jsonl", "-q").stderr


@pytest.mark.gate
def test_a_check_with_json_is_one_document(folder, in_process, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    rows = folder / "made"
    assert in_process(*EVALUATE.split(), "p.jsonl", "--slug", "m", "--rows", rows).returncode == 0
    (row,) = rows.rglob("*.json")
    done = in_process("verify", row, "--no-judge", "--json")
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (0, True)
    row.rename(row.with_name(f"{'0' * 64}.json"))
    done = in_process("verify", rows, "--json")
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (1, False)
    assert json.loads(done.stdout)["lines"]


@pytest.mark.parametrize("arguments", [("reproduce", "--list"), ("reproduce", "humaneval-v", "table-8")])
def test_a_package_that_is_not_installed_is_named_with_the_command_that_installs_it(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    without = f"import sys; sys.modules['scipy'] = None; sys.path.insert(0, {str(ROOT)!r})"
    program = f"{without}; from benchmark.cli import main; main({[*arguments]!r})"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    fix = f"run the same command with {ROOT / 'noxw'} -s sightbench -- instead of sightbench"
    problem = "error: reproduce: needs packages that are not installed: scipy"
    assert done.stderr == f"{problem}\n  fix: {fix}\n"
    assert done.returncode == ExitCode.BAD_INPUT
