"""Check one sample (programs, pictures, texts, options), its programs in the sandbox, and a whole set."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from statistics import mean
from typing import TYPE_CHECKING, get_args

from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import ChoiceCheck, FigureCheck, Limits, Operation, Task
from benchmark.core.verdict import HIGHEST_POINTS, MissingSample, Status, Verdict
from benchmark.suites.mathopeval.names import STATES
from workshop.authoring.figures.guessing import guess_results
from workshop.authoring.figures.pictures import TextBox, different_pixels, picture_and_texts
from workshop.authoring.figures.programs import literal
from workshop.authoring.figures.sample import CodeStyle, FigureSample, Question

if TYPE_CHECKING:
    from PIL.Image import Image

#: Minimum number of pixels in which pictures that are not the same must differ.
MIN_DIFFERENT = 40
#: Minimum and maximum length of a question, and maximum ratio of the lengths of its options of code.
QUESTION_LENGTH = (50, 130)
RULE_LENGTH = 900  #: maximum length of a question that says what rules there are
MAX_RATIO = 1.5

_OPERATIONS = ("delete", "modify", "annotate")
_SHARED = 1.0  #: px that boxes of texts may share


def sample_faults(sample: FigureSample) -> Iterator[str]:
    """Yield everything that is wrong with a sample; drawing its programs takes about a second."""
    if sample.edits and tuple(edit.operation for edit in sample.edits) != _OPERATIONS:
        yield f"its edits are not {', '.join(_OPERATIONS)}"
        return
    yield from _state_faults(sample)
    if sample.drawn:
        yield from _text_faults(sample)
    wanted = get_args(Operation) if sample.edits else ("annotate",)
    if missing := set(wanted) - {question.operation for question in sample.questions}:
        yield f"there is no question about {', '.join(sorted(missing))}"
    for number, question in enumerate(sample.questions, start=1):
        for fault in _question_faults(sample, question):
            yield f"question {number} ({question.operation}): {fault}"


def style_faults(make: Callable[[CodeStyle], FigureSample]) -> Iterator[str]:
    """Yield each difference between the samples of the four styles, which must show the same figures.

    Args:
        make: returns the sample of a style, from the same random choices each time.
    """
    first, *others = (make(style) for style in get_args(CodeStyle))
    for other in others:
        if (first.description, [edit.instruction for edit in first.edits]) != (
            other.description,
            [edit.instruction for edit in other.edits],
        ):
            yield f"{other.style} has other texts than {first.style}"
        for name, state in first.states.items():
            if count := different_pixels(_image(state.code), _image(other.states[name].code)):
                yield f"{other.style} draws another {name} figure than {first.style}: {count} pixels differ"
            if state.code == other.states[name].code:
                yield f"{other.style} and {first.style} have the same program"


def _state_faults(sample: FigureSample) -> Iterator[str]:
    images = {name: _image(state.code) for name, state in sample.states.items()}
    for first, second in combinations(images, 2):
        if (count := different_pixels(images[first], images[second])) < MIN_DIFFERENT:
            yield f"the pictures {first} and {second} differ in {count} pixels only"
    for name, state in sample.states.items():
        yield from (f"the picture {name}: {fault}" for fault in _box_faults(*_drawn(state.code)))
    if sample.part:
        yield from (f"the part: {fault}" for fault in _box_faults(*_drawn(sample.part.code)))


def _box_faults(image: "Image", boxes: Sequence[TextBox]) -> Iterator[str]:
    for box in boxes:
        if box.left < 0 or box.bottom < 0 or box.right > image.width or box.top > image.height:
            yield f"the text {box.text!a} leaves it"
    for first, second in combinations(boxes, 2):
        width = min(first.right, second.right) - max(first.left, second.left)
        height = min(first.top, second.top) - max(first.bottom, second.bottom)
        if width > _SHARED and height > _SHARED:
            yield f"the texts {first.text!a} and {second.text!a} overlap"


def _text_faults(sample: FigureSample) -> Iterator[str]:
    """Yield the values of figures that the texts do not name."""
    original = set(_leaves(sample.original.figure))
    for leaf in sorted(original):
        if not _names(sample.description, leaf):
            yield f"the description lacks {leaf}"
    for edit in sample.edits:
        for leaf in sorted(set(_leaves(edit.state.figure)) - original):
            if not _names(edit.instruction, leaf):
                yield f"the instruction to {edit.operation} lacks {leaf}"


def _leaves(value: object) -> Iterator[str]:
    """Yield all texts and numbers in plain values, as they are written in texts."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, str):
        yield value
    elif value is not None and not isinstance(value, bool):
        yield literal(value)


