"""One instance of a family of problems: the tasks of its variants for one seed and index."""

import ast
import inspect
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from benchmark.core.canary import CANARY
from benchmark.core.draws import Draws
from benchmark.core.task import CompareRule, FunctionCheck, Limits, StdioCase, StdioCheck
from benchmark.datasets.collection import ENTRY_POINT, stem
from benchmark.judging.checks.compare import outputs_match
from workshop.authoring.family import UnfitError
from workshop.authoring.instance import MIN_DIFFERENT, naming_part
from workshop.authoring.problem_families.family import CATEGORIES, Given, ProblemFamily, Values, program_of
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.styles import Style, style_picture


def problem_text(title: str, seconds: float, statement: str, samples: Sequence[StdioCase]) -> str:
    """Return the text of a problem, with the marks of its pictures.

    Args:
        title: its name.
        seconds: CPU seconds for each input.
        statement: what is asked, with the marks; the paragraph ``$samples`` stands for the samples.
        samples: inputs with outputs that the problem shows.
    """
    unit = "second" if seconds == 1 else "seconds"
    limits = f"Time limit: {seconds:g} {unit}. Memory limit: {Limits().memory_mb} MiB."
    before, _, after = statement.strip().partition(_SAMPLES)
    parts = [title, limits, before.strip()]
    for number, case in enumerate(samples, start=1):
        parts += [f"Sample Input {number}", case.input.rstrip("\n")]
        parts += [f"Sample Output {number}", case.output.rstrip("\n")]
    return "\n\n".join([*parts, *filter(None, [after.strip()])]) + "\n"


_SAMPLES = "$samples"
#: Kinds of hidden inputs, in the order in which a task has them.
KINDS = ("typical", "edge", "large")
TOLERANCE = 1e-6  #: of the rule ``floats``

_READS_AND_PRINTS = 'print(solution(sys.stdin.read()).rstrip("\\n"))'


