"""Every provider under its name; an SDK is imported when its provider is made."""

from benchmark.generation.providers.anthropic import Anthropic
from benchmark.generation.providers.google import Google
from benchmark.generation.providers.google_legacy import GoogleLegacy
from benchmark.generation.providers.local import Local
from benchmark.generation.providers.openai import OpenAI
from benchmark.generation.providers.python import Python
from benchmark.generation.providers.replay import Replay
from benchmark.generation.wire.provider import ProviderFactory

PROVIDERS: dict[str, ProviderFactory] = {
    "anthropic": Anthropic,
    "google": Google,
    "google-legacy": GoogleLegacy,
    "local": Local,
    "openai": OpenAI,
    "python": Python,
    "replay": Replay,
}
