from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.leaderboard.shared.subprocess_messages import (
    MESSAGE_FILE_VARIABLE,
    read_message,
    report_errors,
    write_message,
)


def test_an_error_comes_whole_out_of_the_other_process_and_replaces_notes(tmp_path: Path) -> None:
    environment = {MESSAGE_FILE_VARIABLE: str(tmp_path / "told")}
    write_message(environment, ("one note",))
    assert read_message(tmp_path / "told") == ("one note",)
    with pytest.raises(OurFailure), report_errors(environment):
        raise OurFailure("the site is larger than 800 MB", "show less")
    found = read_message(tmp_path / "told")
    assert isinstance(found, OurFailure)
    assert (str(found), found.fix) == ("the site is larger than 800 MB", "show less")


def test_other_errors_are_not_told_and_nobody_listening_is_no_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), report_errors({MESSAGE_FILE_VARIABLE: str(tmp_path / "told")}):
        raise ZeroDivisionError
    assert read_message(tmp_path / "told") == ()
    with pytest.raises(BadInput), report_errors({}):
        raise BadInput("x", "", "is bad")
