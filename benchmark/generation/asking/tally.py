"""What a run has asked for and got, counted as it goes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.core.sample import NO_ANSWERS, Completion, SampleKey
from benchmark.generation.wire.failure import Cause


@dataclass(slots=True)
class CompletionTotals:
    """Sums over completions. A sum of what is not always known counts what is."""

    completions: int = 0
    finishes: Counter[str] = field(default_factory=Counter)
    models: Counter[str] = field(default_factory=Counter)  #: by resolved id
    dropped: Counter[str] = field(default_factory=Counter)  #: by parameter
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_thinking: int = 0
    tokens_cached: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0  #: completions without a cost

    def add(self, one: Completion) -> None:
        """Count a completion."""
        self.completions += 1
        self.finishes[one.finish_reason or "unknown"] += 1
        if one.resolved_model is not None:
            self.models[one.resolved_model] += 1
        self.dropped.update(one.dropped)
        self.tokens_in += one.tokens_in or 0
        self.tokens_out += one.tokens_out or 0
        self.tokens_thinking += one.tokens_thinking or 0
        self.tokens_cached += one.tokens_cached or 0
        self.cost_usd += one.cost_usd or 0.0
        self.unpriced += one.cost_usd is None


@dataclass(slots=True)
class Tally:
    """The state of a run."""

    wanted: int  #: samples that are asked for
    file: CompletionTotals = field(
        default_factory=CompletionTotals
    )  #: over the whole file, earlier runs included
    had: int = 0  #: completions of the file at the start
    there: int = 0  #: those of them that are wanted
    calls: int = 0  #: attempts of this run
    outages: Counter[Cause] = field(default_factory=Counter)  #: attempts of this run that failed so
    unsure: int = 0  #: calls of this run that broke off and may be on the bill
    unsure_usd: float = 0.0  #: what such calls of earlier runs cost at most
    in_flight: int = 0
    missing: dict[SampleKey, str] = field(default_factory=dict)  #: outages; reason by sample
    rejected: dict[SampleKey, str] = field(default_factory=dict)  #: never taken by the server; likewise
    fixes: dict[str, str] = field(default_factory=dict)  #: what to change, by such a reason

    @property
    def done(self) -> int:
        """Completions of this run."""
        return self.file.completions - self.had

    @property
    def got(self) -> int:
        """Samples that are wanted and there."""
        return self.there + self.done

    @property
    def left(self) -> int:
        """Samples that are wanted and not there."""
        return self.wanted - self.got

    @property
    def no_answers(self) -> int:
        """Refused and filtered ones."""
        return sum(self.file.finishes[finish] for finish in NO_ANSWERS)

    @property
    def lost(self) -> Mapping[SampleKey, str]:
        """All that were asked for and did not come, with the reasons."""
        return {**self.missing, **self.rejected}
