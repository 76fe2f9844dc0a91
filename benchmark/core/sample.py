"""Samples: a model's raw text (completion) and the code taken from it (answer)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from benchmark.core.task import Task

#: Task id and draw; unique among the samples of one evaluation.
SampleKey = tuple[str, int]


#: Finish reasons that mean no answer, whatever the text is: the model refused, or a filter stopped it.
NO_ANSWERS = frozenset({"content_filter", "refusal"})
#: Finish reason of a completion that the token limit cut off.
CUT_AT_LIMIT = "length"
ONLY_REASONING = "only reasoning"  #: ``finish_detail`` of a blank text whose reply had reasoning next to it
#: Share of cut answers above which runs name a protocol with more room, and above which a row has no place.
CUT_TOLD, CUT_LIMIT = 0.02, 0.05

#: Step of an extraction rule → whether it repairs what the model wrote. Answers list steps in this order.
STEPS: Mapping[str, bool] = {
    "reasoning": False,  # text in which the model thinks is dropped
    "channels": False,  # only the final one of gpt-oss's channels is read
    "chat-words": True,  # words of a chat template in front of the answer are dropped
    "end-token": True,  # the text is cut at a token that ends it
    "tags": True,  # the answer stands between tags, such as <code> and </code>
    "whole-text": False,  # all of the text is code
    "block": False,  # the only fenced block
    "block-of-several": False,
    "body": False,  # a function body, which the starter code asks for
    "drawing": False,  # TikZ
    "box": False,  # the letter in a box
    "letter": False,  # the letter that the text opens with or states as the answer
    "fallback": False,  # no code is the answer; some is kept as it is
    "letter-in-text": True,  # a letter that stands alone in a text
    "text-around": True,  # code without a fence; the text around it is cut
    "open-block": True,  # a block without a closing fence
    "fence-in-string": True,  # a fence inside a string of the code does not end its block
    "quoted-block": True,
    "short-fence": True,  # the closing fence has too few characters
    "text-in-block": True,  # an open block goes on with prose, which is cut
    "block-in-line": True,
    "indented-block": True,
    "inline-code": True,
    "body-cut": True,  # lines below a body that do not parse are cut
    "first-line": True,  # the first line of a body gets the indentation of the others
    "notebook": True,  # commands of notebooks are removed
    "session": True,  # prompts and results of an interpreter are removed
    "spaces": True,  # unusual spaces are replaced
    "indentation": True,  # indentation that all lines share is removed
    "starter-code": False,  # statements of the starter code are put in front
    "other-blocks": True,  # statements of other blocks are added
    "future-imports": True,  # imports from __future__ are moved to the top
}


def repairs_of(steps: Iterable[str]) -> tuple[str, ...]:
    """Return the steps that repair what the model wrote; those of later versions count as no repair."""
    return tuple(step for step in steps if STEPS.get(step))


#: Why an answer is empty → the same in words.
NOTHING: Mapping[str, str] = {
    "empty text": "the completion is empty",
    "only reasoning": "the completion ends before an answer: it has only reasoning",
    "cut at the limit": "the completion was cut off at its limit of tokens",
    "no code": "the completion has no code",
    "refused": "the model refused, or a filter stopped it",
    "not read": "the completion could not be read",
}


def sample_name(key: SampleKey) -> str:
    """Return the sample's name in messages and reports: ``task#draw``."""
    return f"{key[0]}#{key[1]}"


