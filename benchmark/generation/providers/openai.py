"""The Chat Completions API of OpenAI and compatible servers: vLLM, SGLang, llama.cpp, Ollama, OpenRouter.

The Responses API is not used: it has no ``n``, ``seed`` or ``stop``.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from benchmark.generation.prompts.message import chat_message
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.providers.values import thinking_fields
from benchmark.generation.wire.body import count_or_none, join_texts, mapping_or_empty, printable_name
from benchmark.generation.wire.failure import Cause, Outage, ParameterRefused, PromptFiltered
from benchmark.generation.wire.model_list import ModelsPage, entries_of, listed_model
from benchmark.generation.wire.provider import Endpoint, PackageMissing
from benchmark.generation.wire.reply import NO_REASON, Choice, Finish, Reply, filtered_reply
from benchmark.generation.wire.request import Request
from benchmark.generation.wire.sdk import ReceivedBody, receive
from benchmark.generation.wire.transport import client_options
from benchmark.generation.wire.usage import Usage

#: Passed explicitly, because the SDK would otherwise take an address from the environment.
VENDOR_URL = PROVIDERS["openai"].address
#: Beginning of the ids of models that belong to the key's account. Such an id has the name of the account.
_FINE_TUNED = "ft:"
_FINISHES = {
    "stop": Finish.STOP,
    "length": Finish.LENGTH,
    "content_filter": Finish.CONTENT_FILTER,
    "refusal": Finish.REFUSAL,
}
_TEXTS = frozenset({"text", "output_text"})
#: Names of the limit of tokens, each with the other one. Some servers refuse one, others ignore one.
_LIMIT_NAMES = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_VENDOR_DRAWS = 8  #: draws per call for OpenAI's own API


class OpenAIProvider:
    """The provider ``openai``, which calls Chat Completions."""

    name = "openai"
    parameters = frozenset(
        {"temperature", "top_p", "top_k", "max_tokens", "stop", "seed", "thinking", "thinking_tokens"}
    )

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            import openai
        except ImportError:
            raise PackageMissing(self.name) from None
        self._endpoint = endpoint
        url = endpoint.base_url or VENDOR_URL
        self._host = urlsplit(url).hostname or ""
        own = self._host == urlsplit(VENDOR_URL).hostname
        #: OpenAI's newer models refuse ``max_tokens``; most other servers know only that name.
        self._limit_name = "max_completion_tokens" if own else "max_tokens"
        self._wire = {field: field for field in self.parameters} | dict.fromkeys(_LIMIT_NAMES, "max_tokens")
        self._wire |= dict.fromkeys(("reasoning_effort", "reasoning", "enable_thinking"), "thinking")
        self.draws_per_call = endpoint.draws_per_call or (_VENDOR_DRAWS if own else 1)
        self.versions: Mapping[str, str] = {"openai": openai.__version__}
        self._client = openai.AsyncOpenAI(**client_options(endpoint, url))

    async def open(self) -> None:
        """Do nothing: the client connects with the first call."""

    async def call(self, request: Request) -> Reply:
        """Make one call; again with the other name of the limit of tokens, if the server names that."""
        name = self._limit_name
        try:
            return await self._call(request)
        except ParameterRefused as refused:
            other = _LIMIT_NAMES[name]
            if refused.parameter != "max_tokens" or other not in refused.reason:
                raise
            self._limit_name = other
            return await self._call(request)

    async def _call(self, request: Request) -> Reply:
        fields = self.fields(request)
        # A text that speaks of thinking refuses the field only if it was sent.
        wire = {name: to for name, to in self._wire.items() if to != "thinking" or request.sampling.thinking}
        try:
            received = await receive(
                lambda: self._client.chat.completions.with_raw_response.create(**fields),
                self._endpoint,
                wire,
            )
        except PromptFiltered as filtered:
            return filtered_reply(filtered, request.draws)
        usage = _usage(mapping_or_empty(received.body.get("usage")))
        entries = partial(received.answers, "choices", request.draws)
        return received.reply(usage, lambda: tuple(_choice(entry, received) for entry in entries()))

    async def list_models(self, after: str | None) -> ModelsPage:
        """Read the list of models, which this API sends as one page, without those that the account tuned."""
        received = await receive(
            self._client.models.with_raw_response.list,
            self._endpoint,
        )
        if after is not None or received.body.get("has_more"):
            raise received.response.unusable("a list of several pages, which this API does not have")
        models = (
            listed_model(
                entry, received.response, identifier="id", created="created", shutdown="shutdown_date"
            )
            for entry in entries_of(received.body, "data", received.response)
        )
        return ModelsPage(tuple(model for model in models if not model.id.startswith(_FINE_TUNED)))

    async def close(self) -> None:
        """Close the HTTP client."""
        await self._client.close()

    def fields(self, request: Request) -> dict[str, Any]:
        """Return the arguments of the SDK call."""
        sampling = request.sampling
        fields: dict[str, Any] = {
            "model": request.model,
            "messages": (),  # required by the SDK; extra_body has the real ones
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            self._limit_name: sampling.tokens_limit,
            "seed": sampling.seed,
        }
        fields = {key: value for key, value in fields.items() if value is not None}
        if sampling.stop:
            fields["stop"] = list(sampling.stop)
        if request.draws > 1:
            fields["n"] = request.draws
        extra = dict(self._endpoint.extra)
        for name, value in thinking_fields(self._host, sampling.thinking).items():
            given = extra.get(name)
            extra[name] = given | value if isinstance(given, dict) and isinstance(value, dict) else value
        if sampling.top_k is not None:
            extra["top_k"] = sampling.top_k
        # The SDK walks through its own argument ``messages`` twice, which takes a third of its time.
        extra["messages"] = [chat_message(message, self._endpoint.detail) for message in request.messages]
        return {**fields, "extra_body": extra}


def _choice(entry: Mapping[str, object], received: ReceivedBody) -> Choice:
    reason = str(entry.get("finish_reason") or "")
    if entry.get("error") is not None or reason == "error":  # OpenRouter: the vendor's server broke off
        raise Outage("a choice holds an error", cause=Cause.SERVER, unsure=True)
    message = entry.get("message")
    if not isinstance(message, Mapping):
        raise received.response.unusable("a choice without a message")
    text, refusal = _text(message.get("content")), message.get("refusal")
    if text is None:
        raise received.response.unusable("a choice whose content is not text")
    finish = _FINISHES.get(reason, Finish.OTHER)
    if refusal and not text:
        return Choice(text="", finish=Finish.REFUSAL, finish_detail=printable_name(refusal) or "")
    return Choice(
        text=text,
        finish=finish,
        finish_detail="" if finish == reason else printable_name(reason) or NO_REASON,
    )


def _text(content: object) -> str | None:
    """Return the text of a message, given as a string or a list of parts (Mistral); None if it is neither."""
    if content is None:
        return ""
    if isinstance(content, list):
        parts = [part if isinstance(part, Mapping) else {"type": "text", "text": part} for part in content]
        return join_texts(part.get("text") for part in parts if part.get("type") in _TEXTS)
    return content if isinstance(content, str) else None


def _usage(usage: Mapping[str, object]) -> Usage:
    tokens_in = count_or_none(usage.get("prompt_tokens"))
    tokens_out = count_or_none(usage.get("completion_tokens"))
    whole = count_or_none(usage.get("total_tokens"))
    if tokens_in is not None and tokens_out is not None and whole is not None:
        tokens_out = max(tokens_out, whole - tokens_in)  # xAI leaves thinking out of completion_tokens
    return Usage(
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        tokens_thinking=count_or_none(
            mapping_or_empty(usage.get("completion_tokens_details")).get("reasoning_tokens")
        ),
        tokens_cached=count_or_none(
            mapping_or_empty(usage.get("prompt_tokens_details")).get("cached_tokens")
        ),
    )


PROVIDER = OpenAIProvider
