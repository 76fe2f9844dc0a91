"""What tests do with arrays and frames gives in the judge what it gives in one plain Python process.

The idioms are those of tests/cases/idioms: each is a test, a right answer and a wrong one. Tests and answers
are our own and may run in a plain process, which says what the judge must say.
"""

import warnings
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.judging.codec import libraries
from benchmark.judging.judge import Judge
from tests.case_files import read_text

LEAST = {"numpy": 300, "pandas": 100}


@pytest.mark.gate
@pytest.mark.parametrize("library", LEAST)
def test_idioms_are_right_and_wrong_in_plain_python(library: str) -> None:
    idioms = read_idioms(library)
    assert len(idioms) >= LEAST[library]
    assert len({idiom.test for idiom in idioms}) > 0.95 * len(idioms)
    assert [idiom.test for idiom in idioms if not passes(idiom, idiom.right, library)] == []
    assert [idiom.test for idiom in idioms if idiom.wrong and passes(idiom, idiom.wrong, library)] == []


@pytest.mark.gate
@pytest.mark.parametrize("library", LEAST)
def test_right_answers_to_idioms_pass(library: str, judge: Judge) -> None:
    idioms = read_idioms(library)
    verdict = judge.judge(sample(library, idioms, [idiom.right for idiom in idioms], []))
    assert isinstance(verdict, Verdict)
    assert verdict.status is Status.PASSED, verdict.detail


@pytest.mark.gate
@pytest.mark.parametrize("library", LEAST)
def test_wrong_answers_to_idioms_fail(library: str, judge: Judge) -> None:
    idioms = [idiom for idiom in read_idioms(library) if idiom.wrong]
    wrong = [idiom.wrong for idiom in idioms]
    verdict = judge.judge(sample(library, idioms, wrong, list(range(len(idioms)))))
    assert isinstance(verdict, Verdict)
    assert verdict.status is Status.PASSED, verdict.detail


FOLDER = Path(__file__).parents[1] / "cases" / "idioms"
_HELPERS = read_text("programs/idioms_numpy.py")
_PANDAS_HELPERS = read_text("programs/idioms_pandas.py")
_TEST = read_text("programs/idioms_test.py")


@dataclass(frozen=True)
class Idiom:
    """What tests do with a value of a library."""

    test: str
    right: str  #: the answer, an expression of x and y
    wrong: str  #: an answer that fails the test; empty if there is none


def read_idioms(library: str) -> list[Idiom]:
    lines = (FOLDER / f"{library}.txt").read_text(encoding="utf-8").splitlines()
    parts = [[part.strip() for part in line.split("¦")] for line in lines if not line.startswith("#")]
    return [Idiom(test.replace(" ⏎ ", "\n"), right, wrong) for test, right, wrong in parts]


def helpers(library: str) -> str:
    return _HELPERS + (_PANDAS_HELPERS if library == "pandas" else "")


def passes(idiom: Idiom, answer: str, library: str) -> bool:
    """Whether an answer passes in one plain Python process, where test and answer share everything."""
    namespace: dict[str, object] = {}
    with libraries.used(("numpy", library)), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _passes(idiom, answer, library, namespace)


def _passes(idiom: Idiom, answer: str, library: str, namespace: dict[str, object]) -> bool:
    exec(helpers(library), namespace)  # noqa: S102 - our own code
    namespace["f"] = eval(f"lambda x=None, y=None: {answer}", namespace)  # noqa: S307 - our own code
    try:
        exec(idiom.test, namespace)  # noqa: S102 - our own code
    except Exception:  # noqa: BLE001 - a test may fail with any exception
        return False
    return True


def sample(library: str, idioms: list[Idiom], answers: list[str], failing: list[int]) -> Sample:
    """Return a sample that passes if exactly the idioms numbered ``failing`` fail with these answers."""
    functions = "".join(f"    lambda x=None, y=None: {answer},\n" for answer in answers)
    program = f"{helpers(library)}\nFUNCTIONS = [\n{functions}]\n"
    program += "def call(number, *args):\n    return FUNCTIONS[number](*args)\n"
    tests = [idiom.test for idiom in idioms]
    test = f"{helpers(library)}\nIDIOMS = {tests!r}\nWANTED = {failing!r}\n{_TEST}"
    task = Task(
        id="idioms", entry_point="call", check=FunctionCheck(tests=(test,)), limits=Limits(seconds=20.0)
    )
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))
