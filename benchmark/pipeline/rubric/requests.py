"""What a model judges, and the requests to it: each is a plan of its own, with one text for each sample.

One asks for key elements, one for a score, one for the score again. Untrusted texts are passed as data,
between lines that the texts cannot contain.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import OWN_PROMPT, PAPER, Turn
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.suite import DrawProtocol, ExtractionRule
from benchmark.core.task import FigureCheck, RubricCheck, RubricName, Task, Text
from benchmark.generation.asking.budget import lower_limit
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.judge.extracting import extract_all, raw_samples
from benchmark.pipeline.rubric.rubrics import LEVELS, Rubric, rubric_of, rubrics
from benchmark.pipeline.sources import TaskSource

if TYPE_CHECKING:
    from jinja2 import Environment


PROTOCOL = "rubric"
MOST_TOKENS = 4096  #: tokens of a reply if the config of the model does not say
_NOTHING = "(no reply)"  #: in place of an empty reply
Ask = Literal["elements", "score", "again"]
_ID_CHARACTERS = 190  #: longest name of a sample that is also the id of its request, whose limit is 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricSample:
    """One draw of a task that a rubric judges."""

    task: Task
    draw: int  #: 0-based
    rubric: Rubric
    code: str  #: the answer's code; empty if it has none
    reason: str = ""  #: why there is no code, or why the sample cannot be judged
    missing: bool = False  #: whether there is no completion, so that there is nothing to judge

    @property
    def name(self) -> str:
        """The name of the sample, ``task_id#draw``."""
        return sample_name((self.task.id, self.draw))

    @property
    def request_id(self) -> str:
        """The id of its requests: its name, or a digest if that is too long for an id."""
        return self.name if len(self.name) <= _ID_CHARACTERS else sha256_hex(self.name.encode())


def check_tasks(tasks: Sequence[Task], named_in: object) -> None:
    """Check that a rubric judges each task.

    Raises:
        BadInput: if there is none for a task; it names the first.
    """
    for task in tasks:
        if rubric_of(task) is None:
            problem = f"{quote_value(task.id)} has a check that no rubric judges"
            fix = "give tasks with checks of kind figure or rubric; judge others with sightbench evaluate"
            raise BadInput(named_in, "check", problem, fix)


def rubric_samples(
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    rule: ExtractionRule,
    missing: Mapping[SampleKey, str],
) -> tuple[RubricSample, ...]:
    """Return all samples, sorted by task and draw.

    Args:
        tasks: tasks that :func:`check_tasks` accepts.
        completions: completions of these tasks.
        rule: takes the code from a completion; it runs in a process of its own.
        missing: why samples have no completion.
    """
    by_id = {task.id: task for task in tasks}
    samples = [
        RubricSample(
            task=by_id[task_id], draw=draw, rubric=_rubric(by_id[task_id]), code="", reason=why, missing=True
        )
        for (task_id, draw), why in missing.items()
    ]
    for sample in extract_all(raw_samples(by_id, completions, rule.extract), workers=1):
        answer, task = sample.answer, by_id[sample.task.id]
        reason = "" if not answer.empty else answer.failure or "; ".join(answer.notes) or "no code was found"
        samples.append(
            RubricSample(
                task=task,
                draw=sample.draw,
                rubric=_rubric(task),
                code="" if answer.empty else answer.code,
                reason=reason,
            )
        )
    return tuple(sorted(samples, key=lambda sample: (sample.task.id, sample.draw)))


def _rubric(task: Task) -> Rubric:
    rubric = rubric_of(task)
    assert rubric is not None  # noqa: S101 - check_tasks has refused such tasks
    return rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricInput:
    """Completions with their tasks, and the samples that a model is to judge."""

    source: TaskSource
    completions: Sequence[Completion]
    extraction: str  #: name of the rule that took the code from the answers
    samples: tuple[RubricSample, ...]  #: sorted by task and draw
    row: str | None = None  #: id of the row, if there is one


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricPlan:
    """Which answers are judged, and by whom."""

    judged: RubricInput
    access: ModelAccess
    folder: Path  #: for the files of replies while the model is asked
    repeats: int = 2  #: how often a reply without a score is asked for again, at most
    budget: float | None = None  #: US dollars
    lent: Mapping[str, str] = field(default_factory=dict)  #: variable → the host that it is lent to
    #: The paper's scoring prompts, which ask for a score at once; empty for ours.
    printed: Mapping[RubricName, str] = field(default_factory=dict)

    @property
    def asked(self) -> tuple[RubricSample, ...]:
        """The samples that the model is shown."""
        return tuple(sample for sample in self.judged.samples if sample.code)


