"""Every command, option, session and extra that a message of the code names exists."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from benchmark import cli
from benchmark.core import install
from workshop.commands import command as workshop_command

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]  # for the gates


@cache
def modules() -> dict[str, ast.Module]:
    # The guest prints nothing for people, and families hold texts of tasks.
    skipped = ("/sandbox/guest/", "/families/")
    every = [path for folder in ("benchmark", "workshop") for path in (ROOT / folder).rglob("*.py")]
    paths = [path for path in every if not any(each in str(path) for each in skipped)]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_bytes()) for path in paths}


@cache
def texts() -> list[tuple[str, str]]:
    """Return (module, text) of all strings that are no docstrings; ``…`` replaces what is computed."""
    return [(name, text) for name, module in modules().items() for text in strings(module)]


def strings(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # a docstring
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        elif isinstance(child, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in child.values)
        else:
            yield from strings(child)


#: A program and the commands after it, in a text.
COMMAND = re.compile(
    r"(?<![\w./-])(?<!<!-- )(sightbench|python -m workshop) (?!or )((?:[a-z-]+(?:[ …]|(?=$|[`;,.:)])))+)"
)


@pytest.mark.gate
def test_commands_that_messages_name_exist_with_their_options() -> None:
    found = 0
    for name, text in texts():
        for program, words in re.findall(COMMAND, text):
            command: click.Command = cli.group if program == "sightbench" else workshop_command
            for word in words.replace("…", " ").split():
                if isinstance(command, click.Group) and not word.startswith("-"):
                    known = command.get_command(click.Context(command), word)
                    assert known is not None, (name, text)
                    command = known
                elif word.startswith("--") and word != "--help":
                    assert any(word in option.opts for option in command.params), (name, text)
            found += 1
    assert found > 20


def test_a_session_of_noxw_names_itself_in_fixes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    message = "error: x: sightbench is old\n  fix: run `sightbench schema` and commit the files"
    assert install.runnable_here(message) == message
    monkeypatch.setattr("sys.argv", ["/bin/sightbench"])
    monkeypatch.setenv("NOX_CURRENT_SESSION", "lint")
    fix = install.runnable_here(message).splitlines()[1]
    assert fix == "  fix: run `./noxw -s sightbench -- schema` and commit the files"


@pytest.mark.parametrize("make", [install.install_extra, install.install_engine])
def test_a_checkout_names_noxw_and_a_wheel_pip(make, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(ROOT)
    assert "./noxw -s " in make("vllm")
    monkeypatch.chdir(tmp_path)
    assert f"{ROOT / 'noxw'} -s " in make("vllm")
    monkeypatch.setattr(install, "_ROOT", tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    assert re.fullmatch(r"run \S+ -m pip install ('sightbench\[vllm\]'|vllm)", make("vllm"))
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)  # the environment has no pip
    assert re.fullmatch(r"run python3 -m pip --python \S+ install ('sightbench\[vllm\]'|vllm)", make("vllm"))
