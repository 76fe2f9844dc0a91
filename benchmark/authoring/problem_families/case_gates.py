"""Check the inputs and outputs of a family: their number, their size, and their format."""

import re
from collections.abc import Iterator, Sequence

from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.problem_families.family import ProblemFamily, Values
from benchmark.authoring.problem_families.instance import KINDS, ProblemTask

_TOO_LARGE = str(10**18 + 9)  #: beyond the limits of every problem
_NUMBER = re.compile(r"(?<!\S)-?[0-9]+(?!\S)")


def spoiled_inputs(text: str) -> dict[str, str]:
    """Return different spoiled copies of an input, by the words for what is wrong about it."""
    words = {spoiled: what for what, spoiled in reversed(list(_spoiled(text)))}
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
    values = made.values
    for case in (*made.samples, *made.cases):
        if (problem := _check(family, values, case.input)) is not None:
            yield f"refuses the input {case.input[:_SHOWN]!a}: {problem}"
            return
    for case in (*made.samples, *made.cases):
        for what, text in spoiled_inputs(case.input).items():
            try:
                family.check_input(values, text)
            except ValueError:
                continue
            except Exception as error:  # noqa: BLE001 - an author's function may raise anything
                yield f"raises {type(error).__name__}, not ValueError, for an input {what}: {text[:_SHOWN]!a}"
            else:
                yield f"accepts an input {what}: {text[:_SHOWN]!a}"
            return


def _check(family: ProblemFamily, values: Values, text: str) -> str | None:
    try:
        family.check_input(values, text)
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
