"""Commands, sessions, names and times that pages give are those of the code."""

import ast
import re
from pathlib import Path

import click
import pytest

from benchmark import cli
from benchmark.generation.wire.failure import CallFailed

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "site" / "pages"


def _prose() -> list[Path]:
    return [
        *ROOT.glob("*.md"),
        *PAGES.rglob("*.md"),
        *(ROOT / "benchmark").rglob("*.md"),
        ROOT / "bench/README.md",
    ]


def test_commands_within_sentences_exist_with_their_options() -> None:
    """Blocks of commands are parsed in ``test_readme.py``."""
    found: set[tuple[str, str]] = set()
    for page in _prose():
        for text in re.findall(r"`sightbench ([^`]+)`", page.read_text(encoding="utf-8").replace("\n", " ")):
            words_of, command = text.split(), cli.group
            while (
                words_of and isinstance(command, click.Group) and re.fullmatch(r"[a-z][a-z-]*", words_of[0])
            ):
                known = command.get_command(click.Context(command), words_of.pop(0))
                assert known is not None, text
                command = known  # type: ignore[assignment]
            options = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
            used = {word.split("=")[0] for word in words_of if word.startswith("--")} - {
                "--help",
                "--version",
            }
            assert used <= options, text
            found.add((page.name, text))
    assert len(found) > 60


def test_sessions_that_pages_name_exist() -> None:
    module = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    sessions = {function.name.replace("_", "-") for function in functions}
    named = {
        name
        for page in _prose()
        for words_of in re.findall(r"\./noxw -s ([a-z -]+)", page.read_text(encoding="utf-8"))
        for name in words_of.split(" -- ")[0].split()
    }
    assert named <= sessions
    assert len(named) > 15


@pytest.mark.gate
def test_names_in_the_code_that_contributing_and_guides_give_exist() -> None:
    pages = [ROOT / "CONTRIBUTING.md", *PAGES.glob("guides/add-*.md")]
    page = "".join(path.read_text(encoding="utf-8") for path in pages)
    named = set(re.findall(r"`(_?[A-Z]\w*[A-Z_a-z])`", page)) - {"HEAD"}
    files = [
        ROOT / "noxfile.py",
        *(path for top in ("benchmark", "tests") for path in (ROOT / top).rglob("*.py")),
    ]
    words_of_code = {word for path in files for word in re.findall(rb"\w+", path.read_bytes())}
    assert len(named) > 20
    assert {name for name in named if name.encode() not in words_of_code} == set()


def test_the_guide_to_providers_lists_every_failure_of_a_call() -> None:
    page = (PAGES / "guides" / "add-a-provider.md").read_text(encoding="utf-8")
    kinds = [kind for kind in CallFailed.__subclasses__() if not kind.__name__.startswith("_")]
    fixable = [kind for base in CallFailed.__subclasses__() for kind in base.__subclasses__()]
    names = {kind.__name__ for kind in [*kinds, *fixable]} - {
        "FewerDraws"
    }  # an outage that only the loop tells apart
    assert len(names) >= 6
    assert {name for name in names if f"`{name}`" not in page} == set()


def _seconds(time: str) -> int:
    number, unit = time.split()
    return int(number) * {"s": 1, "min": 60}[unit]


def test_the_times_of_the_checks_add_up() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("<!-- times -->")[1]
    times = {
        cells[1].strip(" `").removeprefix("./noxw -s "): cells[3].strip()
        for cells in (line.split("|") for line in table.splitlines() if line.startswith("| `"))
        if cells[3].strip() != "–"
    }
    whole, _demo = _seconds(times.pop("bash .ci/run")), times.pop("demo")
    assert abs(sum(map(_seconds, times.values())) - whole) <= 60
    own = " ".join((PAGES / "own" / "index.md").read_text(encoding="utf-8").split())
    assert (times["rehearse"], "on a repository on disk, in about 15 minutes" in own) == ("15 min", True)
