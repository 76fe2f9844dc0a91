"""Programs that see no picture pass no more drawings than a data set says; who reads well enough passes."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import comb

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FigureCheck, Limits, Task, Text
from benchmark.core.verdict import Status, Verdict
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.suites import load
from tests.case_files import read_text, table
from tests.sampling import gate_of

_SHOWN = re.compile(r"```python\n(.*?)```", re.DOTALL)
#: Deletes element K of the figure, first of a list or last; with CLOSED, a gap between bars is closed.
_DELETE = read_text("programs/blind_delete.py")
#: Changes a value, mirrors a curve, or adds a median: what most edits of a type do.
_MODIFY = read_text("programs/blind_modify.py")
_PIE = read_text("programs/blind_pie.py")


def _edited(edit: str, k: int, *, closed: bool = False) -> Callable[[str, str], str]:
    def program(kind: str, words: str) -> str:
        shown = _SHOWN.search(words)
        if shown is None:
            return _default(kind, words)
        head = f"import matplotlib.pyplot as plt\nKIND, K, CLOSED = {kind!r}, {k}, {closed}\n"
        return f"{shown[1]}\n{head}{_PIE}{edit}"

    return program


def _unchanged(kind: str, words: str) -> str:
    shown = _SHOWN.search(words)
    return shown[1] if shown else _default(kind, words)


def _numbers(kind: str, words: str) -> str:
    """Replace the old value of the words by the new one, in the program that is shown."""
    shown, change = (
        _SHOWN.search(words),
        re.search(r"from (-?[\d.]*\d) to (-?[\d.]*\d)", _SHOWN.sub("", words)),
    )
    if shown is None or change is None:
        return _unchanged(kind, words)
    return re.sub(rf"(?<![\d.]){re.escape(change[1])}(?![\d.])", change[2], shown[1], count=1)


def _default(kind: str, words: str) -> str:
    """Draw a figure of a type with the title and the names of the words, and values 1, 2, 3 and so on."""
    return _drawn(kind, words, lambda names: list(range(1, len(names) + 1)))


def _same(kind: str, words: str) -> str:
    return _drawn(kind, words, lambda names: [1] * len(names))


def _labels(kind: str, words: str) -> str:
    """Draw the values that an annotation names."""
    found = re.findall(r'([\w() ]+): "([-\d.]+)', words.rpartition(":\n\n")[2])
    values = [float(value) for _, value in found]
    return _drawn(kind, " ".join(f'"{name.strip()}"' for name, _ in found), lambda _: values)


def _drawn(kind: str, words: str, values: Callable[[list[str]], list[float]]) -> str:
    words = _SHOWN.sub("", words)
    title = re.search(r'title[d]? (?:the )?"([^"]+)"', words)
    names = [name for name in re.findall(r'"([^"]+)"', words) if not title or name != title[1]] or ["a", "b"]
    colours = re.findall(r'" \(([\w:]+)\)', words)
    sizes = values(names) or [1.0, 2.0]
    names = (names * len(sizes))[: len(sizes)]
    calls = {
        "bar": f"plt.bar({names!r}, {sizes!r}, color={colours or ['skyblue']!r})",
        "line": f"plt.plot({sizes!r}, color={(colours or ['tab:blue'])[0]!r})",
        "pie": f"plt.pie({sizes!r}, labels={names!r}, colors={colours or None!r})",
        "function": f"plt.plot([-5, 5], [-5, 5], color={(colours or ['navy'])[0]!r})",
        "geometric": f"plt.plot([0, 4, 2, 0], [0, 0, 3, 0], color={(colours or ['navy'])[0]!r})",
    }
    return f"import matplotlib.pyplot as plt\n{calls[kind]}\nplt.title({title[1] if title else ''!r})\n"


#: Name of a way → takes the type of figure and all words, and returns a program.
WAYS: dict[str, Callable[[str, str], str]] = {
    "the original as it is": _unchanged,
    "the first element gone": _edited(_DELETE, 0),
    "the last element gone": _edited(_DELETE, -1),
    "the first gone, no gap": _edited(_DELETE, 0, closed=True),
    "the first value changed": _edited(_MODIFY, 0),
    "the last value changed": _edited(_MODIFY, -1),
    "numbers of the words": _numbers,
    "defaults of the type": _default,
    "equal values": _same,
    "values of the labels": _labels,
}


def blind_program(way: str, task: Task) -> str:
    """Return the program of a way for a task, from its words and its type."""
    assert isinstance(task.check, FigureCheck)
    words = "".join(part.text for part in task.parts if isinstance(part, Text))
    return WAYS[way](task.check.type, words)


pytestmark = gate_of("figures")

STEMS = ("000", "021", "042")  #: of each type
READ = 0.05  #: maximum share that passes where a value must be read
#: Ways that know how tasks change figures; the others draw new ones.
EDITS = tuple(way for way in WAYS if "gone" in way or "value" in way or "as it is" in way)


@pytest.fixture(scope="module")
def judge() -> Iterator[JudgeProcess]:
    with JudgeProcess() as judge:
        yield judge


def tasks(dataset: str, *operations: str) -> list[Task]:
    found = load("mathopeval").datasets[dataset]()
    return [task for task in found if task.id.split("-")[1] in STEMS and task.id.split("-")[2] in operations]


def passes(judge: JudgeProcess, task: Task, program: str) -> bool:
    task = replace(task, limits=Limits(seconds=20.0, wall_factor=200.0))
    verdict = judge.judge(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
    assert isinstance(verdict, Verdict)
    return verdict.status is Status.PASSED


def most(number: int, share: float) -> int:
    """Return how many of a number of tasks pass by luck, except once in a thousand times."""
    chances = [comb(number, k) * share**k * (1 - share) ** (number - k) for k in range(number + 1)]
    return next(k for k in range(number + 1) if sum(chances[k + 1 :]) < 0.001)


@pytest.mark.parametrize(
    ("dataset", "operations", "ways"),
    [
        pytest.param("open-free", ("delete", "modify"), EDITS, marks=pytest.mark.weekly),
        ("open-free", ("generate",), ("defaults of the type", "equal values")),
        ("open-picture", ("generate", "annotate"), ("defaults of the type", "values of the labels")),
    ],
)
def test_no_blind_way_passes_more_than_the_share_of_the_cell(judge, dataset, operations, ways) -> None:
    passed: Counter[tuple[str, str]] = Counter()
    shares: dict[str, list[float]] = {}
    for task in tasks(dataset, *operations):
        assert isinstance(task.check, FigureCheck)
        shares.setdefault(task.check.operation, []).append(max(READ, task.check.guess or 0))
        for way in ways:
            passed[way, task.check.operation] += passes(judge, task, blind_program(way, task))
    for (way, operation), count in passed.items():
        of = shares[operation]
        assert count <= most(len(of), sum(of) / len(of)), f"{way}: {count} of {len(of)}, {operation}"


def test_numbers_in_words_are_found_by_regular_expressions(judge: JudgeProcess) -> None:
    """Otherwise the test above could not fail."""
    found = [task for task in tasks("open-words", "modify") if task.id.startswith(("bar", "line"))]
    assert sum(passes(judge, task, blind_program("numbers of the words", task)) for task in found) >= 4


@table("gates")
def test_a_value_that_is_read_may_be_off_as_the_prompt_says(judge, task, value, allowed, too_far) -> None:
    (found,) = (each for each in load("mathopeval").datasets["open-free"]() if each.id == task)
    assert found.reference.count(value) == 1
    assert passes(judge, found, found.reference.replace(value, allowed))
    assert not passes(judge, found, found.reference.replace(value, too_far))
