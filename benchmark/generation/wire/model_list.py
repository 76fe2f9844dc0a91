"""The list of models that a provider has, read page by page to its end, or known to be incomplete."""

import datetime
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmark.core.errors import printable_text
from benchmark.generation.wire.body import mapping_or_empty, printable_name
from benchmark.generation.wire.failure import CallFailed, Outage
from benchmark.generation.wire.patience import Patience, with_retries
from benchmark.generation.wire.provider import Provider
from benchmark.generation.wire.transport import LastResponse

MODELS_LIMIT = 5000  #: maximum models of a list
PAGES_LIMIT = 200  #: maximum pages of a list
LIST_SECONDS = 600.0  #: no further page is asked for after this time
PAGE_SIZE = 1000  #: models that are requested per page; every API accepts that many
_CURSOR_CHARS = 4000  #: maximum characters of the mark of a next page
_YEARS = range(2010, 2200)  #: years of a creation or shutdown; servers send 0 or 1970 for an unknown one
LIST_PATIENCE = Patience(attempts=4, retry_after_max=60.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel:
    """A model in a provider's list."""

    id: str
    name: str | None = None  #: name to show
    created: str | None = None  #: such as ``2026-01-31T00:00:00Z``, UTC
    shutdown: str | None = None  #: announced day of the shutdown, such as ``2026-01-31``, UTC


@dataclass(frozen=True, slots=True)
class ModelsPage:
    """One page of a list."""

    models: tuple[ListedModel, ...]
    following: str | None = None  #: where the next page begins; None for the last page


@dataclass(frozen=True, slots=True)
class ModelList:
    """All models of a provider, or those that were read before something failed."""

    models: tuple[ListedModel, ...]  #: sorted by id
    why_incomplete: str | None = None  #: None if the list was read to its end


class ListingProvider(Provider, Protocol):
    """A provider whose server lists its models."""

    async def list_models(self, after: str | None) -> ModelsPage:
        """Read one page of the list of models, without retries.

        Args:
            after: ``following`` of the page before; None for the first page.

        Raises:
            CallFailed: if no complete page arrives.
        """

    async def model_record(self, model: str) -> Mapping[str, object]:
        """Read the vendor's record of a model, which is free.

        Raises:
            CallFailed: if there is none, or it does not arrive.
        """


async def read_models(provider: ListingProvider, patience: Patience = LIST_PATIENCE) -> ModelList:
    """Read a provider's list of models to its end.

    Never raises for a fault of the server: the models of the pages before the fault are returned, with the
    reason why the list is not complete. A list that never ends, or is larger than the limits, is incomplete.

    Args:
        provider: an open provider.
        patience: number of attempts per page, and waits between them.
    """
    began = time.monotonic()
    found: dict[str, ListedModel] = {}
    marks: set[str] = set()
    after: str | None = None
    why: str | None = None
    while why is None:
        try:
            page = await with_retries(lambda: provider.list_models(after), patience, _always)  # noqa: B023
        except CallFailed as failed:
            why = f"page {len(marks) + 1} of the list was not read: {printable_text(failed.reason)}"
            break
        for model in page.models:
            # A list can change while it is read, and move a model from one page to the next.
            found.setdefault(model.id, model)
        if page.following is None:
            break
        why = _endless(page.following, marks, len(found), time.monotonic() - began)
        after = page.following
        marks.add(after)
    if why is None and not found:
        why = "the server sent a list without models"
    return ModelList(tuple(found[key] for key in sorted(found)[:MODELS_LIMIT]), why)


def entries_of(body: Mapping[str, object], field: str, response: LastResponse) -> Sequence[object]:
    """Return the entries of a page.

    Raises:
        Outage: if the body has no list in this field.
    """
    entries = body.get(field)
    if not isinstance(entries, list):
        raise response.unusable(f"no list of models in the field {field}")
    return entries


def listed_model(
    entry: object,
    response: LastResponse,
    *,
    identifier: str,
    prefix: str = "",
    name: str | None = None,
    created: str | None = None,
    shutdown: str | None = None,
) -> ListedModel:
    """Read an entry of a page.

    Args:
        entry: the entry.
        response: the response that contains the page.
        identifier: name of the field with the id.
        prefix: start of the id that is left out.
        name: name of the field with the name to show; None for none.
        created: name of the field with the time of creation; None for none.
        shutdown: name of the field with the time of the announced shutdown; None for none.

    Raises:
        Outage: if the entry has no id that can be printed: a list with a gap is not complete.
    """
    fields = mapping_or_empty(entry)
    given = fields.get(identifier)
    found = given.removeprefix(prefix) if isinstance(given, str) else None
    if found is None or printable_name(found) != found:
        raise response.unusable("a model without a usable id")
    made = _moment(fields.get(created or ""))
    ends = _moment(fields.get(shutdown or ""))
    return ListedModel(
        id=found,
        name=(printable_name(fields.get(name or "")) or "").strip() or None,
        created=None if made is None else made.strftime("%Y-%m-%dT%H:%M:%SZ"),
        shutdown=None if ends is None else ends.strftime("%Y-%m-%d"),
    )


def mark_of(value: object, response: LastResponse) -> str | None:
    """Return the mark of the next page from a body; None if there is no further page.

    Raises:
        Outage: if the value is not such a mark.
    """
    if value is None or value == "":
        return None
    if not isinstance(value, str) or len(value) > _CURSOR_CHARS or not value.isprintable():
        raise response.unusable("an unusable mark of the next page")
    return value


def _always(_outage: Outage) -> bool:
    return True


def _endless(following: str, marks: set[str], models: int, seconds: float) -> str | None:
    if following in marks:
        return "the pages of the list repeat"
    if models > MODELS_LIMIT:
        return f"the list has more than {MODELS_LIMIT:,} models"
    if len(marks) + 1 >= PAGES_LIMIT:
        return f"the list has more than {PAGES_LIMIT} pages"
    if seconds > LIST_SECONDS:
        return f"the list was not read within {LIST_SECONDS:g} s"
    return None


def _moment(value: object) -> datetime.datetime | None:
    """Read seconds since 1970, or a date or time in ISO 8601; None if it is neither or not a likely time."""
    try:
        if isinstance(value, bool):
            return None
        if isinstance(value, int | float):
            found = datetime.datetime.fromtimestamp(value, datetime.UTC)
        elif isinstance(value, str):
            found = datetime.datetime.fromisoformat(value.strip())
        else:
            return None
        found = found.replace(tzinfo=found.tzinfo or datetime.UTC).astimezone(datetime.UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found.year in _YEARS else None
