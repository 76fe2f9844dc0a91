"""Captions are read from replies in the asked form, and from the odd forms that models use."""

from typing import Any

import pytest

from benchmark.suites.mmcode.problem_prompt import read_captions
from tests.case_files import read_cases


@pytest.mark.parametrize("case", read_cases("mmcode/captions.yaml"), ids=lambda case: case["reply"][:30])
def test_each_picture_gets_its_caption(case: dict[str, Any]) -> None:
    assert read_captions(case["reply"], 2) == tuple(case["captions"])


def test_the_only_picture_gets_a_reply_without_a_number() -> None:
    assert read_captions("A tree.\n\nIt has leaves.", 1) == ("A tree.\n\nIt has leaves.",)
    assert read_captions("Picture 1: a tree", 1) == ("a tree",)
