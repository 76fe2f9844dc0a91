"""The Chat Completions API of OpenAI and compatible servers: vLLM, SGLang, llama.cpp, Ollama, OpenRouter.

The Responses API, which has no ``n``, ``seed`` or ``stop``, is used for models that have only that.
"""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from benchmark.core.sample import ONLY_REASONING
from benchmark.generation.prompts.message import Message, TextPart, chat_message
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.providers.keys import is_within
from benchmark.generation.providers.values import thinking_fields
from benchmark.generation.wire.body import (
    count_or_none,
    join_texts,
    list_or_empty,
    mapping_or_empty,
    printable_name,
)
from benchmark.generation.wire.failure import Cause, Outage, ParameterRefused, PromptFiltered, ResponsesOnly
from benchmark.generation.wire.model_list import ModelsPage, entries_of, listed_model
from benchmark.generation.wire.provider import Endpoint, PackageMissing
from benchmark.generation.wire.reply import NO_REASON, Choice, Finish, Reply, filtered_reply
from benchmark.generation.wire.request import Request, Sampling, sets_droppable
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
_REASONING = ("reasoning_content", "reasoning")  #: fields of vLLM, SGLang and llama.cpp, and of OpenRouter
#: Names of the limit of tokens, each with the other one. Some servers refuse one, others ignore one.
_LIMIT_NAMES = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_VENDOR_DRAWS = 8  #: draws per call for OpenAI's own API
#: Models of OpenAI that Chat Completions answers with 404 (litellm 1.110.2, 2026-11). A missing one costs a
#: call that is not billed, so the pattern need not be complete.
_RESPONSES_ONLY = re.compile(r"(?:gpt-5[.\d]*-(?:pro|codex)|o[13]-pro)\b")
_INCOMPLETE = {"max_output_tokens": Finish.LENGTH, "content_filter": Finish.CONTENT_FILTER}


class OpenAIProvider:
    """The provider ``openai``, which calls Chat Completions, or Responses where a model has only that."""

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
        self.versions = {"openai": openai.__version__}
        self._responds = own and _RESPONSES_ONLY.match(endpoint.model) is not None
        self._is_vendor = own
        self._client = openai.AsyncOpenAI(**client_options(endpoint, url))

    async def open(self) -> None:
        """Do nothing: the client connects with the first call."""

    async def call(self, request: Request) -> Reply:
        """Make one call; again at the other endpoint, if the server says that the model has only that."""
        # OpenAI takes the effort max only in Responses.
        if not self._responds and not (self._is_vendor and request.sampling.thinking == "max"):
            try:
                return await self._chat(request)
            except ResponsesOnly:
                self._responds = True
        return await self._respond(request)

    async def _chat(self, request: Request) -> Reply:
        """Call Chat Completions; again with the other name of the limit of tokens, if the server names it."""
        name = self._limit_name
        try:
            return await self._call(request)
        except ParameterRefused as refused:
            other = _LIMIT_NAMES[name]
            if refused.parameter != "max_tokens" or other not in refused.mentions:
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
        usage = _usage(mapping_or_empty(received.body.get("usage")), "prompt", "completion")
        entries = partial(received.answers, "choices", request.draws)
        return received.reply(usage, lambda: tuple(_choice(entry, received) for entry in entries()))

    async def _respond(self, request: Request) -> Reply:
        """Call the Responses API.

        Raises:
            ParameterRefused: before the call, for a parameter that this API does not have.
        """
        sampling = request.sampling
        has = {"n": request.draws > 1} | {name: getattr(sampling, name) for name in ("seed", "top_k", "stop")}
        if lacking := [name for name, value in has.items() if value not in (False, None, ())]:
            reason = f"the Responses API has no {lacking[0]}"
            raise ParameterRefused(reason, parameter=lacking[0], others=tuple(lacking[1:]))
        fields = self._extra(sampling)
        if effort := fields.pop("reasoning_effort", None):
            fields["reasoning"] = {"effort": effort}
        if verbosity := fields.pop("verbosity", None):
            fields["text"] = {"verbosity": verbosity}
        given = (sampling.temperature, sampling.top_p, sampling.tokens_limit)
        wire = {"temperature": "temperature", "top_p": "top_p", "max_output_tokens": "max_tokens"}
        fields |= {name: value for name, value in zip(wire, given, strict=True) if value is not None}
        fields["input"] = [_input(message, self._endpoint.detail) for message in request.messages]
        fields["store"] = False  # otherwise the vendor keeps tasks and answers for 30 days
        if sampling.thinking:
            wire |= dict.fromkeys(("reasoning.effort", "reasoning", "effort"), "thinking")
        create = self._client.responses.with_raw_response.create
        try:
            received = await receive(
                lambda: create(model=request.model, extra_body=fields), self._endpoint, wire
            )
        except PromptFiltered as filtered:
            return filtered_reply(filtered, request.draws)
        self.versions["api"] = "responses"
        usage = _usage(mapping_or_empty(received.body.get("usage")), "input", "output")
        return received.reply(usage, lambda: (_output(received),))

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

    async def model_record(self, model: str) -> Mapping[str, object]:
        """Read the vendor's record of a model."""
        return (
            await receive(lambda: self._client.models.with_raw_response.retrieve(model), self._endpoint)
        ).body

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
        extra = self._extra(sampling)
        if sampling.top_k is not None:
            extra["top_k"] = sampling.top_k
        # The SDK walks through its own argument ``messages`` twice, which takes a third of its time.
        extra["messages"] = [chat_message(message, self._endpoint.detail) for message in request.messages]
        return {**fields, "extra_body": extra}

    def _extra(self, sampling: Sampling) -> dict[str, Any]:
        """Return the further fields of the config, and those for ``thinking``."""
        extra = dict(self._endpoint.extra)
        for name, value in thinking_fields(self._host, sampling.thinking).items():
            given = extra.get(name)
            extra[name] = given | value if isinstance(given, dict) and isinstance(value, dict) else value
        given = extra.get("provider", {})
        if is_within(self._host, "openrouter.ai") and sets_droppable(sampling) and isinstance(given, dict):
            # Otherwise its servers that lack a parameter ignore it, and a row would be called greedy.
            extra["provider"] = {"require_parameters": True, **given}
        return extra


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
    detail = "" if finish == reason else printable_name(reason) or NO_REASON
    if finish is Finish.STOP and not text.strip() and any(message.get(field) for field in _REASONING):
        detail = ONLY_REASONING
    return Choice(text=text, finish=finish, finish_detail=detail)