class RequestPrompt:
    """A :class:`benchmark.core.prompt.Prompt` that shows a request, the text in ``description``."""

    stages = 1

    def __init__(self, digest: str) -> None:
        self.digest = digest

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - of the protocol
        """Return the request."""
        return (Turn(speaker="user", parts=(Text(text=task.description),)),)


def printed_request(sample: RubricSample, printed: Mapping[RubricName, str]) -> Task:
    """Return the request for the score of an answer in the words of the paper."""
    return _request(sample, printed_prompt(printed[sample.rubric.name], sample.task, sample.code))


def digests_of(plan: RubricPlan) -> dict[str, str]:
    """Return the SHA-256 of all prompts of a judging, by the names under which files record them."""
    printed = {f"{PAPER}-{name}": sha256_hex(text.encode()) for name, text in sorted(plan.printed.items())}
    return printed or prompt_digests()


def elements_request(sample: RubricSample) -> Task:
    """Return the request for the key elements of an answer."""
    return _request(sample, elements_prompt(sample.task, sample.rubric, sample.code))


def score_request(sample: RubricSample, elements: str) -> Task:
    """Return the request for the score of an answer, given its key elements."""
    return _request(sample, score_prompt(sample.rubric, elements))


def again_request(sample: RubricSample, elements: str, reply: Completion) -> Task:
    """Return the request that follows a reply without a score, which is data too: it may quote the answer."""
    texts = {"elements": elements, "reply": reply.text.strip() or _NOTHING}
    return _request(sample, _render("again", sample.rubric, texts))


def protocol_of(access: ModelAccess) -> DrawProtocol:
    """Return how a model is asked: once, at temperature 0."""
    tokens = access.sampling.max_tokens or MOST_TOKENS
    return DrawProtocol(id=PROTOCOL, draws=1, temperature=0.0, max_tokens=tokens)


def request_plan(
    plan: RubricPlan, step: str, ask: Ask, requests: Sequence[Task], spent: float
) -> GenerationPlan:
    """Return the plan of all requests of a step.

    Args:
        plan: the judging.
        step: name of the step, and of its file.
        ask: what is asked for.
        requests: one request per sample.
        spent: US dollars that other steps have cost.
    """
    own = plan.access
    digest = digest_lines(sorted(digests_of(plan).items())) if plan.printed else prompt_digests()[ask]
    budget = lower_limit(plan.budget, own.max_cost)  # one limit for all steps together
    return GenerationPlan(
        tasks=tuple(requests),
        suite=plan.judged.source.suite_id,
        dataset=plan.judged.source.dataset,
        setting=f"{PROTOCOL}-{step}",
        prompt=RequestPrompt(digest),
        prompt_name=PAPER if plan.printed else OWN_PROMPT,
        protocol=protocol_of(own),
        access=replace(own, max_cost=None),
        out=plan.folder / f"{step}.jsonl",
        budget=budget,
        spent_usd=spent,
        lent=plan.lent,
    )


def _request(sample: RubricSample, text: str) -> Task:
    check = RubricCheck(rubric=sample.rubric.name, reference="")
    return Task(
        id=sample.request_id,
        suite=sample.task.suite,
        dataset=sample.task.dataset,
        check=check,
        description=text,
    )


_PACKAGE = "benchmark.pipeline.rubric.prompts"
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
        problem = f"has labels of {', '.join(filled) or 'no program'}"
        raise BadInput("paper", "", problem, "store the prompts of the paper again")
    return text


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
