"""All providers by name; an SDK is imported only when its provider is created."""

from benchmark.generation.providers.anthropic import AnthropicProvider
from benchmark.generation.providers.google import GoogleProvider
from benchmark.generation.providers.google_legacy import GoogleLegacyProvider
from benchmark.generation.providers.local import LocalProvider
from benchmark.generation.providers.openai import OpenAIProvider
from benchmark.generation.providers.python import PythonProvider
from benchmark.generation.providers.replay import ReplayProvider
from benchmark.generation.wire.provider import ProviderFactory

PROVIDERS: dict[str, ProviderFactory] = {
    "anthropic": AnthropicProvider,
    "google": GoogleProvider,
    "google-legacy": GoogleLegacyProvider,
    "local": LocalProvider,
    "openai": OpenAIProvider,
    "python": PythonProvider,
    "replay": ReplayProvider,
}
