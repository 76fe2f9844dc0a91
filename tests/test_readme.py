"""Tests that README.md has one block that is run, and that every command in a page exists.

The gates run the block. ``python tests/test_readme.py --write`` updates the README.

The output is in the block after a line ``<!-- run: COMMAND -->``. Only seconds and the path of the checkout
may differ.
"""

import itertools
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from benchmark import cli
from tests.processes import run
from workshop.commands import command as workshop_command

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
#: Folders with pages, in addition to the root of the checkout.
WRITTEN = ("benchmark", "lab", "site/pages", "submissions")
REFRESH = "python tests/test_readme.py --write"
BLOCK = re.compile(
    r"(?<=<!-- run: )(?P<command>[^\n]+?) -->\n```[a-z]*\n(?P<expected>.*?)(?=```$)", re.DOTALL | re.MULTILINE
)
SECONDS = re.compile(r" *\b\d+(?:\.\d+)? (?:s|seconds)\b")


def blocks() -> list[tuple[str, str]]:
    return [
        (found["command"], found["expected"]) for found in BLOCK.finditer(README.read_text(encoding="utf-8"))
    ]


def printed(command: str) -> str:
    """Return the output of ``command`` in a pipe of 100 columns, with paths relative to the checkout."""
    program, *arguments = command.split()
    assert program == "sightbench", command
    done = run(
        [sys.executable, "-m", "benchmark", *arguments],
        cwd=ROOT,
        env={**os.environ, "CI": "true", "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != 0:
        pytest.fail(f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}", pytrace=False)
    lines = done.stdout.replace(f"{ROOT}{os.sep}", "").splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def comparable(text: str) -> list[str]:
    return SECONDS.sub(" N s", text).splitlines()


def test_the_readme_has_one_block_that_is_run() -> None:
    ((command, printed_lines),) = blocks()
    assert command == "sightbench demo --no-site"
    assert len(printed_lines.splitlines()) <= 21  # the whole demo prints at most 25


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_every_linked_file_exists(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


def pages() -> list[Path]:
    return [*ROOT.glob("*.md"), *(path for top in WRITTEN for path in (ROOT / top).rglob("*.md"))]


#: Beginning of a command → the commands that it has.
PROGRAMS: dict[str, click.Command] = {"sightbench": cli.group, "python -m workshop": workshop_command}


def commands() -> list[tuple[str, str]]:
    """Return every ``sightbench …`` and ``python -m workshop …`` in a block of a page."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages())
    lines = re.sub(r"\\\n\s*", "", text)  # a command may continue in the next line
    command = rf"^ *(?:\$ )?({'|'.join(PROGRAMS)}) ([^#\n]+?) *(?:#.*)?$"
    return sorted(set(re.findall(command, lines, re.MULTILINE)))


@pytest.mark.parametrize(("program", "command"), commands())
def test_a_command_that_a_page_names_can_be_typed(program: str, command: str) -> None:
    """Names, options and arguments are parsed; nothing is run."""
    known = PROGRAMS[program]
    split = shlex.shlex(command, posix=True, punctuation_chars=True)
    split.whitespace_split = True
    words = list(itertools.takewhile(lambda word: word not in {">", "|", "||", "&&", ";"}, split))
    while isinstance(known, click.Group):
        found = known.get_command(click.Context(known), words[0])
        assert found is not None, words[0]
        known, words = found, words[1:]
    known.make_context("sightbench", words)


def test_commands_within_sentences_exist_with_their_options() -> None:
    found: set[tuple[str, str]] = set()
    for page in pages():
        whole = page.read_text(encoding="utf-8").replace("\n", " ")
        for program, text in re.findall(rf"`({'|'.join(PROGRAMS)}) ([^`]+)`", whole):
            words_of, command = text.split(), PROGRAMS[program]
            while (
                words_of and isinstance(command, click.Group) and re.fullmatch(r"[a-z][a-z-]*", words_of[0])
            ):
                known = command.get_command(click.Context(command), words_of.pop(0))
                assert known is not None, text
                command = known
            options = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
            used = {word.split("=")[0] for word in words_of if word.startswith("--")} - {
                "--help",
                "--version",
            }
            assert used <= options, text
            found.add((page.name, text))
    assert len(found) > 60


def write() -> None:
    """Write the current output of the commands into the README."""
    text = README.read_text(encoding="utf-8")
    for command, expected in blocks():
        text = text.replace(
            f"{command} -->\n```text\n{expected}```", f"{command} -->\n```text\n{printed(command)}```"
        )
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {REFRESH}")
    write()
