"""A misspelt command suggests the right one; exit codes and completion."""

import re
import subprocess
from collections.abc import Callable

import click
import pytest

from benchmark import cli
from benchmark.core import errors
from benchmark.core.exit_codes import MEANINGS, SENTENCE, ExitCode

from ..test_imports import COMMANDS

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize(
    ("given", "suggested"),
    [
        ("submt", "(Did you mean 'submit'?)"),
        ("author chek", "(Did you mean 'check'?)"),
        ("analyse Items", "(Did you mean 'items'?)"),
        ("probe", "(Did you mean 'sandbox probe'?)"),
        ("xyzzy", "No such command 'xyzzy'.\n"),
    ],
)
def test_a_wrong_command_suggests_the_right_one(given: str, suggested: str, in_process: Run) -> None:
    done = in_process(*given.split())
    assert done.returncode == ExitCode.BAD_INPUT
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


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sightbench au", {"author"}),
        ("sightbench author che", {"check"}),
        ("sightbench compare --js", {"--json"}),
    ],
)
def test_tab_completes_commands_and_options(
    words: str, expected: set[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_SIGHTBENCH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        cli.main([])
    assert {line.partition(",")[2] for line in capsys.readouterr().out.splitlines()} == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_completion_script(shell: str, in_process: Run) -> None:
    done = in_process("completion", shell)
    assert f"{shell}_complete" in done.stdout
    assert "_SIGHTBENCH_COMPLETE" in done.stdout