def sample_key(name: str) -> SampleKey:
    """Parse a name such as ``task#draw``.

    Raises:
        ValueError: if the text does not end in a draw.
    """
    task_id, _, draw = name.rpartition("#")
    return task_id, int(draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The raw text of one draw. All fields but the first three are None or empty if not recorded."""

    task_id: str
    draw: int  #: 0-based, ``0 <= draw < n``
    text: str  #: may hold lone surrogates and NUL: a model can write anything
    finish_reason: str | None = None
    finish_detail: str | None = None  #: the API's own finish reason, if it is more specific
    tokens_in: int | None = None
    tokens_out: int | None = None  #: all generated tokens, thinking included
    tokens_thinking: int | None = None
    tokens_cached: int | None = None  #: the part of ``tokens_in`` that came from the server's cache
    cost_usd: float | None = None
    seconds: float | None = None
    call_draws: int | None = None  #: draws made by the same call; its tokens and cost are split among them
    #: Parts of pictures that the model asked for before this text: number of the picture, left, top, right
    #: and bottom edge as shares, and the factor by which it was enlarged; empty for a request that is wrong.
    looks: tuple[tuple[float, ...], ...] = ()
    model: str | None = None  #: requested model id
    resolved_model: str | None = None  #: model id that the server reports in its reply
    fingerprint: str | None = None
    request_id: str | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()  #: parameters that were left out because the model refused them
    ignored: tuple[str, ...] = ()  #: parameters that were sent and had no effect, by the vendor or the reply
    local: tuple[str, ...] = ()  #: parameters that Sightbench applied to the text after the reply

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task_id, self.draw)

    @property
    def only_reasoned(self) -> bool:
        """Whether it is blank, although the model has reasoned."""
        return self.blank and (bool(self.tokens_thinking) or self.finish_detail == ONLY_REASONING)

    @property
    def blank(self) -> bool:
        """Whether a text that was neither cut nor refused has no sign but white space."""
        return not self.text.strip() and self.finish_reason not in {CUT_AT_LIMIT, *NO_ANSWERS}


def empty_words(empty: int, reasoned: int) -> str:
    """Say how many replies had no answer; ``reasoned`` of the ``empty`` ones had reasoning.

    >>> empty_words(6, 3), empty_words(1, 1), empty_words(1, 0), empty_words(0, 0)
    ('3 replies were empty; 3 had reasoning only', '1 reply had reasoning only', '1 reply was empty', '')
    """
    counts = {"were empty": empty - reasoned, "had reasoning only": reasoned}
    words = "; ".join(f"{number:,} {what}" for what, number in counts.items() if number)
    number, _, what = words.partition(" ")
    one = f"1 reply {what.replace('were', 'was')}"
    return words and (one if number == "1" else f"{number} replies {what}")


class Step(NamedTuple):
    """A step that an extraction rule took."""

    name: str  #: a key of :data:`STEPS`
    note: str = ""  #: for readers of reports; empty if the step needs no words


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The code that an extraction rule took from a completion."""

    code: str  #: the extracted part of the completion
    program: str  #: the program to run: ``code``, after starter code or prompt if the rule adds them
    notes: tuple[str, ...] = ()  #: what was cut and why, for readers of reports
    failure: str = ""  #: why extraction failed, if the text crashed it or went beyond its limits
    steps: tuple[
        str, ...
    ] = ()  #: keys of :data:`STEPS`, in its order; see ``worker.extract`` for rules that record none
    nothing: str = ""  #: why the answer is empty, a key of :data:`NOTHING`; empty if it is not

    @classmethod
    def taken(
        cls, code: str, steps: Iterable[Step], *, program: str | None = None, more: Iterable[str] = ()
    ) -> Self:
        """Return the answer that some steps gave, with their notes, and more notes after these.

        Without a program, the code is the program.
        """
        listed = tuple(steps)
        notes = (*(step.note for step in listed if step.note), *more)
        ordered = tuple(sorted({step.name for step in listed}, key=list(STEPS).index))
        return cls(code=code, program=code if program is None else program, notes=notes, steps=ordered)

    @property
    def empty(self) -> bool:
        """Whether there is no code to run."""
        return not self.code.strip()

    @property
    def recovered(self) -> bool:
        """Whether the rule repaired what the model wrote."""
        return bool(repairs_of(self.steps))

    @property
    def why_empty(self) -> str:
        """Why there is no code, in words; empty if there is code or no known reason."""
        return self.failure or NOTHING.get(self.nothing, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One draw of one task, ready to be judged."""

    task: Task
    draw: int  #: 0-based
    answer: Answer

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task.id, self.draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class RawSample:
    """One draw of one task whose answer has not been extracted yet."""

    task: Task
    draw: int  #: 0-based
    text: str  #: the completion's raw text
    extraction: Callable[[Task, str], Answer]  #: a function of a module, since worker processes import it
    finish_reason: str | None = None  #: of the completion

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task.id, self.draw)

    def answered(self, answer: Answer) -> Sample:
        """Return the sample with its answer; if this is empty, it says why."""
        if answer.empty:
            nothing = answer.nothing or ("no code" if self.text.strip() else "empty text")
            cut = self.finish_reason == CUT_AT_LIMIT and nothing != "not read"
            answer = replace(answer, nothing="cut at the limit" if cut else nothing)
        return Sample(task=self.task, draw=self.draw, answer=answer)

    def failed(self, reason: str) -> Sample:
        """Return the sample with an empty answer, because its text cannot be extracted."""
        return self.answered(Answer(code="", program="", notes=(reason,), failure=reason, nothing="not read"))
