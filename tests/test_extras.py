"""The page of extras names every extra, and what the environment of the demo has of it."""

import re
import tomllib
from pathlib import Path

import click
import pytest

from benchmark import cli

from .gates.test_fixes_run import NEEDED

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "site" / "pages"
PAGE = PAGES / "guides" / "use-without-a-clone.md"
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
PINNED = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "locks/demo.txt").read_text("utf-8"), re.MULTILINE))


def rows() -> list[tuple[list[str], list[str], str]]:
    """Return (commands, extras, what the demo's environment has) per line of the table."""
    table = PAGE.read_text("utf-8").partition("{#extras}")[2]
    cells = re.findall(r"^\| (`.*?) \| (`.*?) \| (.*?) \|$", table, re.MULTILINE)
    return [
        (re.findall("`([a-z].*?)`", first), re.findall("`(.*?)`", extras), here)
        for first, extras, here in cells
    ]


def commands(extra: str) -> list[str]:
    return [command for named, extras, _ in rows() for command in named if extra in extras]


def test_every_extra_is_in_the_table_and_every_command_exists() -> None:
    assert sorted(extra for _, extras, _ in rows() for extra in extras) == sorted({*EXTRAS} - {"generate"})
    for command in {command for extra in EXTRAS for command in commands(extra)}:
        known: click.Command | None = cli.group
        for word in command.split(" --")[0].split():
            assert isinstance(known, click.Group), command
            known = known.get_command(click.Context(known), word)
        assert known is not None, command


@pytest.mark.parametrize(
    ("_", "extras", "here"), rows(), ids=lambda value: "" if isinstance(value, str) else None
)
def test_the_table_says_what_the_environment_of_the_demo_has(
    _: list[str], extras: list[str], here: str
) -> None:
    for extra in extras:
        own = {re.split("[=<>]", line)[0] for line in EXTRAS[extra] if not line.startswith("sightbench[")}
        expected = {"yes": set(), "without pandas": {"pandas"}}.get(here)
        assert own - PINNED if expected is None else own - PINNED == expected, extra


@pytest.mark.parametrize("extra", NEEDED)
def test_commands_whose_messages_name_an_extra_are_in_its_line(extra: str) -> None:
    for name in extra.split(","):
        assert any(f"{NEEDED[extra]} ".startswith(f"{named.split(' --')[0]} ") for named in commands(name)), (
            name
        )


def test_pages_with_a_command_that_needs_an_extra_link_to_the_table() -> None:
    always = {command.split(" --")[0] for extra in EXTRAS for command in commands(extra)}
    always -= {
        "evaluate",
        "tasks",
        "doctor",
        "export rows",
        "import answers",
    }  # only for some data or options
    shown = re.compile(rf"^ *\$ sightbench (?:{'|'.join(sorted(always))})\b", re.MULTILINE)
    needing = [page for page in PAGES.rglob("*.md") if shown.search(page.read_text("utf-8"))]
    assert len(needing) > 10
    assert [
        str(page.relative_to(PAGES)) for page in needing if "#extras)" not in page.read_text("utf-8")
    ] == []
