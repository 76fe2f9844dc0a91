import pytest

from benchmark.core.errors import BadInput, Differs, ManyBadInputs, OurFailure, SightbenchError

ONE = BadInput("f.yaml", "line 3: slug", "is wrong", "write another")


@pytest.mark.parametrize("error", [Differs("it failed", "do this"), OurFailure("it failed", "do this")])
def test_an_error_shows_its_fix_on_a_separate_line(error: SightbenchError) -> None:
    assert str(error) == "it failed"
    assert error.render() == "error: it failed\n  fix: do this"


def test_a_single_problem_has_the_same_message_as_alone() -> None:
    assert ManyBadInputs([ONE]).render() == ONE.render()
    assert str(ManyBadInputs([ONE])) == str(ONE) == "f.yaml: line 3: slug: is wrong"


def test_several_problems_are_shown_one_after_the_other() -> None:
    other = BadInput("g.yaml", "", "is empty")
    assert ManyBadInputs([ONE, other]).render() == f"{ONE.render()}\nerror: g.yaml: is empty"