def _names(text: str, leaf: str) -> bool:
    """Return whether a leaf stands in a text, not inside a longer word or number."""
    start = text.find(leaf)
    while start >= 0:
        before, after = text[:start][-1:], text[start + len(leaf) :][:2]
        if not (
            before.isalnum()
            or after[:1].isalnum()
            or before == "."
            or (after[:1] == "." and after[1:].isdigit())
        ):
            return True
        start = text.find(leaf, start + 1)
    return not leaf


def _question_faults(sample: FigureSample, question: Question) -> Iterator[str]:
    options = (question.right, *question.wrong)
    texts = [option.text for option in options]
    if len(set(texts)) < len(texts):
        yield "two options are the same"
    low, high = QUESTION_LENGTH
    high = high if sample.level in "12" else RULE_LENGTH
    if not low <= len(question.text) <= high:
        yield f"its text has {len(question.text)} characters"
    if any(text in question.text for text in texts):
        yield "its text holds an option"
    if not all(question.reasoning.values()):
        yield "reasoning is empty"
    if question.kind != "code":
        return
    if max(map(len, texts)) > MAX_RATIO * min(map(len, texts)):
        yield f"its options have {', '.join(str(len(text)) for text in texts)} characters"
    for option in options:
        lines = {line.strip() for line in option.program.splitlines()}
        if lost := [line for line in option.text.splitlines() if line.strip() not in lines]:
            yield f"an option is not in its program: {lost[0]!a}"
    images = [_image(option.program) for option in options]
    for first, second in combinations(range(len(options)), 2):
        if (count := different_pixels(images[first], images[second])) < MIN_DIFFERENT:
            yield f"the pictures of options {first} and {second} differ in {count} pixels only"
    if different_pixels(images[0], _image(sample.states[STATES[question.operation]].code)):
        yield "its right option does not draw the picture"


@lru_cache(maxsize=64)
def _drawn(code: str) -> tuple["Image", list[TextBox]]:
    return picture_and_texts(code)


def _image(code: str) -> "Image":
    return _drawn(code)[0]


_PATIENCE = 200.0  #: wall-clock limit as a multiple of the limit: gates do not depend on other processes


