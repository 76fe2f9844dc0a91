"""Pages show the tasks of a data set only if its licence allows it."""

import tomllib

import click
import pytest
from inline_snapshot import snapshot

from benchmark import cli
from benchmark.analysis.groups import GroupKey
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.inputs.exposure import SEEN_MEANINGS, SEEN_WORDS, exposure
from benchmark.leaderboard.inputs.facts import external_datasets, licence_of
from benchmark.suites import load_all
from tests.case_files import table
from tests.leaderboard.conftest import submission
from tests.wording import wrapped


def key(suite: str, dataset: str) -> GroupKey:
    return GroupKey(suite, dataset, "image", "greedy", "sightbench", "", "own", "0")


V2 = ("humaneval-v", "official-v2")  # public since February 2025
FLOWCHARTS = ("code-vision", "official")  # public since February 2025, made from problems of July 2021


@pytest.mark.parametrize(
    ("table", "dates", "level", "seen"),
    [
        (V2, {"training_cutoff": "2025-01"}, "no", "tasks-newer"),
        (V2, {"training_cutoff": "2025-02"}, "possible", "before-cutoff"),
        (V2, {"release_date": "2024-12-24"}, "no", "tasks-newer"),
        (V2, {"release_date": "2025-12-24"}, "not known", "before-release"),
        (V2, {"release_date": "2025-12-24", "training_cutoff": "2024-10"}, "no", "tasks-newer"),
        (V2, {}, "not known", "unknown"),
        (FLOWCHARTS, {"training_cutoff": "2023-10"}, "possible in part", "problems-older"),
        (FLOWCHARTS, {"training_cutoff": "2025-06"}, "possible", "before-cutoff"),
        (FLOWCHARTS, {"release_date": "2025-06"}, "possible in part", "before-release"),
        (("code-vision", "rebuilt"), {"training_cutoff": "2023-10"}, "possible in part", "problems-older"),
        (("humaneval-v", "open"), {"training_cutoff": "2023-10"}, "not known", "unknown"),
        (("humaneval-v", "fresh-0123456789ab"), {"training_cutoff": "2030-01"}, "no", "not-public"),
        (("unheard", "of"), {"training_cutoff": "2023-10"}, "not known", "unknown"),
    ],
)
def test_exposure_follows_from_the_dates_of_training_data_and_tasks(table, dates, level, seen) -> None:
    found = exposure(key(*table), submission("a", **dates))
    assert (found.level, found.seen) == (level, seen)


def test_the_reason_names_both_dates_and_their_source() -> None:
    assert wrapped(exposure(key(*V2), submission("a", training_cutoff="2025-06-30")).why) == snapshot("""\
Its training data ends 30 Jun 2025; the tasks have been public since Feb 2025 (upstream's
 leaderboard of 2025-02-26).\
""")
    assert exposure(key("humaneval-v", "open"), submission("a", training_cutoff="2024-05")).why == (
        "Its training data ends May 2024; no date is recorded for these tasks."
    )


def test_no_order_is_claimed_for_dates_of_the_same_month() -> None:
    found = exposure(key(*V2), submission("a", release_date="2025-02"))
    assert found.seen == "before-release"
    assert wrapped(found.why) == snapshot("""\
It was released Feb 2025; the tasks have been public since Feb 2025 (upstream's leaderboard of
 2025-02-26). The submission names no training cut-off.\
""")
    for seen in ("problems-older", "before-release", "before-cutoff"):
        assert "same month" in SEEN_MEANINGS[seen]


def test_exposure_is_not_known_without_a_submission_or_a_date() -> None:
    found = exposure(key(*V2), None)
    assert found.level == "not known"
    assert found.why.startswith("The submission is missing. The tasks have been public since Feb 2025")
    assert wrapped(exposure(key("code-vision", "rebuilt"), submission("a")).why) == snapshot("""\
The submission names no training cut-off. The problems behind the tasks, HumanEval, have been public
 since Jul 2021.\
""")


def test_only_dates_that_exclude_it_give_the_level_no() -> None:
    """A reader may take no other word in the column as a proof that the model knows no task."""
    dates = ["2021-06", "2021-08", "2024-10", "2025-02", "2026-01"]
    submissions = [None, submission("a")]
    submissions += [
        submission("a", **{name: date}) for name in ("release_date", "training_cutoff") for date in dates
    ]
    tables = [
        V2,
        FLOWCHARTS,
        ("code-vision", "rebuilt"),
        ("humaneval-v", "open"),
        ("mmcode", "fresh-0123456789ab"),
    ]
    found = [exposure(key(*table), one) for table in tables for one in submissions]
    assert {each.seen for each in found if each.level == "no"} == {"not-public", "tasks-newer"}
    assert {each.level for each in found if each.seen in ("not-public", "tasks-newer")} == {"no"}
    assert {each.seen for each in found} == {*SEEN_WORDS} == {*SEEN_MEANINGS}


@table("leaderboard")
def test_tasks_are_shown_only_if_their_licence_allows_it(suite: str, dataset: str, *, shows: bool) -> None:
    licence = licence_of(suite, dataset)
    assert licence.shows is shows
    assert bool(licence.credit) is shows
    assert bool(licence.reason) is not shows


def test_own_tasks_are_shown_only_if_they_state_a_licence() -> None:
    assert not licence_of("custom", "custom").shows
    stated = licence_of("custom", "custom", "CC0 1.0")
    assert (stated.name, stated.shows, stated.credit) == ("CC0 1.0", True, "Tasks and pictures: CC0 1.0.")
    # A file cannot release the tasks of others, nor fresh ones.
    assert licence_of("mmcode", "official", "CC0 1.0") == licence_of("mmcode", "official")
    assert not licence_of("mmcode", "fresh-2026-11", "CC0 1.0").shows


def test_every_data_set_has_a_known_licence() -> None:
    known = [licence_of(suite.id, name).name for suite in load_all().values() for name in suite.datasets]
    assert "not known" not in known


@pytest.mark.parametrize(("suite", "dataset"), sorted(external_datasets()))
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
