"""The providers. What a submission and CI have to know stands here; a module is imported to ask a model.

So no check of a submission or of a policy imports a provider, and a broken one breaks only runs that use it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from benchmark.core.install import load_plug_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmark.generation.wire.provider import Endpoint, Provider

#: Who runs the model; ``unknown`` if that depends on the address or the file.
Deployment = Literal["self_deployed", "externally_managed", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRecord:
    """A way to ask models. Leave out what a provider does not have, such as a server."""

    module: str  #: its ``PROVIDER`` takes an ``Endpoint``, imports the SDK, and returns a ``Provider``
    extra: str = ""  #: extra of ``pyproject.toml`` with its SDK and the price table
    address: str = ""  #: address of its server, used without a base_url
    #: Environment variables with the vendor's key, each with the only domain that may receive it; the first
    #: one that is set is used, and workflows have the first one only.
    keys: Mapping[str, str] = field(default_factory=dict)
    other_keys: Mapping[str, str] = field(default_factory=dict)  #: keys of other vendors with this API
    vendor: str = ""  #: name of the vendor in the price table
    lists_models: bool = False  #: whether its server lists its models
    deployment: Deployment = "unknown"  #: without a base_url
    submitted: bool = True  #: whether a submission may name it
    #: Fields of ``extra`` that a submission may send. An allow-list: vendors add fields that cost more,
    #: search the web or ask another model faster than a list of forbidden ones could follow.
    extra_fields: frozenset[str] = frozenset()
    #: Parameters that can be dropped because the API, or one of the servers, has none of that name.
    lacks: frozenset[str] = frozenset()


#: Options of servers of open weights, which change how a model decodes and nothing else.
_DECODING = {
    "chat_template_kwargs",
    "frequency_penalty",
    "min_p",
    "mm_processor_kwargs",
    "presence_penalty",
    "repeat_penalty",
    "repetition_penalty",
    "skip_special_tokens",
}
_GOOGLE_URL = "https://generativelanguage.googleapis.com"
_GOOGLE_KEYS = {"GEMINI_API_KEY": "googleapis.com", "GOOGLE_API_KEY": "googleapis.com"}
#: Name in configs → provider.
PROVIDERS = {
    "anthropic": ProviderRecord(
        module="benchmark.generation.providers.anthropic",
        extra="anthropic",
        address="https://api.anthropic.com",
        keys={"ANTHROPIC_API_KEY": "anthropic.com"},
        vendor="anthropic",
        lists_models=True,
        deployment="externally_managed",
        lacks=frozenset({"seed"}),
    ),
    "google": ProviderRecord(
        module="benchmark.generation.providers.google",
        extra="google",
        address=_GOOGLE_URL,
        keys=_GOOGLE_KEYS,
        vendor="google",
        lists_models=True,
        deployment="externally_managed",
        extra_fields=frozenset({"safetySettings"}),
    ),
    "google-legacy": ProviderRecord(  # the provider google reads the same list of models
        module="benchmark.generation.providers.google_legacy",
        extra="google-legacy",
        address=_GOOGLE_URL,
        keys=_GOOGLE_KEYS,
        vendor="google",
        deployment="externally_managed",
        extra_fields=frozenset({"safetySettings"}),
        lacks=frozenset({"seed"}),
    ),
    "local": ProviderRecord(
        module="benchmark.generation.providers.local",
        deployment="self_deployed",
        extra_fields=frozenset(_DECODING),
        lacks=frozenset({"stop"}),
    ),
    "openai": ProviderRecord(
        module="benchmark.generation.providers.openai",
        extra="openai",
        address="https://api.openai.com/v1",
        keys={"OPENAI_API_KEY": "openai.com"},
        other_keys={
            "OPENROUTER_API_KEY": "openrouter.ai",
            "MISTRAL_API_KEY": "mistral.ai",
            "DEEPSEEK_API_KEY": "deepseek.com",
            "XAI_API_KEY": "x.ai",
            "GROQ_API_KEY": "groq.com",
            "TOGETHER_API_KEY": "together.xyz",
            "FIREWORKS_API_KEY": "fireworks.ai",
            "HF_TOKEN": "huggingface.co",
        },
        vendor="openai",
        lists_models=True,
        deployment="externally_managed",
        extra_fields=frozenset({*_DECODING, "verbosity"}),
    ),
    "python": ProviderRecord(module="benchmark.generation.providers.python", submitted=False),
    "replay": ProviderRecord(module="benchmark.generation.providers.replay"),
}
#: Providers whose servers list their models, in order of name.
LISTING = tuple(name for name, provider in PROVIDERS.items() if provider.lists_models)


def lacked(provider: str) -> frozenset[str]:
    """Return the parameters that were dropped for want of such a parameter; empty for an unknown provider."""
    return PROVIDERS[provider].lacks if provider in PROVIDERS else frozenset()


def load(name: str) -> "Callable[[Endpoint], Provider]":
    """Return what makes a provider; its module is imported at the first call.

    Raises:
        KeyError: if there is no such provider.
        OurFailure: if its module is broken; names the file and the line.
    """
    made: Callable[[Endpoint], Provider] = load_plug_in("provider", name, PROVIDERS[name].module, "PROVIDER")
    return made
