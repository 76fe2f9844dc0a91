"""Google's Gemini API through google-genai."""

import base64
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

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
from benchmark.generation.wire.failure import CallFailed, Parked
from benchmark.generation.wire.model_list import PAGE_SIZE, ModelsPage, entries_of, listed_model, mark_of
from benchmark.generation.wire.provider import Endpoint, PackageMissing
from benchmark.generation.wire.reply import NO_REASON, Choice, Finish, Reply
from benchmark.generation.wire.request import Request, Sampling
from benchmark.generation.wire.sdk import ReceivedBody, receive
from benchmark.generation.wire.transport import NO_KEY, LastResponse, certificates, http_client
from benchmark.generation.wire.usage import Usage

#: Passed explicitly, because the SDK would otherwise take an address from the environment.
VENDOR_URL = PROVIDERS["google"].address
_API_VERSION = "v1beta"
#: Finish reason of an answer that goes on in a further call: a hop has at most 32,768 tokens.
_GOES_ON = "CONTINUATION"
_MAX_HOPS = 32  #: calls for one answer
FINISHES = {"STOP": Finish.STOP, "MAX_TOKENS": Finish.LENGTH, _GOES_ON: Finish.LENGTH} | dict.fromkeys(
    (
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
        "MODEL_ARMOR",
    ),
    Finish.CONTENT_FILTER,
)
#: The API's names of parameters, where they are not ours.
_NAMES = {
    "max_output_tokens": "max_tokens",
    "stop_sequences": "stop",
    "thinking_level": "thinking",
    "thinking_budget": "thinking_tokens",
    "thinking": "thinking_tokens",
}
_LEVELS = ("minimal", "low", "medium", "high", "xhigh")
_BUDGETS = {"off": 0, "adaptive": -1}


def wire_names(*names: str) -> dict[str, str]:
    """Return names of the API, each with the field of ``Sampling``."""
    return {name: _NAMES.get(name, name) for name in names}


_WIRE = wire_names("temperature", "top_p", "top_k", "seed", *_NAMES)


def _wire_of(sampling: Sampling) -> dict[str, str]:
    """Return the names that a refusal may have, each with the field that set it: two of ours set the same."""
    sent = "thinking_tokens" if sampling.thinking is None else "thinking"
    is_sent = getattr(sampling, sent) is not None
    return {
        name: sent if to.startswith("thinking") else to
        for name, to in _WIRE.items()
        if is_sent or not to.startswith("thinking")
    }


class GoogleProvider:
    """The provider ``google``, which calls the Gemini API."""

    name = "google"
    parameters = frozenset(_WIRE.values())

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            from google import genai
        except ImportError:
            raise PackageMissing(self.name) from None
        self._endpoint = endpoint
        self._types = genai.types
        self.draws_per_call = endpoint.draws_per_call or 1  # several models refuse candidateCount
        self.versions: Mapping[str, str] = {"google-genai": genai.__version__}
        url = endpoint.base_url or VENDOR_URL
        self._http = http_client(
            seconds=endpoint.timeout,
            url=url,
            key=endpoint.api_key,
            dump=endpoint.dump,
            transport=endpoint.transport,
        )
        options = genai.types.HttpOptions(
            base_url=url,
            api_version=_API_VERSION,
            timeout=int(endpoint.timeout * 1000),
            httpx_async_client=self._http,
            # For clients that we do not use: the SDK would read certificates for each of them.
            client_args={"verify": certificates()},
            async_client_args={"ssl": certificates()},
            extra_body=dict(endpoint.extra) or None,
        )
        # Keep a reference: without one the client closes itself.
        self._client = genai.Client(vertexai=False, api_key=endpoint.api_key or NO_KEY, http_options=options)

    async def open(self) -> None:
        """Do nothing: the client connects with the first call."""

    async def call(self, request: Request) -> Reply:
        """Make one call of the Gemini API, and further ones for an answer that comes in several hops."""
        received = await self._receive(request, None)
        for _ in range(_MAX_HOPS):
            if _token(received) is None or _room(request, received) == 0:
                break
            try:
                received = _joined(received, await self._receive(request, received))
            except Parked:
                raise
            except CallFailed as failed:  # the hops before it are paid for
                failed.usage, failed.unsure = _usage(received), True
                raise
        usage = _usage(received)
        choices = partial(_choices, received, request.draws)
        return received.reply(usage, choices, model="modelVersion", name="responseId")

    async def _receive(self, request: Request, earlier: ReceivedBody | None) -> ReceivedBody:
        """Make a call; one that goes on with an answer, if its earlier hops are given."""
        contents = [self._content(message) for message in request.messages if message.role != "system"]
        config = self._config(request)
        if earlier is not None:
            config.continuation_token = _token(earlier)
            config.max_output_tokens = _room(request, earlier)
        return await receive(
            lambda: self._client.aio.models.generate_content(
                model=request.model, contents=contents, config=config
            ),
            self._endpoint,
            _wire_of(request.sampling),
        )

    async def list_models(self, after: str | None) -> ModelsPage:
        """Read one page of the list of models that can answer; it has no creation or shutdown times."""
        config = self._types.ListModelsConfig(page_size=PAGE_SIZE, page_token=after)
        received = await receive(
            lambda: self._client.aio.models.list(config=config),
            self._endpoint,
        )
        return _models_page(received.body, received.response)

    async def model_record(self, model: str) -> Mapping[str, object]:
        """Read the vendor's record of a model."""
        return (await receive(lambda: self._client.aio.models.get(model=model), self._endpoint)).body

    async def close(self) -> None:
        """Close the HTTP client."""
        await self._http.aclose()

    def _config(self, request: Request) -> Any:
        sampling, types = request.sampling, self._types
        thinking = None
        if sampling.thinking_tokens is not None or sampling.thinking is not None:
            asked = sampling.thinking
            thinking = types.ThinkingConfig(  # the API refuses a budget together with a level
                thinking_budget=sampling.thinking_tokens if asked is None else _BUDGETS.get(asked),
                thinking_level=asked.upper() if asked in _LEVELS else None,
            )
        detail = self._endpoint.detail
        return types.GenerateContentConfig(
            system_instruction="\n\n".join(
                message.text for message in request.messages if message.role == "system"
            )
            or None,
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            top_k=sampling.top_k,
            max_output_tokens=sampling.tokens_limit,
            stop_sequences=list(sampling.stop) or None,
            seed=sampling.seed,
            candidate_count=request.draws if request.draws > 1 else None,
            thinking_config=thinking,
            media_resolution=None if detail is None else f"MEDIA_RESOLUTION_{detail.upper()}",
            # The SDK would make the further calls, and return only the text and the cost of the last one.
            automatic_continuation=False,
        )

    def _content(self, message: Message) -> Any:
        role = "model" if message.role == "assistant" else "user"
        return self._types.Content(role=role, parts=[self._part(part) for part in message.parts])

    def _part(self, part: Part) -> Any:
        if isinstance(part, TextPart):
            return self._types.Part.from_text(text=part.text)
        return self._types.Part.from_bytes(data=part.data, mime_type=part.media_type)