def _text(content: object) -> str | None:
    """Return the text of a message, given as a string or a list of parts (Mistral); None if it is neither."""
    if content is None:
        return ""
    if isinstance(content, list):
        parts = [part if isinstance(part, Mapping) else {"type": "text", "text": part} for part in content]
        return join_texts(part.get("text") for part in parts if part.get("type") in _TEXTS)
    return content if isinstance(content, str) else None


def _input(message: Message, detail: str | None) -> dict[str, object]:
    """Return a message in the format of the Responses API."""
    finer = {} if detail is None else {"detail": detail}
    kind = "output_text" if message.role == "assistant" else "input_text"
    parts = [
        {"type": kind, "text": part.text}
        if isinstance(part, TextPart)
        else {"type": "input_image", "image_url": part.data_url, **finer}
        for part in message.parts
    ]
    return {"role": message.role, "content": parts}


def _output(received: ReceivedBody) -> Choice:
    """Return the answer in a reply of the Responses API, without its thinking and its commentary."""
    output = received.body.get("output")
    items = [mapping_or_empty(item) for item in list_or_empty(output)]
    parts = [
        mapping_or_empty(part)
        for item in items
        if item.get("type") == "message" and item.get("phase") != "commentary"
        for part in list_or_empty(item.get("content"))
    ]
    text = join_texts(part.get("text") for part in parts if part.get("type") == "output_text")
    refusal = join_texts(part.get("refusal") for part in parts if part.get("type") == "refusal")
    status = received.body.get("status")
    usable = isinstance(output, list) and status in ("completed", "incomplete")
    if text is None or refusal is None or not usable:
        raise received.response.unusable("a response whose text or status is not usable")
    if refusal and not text:
        return Choice(text="", finish=Finish.REFUSAL, finish_detail=printable_name(refusal) or "")
    if status == "completed":
        return Choice(text=text, finish=Finish.STOP)
    reason = printable_name(mapping_or_empty(received.body.get("incomplete_details")).get("reason"))
    finish = _INCOMPLETE.get(reason or "", Finish.OTHER)
    return Choice(text=text, finish=finish, finish_detail=reason or NO_REASON)


def _usage(usage: Mapping[str, object], prompt: str, answer: str) -> Usage:
    """Return the tokens of a call; ``prompt`` and ``answer`` are the words of the API for both."""
    tokens_in = count_or_none(usage.get(f"{prompt}_tokens"))
    tokens_out = count_or_none(usage.get(f"{answer}_tokens"))
    whole = count_or_none(usage.get("total_tokens"))
    if tokens_in is not None and tokens_out is not None and whole is not None:
        tokens_out = max(tokens_out, whole - tokens_in)  # xAI leaves thinking out of completion_tokens
    thinking = mapping_or_empty(usage.get(f"{answer}_tokens_details")).get("reasoning_tokens")
    cached = mapping_or_empty(usage.get(f"{prompt}_tokens_details")).get("cached_tokens")
    return Usage(
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        tokens_thinking=count_or_none(thinking),
        tokens_cached=count_or_none(cached),
    )


PROVIDER = OpenAIProvider
