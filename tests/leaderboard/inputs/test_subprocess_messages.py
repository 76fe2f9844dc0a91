from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.leaderboard.inputs.site_config import (
    MESSAGE_FILE_VARIABLE,
    read_message,
    report_errors,
    write_message,
)


def test_an_error_arrives_as_it_was_raised_and_replaces_notes(tmp_path: Path) -> None:
    environment = {MESSAGE_FILE_VARIABLE: str(tmp_path / "message")}
    write_message(environment, ("one note",))
    assert read_message(tmp_path / "message") == ("one note",)
    with pytest.raises(OurFailure), report_errors(environment):
        raise OurFailure("the site is larger than 800 MB", "show less")
    found = read_message(tmp_path / "message")
    assert isinstance(found, OurFailure)
    assert (str(found), found.fix) == ("the site is larger than 800 MB", "show less")


def test_only_our_errors_are_written_and_only_if_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), report_errors({MESSAGE_FILE_VARIABLE: str(tmp_path / "message")}):
        raise ZeroDivisionError
    assert read_message(tmp_path / "message") == ()
    with pytest.raises(BadInput), report_errors({}):
        raise BadInput("x", "", "is bad")
