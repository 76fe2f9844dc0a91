"""Tests of what the command line and the library import: little for --help, and no statistics for scores."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from benchmark.cli import group
from benchmark.suites import SUITES
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


@pytest.mark.gate
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


@pytest.mark.gate
def test_scoring_verdicts_loads_no_statistics(tmp_path: Path) -> None:
    """numpy, scipy and statsmodels are an extra, which scores must not need."""
    file = tmp_path / "v.jsonl"
    file.write_text('{"task_id": "a", "draw": 0, "status": "passed"}\n', encoding="utf-8")
    printed, loaded = run(LIST_MODULES.format(arguments=["evaluate", "--score-only", str(file)]))
    assert "pass@1" in printed
    assert loaded & {"numpy", "pandas", "scipy", "statsmodels"} == set()


BENCHMARK = Path(__file__).resolve().parent.parent / "benchmark"
#: A text that may be the name of one of our modules, perhaps with that of a value in it, or its beginning.
MODULE_NAME = re.compile(r"(benchmark(?:\.\w+)+)\.?(?::\w+)?")


def layers() -> dict[str, int]:
    """Return the height of each package, as import-linter checks it."""
    document = tomllib.loads((BENCHMARK.parent / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        each
        for each in document["tool"]["importlinter"]["contracts"]
        if each.get("containers") == ["benchmark"]
    )
    rows = reversed(contract["layers"])
    return {name.strip(): height for height, row in enumerate(rows) for name in row.split("|")}


def named_modules(source: str) -> Iterator[str]:
    """Yield the modules that texts of a program name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = MODULE_NAME.fullmatch(node.value)
            if found:
                yield found[1]


@pytest.mark.gate
def test_no_text_names_a_module_of_a_higher_layer() -> None:
    """import-linter reads imports; a text that is imported later would get past it."""
    heights = layers()
    files = [path for path in BENCHMARK.rglob("*.py") if path.parent != BENCHMARK]
    named = {path: set(named_modules(path.read_text(encoding="utf-8"))) for path in files}
    assert sum(map(len, named.values())) > 60
    assert "benchmark.suites.mmcode.suite" in named[BENCHMARK / "suites" / "__init__.py"]
    upwards = [
        f"{path.relative_to(BENCHMARK)}: {name}"
        for path, names in named.items()
        for name in sorted(names)
        if heights[name.split(".")[1]] > heights[path.relative_to(BENCHMARK).parts[0]]
    ]
    assert upwards == []


def test_no_text_of_the_product_names_a_module_of_the_workshop() -> None:
    texts = (path.read_text(encoding="utf-8") for path in BENCHMARK.rglob("*.py"))
    assert [found[0] for text in texts for found in re.finditer(r"workshop\.\w+", text)] == []


def test_a_text_that_names_a_module_is_seen() -> None:
    source = 'a("benchmark.core.task")\nf"benchmark.suites.{b}"\n["benchmark.cli:c", "in benchmark.chain"]'
    assert {*named_modules(source)} == {"benchmark.core.task", "benchmark.cli", "benchmark.suites"}


@pytest.mark.gate
@pytest.mark.parametrize("suite", SUITES)
def test_the_record_of_a_suite_loads_no_judge_and_no_generation(suite: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, {SUITES[suite]}; print(*sys.modules, sep='\\n')"],
        capture_output=True, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    loaded = {name.split(".")[1] for name in done.stdout.split() if name.startswith("benchmark.")}
    assert loaded <= {"core", "extraction", "suites"}
