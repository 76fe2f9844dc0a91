"""A command with two forms refuses the options of the other one, instead of leaving them unread."""

import subprocess
from collections.abc import Callable

import pytest

Sightbench = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["author", "check", "nope", "--twins"], "NAMES]...: cannot be used with --twins"),
        (["author", "check", "--twins", "--rivals"], "--rivals: cannot be used with --twins"),
        (["author", "check", "--twins", "--seed", "7"], "--seed: cannot be used with --twins"),
        (["author", "check", "--without-large"], "--without-large: needs --twins"),
        (["doctor", "--sandbox", "--repository", "a/b"], "--repository: cannot be used with --sandbox"),
        (["doctor", "--sandbox", "--json"], "--json: cannot be used with --sandbox"),
    ],
)
def test_options_of_the_other_form_are_refused(
    in_process: Sightbench, arguments: list[str], problem: str
) -> None:
    done = in_process(*arguments)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "fix: " in done.stderr
