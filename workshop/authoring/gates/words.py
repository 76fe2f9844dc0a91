"""Check the texts of a task (problem, labels, description, reference) and the values in its tests."""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from benchmark.core.python_source import count_statements
from benchmark.datasets.collection import ENTRY_POINT
from benchmark.datasets.tolerance import is_plain, mixed_numbers
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.instance import FamilyTask
from workshop.drawing.canvas import Canvas

#: The ranges of the tasks in the HumanEval-V paper, table 1.
MIN_TOKENS, MAX_TOKENS = 59, 230
MIN_STATEMENTS, MAX_STATEMENTS = 3, 45
MIN_CALLS, MAX_CALLS = 4, 16

MIN_DESCRIPTION_WORDS = 40  #: minimum words of a description
MAX_LABEL_WORDS = 4
MAX_PICTURE_WORDS = 70  #: maximum words in a picture, without numbers and single letters

_FORMULA = re.compile(r"[A-Za-z]\w*\s*[-+*/%<>^]\s*\w|\w\s*[-+*/%<>^]\s*[A-Za-z]")
_PIECES = re.compile(r"[A-Za-z]+|[0-9]{1,3}|\n[ \t]*|[^\sA-Za-z0-9]{1,2}")
_LONG_WORD = 10  #: letters; tokenisers split most words that are longer


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens of a text without a language model's tokeniser.

    Each of these counts as one token: up to three digits, up to two signs, a line break with its indent, a
    word. A word of more than 10 letters counts as two.
    """
    return sum(1 + (len(piece) > _LONG_WORD and piece.isalpha()) for piece in _PIECES.findall(text))


def word_faults(made: FamilyTask) -> Iterator[GateFault]:
    """Yield all faults in the texts and values of a task."""
    for gate, check in (
        ("text", _text_problems),
        ("labels", _label_problems),
        ("description", _description_problems),
        ("reference", _reference_problems),
        ("values", _value_problems),
    ):
        for problem in check(made):
            yield GateFault(made.task_id, gate, problem)


def _text_problems(made: FamilyTask) -> Iterator[str]:
    try:
        (function,) = (node for node in ast.parse(made.text).body if isinstance(node, ast.FunctionDef))
    except (SyntaxError, ValueError) as error:
        yield f"must be one function {ENTRY_POINT} with a docstring: {error}"
        return
    if function.name != ENTRY_POINT or not ast.get_docstring(function) or len(function.body) > 1:
        yield f"must be one function {ENTRY_POINT} with a docstring and nothing else"
    arguments = [*function.args.args, *function.args.kwonlyargs]
    if function.returns is None or any(argument.annotation is None for argument in arguments):
        yield "every argument and the result need a type"
    tokens = estimate_tokens(made.text)
    if not MIN_TOKENS <= tokens <= MAX_TOKENS:
        yield f"has about {tokens} tokens; it needs {MIN_TOKENS} to {MAX_TOKENS}"
    if len(arguments) != len(made.calls[0]):
        yield f"has {len(arguments)} arguments, but the calls have {len(made.calls[0])}"


def _label_problems(made: FamilyTask) -> Iterator[str]:
    yield from label_problems(made.canvas)


def label_problems(
    canvas: Canvas,
    *,
    words: int = MAX_LABEL_WORDS,
    picture_words: int = MAX_PICTURE_WORDS,
    formulas: bool = False,
    rules: bool = False,
) -> Iterator[str]:
    """Yield everything that is wrong about the labels of a picture.

    Args:
        canvas: the picture.
        words: maximum words of a label.
        picture_words: maximum words of all labels together.
        formulas: whether a label may be a formula.
        rules: whether a label may have words that give a rule away.
    """
    counted = 0
    for label in canvas.labels:
        found = re.findall(r"[A-Za-z]{2,}", label.text)
        counted += len(found)
        telling = _word_list("telling").intersection(word.lower() for word in found)
        if telling and not rules:
            yield f"text {label.text!a} gives the rule away: {', '.join(sorted(telling))}"
        if len(found) > words:
            yield f"text {label.text!a} is a sentence; use a label of at most {words} words"
        if not formulas and _FORMULA.search(label.text):
            yield f"text {label.text!a} is a formula"
    if counted > picture_words:
        yield f"the picture has {counted} words, more than {picture_words}; draw more and write less"


def _description_problems(made: FamilyTask) -> Iterator[str]:
    yield from description_problems(made.description, made.canvas)


def description_problems(
    description: str, canvas: Canvas, fewest: int = MIN_DESCRIPTION_WORDS, *, rules: bool = False
) -> Iterator[str]:
    """Yield everything that is wrong about the description of a picture.

    Args:
        description: what a person sees in the picture.
        canvas: the picture.
        fewest: minimum number of words.
        rules: whether it may have words that instruct, because the picture shows them.
    """
    words = re.findall(r"[A-Za-z']+", description.lower())
    if len(words) < fewest:
        yield f"has {len(words)} words, fewer than {fewest}"
    instructing = _word_list("instructing").intersection(words)
    if instructing and not rules:
        yield f"instructs instead of describing; leave out {', '.join(sorted(instructing))}"
    tokens = set(_tokens(description))
    for label in canvas.labels:
        if not label.tick and (lacking := [token for token in _tokens(label.text) if token not in tokens]):
            yield f"leaves out {', '.join(lacking)} of the picture's text {label.text!a}"


def undrawn(text: str, named: Sequence[str], canvases: Sequence[Canvas]) -> Iterator[str]:
    """Yield what a text names although no picture draws it or has it in a key.

    Args:
        text: the task's text.
        named: words that it must not have unless the thing is drawn; it may add an s to them.
        canvases: the task's pictures; ``things`` of each says what is drawn.
    """
    drawn = " ".join(thing for canvas in canvases for thing in sorted(canvas.things))
    for word in named:
        own = re.compile(rf"\b{re.escape(word)}s?\b")
        if own.search(text.replace("\n", " ")) and not own.search(drawn):
            yield f"the text speaks of {word!a}, but no picture draws it or has it in a key"


@cache
def _word_list(name: str) -> frozenset[str]:
    table = tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
    return frozenset(table[name].split())


def _tokens(text: str) -> list[str]:
    return [token.lower() for token in re.findall(r"-?[0-9]+|[A-Za-z]+", text.replace("−", "-"))]


def _reference_problems(made: FamilyTask) -> Iterator[str]:
    count = count_statements(made.reference)
    if not MIN_STATEMENTS <= count <= MAX_STATEMENTS:
        yield f"has {count} statements; it needs {MIN_STATEMENTS} to {MAX_STATEMENTS}"


def _value_problems(made: FamilyTask) -> Iterator[str]:
    if not MIN_CALLS <= len(made.calls) <= MAX_CALLS:
        yield f"there are {len(made.calls)} calls; {MIN_CALLS} to {MAX_CALLS} are needed"
    for call, value in zip(made.calls, made.expected, strict=True):
        if not is_plain(call) or not is_plain(value):
            yield f"not plain values: {call!a} gives {value!a}"
    if len({repr(call) for call in made.calls}) < len(made.calls):
        yield "two calls are the same"
    for place in mixed_numbers(made.expected):
        yield f"{place} is a whole number in some calls and a float in others; return floats in all"
