"""Check the tasks of a family: inputs and outputs, texts, pictures, and programs here and in the sandbox."""

import ast
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.core.executor import JudgesSamples
from benchmark.core.python_source import count_statements
from benchmark.core.task import StdioCase
from benchmark.core.verdict import EXECUTED, MissingSample, Outcome, Status
from benchmark.datasets.collection import ENTRY_POINT
from benchmark.files.pictures import MARK
from workshop.authoring.gates import tests
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.gates.pictures import drawing_problems
from workshop.authoring.gates.words import description_problems, label_problems, undrawn
from workshop.authoring.mutants import mutants
from workshop.authoring.problem_families.dataset import problem_task
from workshop.authoring.problem_families.family import ProblemFamily
from workshop.authoring.problem_families.instance import (
    KINDS,
    ProblemTask,
    outputs_agree,
    printed,
)
from workshop.authoring.source import compile_solution
from workshop.authoring.twin_proof import failure, judge_program

_TOO_LARGE = str(10**18 + 9)  #: beyond the limits of every problem
_NUMBER = re.compile(r"(?<!\S)-?[0-9]+(?!\S)")


def spoiled_inputs(text: str, starter: str = "") -> dict[str, str]:
    """Return different spoiled copies of an input, by the words for what is wrong about it."""
    made = _spoiled_call(text) if starter else _spoiled(text)
    words = {spoiled: what for what, spoiled in reversed(list(made))}
    return {what: spoiled for spoiled, what in reversed(words.items()) if spoiled != text}


def _spoiled(text: str) -> Iterator[tuple[str, str]]:
    yield "without a character", ""
    yield "with a line more", f"{text.rstrip()}\n1 1 1 1 1 1 1\n"
    lines = text.splitlines()
    if len(lines) > 1:
        yield "with its last line twice", "\n".join([*lines, lines[-1]]) + "\n"
        yield "without its last line", "\n".join(lines[:-1]) + "\n"
    yield "whose first word is a control character", re.sub(r"\S+", "\x01", text, count=1)
    numbers = list(_NUMBER.finditer(text))
    for place, match in {"first": numbers[:1], "last": numbers[-1:]}.items():
        for number in match:
            spoiled = text[: number.start()] + _TOO_LARGE + text[number.end() :]
            yield f"whose {place} number is {_TOO_LARGE}", spoiled


def _spoiled_call(text: str) -> Iterator[tuple[str, str]]:
    yield "without arguments", ""
    yield "with an argument more", f"{text.rstrip()}, 1\n"
    numbers = list(re.finditer(r"-?\b[0-9]+\b", text))
    for number in (*numbers[:1], *numbers[-1:]):
        yield f"with {_TOO_LARGE}", text[: number.start()] + _TOO_LARGE + text[number.end() :]


#: Kind → fewest hidden inputs.
FEWEST = {"typical": 5, "edge": 4, "large": 2}
FEWEST_HIDDEN = 12  #: of all kinds
MAX_BYTES = 64_000  #: of all hidden inputs and outputs of a task together
MAX_SAMPLES, MAX_SAMPLE_LINES = 3, 12
DECIMAL = re.compile(r"(?<![\w.])-?\d+\.\d+(?![\w.])")
_SHOWN = 60  #: characters of an input in a message


def case_faults(made: Sequence[ProblemTask], family: ProblemFamily) -> Iterator[GateFault]:
    """Yield the faults in the inputs and outputs of a family's tasks; all tasks have the same inputs."""
    for problem in _input_problems(made[0]):
        yield GateFault(family.name, "inputs", problem)
    for problem in _format_problems(made[0], family):
        yield GateFault(family.name, "check_input", problem)
    for task in made:
        for problem in _output_problems(task):
            yield GateFault(task.task_id, "outputs", problem)


def _input_problems(made: ProblemTask) -> Iterator[str]:
    for kind in KINDS:
        if len(made.hidden[kind]) < FEWEST[kind]:
            yield f"there are {len(made.hidden[kind])} {kind} inputs, fewer than {FEWEST[kind]}"
    inputs = [case.input for case in made.cases]
    if len(inputs) < FEWEST_HIDDEN:
        yield f"there are {len(inputs)} hidden inputs, fewer than {FEWEST_HIDDEN}"
    for text in sorted({text for text in inputs if inputs.count(text) > 1}):
        yield f"two hidden inputs are the same: {text[:_SHOWN]!a}"
    for number, case in enumerate(made.samples, start=1):
        if case.input in inputs:
            yield f"sample {number} is a hidden input too"
    if not 1 <= len(made.samples) <= MAX_SAMPLES:
        yield f"there are {len(made.samples)} samples, not 1 to {MAX_SAMPLES}"
    open_ends = [kind for kind in KINDS for case in made.hidden[kind] if not case.input.endswith("\n")]
    if open_ends not in ([], ["edge"]) or any(not case.input.endswith("\n") for case in made.samples):
        yield "an input does not end with a newline; only one edge input may lack it"


