"""The schema of an event: something that changed at a provider, or in a suite."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from benchmark.files.edge import Name, Slug
from benchmark.results.nightly.models_seen import ModelsSeen
from benchmark.results.nightly.named import Contradiction, DatedRecord, Reference
from benchmark.results.nightly.panel import Panel
from benchmark.results.row import Digest
from benchmark.results.status import Reason

EventKind = Literal[
    "new-version",
    "not-drawn",
    "vanished",
    "shutdown-announced",
    "renamed",
    "alias-moved",
    "suite-break",
    "outage",
]
_EVIDENCE_LIMIT = 100  #: maximum files that an event names
#: The fields that an event of each kind must have.
_NEEDED: dict[EventKind, tuple[str, ...]] = {
    "new-version": ("provider", "model"),
    "not-drawn": ("provider", "model"),
    "vanished": ("provider", "model"),
    "shutdown-announced": ("provider", "model", "after"),
    "renamed": ("provider", "model", "before", "after"),
    "alias-moved": ("provider", "model", "before", "after"),
    "suite-break": ("suite", "dataset", "before", "after"),
    "outage": ("provider",),
}


class NightlyEvent(DatedRecord):
    """An event."""

    folder: ClassVar[str] = "events"
    noun: ClassVar[str] = "event"

    schema_: Literal["sightbench/nightly-event/1"] = Field(
        default="sightbench/nightly-event/1", alias="schema"
    )
    kind: EventKind
    provider: Slug | None = None
    model: Name | None = Field(default=None, description="requested model id")
    slug: Slug | None = Field(default=None, description="submission, if the event belongs to one")
    suite: Slug | None = None
    dataset: Slug | None = None
    before: Name | None = Field(
        default=None, description="resolved model, fingerprint, name or version before"
    )
    after: Name | None = Field(default=None, description="the same now; for an announced shutdown, its date")
    detail: Reason = Field(description="what happened, in one line for readers")
    panels: Annotated[
        list[Digest], Field(max_length=_EVIDENCE_LIMIT, description="ids of panels that show it")
    ] = Field(default_factory=list)
    models: Annotated[
        list[Digest], Field(max_length=_EVIDENCE_LIMIT, description="ids of lists of models that show it")
    ] = Field(default_factory=list)
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the fields that do not go together."""
        for field in _NEEDED[self.kind]:
            if getattr(self, field) is None:
                yield Contradiction(field, f"null, but an event {self.kind} needs it", "record it")
        if self.before is not None and self.before == self.after:
            yield Contradiction("after", "is the same as before", "record an event only for a change")

    def references(self) -> Iterator[Reference]:
        """Yield the panels and lists of models that show the event."""
        yield from (Reference("panels", Panel.folder, panel) for panel in self.panels)
        yield from (Reference("models", ModelsSeen.folder, seen) for seen in self.models)


def vanished_models(
    events: Iterable[NightlyEvent], lists: Iterable[ModelsSeen]
) -> dict[tuple[str, str], NightlyEvent]:
    """Return the models that vanished and are in no later complete list, each with its newest such event.

    Args:
        events: events, by date.
        lists: lists of models.
    """
    gone = {(event.provider or "", event.model or ""): event for event in events if event.kind == "vanished"}
    for seen in lists:
        if seen.state == "complete":
            for model in seen.models:
                event = gone.get((seen.provider, model.id))
                if event is not None and seen.date > event.date:
                    del gone[seen.provider, model.id]
    return gone
