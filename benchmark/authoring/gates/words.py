"""Texts: the problem's, the picture's, the description's, and the values of the tests."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.source import ENTRY_POINT, statements

#: As in the HumanEval-V paper, table 1.
FEWEST_TOKENS, MOST_TOKENS = 59, 230
FEWEST_STATEMENTS, MOST_STATEMENTS = 3, 45
FEWEST_CALLS, MOST_CALLS = 4, 16

FEWEST_WORDS = 40  #: of a description
MOST_LABEL_WORDS = 4
MOST_WORDS = 70  #: in a picture, beside numbers and single letters

_FORMULA = re.compile(r"[A-Za-z]\w*\s*[-+*/%<>^]\s*\w|\w\s*[-+*/%<>^]\s*[A-Za-z]")
_PIECES = re.compile(r"[A-Za-z]+|[0-9]{1,3}|\n[ \t]*|[^\sA-Za-z0-9]{1,2}")
_LONG_WORD = 10  #: letters; tokenisers cut most of these in two


def about_tokens(text: str) -> int:
    """About as many tokens as a language model's tokeniser makes of a text; no tokeniser is needed.

    One a word of up to 10 letters, three digits, two signs, or line break with its indent.
    """
    return sum(1 + (len(piece) > _LONG_WORD and piece.isalpha()) for piece in _PIECES.findall(text))


def worded(made: FamilyTask) -> Iterator[GateFault]:
    """All faults of words and values."""
    for gate, check in (
        ("text", _text),
        ("labels", _labels),
        ("description", _description),
        ("reference", _reference),
        ("values", _values),
    ):
        for problem in check(made):
            yield GateFault(made.task_id, gate, problem)


def _text(made: FamilyTask) -> Iterator[str]:
    try:
        (function,) = (node for node in ast.parse(made.text).body if isinstance(node, ast.FunctionDef))
    except (SyntaxError, ValueError) as error:
        yield f"is not the one function {ENTRY_POINT} with its docstring: {error}"
        return
    if function.name != ENTRY_POINT or not ast.get_docstring(function) or len(function.body) > 1:
        yield f"must be one function {ENTRY_POINT} with a docstring and nothing else"
    arguments = [*function.args.args, *function.args.kwonlyargs]
    if function.returns is None or any(one.annotation is None for one in arguments):
        yield "every argument and the result have a type"
    tokens = about_tokens(made.text)
    if not FEWEST_TOKENS <= tokens <= MOST_TOKENS:
        yield f"has about {tokens} tokens; {FEWEST_TOKENS} to {MOST_TOKENS} are wanted"
    if len(arguments) != len(made.calls[0]):
        yield f"takes {len(arguments)} arguments, the calls have {len(made.calls[0])}"


def _labels(made: FamilyTask) -> Iterator[str]:
    counted = 0
    for label in made.canvas.labels:
        words = re.findall(r"[A-Za-z]{2,}", label.text)
        counted += len(words)
        if telling := _listed("telling").intersection(word.lower() for word in words):
            yield f"text {label.text!a} gives the rule away: {', '.join(sorted(telling))}"
        if len(words) > MOST_LABEL_WORDS:
            yield f"text {label.text!a} is a sentence; a label has {MOST_LABEL_WORDS} words at most"
        if _FORMULA.search(label.text):
            yield f"text {label.text!a} is a formula"
    if counted > MOST_WORDS:
        yield f"the picture has {counted} words, more than {MOST_WORDS}; show it instead"


def _description(made: FamilyTask) -> Iterator[str]:
    words = re.findall(r"[A-Za-z']+", made.description.lower())
    if len(words) < FEWEST_WORDS:
        yield f"has {len(words)} words, fewer than {FEWEST_WORDS}"
    if instructing := _listed("instructing").intersection(words):
        yield f"describes and does not instruct: without {', '.join(sorted(instructing))}"
    tokens = set(_tokens(made.description))
    for label in made.canvas.labels:
        if not label.tick and (lacking := [one for one in _tokens(label.text) if one not in tokens]):
            yield f"leaves out {', '.join(lacking)} of the picture's text {label.text!a}"


@cache
def _listed(name: str) -> frozenset[str]:
    table = tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
    return frozenset(table[name].split())


def _tokens(text: str) -> list[str]:
    return [one.lower() for one in re.findall(r"-?[0-9]+|[A-Za-z]+", text.replace("−", "-"))]


def _reference(made: FamilyTask) -> Iterator[str]:
    count = statements(made.reference)
    if not FEWEST_STATEMENTS <= count <= MOST_STATEMENTS:
        yield f"has {count} statements; {FEWEST_STATEMENTS} to {MOST_STATEMENTS} are wanted"


def _values(made: FamilyTask) -> Iterator[str]:
    if not FEWEST_CALLS <= len(made.calls) <= MOST_CALLS:
        yield f"there are {len(made.calls)} calls; {FEWEST_CALLS} to {MOST_CALLS} are wanted"
    for call, value in zip(made.calls, made.expected, strict=True):
        if not all(_plain(one, tuples=True) for one in call) or not _plain(value):
            yield f"not plain values: {call!a} gives {value!a}"
    if len({repr(call) for call in made.calls}) < len(made.calls):
        yield "a call is made twice"


def _plain(value: object, *, tuples: bool = False) -> bool:
    """Whole numbers, texts, truth values, None, and lists of them; tuples in arguments only."""
    if isinstance(value, list) or (tuples and isinstance(value, tuple)):
        return all(_plain(one, tuples=tuples) for one in value)
    return value is None or isinstance(value, bool | int | str)