def _format_problems(made: ProblemTask, family: ProblemFamily) -> Iterator[str]:
    """Yield the inputs that `check_input` refuses, and the spoiled ones that it accepts."""
    for case in (*made.samples, *made.cases):
        if (problem := _check(made, family, case.input)) is not None:
            yield f"refuses the input {case.input[:_SHOWN]!a}: {problem}"
            return
    for case in (*made.samples, *made.cases):
        for what, text in spoiled_inputs(case.input, made.starter).items():
            try:
                _check_input(made, family, text)
            except ValueError:
                continue
            except Exception as error:  # noqa: BLE001 - an author's function may raise anything
                yield f"raises {type(error).__name__}, not ValueError, for an input {what}: {text[:_SHOWN]!a}"
            else:
                yield f"accepts an input {what}: {text[:_SHOWN]!a}"
            return


def _check_input(made: ProblemTask, family: ProblemFamily, text: str) -> None:
    family.check_input(made.values, tuple(made.arguments(text)) if made.starter else text)


def _check(made: ProblemTask, family: ProblemFamily, text: str) -> str | None:
    try:
        _check_input(made, family, text)
    except Exception as error:  # noqa: BLE001 - an author's function may raise anything
        return f"{type(error).__name__}: {error}"
    return None


def _output_problems(made: ProblemTask) -> Iterator[str]:
    size = sum(len((case.input + case.output).encode()) for case in made.cases)
    if size > MAX_BYTES:
        yield f"hidden inputs and outputs have {size} bytes, more than {MAX_BYTES}"
    for number, case in enumerate(made.samples, start=1):
        if max(case.input.count("\n"), case.output.count("\n")) > MAX_SAMPLE_LINES:
            yield f"sample {number} has more than {MAX_SAMPLE_LINES} lines"
    if any(not case.output.strip() for case in (*made.samples, *made.cases)):
        yield "an output is empty"
    decimals = any(DECIMAL.search(case.output) for case in made.cases)
    if made.compare == "floats" and not decimals:
        yield "COMPARE is floats, but no output has a decimal fraction; use tokens"
    if made.compare != "floats" and decimals and "digits after the decimal point" not in made.text:
        yield "an output has a decimal fraction: use floats, or say how many digits after the decimal point"


MIN_TEXT, MAX_TEXT = 800, 2500  #: characters of a problem with its samples

_PRECISION = re.compile(r"10\^\{?-6\}?|1e-6|0\.000001|10\*\*-6")


def text_faults(made: ProblemTask) -> Iterator[GateFault]:
    """Yield the faults in the text of a task."""
    for problem in (*_length_problems(made), *_mark_problems(made), *_word_problems(made)):
        yield GateFault(made.task_id, "statement", problem)
    for problem in undrawn(made.text, made.named, made.canvases):
        yield GateFault(made.task_id, "named", problem)


def _length_problems(made: ProblemTask) -> Iterator[str]:
    length = len(MARK.sub("", made.text))
    if not MIN_TEXT <= length <= MAX_TEXT:
        yield f"has {length} characters with its samples; it needs {MIN_TEXT} to {MAX_TEXT}"


def _mark_problems(made: ProblemTask) -> Iterator[str]:
    marks = [int(mark[1]) for mark in MARK.finditer(made.text)]
    wanted = list(range(1, len(made.shown) + 1))
    if marks != wanted:
        expected = ", ".join(f"![image]({number}.png)" for number in wanted)
        yield f"must have {expected} once each, in this order"
    paragraphs = made.text.split("\n\n")
    if any(MARK.search(paragraph) and not MARK.fullmatch(paragraph.strip()) for paragraph in paragraphs):
        yield "has a mark inside a paragraph; put empty lines around it"


