"""The page *Importing problems* says what the code does."""

import re

from benchmark.suites.mmcode import limits
from benchmark.suites.mmcode.problems import duplicates
from benchmark.suites.mmcode.problems.flaws import DROPPED, REPAIRED
from tests.conftest import ROOT

PAGE = (ROOT / "site" / "pages" / "problems" / "index.md").read_text("utf-8")
WORDS = " ".join(PAGE.split())


def test_the_page_has_every_rule_with_its_sentence() -> None:
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", PAGE, re.MULTILINE))
    assert listed == {**DROPPED, **REPAIRED}


def test_the_page_has_the_numbers_of_the_code() -> None:
    assert (
        f"{limits.TIME_FACTOR:g} times the CPU seconds, at least {limits.LEAST_SECONDS:g} and at most"
        f" {limits.MOST_SECONDS:g} per test, and {limits.DEFAULT_SECONDS:g} if the site states none"
    ) in WORDS
    assert limits.MEMORY_FACTOR == 2
    assert f"twice the memory, between {limits.LEAST_MB:,} and {limits.MOST_MB:,} MiB" in WORDS
    assert f"character {duplicates.GRAM}-grams" in WORDS
    assert f"more than {duplicates.THRESHOLD:.2f} of their union" in WORDS
