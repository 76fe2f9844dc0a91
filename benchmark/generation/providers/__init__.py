"""Every provider under its name; an SDK is imported when its provider is made."""

from benchmark.generation.provider import ProviderFactory
from benchmark.generation.providers.anthropic import Anthropic
from benchmark.generation.providers.google import Google
from benchmark.generation.providers.openai import OpenAI

PROVIDERS: dict[str, ProviderFactory] = {
    "anthropic": Anthropic,
    "google": Google,
    "openai": OpenAI,
}
