"""A provider with the Chat Completions API."""

from benchmark.generation.providers.openai import OpenAIProvider


class MadeUpProvider(OpenAIProvider):
    """The provider ``made-up``."""

    name = "made-up"


PROVIDER = MadeUpProvider
