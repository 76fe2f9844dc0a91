"""What tests do with arrays and frames gives in the judge what it gives in one plain Python process."""

import pytest

from benchmark.core.verdict import Status, Verdict
from benchmark.judging.judge import Judge
from tests.sampling import first_of

from .idioms import passes, read_idioms, sample

LEAST = {"numpy": 300, "pandas": 100}


@pytest.mark.parametrize("library", LEAST)
def test_idioms_are_right_and_wrong_in_plain_python(library: str) -> None:
    idioms = read_idioms(library)
    assert len(idioms) >= LEAST[library]
    assert len({idiom.test for idiom in idioms}) > 0.95 * len(idioms)
    assert [idiom.test for idiom in idioms if not passes(idiom, idiom.right, library)] == []
    assert [idiom.test for idiom in idioms if idiom.wrong and passes(idiom, idiom.wrong, library)] == []


@pytest.mark.parametrize("library", first_of(LEAST, 1, "gate"))
def test_right_answers_to_idioms_pass(library: str, judge: Judge) -> None:
    idioms = read_idioms(library)
    verdict = judge.judge(sample(library, idioms, [idiom.right for idiom in idioms], []))
    assert isinstance(verdict, Verdict)
    assert verdict.status is Status.PASSED, verdict.detail


@pytest.mark.parametrize("library", first_of(LEAST, 1, "gate"))
def test_wrong_answers_to_idioms_fail(library: str, judge: Judge) -> None:
    idioms = [idiom for idiom in read_idioms(library) if idiom.wrong]
    wrong = [idiom.wrong for idiom in idioms]
    verdict = judge.judge(sample(library, idioms, wrong, list(range(len(idioms)))))
    assert isinstance(verdict, Verdict)
    assert verdict.status is Status.PASSED, verdict.detail
