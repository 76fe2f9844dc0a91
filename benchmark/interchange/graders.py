"""Judges the same completions by the extraction rules of several graders: ours, upstream's and other tools'.

The rules of others are imported from their packages and never copied. They only take code from texts, in
processes without files and network; what any rule keeps runs in our sandbox, with the tests of the task.
"""

import ast
import functools
import importlib
import importlib.metadata
import importlib.util
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import ModuleType, SimpleNamespace

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, Completion, Sample
from benchmark.core.suite import Extraction, JudgedExtraction
from benchmark.core.task import FunctionCheck, StdioCheck, Task, Text
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.pipeline.judge.evaluate import Progress, judge_samples
from benchmark.pipeline.judge.extracting import extract_each, raw_samples
from benchmark.pipeline.sources import TaskSource

#: Packages of other graders, with the versions that were tried.
TESTED = {"evalplus": "0.3.1", "lm-eval": "0.4.13"}
#: lm-eval gives the opening fence to the model, which then writes the rest: what follows this.
_OPENING = re.compile(r"```(?:python|py)?[ \t]*(?=\n)", re.IGNORECASE)


def evalplus(task: Task, text: str) -> Answer:
    """Keep what EvalPlus' ``sanitize`` keeps: in the longest part that parses, what the entry point needs."""
    kept = str(_evalplus().sanitize(text, task.entry_name or None))
    return Answer(code=kept, program=kept)


def lm_eval(task: Task, text: str) -> Answer:
    """Keep what lm-eval keeps for models that chat.

    Its filter of HumanEval puts the problem in front; that of MBPP is taken if the problem is not code.
    """
    found = _OPENING.search(text)
    written = text[found.end() :] if found else text
    if prompt := _problem_code(task):
        ((kept,),) = _lm_eval("humaneval").build_predictions_instruct([[written]], [{"prompt": prompt}])
    else:
        ((kept,),) = _lm_eval("mbpp").build_predictions([[written]], [{}])
    return Answer(code=kept, program=kept)


#: Package → its rule.
_OTHERS: Mapping[str, Extraction] = {"evalplus": evalplus, "lm-eval": lm_eval}


@dataclass(frozen=True, slots=True, kw_only=True)
class Grader:
    """A grader whose extraction rule can be used here."""

    name: str
    version: str  #: of its package; empty for rules of ours
    rule: Extraction


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedAnswer:
    """A completion, with what each grader kept of it and the outcome of that."""

    completion: Completion
    kept: Mapping[str, Answer]  #: by the name of the grader
    outcomes: Mapping[str, Outcome]

    def passed(self, grader: str) -> bool | None:
        """Whether what a grader kept passed; None if the sandbox failed."""
        outcome = self.outcomes[grader]
        return outcome.status is Status.PASSED if isinstance(outcome, Verdict) else None

    @property
    def is_disputed(self) -> bool:
        """Whether one grader lets it pass, and another does not."""
        return {True, False} <= set(map(self.passed, self.outcomes))


def graders_of(source: TaskSource) -> tuple[list[Grader], list[str]]:
    """Return the graders that can be used on a data set, and the packages that are not installed.

    Raises:
        BadInput: if a task has no code that runs on its own, such as a choice between letters.
    """
    for task in source.tasks:
        if not isinstance(task.check, FunctionCheck | StdioCheck):
            kind = type(task.check).__name__.removesuffix("Check").lower()
            problem = f"task {quote_value(task.id)} has a check of kind {kind}"
            raise BadInput("analyse graders", "", problem, "name tasks of kind function or stdio")
    rules = ["own"] if source.suite is None else list(source.suite.judged.extractions)
    graders = [Grader(name=name, version="", rule=source.rule(name).extract) for name in rules]
    versions = {package: _version(package) for package in _OTHERS}
    graders += [
        Grader(name=package, version=version, rule=_OTHERS[package])
        for package, version in versions.items()
        if version
    ]
    return graders, [package for package, version in versions.items() if not version]


def grade(
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    graders: Sequence[Grader],
    *,
    executor: Executor,
    progress: Progress | None = None,
) -> list[GradedAnswer]:
    """Judge completions by all graders; each distinct program of a task runs once.

    Args:
        tasks: the tasks of the data set.
        completions: completions of these tasks, no (task, draw) twice.
        graders: those of :func:`graders_of`.
        executor: runs the programs.
        progress: called after each shard.

    Returns:
        One value per completion, sorted by task id and draw.

    Raises:
        SandboxFailure: if this machine cannot sandbox a process.
        OurFailure: if the executor gives up.
    """
    by_id = {task.id: task for task in tasks}
    kept: dict[str, list[Sample]] = {}
    programs: dict[tuple[object, ...], Sample] = {}
    for grader in graders:
        raw = raw_samples(by_id, completions, grader.rule)
        kept[grader.name] = list(extract_each(raw, workers=executor.workers, before=load_installed))
        for sample in kept[grader.name]:
            programs.setdefault(_program(grader, sample), sample)
    distinct = [
        # The draw only makes keys differ: several programs of one task can come from the same completion.
        Sample(task=sample.task, draw=place, answer=sample.answer)
        for place, sample in enumerate(programs.values())
    ]
    outcomes = judge_samples(distinct, executor=executor, progress=progress)
    found = dict(zip(programs, outcomes, strict=True))
    by_key = {completion.key: completion for completion in completions}
    return [
        GradedAnswer(
            completion=by_key[samples[0].key],
            kept={grader.name: sample.answer for grader, sample in zip(graders, samples, strict=True)},
            outcomes={
                grader.name: found[_program(grader, sample)]
                for grader, sample in zip(graders, samples, strict=True)
            },
        )
        for samples in zip(*kept.values(), strict=True)
    ]


