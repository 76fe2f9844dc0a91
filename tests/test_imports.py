"""Tests of what the command line and the library import: little for --help, and no statistics for scores."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from benchmark.cli import group
from tests.case_files import read_text, table

HEAVY = {"jinja2", "mkdocs", "numpy", "pandas", "pydantic", "rich", "scipy", "statsmodels", "sympy", "yaml"}
HEAVY |= {"PIL", "aiolimiter", "anthropic", "asyncio", "genai_prices", "httpx2", "matplotlib", "openai"}
HEAVY |= {"orjson", "stamina"}

LIST_MODULES = """
import atexit, sys
from benchmark.cli import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
main({arguments})
"""
PRINT_EVERY_HELP = read_text("programs/print_every_help.py")


def run(program: str) -> tuple[str, set[str]]:
    """Return the output of a program, and the top-level packages that it has imported."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return done.stdout, {name.partition(".")[0] for name in done.stderr.split()}


def commands(parent: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield every command that is not a group, with its full name."""
    for name in parent.list_commands(context):
        command = parent.get_command(context, name)
        assert command is not None
        below = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from commands(command, below)
        else:
            yield below.command_path, command


COMMANDS = dict(commands(group, click.Context(group, info_name="sightbench")))


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["generate", "--help"], ["ci", "--help"]], ids=" ".join
)
def test_help_and_version_load_nothing_heavy(arguments: list[str]) -> None:
    printed, loaded = run(LIST_MODULES.format(arguments=arguments))
    assert "sightbench" in printed
    assert "click" in loaded
    assert loaded & HEAVY == set()


def test_the_help_of_all_commands_together_loads_nothing_heavy() -> None:
    printed, loaded = run(PRINT_EVERY_HELP)
    usages = {line for line in printed.splitlines() if line.startswith("Usage: ")}
    assert len(COMMANDS) > 40
    assert all(any(usage.startswith(f"Usage: {name} ") for usage in usages) for name in COMMANDS)
    assert loaded & HEAVY == set()


def test_importing_the_library_loads_nothing_heavy() -> None:
    _, loaded = run("import sys, sightbench; print(*sys.modules, file=sys.stderr)")
    assert loaded & HEAVY == set()


def test_every_option_with_a_setting_knows_its_second_name() -> None:
    options = [
        option for command in COMMANDS.values() for option in command.params if "--setting" in option.opts
    ]
    assert len(options) >= 7
    assert {option.type.convert("free-vcot", option, None) for option in options} == {"free-vot"}


@table("core")
def test_a_module_loads_nothing_heavy(module: str, heavy: list[str]) -> None:
    _, loaded = run(f"import sys, {module}; print(*sys.modules, file=sys.stderr)")
    assert loaded & set(heavy) == set()


def test_scoring_verdicts_loads_no_statistics(tmp_path: Path) -> None:
    """numpy, scipy and statsmodels are an extra, which scores must not need."""
    file = tmp_path / "v.jsonl"
    file.write_text('{"task_id": "a", "draw": 0, "status": "passed"}\n', encoding="utf-8")
    printed, loaded = run(LIST_MODULES.format(arguments=["evaluate", "--score-only", str(file)]))
    assert "pass@1" in printed
    assert loaded & {"numpy", "pandas", "scipy", "statsmodels"} == set()