def _word_problems(made: ProblemTask) -> Iterator[str]:
    if "TO" + "DO" in made.text or "$" in made.text:
        yield "has a part that is not written yet, or a $"
    if bool(_PRECISION.search(made.text)) != (made.compare == "floats"):
        yield "COMPARE is floats exactly if the statement names the precision, 10^-6"
    for word in ("return",) if made.starter else ("input", "print"):
        if word not in made.text.lower():
            yield f"does not say the word {word!a}"
    if not re.search(r"pictures?\b", made.text):
        yield "does not mention its pictures"
    if not made.text.isascii():
        letters = "".join(sorted({letter for letter in made.text if not letter.isascii()}))
        yield f"has letters that are not ASCII: {letters!a}"


MIN_DESCRIPTION_WORDS = 30  #: of one picture
#: Categories of pictures whose labels are formulas and sentences, and so their words and lengths too.
WORDY = frozenset({"pseudocode", "math", "table"})
#: The category of pictures that may say in words what to do.
RULES = "pseudocode"
_WORDY_LABEL, _WORDY_PICTURE = 12, 140  #: maximum words of a label and of a picture


def picture_faults(made: ProblemTask) -> Iterator[GateFault]:
    """Yield the faults of a task's pictures."""
    parts = zip(made.shown, made.canvases, made.descriptions, strict=True)
    for number, (categories, canvas, description) in enumerate(parts, start=1):
        wordy, rules = bool(WORDY & set(categories)), RULES in categories
        labels = (
            label_problems(
                canvas, words=_WORDY_LABEL, picture_words=_WORDY_PICTURE, formulas=True, rules=rules
            )
            if wordy
            else label_problems(canvas)
        )
        described = description_problems(description, canvas, MIN_DESCRIPTION_WORDS, rules=rules)
        for gate, problems in (
            ("picture", drawing_problems(canvas)),
            ("labels", labels),
            ("description", described),
        ):
            for problem in problems:
                yield GateFault(made.task_id, gate, f"picture {number}: {problem}")


MAX_SECONDS = 0.3  #: CPU seconds of the right program for one input
MIN_STATEMENTS, MAX_STATEMENTS = 5, 90
#: Names that would change this process, or that whole programs need and functions do not.
_REFUSED = ("setrecursionlimit", "sys.stdin", "input(", "print(", "threading")
_WRONG_SECONDS = 1.0  #: CPU seconds after which a wrong program counts as refused here; the judge has more
#: CPU time limit of a mutant for an input: a multiple of the right program's, and at least this many seconds.
_TIME_FACTOR, _MIN_SECONDS = 10, 0.05
_ATTEMPTS = 3  #: runs of an input that takes too long; the fastest counts, since other processes slow it down


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedSolution:
    """The function of a right program with its tests, for the gate of coverage."""

    task_id: str
    text: str
    reference: str
    tests: str


def program_faults(made: ProblemTask, equivalent: Mapping[str, str]) -> Iterator[GateFault]:
    """Yield the faults of a task's right program."""
    refused = [name for name in _REFUSED if name in made.solution]
    if refused:
        problem = f"has {', '.join(refused)}; it must be a plain function from text to text"
        yield GateFault(made.task_id, "reference", problem)
        return
    count = count_statements(made.solution)
    if not MIN_STATEMENTS <= count <= MAX_STATEMENTS:
        problem = f"has {count} statements; it needs {MIN_STATEMENTS} to {MAX_STATEMENTS}"
        yield GateFault(made.task_id, "reference", problem)
    seconds = measured(made)
    for case, spent in seconds.items():
        if spent > MAX_SECONDS:
            problem = f"takes {spent:.2f} s for {case.input[:60]!a}, more than {MAX_SECONDS}"
            yield GateFault(made.task_id, "time", problem)
            return
    yield from _coverage_faults(made)
    every = list(mutants(made.solution))
    survivors = [mutant for mutant in every if passes(made, mutant.tree, seconds)]
    yield from tests.survivor_faults(made.task_id, len(every), survivors, equivalent)
    for name, solution in made.wrong.items():
        if passes(made, solution, dict.fromkeys(seconds, _WRONG_SECONDS / _TIME_FACTOR)):
            problem = f"the wrong program {name} passes the hidden tests under {made.variant}"
            yield GateFault(made.task_id, "wrong", problem)


