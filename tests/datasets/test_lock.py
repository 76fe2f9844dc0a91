"""Reading and writing of ``datasets.lock``."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.datasets.lock import Pin, dump_lock, pin_of, read_lock, replace_pin, write_lock
from benchmark.datasets.official import LOCK, RecordSet
from benchmark.suites import OFFICIAL, fetch_command, load, official_source
from benchmark.suites.code_vision import fetched_tasks, lcb_vision
from tests.case_files import table

_WHOLE = '[s.d]\nrepository = "a/b"\nrevision = ""\nrows = 1\ncontent = ""\n'


def test_the_shipped_lock_has_the_format_that_write_lock_writes(tmp_path: Path) -> None:
    lock = read_lock(LOCK)
    assert dump_lock(lock) == LOCK.read_text(encoding="utf-8")
    write_lock(tmp_path / "l", lock)
    assert read_lock(tmp_path / "l") == lock


def test_suites_know_the_commands_that_fetch_their_data_sets() -> None:
    commands = {"official": fetched_tasks.COMMAND, "lcb-vision": lcb_vision.COMMAND}
    assert {name: fetch_command("code-vision", name) for name in load("code-vision").data.fetched} == commands
    for suite in OFFICIAL:
        source = official_source(suite)
        assert source is not None
        for official in source.versions.values():
            parts = official.parts if isinstance(official, RecordSet) else ()
            commands = {each.dataset: official.command for each in (official, *parts)}
            assert {name: fetch_command(suite, name) for name in commands} == commands
        known = [each.dataset for each in source.versions.values()] + [*source.by_address]
        assert load(suite).data.fetched.keys() >= {*known}
    assert fetch_command("mathopeval", "official-free") == fetch_command("evalplus", "official") == ""


def test_every_official_data_set_is_pinned_and_offered_by_its_suite() -> None:
    lock = read_lock(LOCK)
    for suite in OFFICIAL:
        source = official_source(suite)
        assert source is not None
        for version, official in source.versions.items():
            pin = pin_of(lock, LOCK, suite, official.dataset)
            assert (official.suite, official.version) == (suite, version)
            assert official.dataset in load(suite).datasets
            assert pin.texts
            for part in official.parts if isinstance(official, RecordSet) else ():
                assert pin_of(lock, LOCK, suite, part.dataset).rows < pin.rows
                assert part.dataset in load(suite).datasets


def test_texts_with_quotes_and_other_alphabets_are_kept(tmp_path: Path) -> None:
    lock = read_lock(LOCK)
    pin = pin_of(lock, LOCK, "humaneval-v", "official-v1")
    odd = replace_pin(lock, "humaneval-v", "official-v1", pin.model_copy(update={"note": 'é "x" \\ ☃'}))
    write_lock(tmp_path / "l", odd)
    assert read_lock(tmp_path / "l") == odd


@table("datasets")
def test_a_broken_lock_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "l").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        read_lock(tmp_path / "l")


def test_an_error_names_a_data_set_that_is_not_pinned() -> None:
    with pytest.raises(BadInput, match=r"mmcode\.open: is missing"):
        pin_of(read_lock(LOCK), LOCK, "mmcode", "open")
    assert isinstance(pin_of(read_lock(LOCK), LOCK, "humaneval-v", "official-v2"), Pin)