@dataclass(frozen=True, kw_only=True)
class ProblemTask:
    """One task of a family, with everything that the gates check."""

    family: str
    version: int
    title: str
    level: str
    category: str
    shown: tuple[tuple[str, ...], ...]  #: the categories of each picture
    seed: str
    index: int  #: number of the instance, from 0; a seed has many
    variant: str
    number: int  #: number of the task in its family, from 1
    compare: CompareRule
    seconds: float
    starter: str  #: signature of ``solution``; empty for whole programs
    text: str  #: the problem with its samples and the marks of its pictures
    samples: tuple[StdioCase, ...]
    hidden: Mapping[str, tuple[StdioCase, ...]]  #: kind → inputs with outputs
    values: Mapping[str, Any]  #: what ``sample`` returned
    solution: str  #: source of the function ``solution``
    wrong: Mapping[str, str]  #: name → source of a wrong ``solution``
    canvases: tuple[Canvas, ...]
    svgs: tuple[str, ...]
    descriptions: tuple[str, ...]  #: of each picture
    named: tuple[str, ...]  #: words that the text has only if the pictures draw what they name

    @property
    def task_id(self) -> str:
        """The id of the task, such as ``harbour-lights-1``."""
        return f"{stem(self.family)}-{self.number}"

    @property
    def cases(self) -> tuple[StdioCase, ...]:
        """All hidden inputs with their outputs."""
        return tuple(case for kind in KINDS for case in self.hidden[kind])

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of all pictures, in the order of :data:`CATEGORIES`."""
        used = {name for names in self.shown for name in names}
        return tuple(name for name in CATEGORIES if name in used)

    @property
    def reference(self) -> str:
        """The right answer as it is handed in."""
        return self.program(self.solution)

    @property
    def unique_among(self) -> int:
        """Rules of which only one fits the worked examples; 0 if the family does not count them."""
        found = self.values.get("unique_among", 0)
        return int(found[self.variant] if isinstance(found, Mapping) else found)

    def program(self, solution: str) -> str:
        """Return an answer that has the function ``solution``."""
        return f"# {CANARY}\n{solution.strip()}\n" if self.starter else whole_program(solution)

    def arguments(self, text: str) -> list[Any]:
        """Return the arguments of ``solution`` for the text of an input."""
        return _arguments(text) if self.starter else [text]

    def check(self, cases: Sequence[StdioCase]) -> StdioCheck | FunctionCheck:
        """Return the check of an answer on inputs of the task."""
        if not self.starter:
            return StdioCheck(cases=tuple(cases), compare=self.compare, tolerance=TOLERANCE)
        lines = (f"assert {ENTRY_POINT}({case.input}) == {case.output}" for case in cases)
        return FunctionCheck(tests=tuple(line.replace("\n", "") + "\n" for line in lines))

    @property
    def description(self) -> str:
        """The descriptions of all pictures, numbered."""
        return "\n\n".join(
            f"Picture {number}: {text}" for number, text in enumerate(self.descriptions, start=1)
        )


def whole_program(solution: str) -> str:
    """Return a program that reads an input, and prints what ``solution`` returns for it."""
    return f"# {CANARY}\nimport sys\n\n{solution.strip()}\n\n\n{_READS_AND_PRINTS}\n"


def _arguments(text: str) -> list[Any]:
    return list(ast.literal_eval(f"[{text}]"))


def printed(result: object, starter: str = "") -> str:
    """Return what a whole program prints for the result of ``solution``; of a call, the result as Python.

    Raises:
        TypeError: if the result for a whole program is not a text.
    """
    if starter:
        return f"{result!r}\n"
    if not isinstance(result, str):
        raise TypeError(f"solution returns {type(result).__name__}, not text")
    return result.rstrip("\n") + "\n"


def outputs_agree(made: ProblemTask, wanted: str, got: str) -> bool:
    """Whether the judge would accept an output of a task."""
    return outputs_match(wanted, got, made.compare, TOLERANCE)


def make_instance(family: ProblemFamily, seed: str, index: int) -> tuple[ProblemTask, ...]:
    """Return the task of each variant; the seed decides their order.

    Raises:
        UnfitError: if the tasks are not twins.
        BadInput: if a function of the family fails; the error names it.
    """
    with naming_part(family.name, "sample"):
        values = dict(family.sample(Draws(family.name, family.version, seed, index)))
    with naming_part(family.name, "samples"):
        samples = _inputs(family, family.samples, values)
    hidden = {}
    for kind, function in zip(KINDS, (family.typical, family.edge, family.large), strict=True):
        with naming_part(family.name, kind):
            hidden[kind] = _inputs(family, function, values)
    order: Sequence[str] = Draws(family.name, family.version, seed, "order").shuffled(family.variants)
    undrawn = [
        replace(
            _variant_task(family, variant, values, samples, hidden),
            seed=seed,
            index=index,
            number=family.renumbered.get(variant, number),
        )
        for number, variant in enumerate(family.variants if family.dial else order, 1)
    ]
    for reason in _unfit_reasons(undrawn):
        raise UnfitError(reason)
    made = tuple(_drawn(family, task, values) for task in undrawn)
    if len({task.svgs for task in made}) < len(made):
        raise UnfitError("two variants have the same pictures")
    return made


def _inputs(
    family: ProblemFamily, function: Callable[[Values], Sequence[Given]], values: Values
) -> tuple[str, ...]:
    inputs = tuple(function(values))
    if not all(isinstance(given, tuple if family.starter else str) for given in inputs):
        raise TypeError(f"returns an input that is not {'a tuple' if family.starter else 'text'}")
    return tuple(given if isinstance(given, str) else ", ".join(map(repr, given)) + "\n" for given in inputs)


def _variant_task(
    family: ProblemFamily,
    variant: str,
    values: Mapping[str, Any],
    samples: tuple[str, ...],
    hidden: Mapping[str, tuple[str, ...]],
) -> ProblemTask:
    """Return the task of one variant, with the number 0 and without pictures."""
    with naming_part(family.name, f"REFERENCE, variant {variant}"):
        solution = fill(program_of(family.reference, family.change, variant), **values)
        solve = compile_solution(solution)
        shown = _solved(family, solve, samples)
        cases = {kind: _solved(family, solve, inputs) for kind, inputs in hidden.items()}
    wrong = {}
    for name, programs in family.wrong.items():
        with naming_part(family.name, f"WRONG, {name}"):
            wrong[name] = fill(program_of(programs, family.change, variant), **values)
            compile_solution(wrong[name])
    with naming_part(family.name, "STATEMENT"):
        statement = string.Template(inspect.cleandoc(family.statement)).substitute(
            {"samples": _SAMPLES, **values}
        )
        text = problem_text(family.title, family.seconds, statement, shown)
    return ProblemTask(
        family=family.name,
        version=family.version,
        title=family.title,
        level=family.dial.get(variant, family.level),
        category=family.category,
        shown=family.pictures_shown,
        seed="",
        index=0,
        variant=variant,
        number=0,
        compare=family.compare,
        seconds=float(family.seconds),
        starter=family.starter,
        text=text,
        samples=shown,
        hidden=cases,
        values=values,
        solution=solution.strip() + "\n",
        wrong=wrong,
        canvases=(),
        svgs=(),
        descriptions=(),
        named=family.named,
    )


def _solved(family: ProblemFamily, solve: Callable[..., Any], inputs: Sequence[str]) -> tuple[StdioCase, ...]:
    given = [_arguments(text) if family.starter else [text] for text in inputs]
    outputs = [printed(solve(*arguments), family.starter) for arguments in given]
    return tuple(StdioCase(input=text, output=output) for text, output in zip(inputs, outputs, strict=True))


def _drawn(family: ProblemFamily, task: ProblemTask, values: Mapping[str, Any]) -> ProblemTask:
    """Return a task with its pictures and their descriptions."""
    count = len(family.pictures_shown)
    with naming_part(family.name, f"pictures, variant {task.variant}"):
        canvases = tuple(family.pictures(values, task.variant))
        if len(canvases) != count or not all(isinstance(canvas, Canvas) for canvas in canvases):
            raise ValueError(f"does not return one Canvas for each entry of PICTURES, {count} in all")
    with naming_part(family.name, f"describe, variant {task.variant}"):
        descriptions = tuple(family.describe(values, task.variant))
        if len(descriptions) != count or not all(isinstance(text, str) for text in descriptions):
            raise ValueError(f"does not return one text for each entry of PICTURES, {count} in all")
    draws = Draws(family.name, family.version, task.seed, task.index, "grain", task.variant)
    look = family.captured.get(task.level, family.look) if family.is_captured else family.look
    canvases = tuple(style_picture(one, Style(look, grain=draws.integer(0, 9999))) for one in canvases)
    svgs = tuple(canvas.svg() for canvas in canvases)
    return replace(task, canvases=canvases, svgs=svgs, descriptions=descriptions)


def _unfit_reasons(made: Sequence[ProblemTask]) -> Iterator[str]:
    """Yield each reason why the tasks of an instance are not twins."""
    for first, second in combinations(made, 2):
        names = f"{first.variant} and {second.variant}"
        if first.text != second.text:
            for number, (one, other) in enumerate(zip(first.samples, second.samples, strict=True), start=1):
                if one.output != other.output:
                    yield (
                        f"sample {number} has the output {one.output[:60]!a} under {first.variant} and "
                        f"{other.output[:60]!a} under {second.variant}; it must be the same"
                    )
        different = sum(
            not outputs_agree(first, one.output, other.output)
            for one, other in zip(first.cases, second.cases, strict=True)
        )
        if different < MIN_DIFFERENT * len(first.cases):
            yield f"{names} differ on {different} of {len(first.cases)} hidden inputs, fewer than a third"
    for task in made:
        outputs = [case.output for case in task.cases]
        most = max(map(outputs.count, outputs), default=0)
        if 2 * most > len(outputs):
            yield f"{task.variant} has the same output for {most} of {len(outputs)} hidden inputs"
