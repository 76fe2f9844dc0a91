"""The number of the package, the changelog and its newest tag's heading agree."""

import re
from pathlib import Path

from benchmark import __version__

ROOT = Path(__file__).resolve().parent.parent.parent
HEADING = re.compile(r"^## \[(?P<name>[^]]+)\](?: - (?P<day>.+))?$", re.MULTILINE)


def fault(changelog: str, version: str) -> str:
    """Return what is wrong with the headings of a changelog; empty if nothing is."""
    first, *released = HEADING.findall(changelog)
    if first != ("Unreleased", ""):
        return "the first section is not [Unreleased]"
    if any(not re.fullmatch(r"\d{4}-\d\d-\d\d", day) for _, day in released):
        return "a released section has no day"
    numbers = [tuple(map(int, name.split("."))) for name, _ in released]
    if numbers != sorted(numbers, reverse=True):
        return "the newest version is not the first"
    if released and released[0][0] != version:
        return f"the newest section is {released[0][0]}, but the package is {version}"
    return ""


def test_the_newest_section_has_the_number_of_the_package() -> None:
    assert fault((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__) == ""


def test_a_release_that_forgot_a_step_is_noticed() -> None:
    whole = "## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n## [0.1.0] - 2026-11-24\n"
    assert fault(whole, "0.2.0") == ""
    assert fault(whole, "0.1.0") == "the newest section is 0.2.0, but the package is 0.1.0"
    assert fault(whole.replace(" - 2026-12-01", ""), "0.2.0") == "a released section has no day"
    assert fault(whole.partition("\n\n")[2], "0.2.0") == "the first section is not [Unreleased]"
    assert fault(whole.replace("0.1.0", "0.3.0"), "0.2.0") == "the newest version is not the first"