def judged_faults(sample: FigureSample, judge: JudgesSamples) -> Iterator[str]:
    """Yield the faults that the judge finds with the programs of a sample.

    Each reference gets all points. The original does not pass as an edit, and of the options of a question
    about code none passes for another one.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    for operation in sample.drawn:
        reference = sample.references[operation].code
        verdict = _judged(sample, operation, reference, reference, judge)
        if not isinstance(verdict, Verdict) or verdict.points != HIGHEST_POINTS:
            yield f"{operation}: the reference does not get all points: {_reason(verdict)}"
        if operation != "generate" or sample.part:
            missed = _judged(sample, operation, reference, sample.original.code, judge)
            if _passed(missed):
                yield f"{operation}: the original figure passes"
    for number, question in enumerate(sample.questions, start=1):
        if question.kind == "code":
            options = (question.right, *question.wrong)
            for (first, one), (second, other) in permutations(enumerate(options), 2):
                verdict = _judged(sample, question.operation, one.program, other.program, judge)
                if isinstance(verdict, MissingSample) or _passed(verdict):
                    problem = f"option {second} passes for option {first}"
                    yield f"question {number}: {problem}: {_reason(verdict)}"


def _judged(
    sample: FigureSample, operation: Operation, reference: str, program: str, judge: JudgesSamples
) -> Verdict | MissingSample:
    original = "" if operation == "generate" else sample.original.code
    check = FigureCheck(reference=reference, original=original, operation=operation, type=sample.type)
    limits = Limits(seconds=20.0, wall_factor=_PATIENCE)
    task = Task(id="figure", check=check, limits=limits)
    return judge.judge(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))


def _passed(outcome: Verdict | MissingSample) -> bool:
    return isinstance(outcome, Verdict) and outcome.status is Status.PASSED


def _reason(outcome: Verdict | MissingSample) -> str:
    return outcome.reason if isinstance(outcome, MissingSample) else outcome.detail or str(outcome.status)


MIN_FREE, MIN_CHOICE = 1200, 1500  #: tasks of the two open data sets
#: Mean characters of a question, and of an option of code: at least, at most. The paper has 90 and 132.
MEAN_QUESTION, MEAN_OPTION = (70, 110), (100, 170)


def set_lines(samples: Sequence[FigureSample]) -> list[str]:
    """Return lines that describe a set to people."""
    questions = _questions(samples)
    kinds = Counter(f"{question.operation} {question.kind}" for question in questions)
    question, option = _question_length(questions), _option_length(questions)
    return [
        f"{len(samples)} samples, {_drawn_count(samples)} tasks in free form, {len(questions)} questions",
        "questions: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())),
        f"characters on average: {question:.0f} of a question, {option:.0f} of an option of code",
    ]


def set_faults(samples: Sequence[FigureSample], choices: Sequence[Task]) -> Iterator[str]:
    """Yield the faults of a whole set.

    Args:
        samples: all samples.
        choices: the questions that were made of them, as tasks.
    """
    questions = _questions(samples)
    for what, count, least in (
        ("tasks in free form", _drawn_count(samples), MIN_FREE),
        ("questions", len(questions), MIN_CHOICE),
    ):
        if count < least:
            yield f"{count} {what}, fewer than {least}"
    for what, length, (low, high) in (
        ("a question", _question_length(questions), MEAN_QUESTION),
        ("an option of code", _option_length(questions), MEAN_OPTION),
    ):
        if not low <= length <= high:
            yield f"{what} has {length:.0f} characters on average, not {low} to {high}"
    yield from _letter_faults(choices)
    for result in guess_results(samples):
        if not result.is_chance:
            yield f"guessing by {result.guesser} finds {result.rate:.1%} of {result.questions} questions"


def _letter_faults(choices: Sequence[Task]) -> Iterator[str]:
    """Yield a fault if a letter is right more than one time in a hundred above or below a quarter."""
    letters = Counter(task.check.answer for task in choices if isinstance(task.check, ChoiceCheck))
    for letter in "ABCD":
        share = letters[letter] / max(1, letters.total())
        if abs(share - 0.25) > 0.01:  # noqa: PLR2004 - as the docstring says
            yield f"{letter} is the right letter of {share:.1%} of the questions"


def _drawn_count(samples: Sequence[FigureSample]) -> int:
    return sum(len(sample.drawn) for sample in samples)


def _questions(samples: Sequence[FigureSample]) -> list[Question]:
    return [question for sample in samples for question in sample.questions]


def _question_length(questions: Sequence[Question]) -> float:
    """Return the mean length, in characters, of questions that do not say what rules there are."""
    lengths = (len(question.text) for question in questions)
    return mean(length for length in lengths if length <= QUESTION_LENGTH[1])


def _option_length(questions: Sequence[Question]) -> float:
    """Return the mean length, in characters, of options that are code."""
    options = [
        option.text
        for question in questions
        if question.kind == "code"
        for option in (question.right, *question.wrong)
    ]
    return mean(map(len, options))
