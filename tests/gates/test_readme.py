"""Test that README.md shows the real output of its command, which judges all bundled submissions."""

import difflib

import pytest

from ..test_readme import REFRESH, blocks, comparable, printed


@pytest.mark.parametrize(("command", "expected"), blocks(), ids=[command for command, _ in blocks()])
def test_the_readme_shows_what_the_command_prints(command: str, expected: str) -> None:
    want, got = comparable(expected), comparable(printed(command))
    diff = "\n".join(difflib.unified_diff(want, got, "README.md", command, lineterm=""))
    if diff:
        pytest.fail(f"{diff}\n  fix: {REFRESH}", pytrace=False)
