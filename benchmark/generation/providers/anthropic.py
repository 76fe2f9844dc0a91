"""Anthropic's Messages API: one answer per call, no seed; thinking counts as output."""

from collections.abc import Mapping
from typing import Any

from benchmark.core.errors import BadInput
from benchmark.generation.prompts.message import Message, Part, TextPart
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.wire.body import (
    count_or_none,
    join_texts,
    list_or_empty,
    mapping_or_empty,
    printable_name,
    sum_known,
)
from benchmark.generation.wire.failure import ModelMisconfigured, PromptFiltered, TaskRejected
from benchmark.generation.wire.model_list import PAGE_SIZE, ModelsPage, entries_of, listed_model, mark_of
from benchmark.generation.wire.provider import Endpoint, PackageMissing
from benchmark.generation.wire.reply import NO_REASON, Choice, Finish, Reply, filtered_reply
from benchmark.generation.wire.request import Request, Sampling
from benchmark.generation.wire.sdk import ReceivedBody, receive
from benchmark.generation.wire.transport import client_options
from benchmark.generation.wire.usage import Usage

#: Passed explicitly, because the SDK would otherwise take an address from the environment.
VENDOR_URL = PROVIDERS["anthropic"].address
_FINISHES = {
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.REFUSAL,
}
_EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
_WIRE = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "max_tokens": "max_tokens",
    "stop_sequences": "stop",
    "thinking": "thinking_tokens",
    "budget_tokens": "thinking_tokens",
}
_WIRE_WITHOUT_BUDGET = _WIRE | dict.fromkeys(("thinking", "adaptive", "output_config", "effort"), "thinking")
_SAMPLING = ("temperature", "top_p", "top_k")
_VERSION = "anthropic-version"
#: Version of the API in which models up to Claude 4.6 take sampling parameters; newer versions refuse them
#: for every model, default values too.
_SAMPLING_VERSION = "2023-06-01"


class AnthropicProvider:
    """The provider ``anthropic``, which calls the Messages API."""

    name = "anthropic"
    draws_per_call = 1
    parameters = frozenset((*_WIRE.values(), "thinking"))

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            import anthropic
        except ImportError:
            raise PackageMissing(self.name) from None
        self._endpoint = endpoint
        url = endpoint.base_url or VENDOR_URL
        self.versions = {"anthropic": anthropic.__version__}
        self._client = anthropic.AsyncAnthropic(**client_options(endpoint, url))
        self._has_sampling_version = True  # until the server refuses it
        self._called: set[str] = set()  # versions of the API that answered

    async def open(self) -> None:
        """Do nothing: the client connects with the first call."""

    async def call(self, request: Request) -> Reply:
        """Make one call of the Messages API: in its older version if sampling is set, while that exists."""
        own = str(self._client.default_headers[_VERSION])
        older = self._has_sampling_version and _sets_sampling(request)
        try:
            return await self._call(request, _SAMPLING_VERSION if older else own)
        except (ModelMisconfigured, TaskRejected) as failed:
            if not older or _VERSION not in failed.mentions:
                raise
            self._has_sampling_version = False
            return await self._call(request, own)

    async def _call(self, request: Request, version: str) -> Reply:
        fields = self._fields(request)
        fields["extra_headers"] = {_VERSION: version}
        try:
            received = await receive(
                lambda: self._client.messages.with_raw_response.create(**fields),
                self._endpoint,
                _WIRE_WITHOUT_BUDGET if request.sampling.thinking else _WIRE,
            )
        except PromptFiltered as filtered:
            return filtered_reply(filtered, request.draws)
        self._called.add(version)
        self.versions[_VERSION] = ", ".join(sorted(self._called))
        usage = _usage(mapping_or_empty(received.body.get("usage")))
        return received.reply(usage, lambda: (_choice(received),))

    async def list_models(self, after: str | None) -> ModelsPage:
        """Read one page of the list of models, without those that are retired and answer no longer."""
        cursor = {} if after is None else {"after_id": after}
        received = await receive(
            lambda: self._client.models.with_raw_response.list(limit=PAGE_SIZE, **cursor),
            self._endpoint,
        )
        body, response = received.body, received.response
        more = body.get("has_more")
        following = mark_of(body.get("last_id"), response) if more else None
        if more and following is None:
            raise response.unusable("a page without the mark of the next one")
        return ModelsPage(
            tuple(
                listed_model(
                    entry,
                    response,
                    identifier="id",
                    name="display_name",
                    created="created_at",
                    shutdown="retires_at",
                )
                for entry in entries_of(body, "data", response)
                if mapping_or_empty(entry).get("lifecycle") != "retired"
            ),
            following,
        )

    async def model_record(self, model: str) -> Mapping[str, object]:
        """Read the vendor's record of a model."""
        return (
            await receive(lambda: self._client.models.with_raw_response.retrieve(model), self._endpoint)
        ).body

    async def close(self) -> None:
        """Close the HTTP client."""
        await self._client.close()

    def _fields(self, request: Request) -> dict[str, Any]:
        sampling = request.sampling
        if sampling.tokens_limit is None:
            raise BadInput("parameters", "max_tokens", "is required by this API", "set it, such as to 1024")
        fields: dict[str, Any] = {
            "model": request.model,
            "max_tokens": sampling.tokens_limit,
            "messages": [_message(message) for message in request.messages if message.role != "system"],
            "timeout": self._endpoint.timeout,  # without it, the SDK refuses large limits
        }
        if system := "\n\n".join(message.text for message in request.messages if message.role == "system"):
            fields["system"] = system
        if sampling.stop:
            fields["stop_sequences"] = list(sampling.stop)
        if thinking := _thinking(sampling):
            fields["thinking"] = thinking
        if sampling.thinking in _EFFORTS:
            fields["output_config"] = {"effort": sampling.thinking}
        # The SDK's signature lacks these parameters, but the API accepts them for some models.
        extra = dict(self._endpoint.extra)
        for name in _SAMPLING:
            if (value := getattr(sampling, name)) is not None:
                extra[name] = value
        if extra:
            fields["extra_body"] = extra
        return fields


