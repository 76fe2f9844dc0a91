"""The model of a row and how it was asked, under the names that other tools use."""

import re
from dataclasses import dataclass
from typing import Literal

from benchmark.core.errors import BadInput, quote_value
from benchmark.generation.providers import PROVIDERS, Deployment
from benchmark.interchange.plain_values import Fields, without_empty
from benchmark.results.row import Row
from benchmark.suites import suite_of

#: Id of a repository on the Hugging Face hub.
REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}", re.ASCII)
_OTHER = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedModel:
    """A model, as exports name it."""

    name: str
    developer: str  #: organisation that made it; ``unknown`` if the row has none
    id: str  #: ``developer/model``, as Hugging Face spells models
    deployment: Deployment
    availability: Literal["open_weights", "closed_weights", "unknown"]

    @property
    def is_known(self) -> bool:
        """Whether it is known who made the model."""
        return not self.id.startswith("unknown/")

    @property
    def folder(self) -> tuple[str, str]:
        """The parts of the id, as names of folders that every system accepts."""
        developer, _, model = self.id.partition("/")
        return _folder_name(developer), _folder_name(model)


def exported_model(row: Row, model_id: str = "") -> ExportedModel:
    """Return the model of a row.

    Args:
        row: the row.
        model_id: its id, ``OWNER/NAME``; empty for the one that was asked for, or the submission's slug.

    Raises:
        BadInput: if the id is not valid.
    """
    if model_id and not REPOSITORY.fullmatch(model_id):
        raise BadInput("--model-id", "", f"{quote_value(model_id)} is not valid", "write OWNER/NAME")
    submission, generation = row.result.submission, row.run.generation
    called = generation.model if generation is not None else submission.slug
    developer = submission.organisation.strip() or "unknown"
    if developer == "unknown" and model_id:
        developer = model_id.partition("/")[0]
    called = model_id or called
    # Some providers have longer names, such as `accounts/fireworks/models/NAME`.
    identifier = called if called.count("/") == 1 else f"{_plain(developer).lower()}/{_plain(called)}"
    deployment: Deployment = "unknown"
    # At another address anything may answer, whatever the provider's name.
    if generation is not None and generation.base_url is None and generation.provider in PROVIDERS:
        deployment = PROVIDERS[generation.provider].deployment
    return ExportedModel(
        name=row.name,
        developer=developer,
        id=identifier,
        deployment=deployment,
        availability=f"{submission.weights}_weights" if submission.weights else "unknown",  # type: ignore[arg-type]
    )


def _plain(text: str) -> str:
    return _OTHER.sub("-", text).strip("-.") or "unknown"


def _folder_name(text: str) -> str:
    plain = _plain(text)
    return f"{plain}-model" if plain.lower() == "data" else plain


def sampling_of(row: Row) -> Fields:
    """Return how samples were drawn: as recorded, else as the protocol says; unknown values are left out."""
    sent: Fields = row.run.generation.parameters if row.run.generation is not None else _protocol(row)
    if (applied := row.run.sampling) is not None:
        sent = {name: value for name, value in applied.sent.items() if name not in applied.ignored}
    return {name: sent[name] for name in ("temperature", "top_p", "top_k", "max_tokens") if name in sent}


def _protocol(row: Row) -> Fields:
    known = suite_of(row.result.suite).asked.protocols.get(row.result.protocol)
    if known is None:
        return {}
    known = known.within(row.result.setting)
    values = {
        "temperature": known.temperature,
        "top_p": known.top_p,
        "top_k": known.top_k,
        "max_tokens": known.max_tokens,
    }
    return without_empty(values)
