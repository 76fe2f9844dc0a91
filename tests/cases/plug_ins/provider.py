"""A provider with the Chat Completions API."""

from benchmark.core.provider import ProviderRecord
from benchmark.generation.providers.openai import OpenAIProvider


class MadeUpProvider(OpenAIProvider):
    """The provider ``made-up``."""

    name = "made-up"


PROVIDER = ProviderRecord(
    name="made-up",
    make=MadeUpProvider,
    extra="openai",
    address="https://api.made-up.example",
    keys={"MADE_UP_API_KEY": "made-up.example"},
    vendor="made-up",
    lists_models=True,
    deployment="externally_managed",
)