def _thinking(sampling: Sampling) -> dict[str, object] | None:
    """Return the field ``thinking``; None leaves it out, so that the model's default applies."""
    if sampling.thinking is not None:
        kind = {"off": "disabled", "between_tools": "between_tools"}.get(sampling.thinking, "adaptive")
        return {"type": kind}
    if sampling.thinking_tokens:
        return {"type": "enabled", "budget_tokens": sampling.thinking_tokens}
    return None


def _sets_sampling(request: Request) -> bool:
    return any(getattr(request.sampling, name) is not None for name in _SAMPLING)


def _message(message: Message) -> dict[str, object]:
    # The API refuses a text block without text.
    parts = [_part(part) for part in message.parts if not (isinstance(part, TextPart) and not part.text)]
    return {"role": message.role, "content": parts}


def _part(part: Part) -> dict[str, object]:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    source = {"type": "base64", "media_type": part.media_type, "data": part.base64}
    return {"type": "image", "source": source}


def _choice(received: ReceivedBody) -> Choice:
    body, response = received.body, received.response
    if not isinstance(body.get("content"), list):
        raise response.unusable("a reply without content")
    blocks = [mapping_or_empty(block) for block in list_or_empty(body.get("content"))]
    reason = str(body.get("stop_reason") or "")
    finish = _FINISHES.get(reason, Finish.OTHER)
    text = join_texts(block.get("text") for block in blocks if block.get("type") == "text")
    if text is None:
        raise response.unusable("a reply whose text is not a string")
    return Choice(text=text, finish=finish, finish_detail=printable_name(reason) or NO_REASON)


def _usage(usage: Mapping[str, object]) -> Usage:
    cached = count_or_none(usage.get("cache_read_input_tokens"))
    written = count_or_none(usage.get("cache_creation_input_tokens"))
    tokens_in = count_or_none(usage.get("input_tokens"))
    return Usage(
        # The API's `input_tokens` leave out tokens that were read from a cache or written to one.
        tokens_in=None if tokens_in is None else sum_known(tokens_in, cached, written),
        tokens_out=count_or_none(usage.get("output_tokens")),
        tokens_thinking=count_or_none(
            mapping_or_empty(usage.get("output_tokens_details")).get("thinking_tokens")
        ),
        tokens_cached=cached,
        tokens_to_cache=written,
    )


PROVIDER = AnthropicProvider
