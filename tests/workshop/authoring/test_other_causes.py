"""Other causes of a rule's parts, tried as programs."""

import pytest

from workshop.authoring.family import UnfitError
from workshop.authoring.other_causes import OtherCause, cause_of, settles, settling_examples

PROGRAM = "def solution(hand):\n    return -hand if {} else hand"
RIGHT, OTHER = (PROGRAM.format(cause) for cause in ("hand > 4", "hand > 6"))


@pytest.mark.parametrize(
    ("joined", "usual", "cause"),
    [
        ("", "a == 0", "b > 1"),
        ("and", "a == 0", "a == 0 and b > 1"),
        ("or", "a == 0", "a == 0 or b > 1"),
        ("and", "", "b > 1"),
        ("or", "", ""),
    ],
)
def test_a_part_has_another_cause_alone_or_next_to_its_usual_one(joined, usual: str, cause: str) -> None:
    other = OtherCause("upright", "b > 1", joined)
    assert cause_of("upright", usual, other) == cause
    assert cause_of("together", usual, other) == usual
    assert cause_of("upright", usual, None) == usual


@pytest.mark.parametrize(("shown", "asked", "is_settled"), [(3, 5, False), (6, 5, True), (3, 8, True)])
def test_examples_settle_a_rule_if_no_other_program_fits_them_and_fails_a_test(
    shown: int, asked: int, is_settled: bool
) -> None:
    """The programs differ for 5 and 6."""
    assert settles([RIGHT, OTHER], [(shown,)], [(asked,)]) is is_settled


def test_examples_are_added_until_they_settle_a_rule() -> None:
    def added(*hands: int) -> list[tuple[int]]:
        return settling_examples(
            [RIGHT, OTHER],
            asked=[(5,)],
            shown=[(3,)],
            candidate=[(hand,) for hand in hands].__iter__().__next__,
            numbers=range(1, 3),
        )

    assert added(*range(120, 0, -1)) == [(3,), (6,)]
    with pytest.raises(UnfitError, match="leave several rules"):
        added(*range(7, 400))
