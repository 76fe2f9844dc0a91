"""The command line as a whole: mistakes, forms of commands, their output, and threads."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from benchmark import cli
from benchmark.cli.shared.options import GroupedCommand
from benchmark.core import errors
from benchmark.core.exit_codes import MEANINGS, SENTENCE, ExitCode
from benchmark.scoring.installed import need_statistics
from tests.case_files import table
from tests.conftest import Sightbench

from ..test_imports import COMMANDS


@table("cli")
def test_a_wrong_command_suggests_the_right_one(given: str, suggested: str, in_process: Sightbench) -> None:
    done = in_process(*given.split(), code=ExitCode.BAD_INPUT)
    assert suggested in done.stderr


def test_help_texts_name_only_exit_codes_that_exist() -> None:
    helps = [SENTENCE, *(command.help or "" for command in COMMANDS.values())]
    named = {int(code) for text in helps for code in re.findall(r"[Ee]xit\s+codes?:?\s+(\d+)", text)}
    assert named <= {*ExitCode} == {*MEANINGS}
    assert {1, 2, 3} <= named
    kinds = [errors.SightbenchError]
    for kind in kinds:
        kinds += kind.__subclasses__()
        assert kind.exit_code in {ExitCode.DIFFERS, ExitCode.BAD_INPUT, ExitCode.FAILED}


@pytest.mark.parametrize("error", [click.ClickException("x"), click.FileError("x"), click.UsageError("x")])
def test_every_error_of_click_is_bad_input(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli.group, "main", fail)
    with pytest.raises(SystemExit) as caught:
        cli.main([])
    assert caught.value.code == ExitCode.BAD_INPUT


@table("cli")
def test_tab_completes_commands_and_options(words, expected, monkeypatch, capsys) -> None:
    monkeypatch.setenv("_SIGHTBENCH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        cli.main([])
    assert {line.partition(",")[2] for line in capsys.readouterr().out.splitlines()} == {expected}


@pytest.mark.parametrize(("given", "used"), [(None, "1"), ("4", "4")])
def test_statistics_use_one_thread_unless_the_user_says_otherwise(monkeypatch, given, used) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", given or "")
    if given is None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    need_statistics()
    assert os.environ["OPENBLAS_NUM_THREADS"] == used


COMMAND = [sys.executable, "-m", "benchmark", "--help"]


@pytest.mark.gate
@pytest.mark.parametrize("arguments", [["--help"], ["suites"], ["suites", "--json"]], ids=" ".join)
def test_a_reader_that_closes_the_pipe_causes_no_error(arguments: list[str]) -> None:
    """Click, rich and Python each find it in their own way."""
    with subprocess.Popen(
        [*COMMAND[:-1], *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == ExitCode.UNREAD == 141


def test_a_full_disk_is_one_message() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(COMMAND, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    assert done.returncode == 3
    assert done.stderr.splitlines() == ["error: standard output: no space left to write on"]


def test_a_full_disk_under_a_file_names_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    @click.command()
    def fill() -> None:
        with Path("/dev/full").open("w", encoding="ascii") as opened:
            opened.write("a")

    with pytest.raises(SystemExit) as ended:
        cli.main([], fill)  # type: ignore[arg-type]
    assert ended.value.code == ExitCode.FAILED
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "error: /dev/full: no space left to write on",
        "  fix: free some disk space, then run the same command again",
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_text_has_a_backslash(name: str, in_process: Sightbench) -> None:
    """Only an example that goes on in the next line ends in one."""
    shown = in_process(*name.split()[1:], "--help", code=0).stdout
    assert re.findall(r"\\(?! *$).*", shown, re.MULTILINE) == []


@table("cli")
def test_options_of_the_other_form_are_refused(in_process, arguments, problem) -> None:
    done = in_process(*arguments, code=2)
    assert problem in done.stderr
    assert "fix: " in done.stderr


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    task = {
        "id": "q1",
        "suite": "humaneval-v",
        "entry_point": "solution",
        "starter_code": "def solution(n):\n",
        "check": {"kind": "function", "tests": "assert solution(2) == 4"},
    }
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task) + "\n", encoding="utf-8")
    return tmp_path / "tasks.jsonl"


@pytest.mark.gate
def test_a_row_takes_setting_and_protocol_from_the_file_name(tmp_path, tasks, in_process) -> None:
    right, wrong = (f"```python\ndef solution(n):\n    return {code}\n```" for code in ("2 * n", "n"))
    calls = [{"qid": "q1", "prompt": "d", "predictions": [text]} for text in (right, wrong) * 3]
    (tmp_path / "acme_V2T2C-4o_T2C_sample_6.json").write_text(json.dumps(calls), encoding="utf-8")
    command = ["--prediction_file", "acme_V2T2C-4o_T2C_sample_6.json", "--extraction", "upstream-v2"]
    in_process("evaluate", *command, "--tasks", tasks, "--rows", "rows", "--workers", "1", code=0)
    (row,) = (tmp_path / "rows").rglob("*.json")
    result = json.loads(row.read_text(encoding="utf-8"))["result"]
    assert (result["setting"], result["protocol"]) == ("V2T2C-4o", "sampled-6")
    assert (result["submission"]["name"], result["extraction"]) == ("acme", "upstream-v2")
    assert result["statuses"] == {"q1": ["passed", "wrong_answer"] * 3}
    scores = {score["metric"]: score["value"] for score in result["scores"] if not score["category"]}
    assert scores["pass@1"] == 0.5
    assert scores["pass@3"] == pytest.approx(1 - 1 / 20)
    assert scores["parsing_success"] == 1.0
    executed = json.loads((tmp_path / "acme_V2T2C-4o_T2C_sample_6_executed.json").read_text(encoding="utf-8"))
    assert [result["passed"] for result in executed[0]["results"]] == [1, 0] * 3
    in_process("verify", row, "--tasks", tasks, "--workers", "1", code=0)


def test_a_file_of_descriptions_is_refused(tmp_path: Path, tasks: Path, in_process: Sightbench) -> None:
    name = "acme_V2T_sample_1.json"
    (tmp_path / name).write_text(json.dumps([{"qid": "q1", "prompt": "p", "predictions": ["A tree."]}]))
    done = in_process("evaluate", "--prediction_file", name, "--tasks", tasks, code=2)
    assert f"{name}: contains descriptions, not programs, according to its name" in done.stderr


GROUPED = {name: command for name, command in COMMANDS.items() if isinstance(command, GroupedCommand)}


@pytest.mark.parametrize("name", GROUPED)
def test_every_option_of_a_grouped_help_is_listed_once_under_a_heading(name, in_process) -> None:
    text = in_process(*name.split()[1:], "--help", code=0).stdout
    text = text[re.search(r"^[A-Z].*:\n  -", text, re.MULTILINE).start() :]  # after what it says in prose
    *_, others = text.split("\nOthers:\n")
    assert {*re.findall(r"--[a-z-]+", others.split("\n\n")[0])} <= {"--quiet", "--help"}
    options = [option for option in COMMANDS[name].params if isinstance(option, click.Option)]
    for option in options:
        (first, *_) = sorted(option.opts, key=len, reverse=True)
        assert len(re.findall(rf"^  (?:-\w, )?{re.escape(first)}\b(?![-_])", text, re.MULTILINE)) == 1, first


def test_long_helps_are_grouped() -> None:
    assert {"sightbench evaluate", "sightbench generate"} <= {*GROUPED}
