"""Pages show the tasks of a data set only if its licence allows it."""

import tomllib

import click
import pytest

from benchmark import cli
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.inputs.licences import EXTERNAL_DATASETS, licence_of
from benchmark.suites import SUITES


@pytest.mark.parametrize(
    ("suite", "dataset", "shows"),
    [
        ("humaneval-v", "open", True),
        ("code-vision", "rebuilt", True),
        ("code-vision", "official", False),
        ("humaneval-v", "official-v1", False),
        ("mathopeval", "official-choice", False),
        ("humaneval-v", "fresh-0123456789ab", False),
        ("custom", "custom", False),
        ("unheard-of", "open", False),
    ],
)
def test_tasks_are_shown_only_if_their_licence_allows_it(suite: str, dataset: str, *, shows: bool) -> None:
    licence = licence_of(suite, dataset)
    assert licence.shows is shows
    assert bool(licence.credit) is shows
    assert bool(licence.reason) is not shows


def test_every_data_set_has_a_known_licence() -> None:
    known = [licence_of(suite.id, name).name for suite in SUITES.values() for name in suite.datasets]
    assert "not known" not in known


@pytest.mark.parametrize(("suite", "dataset"), sorted(EXTERNAL_DATASETS))
def test_a_command_that_fetches_tasks_can_be_typed(suite: str, dataset: str) -> None:
    program, *words = licence_of(suite, dataset).command.split()
    if program != "sightbench":
        assert (program, words[:3]) == ("python", ["-m", "pip", "install"])
        return
    command: click.Command = cli.group
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), words.pop(0))
        assert found is not None
        command = found
    command.make_context("sightbench", words)


def test_a_command_records_digests_as_long_as_the_lock_has_none() -> None:
    """Without ``--record`` the command fails then."""
    lock = tomllib.loads((checkout() / "benchmark/datasets/datasets.lock").read_text(encoding="utf-8"))
    commands = []
    for suite, pins in lock.items():
        for dataset, pin in pins.items():
            command = licence_of(suite, dataset).command
            assert command.endswith(" --record") is not bool(pin["content"])
            commands.append(command)
    page = (checkout() / "site/templates/datasets.html").read_text(encoding="utf-8")
    assert any(f">{command}</code>" in page for command in commands)
