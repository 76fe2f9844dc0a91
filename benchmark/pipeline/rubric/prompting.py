"""The texts that a model is sent: one asks for key elements, one for a score, one for the score again.

Untrusted texts are passed as data, between lines that the texts cannot contain.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.prompt import PAPER
from benchmark.core.task import FigureCheck, RubricCheck, RubricName, Task
from benchmark.judging.rubric.rubrics import LEVELS, Rubric, rubrics

if TYPE_CHECKING:
    from jinja2 import Environment

_PACKAGE = "benchmark.judging.rubric.prompts"
_SHARED = ("rules", "scale")  #: included by others
_PROMPTS = ("elements", "score", "again")
_MARK_DIGITS = 32
#: The line in front of a program in a scoring prompt of the paper.
_LABEL = re.compile(
    r"^[ \t]*(?:(?P<first>Original|Reference|Evaluated)(?: Annotations)? )?(?:Code|Formula)"
    r"(?P<under> Under Evaluation)?:[ \t]*$",
    re.MULTILINE,
)
#: Maximum characters of a text; the rest is cut off, because every one of them is paid for.
TEXT_LIMIT = 20_000


def elements_prompt(task: Task, rubric: Rubric, answer: str) -> str:
    """Return the prompt that asks for the key elements of an answer and of its reference.

    Args:
        task: a task that a rubric judges.
        rubric: its rubric.
        answer: the answer's code.
    """
    assert isinstance(task.check, FigureCheck | RubricCheck)  # noqa: S101 - see rubric_of
    original = {"original": task.check.original} if task.check.original else {}
    return _render("elements", rubric, {**original, "reference": task.check.reference, "answer": answer})


def score_prompt(rubric: Rubric, elements: str) -> str:
    """Return the prompt that asks for a score, given the key elements that the model extracted."""
    return _render("score", rubric, {"elements": elements})


def again_prompt(rubric: Rubric, elements: str, reply: str) -> str:
    """Return the prompt that asks once more, after a reply without a score, which may quote the answer."""
    return _render("again", rubric, {"elements": elements, "reply": reply})


def printed_prompt(printed: str, task: Task, answer: str) -> str:
    """Return a scoring prompt that a paper prints, with the programs under its labels.

    Unlike ours, it does not tell the model to take what an answer says as data.

    Args:
        printed: the paper's text, which ends with a label such as ``Reference Code:`` per program.
        task: a task that a rubric judges.
        answer: the answer's code.

    Raises:
        BadInput: if the text does not have a label for each program, on a line of its own.
    """
    assert isinstance(task.check, FigureCheck | RubricCheck)  # noqa: S101 - see rubric_of
    programs = {"original": task.check.original, "reference": task.check.reference, "answer": answer}
    filled: list[str] = []

    def fill(match: re.Match[str]) -> str:
        word = (match["first"] or "").casefold()
        name = "answer" if match["under"] or word == "evaluated" else word
        filled.append(name)
        return f"{match[0].strip()}\n{_fenced(programs[name])}\n"

    text = _LABEL.sub(fill, printed)
    if sorted(filled) not in (["answer", "reference"], ["answer", "original", "reference"]):
        problem = f"has the labels {', '.join(filled) or 'of no program'}"
        raise BadInput("paper", "", problem, "store the prompts of the paper again")
    return text


def printed_digests(printed: Mapping[RubricName, str]) -> dict[str, str]:
    """Return the SHA-256 of each scoring prompt of a paper, by the name under which files record it."""
    return {f"{PAPER}-{name}": sha256_hex(text.encode()) for name, text in sorted(printed.items())}


def _fenced(code: str) -> str:
    """Return code as a block whose fence is longer than any in it, cut to :data:`TEXT_LIMIT` characters."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return f"{fence}\n{code[:TEXT_LIMIT].strip()}\n{fence}"


@cache
def prompt_digests() -> dict[str, str]:
    """Return the SHA-256 of each prompt by name, and of the rubrics.

    The digest of a prompt covers what it includes.
    """
    shared = "\0".join(map(_source, _SHARED))
    named = {name: sha256_hex(f"{shared}\0{_source(name)}".encode()) for name in _PROMPTS}
    values = ([name, rubric.title, *rubric.elements, *rubric.levels] for name, rubric in rubrics().items())
    return {**named, "rubrics": digest_lines(sorted(values))}


def boundary_mark(texts: Mapping[str, str]) -> str:
    """Return a mark of 32 hexadecimal digits that is in none of the texts.

    It is derived from a digest of the texts themselves: whoever writes one of them would have to find a text
    that contains a part of its own SHA-256. The same texts always have the same mark, so that prompts can be
    made again.
    """
    digest = hashlib.sha256(b"sightbench rubric data")
    for name, text in sorted(texts.items()):
        for piece in (name, text):
            data = piece.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
    while any(digest.hexdigest()[:_MARK_DIGITS] in text.casefold() for text in texts.values()):
        digest.update(b"again")
    return digest.hexdigest()[:_MARK_DIGITS]


def _data_block(name: str, text: str, mark: str) -> str:
    """Return a text between two lines that hold the mark, cut to :data:`TEXT_LIMIT` characters."""
    cut = len(text) - TEXT_LIMIT
    note = f" (cut: {cut} more characters)" if cut > 0 else ""
    return f"[[data {mark} {name}{note}]]\n{text[:TEXT_LIMIT]}\n[[end {mark} {name}]]"


def _render(name: str, rubric: Rubric, texts: dict[str, str]) -> str:
    mark = boundary_mark(texts)
    data = "\n\n".join(_data_block(what, text, mark) for what, text in texts.items())
    template = _environment().get_template(f"{name}.j2")
    return template.render(rubric=rubric, mark=mark, data=data, levels=LEVELS).strip()


@cache
def _environment() -> "Environment":
    from jinja2 import DictLoader, Environment, StrictUndefined

    sources = {f"{name}.j2": _source(name) for name in (*_SHARED, *_PROMPTS)}
    # The result is a prompt and not a web page, so nothing is escaped.
    return Environment(
        loader=DictLoader(sources),
        autoescape=False,  # noqa: S701
        undefined=StrictUndefined,
        trim_blocks=True,
    )


def _source(name: str) -> str:
    return files(_PACKAGE).joinpath(f"{name}.j2").read_text(encoding="utf-8")
