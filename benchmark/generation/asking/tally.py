"""Counts of a run, updated with every call: completions, tokens, cost and missing samples."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.core.sample import NO_ANSWERS, Completion, SampleKey
from benchmark.generation.wire.failure import Cause


@dataclass(slots=True)
class CompletionTotals:
    """Totals over completions. An unknown value counts as 0."""

    completions: int = 0
    finishes: Counter[str] = field(default_factory=Counter)
    empty: int = 0  #: blank completions that were neither cut nor refused
    reasoned: int = 0  #: those of them whose reply had reasoning
    models: Counter[str] = field(default_factory=Counter)  #: completions by resolved model id
    dropped: Counter[str] = field(default_factory=Counter)  #: completions by dropped parameter
    ignored: Counter[str] = field(default_factory=Counter)  #: completions by parameter without effect
    local: Counter[str] = field(default_factory=Counter)  #: completions by parameter applied to the text
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_thinking: int = 0
    tokens_cached: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0  #: completions whose cost is unknown
    looks: int = 0  #: parts of pictures that models asked for

    def add(self, completion: Completion) -> None:
        """Count a completion."""
        self.completions += 1
        self.finishes[completion.finish_reason or "unknown"] += 1
        self.empty += completion.blank
        self.reasoned += completion.only_reasoned
        if completion.resolved_model is not None:
            self.models[completion.resolved_model] += 1
        self.dropped.update(completion.dropped)
        self.ignored.update(completion.ignored)
        self.local.update(completion.local)
        self.tokens_in += completion.tokens_in or 0
        self.tokens_out += completion.tokens_out or 0
        self.tokens_thinking += completion.tokens_thinking or 0
        self.tokens_cached += completion.tokens_cached or 0
        self.cost_usd += completion.cost_usd or 0.0
        self.unpriced += completion.cost_usd is None
        self.looks += len(completion.looks)


@dataclass(frozen=True, slots=True)
class Wait:
    """What a run waits for."""

    reason: str  #: one line for people
    seconds: float  #: about how long it will still wait at most; 0 if a call is trying the server


@dataclass(slots=True)
class Tally:
    """The counts of a run so far: completions, calls, failures and costs."""

    wanted: int  #: samples that the file should have at the end
    file: CompletionTotals = field(default_factory=CompletionTotals)  #: totals, earlier runs included
    completions_before: int = 0  #: completions in the file at the start
    wanted_before: int = 0  #: wanted samples in the file at the start
    calls: int = 0  #: attempts of this run
    outages: Counter[Cause] = field(default_factory=Counter)  #: failed attempts of this run, by cause
    unsure: int = 0  #: calls of this run that broke off and may be billed
    #: US dollars that no completion records, earlier runs included: the cost of replies that cannot be kept,
    #: and the worst case of calls that broke off or whose tokens the server did not count
    unsure_usd: float = 0.0
    waiting: Wait | None = None  #: None if replies arrive
    in_flight: int = 0  #: calls that are waiting for a reply
    slowest: float = 0.0  #: seconds of this run's slowest reply
    parked: int = 0  #: samples that wait for a batch, sent or not
    parked_usd: float = 0.0  #: worst case of those in no batch yet, US dollars
    missing: dict[SampleKey, str] = field(default_factory=dict)  #: samples lost to outages, with reason
    rejected: dict[SampleKey, str] = field(default_factory=dict)  #: samples that were refused, with reason
    fixes: dict[str, str] = field(default_factory=dict)  #: what to change, by reason in ``rejected``

    @property
    def grace(self) -> float:
        """Seconds that calls in flight get after Ctrl-C: one that hangs gets no more than the others took."""
        return 1.0 + self.slowest

    @property
    def done(self) -> int:
        """Number of completions that this run added."""
        return self.file.completions - self.completions_before

    @property
    def got(self) -> int:
        """Number of wanted samples that are in the file."""
        return self.wanted_before + self.done

    @property
    def left(self) -> int:
        """Number of wanted samples that are not in the file."""
        return self.wanted - self.got

    @property
    def no_answers(self) -> int:
        """Number of refused or filtered answers in the file."""
        return sum(self.file.finishes[finish] for finish in NO_ANSWERS)

    @property
    def lost(self) -> Mapping[SampleKey, str]:
        """All samples that were requested and did not arrive, with the reasons."""
        return {**self.missing, **self.rejected}