def _coverage_faults(made: ProblemTask) -> list[GateFault]:
    """Return a fault for each statement and branch of the right program that no hidden input reaches.

    Measuring makes a program many times slower, so the large inputs run only if the others do not reach all.
    """
    short = [case.input for kind, cases in made.hidden.items() if kind != "large" for case in cases]
    faults: list[GateFault] = []
    for inputs in (short, [case.input for case in made.cases]):
        calls = list(map(made.arguments, inputs))
        source = f"for given in {calls!r}:\n    {ENTRY_POINT}(*given)\n"
        tested = TestedSolution(task_id=made.task_id, text=made.text, reference=made.solution, tests=source)
        faults = list(tests.coverage_faults(tested))
        if not faults:
            break
    return faults


def passes(made: ProblemTask, solution: str | ast.Module, seconds: Mapping[StdioCase, float]) -> bool:
    """Whether a program of ours passes the hidden tests of a task in this process.

    Args:
        made: the task.
        solution: defines ``solution``.
        seconds: CPU seconds of the right program for each case; the program has ten times that, or 0.05 s.
    """
    # Short inputs first: most wrong programs fail on them, and then the long ones need not run.
    ordered = sorted(made.cases, key=lambda case: len(case.input))
    try:
        with tests.cpu_limit(_WRONG_SECONDS):
            solve = tests.run_program(solution)[ENTRY_POINT]
        for case in ordered:
            with tests.cpu_limit(max(_MIN_SECONDS, _TIME_FACTOR * seconds[case])):
                result = solve(*made.arguments(case.input))  # type: ignore[operator]  # ours
                got = printed(result, made.starter)
            if not outputs_agree(made, case.output, got):
                return False
    except (Exception, tests.LateError):  # noqa: BLE001 - any error means that the tests notice it
        return False
    return True


def measured(made: ProblemTask) -> dict[StdioCase, float]:
    """Return the CPU seconds of a task's right program for each hidden input, in this process."""
    solve = compile_solution(made.solution)
    return {case: _seconds(solve, made.arguments(case.input)) for case in made.cases}


def _seconds(solve: Callable[..., object], arguments: Sequence[object]) -> float:
    fastest = float("inf")
    for _ in range(_ATTEMPTS):
        started = time.process_time()
        solve(*arguments)
        fastest = min(fastest, time.process_time() - started)
        if fastest <= MAX_SECONDS:
            break
    return fastest


def instance_faults(made: Sequence[ProblemTask], family: ProblemFamily) -> Iterator[GateFault]:
    """Yield the faults of tasks that need no judge, and that another instance may not have."""
    yield from case_faults(made, family)
    for task in made:
        yield from text_faults(task)
        yield from picture_faults(task)
        yield from program_faults(task, family.equivalent)


_MAX_TIMEOUTS = 1  #: wrong programs of a family that may be refused by time alone


def judged_faults(made: Sequence[ProblemTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield the faults that the judge finds with the samples and hidden inputs of a family's tasks.

    The reference must pass; the reference of the twin and every wrong program must fail, and every wrong
    program must print something for the samples.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    for task in made:
        outcome = _judged(task, (*task.samples, *task.cases), task.reference, judge)
        if problem := failure(outcome):
            yield GateFault(task.task_id, "reference", f"does not pass its own tests: {problem}")
        for twin in made:
            if twin is not task and not failure(_judged(task, task.cases, twin.reference, judge)):
                yield GateFault(task.task_id, "twins", f"the reference of {twin.task_id} passes its tests")
        yield from _wrong_faults(task, judge)


def _wrong_faults(task: ProblemTask, judge: JudgesSamples) -> Iterator[GateFault]:
    late = []
    for name, solution in task.wrong.items():
        program = task.program(solution)
        outcome = _judged(task, task.cases, program, judge)
        if not failure(outcome):
            yield GateFault(task.task_id, "wrong", f"the wrong program {name} passes the hidden tests")
        elif isinstance(outcome, MissingSample):
            yield GateFault(task.task_id, "wrong", f"{name} has no verdict: {outcome.reason}")
        elif outcome.status is Status.TIMEOUT:
            late.append(name)
        shown = _judged(task, task.samples, program, judge)
        if isinstance(shown, MissingSample) or shown.status not in EXECUTED:
            problem = f"{name} does not run on the samples, so nobody would hand it in: {failure(shown)}"
            yield GateFault(task.task_id, "wrong", problem)
    if len(late) > _MAX_TIMEOUTS:
        yield GateFault(task.task_id, "wrong", f"only one may be refused by time, not {', '.join(late)}")


def _judged(made: ProblemTask, cases: Sequence[StdioCase], program: str, judge: JudgesSamples) -> Outcome:
    return judge_program(replace(problem_task(made, "", ""), check=made.check(cases)), program, judge)