def pairs_of(
    answers: Sequence[GradedAnswer], graders: Sequence[Grader]
) -> list[tuple[str, str, int, int, int, int]]:
    """Return for every two graders their names, and how many answers pass with both, one, the other and none.

    Answers count that have a verdict by both.
    """
    pairs = []
    for first, second in combinations([grader.name for grader in graders], 2):
        found = [(answer.passed(first), answer.passed(second)) for answer in answers]
        both, only_first = found.count((True, True)), found.count((True, False))
        only_second, neither = found.count((False, True)), found.count((False, False))
        pairs.append((first, second, both, only_first, only_second, neither))
    return pairs


def outcome_word(outcome: Outcome) -> str:
    """Return an outcome in one word: the status of a verdict, or ``missing`` if the sandbox failed."""
    return outcome.status.value if isinstance(outcome, Verdict) else "missing"


def label_record(answer: GradedAnswer) -> dict[str, object]:
    """Return an answer as a line for people, who fill in ``label``."""
    return {
        "task_id": answer.completion.task_id,
        "draw": answer.completion.draw,
        "completion": answer.completion.text,
        "kept": {name: kept.code for name, kept in answer.kept.items()},
        "outcomes": {name: outcome_word(outcome) for name, outcome in answer.outcomes.items()},
        "label": "",
    }


def _program(grader: Grader, sample: Sample) -> tuple[object, ...]:
    """Return what the outcome depends on; some rules of upstream bring their own form of a task."""
    own_form = grader.name if isinstance(grader.rule, JudgedExtraction) else ""
    answer = sample.answer
    return sample.task.id, own_form, answer.program if not answer.empty else None, answer.failure


def _problem_code(task: Task) -> str:
    """Return the problem if it is code that defines the entry point, such as a function with a docstring."""
    text = "".join(part.text for part in task.parts if isinstance(part, Text))
    for code in (text, task.starter_code):
        # The text of a problem is often prose; thousands of nested signs (`----1`) are a MemoryError.
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            if any(getattr(statement, "name", "") == task.entry_name for statement in ast.parse(code).body):
                return code
    return ""


def _version(package: str) -> str:
    """Return the version of a package that can be imported; empty if it, or what it needs, is missing."""
    try:
        _load(package)
        return importlib.metadata.version(package)
    except ImportError:
        return ""


def load_installed() -> None:
    """Import the rules of the graders that are installed, and let them print no warnings about texts."""
    warnings.simplefilter("ignore")
    for package in _OTHERS:
        _version(package)


def _load(package: str) -> None:
    if package == "evalplus":
        _evalplus()
    else:
        _lm_eval("humaneval")
        _lm_eval("mbpp")


@contextmanager
def _stand_in(name: str, **attributes: object) -> Iterator[None]:
    """Let imports find an empty module instead of one that is large or uses the network."""
    real, module = sys.modules.get(name), ModuleType(name)
    # A module's `__getattr__` (PEP 562) answers `from … import NAME` for any name.
    vars(module).update(attributes)
    sys.modules[name] = module
    try:
        yield
    finally:
        del sys.modules[name]
        if real is not None:
            sys.modules[name] = real


@functools.cache
def _evalplus() -> ModuleType:
    # Its data sets, and what downloads them, are not needed to sanitize.
    with _stand_in("evalplus.data", __getattr__=lambda _: None):
        return importlib.import_module("evalplus.sanitize")


@functools.cache
def _lm_eval(task: str) -> ModuleType:
    found = importlib.util.find_spec("lm_eval")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("lm_eval")
    file = Path(found.submodule_search_locations[0]) / "tasks" / task / "utils.py"
    spec = importlib.util.spec_from_file_location(f"lm_eval_{task}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise ModuleNotFoundError(str(file))
    module = importlib.util.module_from_spec(spec)
    # It downloads a metric and runs it as soon as it is imported.
    metric = SimpleNamespace(compute=lambda **_: None)
    with _stand_in("evaluate", load=lambda _: metric):
        spec.loader.exec_module(module)
    return module