def _models_page(body: Mapping[str, object], response: LastResponse) -> ModelsPage:
    """Return a page of Google's list, with the models that can answer.

    Raises:
        Outage: if the body is not such a page.
    """
    empty = not body.keys() - {"nextPageToken"}  # Google leaves an empty list out
    models = tuple(
        listed_model(entry, response, identifier="name", prefix="models/", name="displayName")
        for entry in (() if empty else entries_of(body, "models", response))
        if _answers(entry)
    )
    return ModelsPage(models, mark_of(body.get("nextPageToken"), response))


def _answers(entry: object) -> bool:
    """Whether a model answers prompts; others only embed texts, for example."""
    methods = mapping_or_empty(entry).get("supportedGenerationMethods")
    return not isinstance(methods, list) or "generateContent" in methods


def _room(request: Request, received: ReceivedBody) -> int | None:
    """Return how many tokens an answer may still have; None without a limit."""
    limit = request.sampling.tokens_limit
    return None if limit is None else max(0, limit - (_usage(received).tokens_out or 0))


def _candidate(received: ReceivedBody) -> Mapping[str, object]:
    return mapping_or_empty(next(iter(list_or_empty(received.body.get("candidates"))), None))


def _token(received: ReceivedBody) -> bytes | None:
    """Return the mark with which an answer goes on in a further call; None if it is complete."""
    candidate = _candidate(received)
    token = candidate.get("continuationToken")
    if candidate.get("finishReason") != _GOES_ON or not isinstance(token, str):
        return None
    try:
        return base64.b64decode(token.replace("-", "+").replace("_", "/") + "==")
    except ValueError:
        raise received.response.unusable("a mark of the next hop that is not base64") from None


def _joined(first: ReceivedBody, second: ReceivedBody) -> ReceivedBody:
    """Return two hops of an answer as one reply: all parts of its text, and the sums of its counts."""
    parts: list[object] = []
    counts: Counter[str] = Counter()
    for hop in (first, second):
        parts += list_or_empty(mapping_or_empty(_candidate(hop).get("content")).get("parts"))
        usage = mapping_or_empty(hop.body.get("usageMetadata"))
        counts.update({name: count for name, value in usage.items() if (count := count_or_none(value))})
    last = _candidate(second)
    whole = [{**last, "content": {"parts": parts}}] if last else []
    body = {**second.body, "candidates": whole, "usageMetadata": dict(counts)}
    return ReceivedBody(body, second.response, first.seconds + second.seconds)


def _choices(received: ReceivedBody, draws: int) -> tuple[Choice, ...]:
    body = received.body
    blocked = printable_name(mapping_or_empty(body.get("promptFeedback")).get("blockReason"))
    if blocked and not list_or_empty(body.get("candidates")):
        return (Choice(text="", finish=Finish.CONTENT_FILTER, finish_detail=blocked),) * draws
    return tuple(_choice(entry, received) for entry in received.answers("candidates", draws))


def _choice(entry: Mapping[str, object], received: ReceivedBody) -> Choice:
    parts = [
        mapping_or_empty(part) for part in list_or_empty(mapping_or_empty(entry.get("content")).get("parts"))
    ]
    reason = str(entry.get("finishReason") or "")
    text = join_texts(part.get("text") for part in parts if not part.get("thought"))
    if text is None:
        raise received.response.unusable("a candidate whose text is not a string")
    return Choice(
        text=text,
        finish=FINISHES.get(reason, Finish.OTHER),
        finish_detail=printable_name(reason) or NO_REASON,
    )


def _usage(received: ReceivedBody) -> Usage:
    usage = mapping_or_empty(received.body.get("usageMetadata"))
    thinking = count_or_none(usage.get("thoughtsTokenCount"))
    tokens_in = count_or_none(usage.get("promptTokenCount"))
    # The API leaves counts of 0 out.
    answer = usage.get("candidatesTokenCount", None if tokens_in is None else 0)
    return Usage(
        tokens_in=tokens_in,
        tokens_out=sum_known(count_or_none(answer), thinking),
        tokens_thinking=thinking,
        tokens_cached=count_or_none(usage.get("cachedContentTokenCount")),
    )


PROVIDER = GoogleProvider
