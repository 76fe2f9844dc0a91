"""Every exception of the host, raised at every step of a conversation, is blamed on the right side."""

import pytest

from benchmark.judging.judge import Judge

from ..judging.test_blame import PRODUCT, STEPS, assert_blamed


@pytest.mark.weekly
@pytest.mark.parametrize("step", STEPS)
def test_every_exception_at_a_step_is_blamed_on_the_right_side(step: str, judge: Judge) -> None:
    for at, error, only in PRODUCT:
        if at == step:
            assert_blamed(judge, step, error, only=only)
