"""Google's Gemini API through the deprecated package google-generativeai; prefer the provider ``google``.

The package has no seed and no thinking budget, and cannot read an answer with lone surrogates. It does not
count thinking tokens: they are the total minus prompt and answer.
"""

import asyncio
import time
import warnings
from collections.abc import Mapping
from typing import Any

from benchmark.core.errors import BadInput
from benchmark.generation.asking.threads import Threads
from benchmark.generation.prompts.message import Message, Part, TextPart
from benchmark.generation.providers.google import FINISHES, VENDOR_URL, wire_names
from benchmark.generation.wire.body import printable_name
from benchmark.generation.wire.failure import CallFailed, Cause, FewerDraws, ModelMisconfigured, Outage
from benchmark.generation.wire.provider import Endpoint, PackageMissing
from benchmark.generation.wire.reply import NO_REASON, Choice, Finish, Reply, check_answers, usage_in_failures
from benchmark.generation.wire.request import Request
from benchmark.generation.wire.status import failure_of, one_line
from benchmark.generation.wire.transport import NO_KEY, LastResponse
from benchmark.generation.wire.usage import Usage

_GRACE_SECONDS = 0.2  #: added to our time limit, so that the package's own limit ends the thread first
_WIRE = wire_names("temperature", "top_p", "top_k", "max_output_tokens", "stop_sequences")


class GoogleLegacyProvider:
    """The provider ``google-legacy``. Its package holds one configuration per process."""

    name = "google-legacy"
    parameters = frozenset(_WIRE.values())

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it warns at import that it is deprecated
                import google.generativeai as genai
                from google.generativeai import client
        except ImportError:
            raise PackageMissing(self.name) from None
        if endpoint.dump is not None:
            problem = f"does not work with the provider {self.name}"
            raise BadInput("--debug-http", "", problem, "leave it out, or use the provider google")
        self._genai, self._client_module = genai, client
        self._endpoint = endpoint
        self.draws_per_call = endpoint.draws_per_call or 1
        self.versions: Mapping[str, str] = {"google-generativeai": genai.__version__}
        self._threads: Threads | None = None
        self._session: Any = None  #: the package's HTTP session, which the package never closes

    async def open(self) -> None:
        """Set address and key in the package, for all instances: the instance opened last wins."""
        self._genai.configure(
            api_key=self._endpoint.api_key or NO_KEY,
            transport="rest",
            client_options={"api_endpoint": self._endpoint.base_url or VENDOR_URL},
        )
        # All calls use this session. By default it would follow a redirect and send the key there.
        self._session = self._client_module.get_default_generative_client().transport._session
        self._session.hooks["response"].append(_refuse_redirect)
        self._threads = Threads(self._endpoint.concurrency, self.name)

    async def call(self, request: Request) -> Reply:
        """Make one call in a thread."""
        if self._threads is None:
            raise RuntimeError("call open() first")
        seconds = self._endpoint.timeout
        try:
            # The package limits only the time between bytes. A late thread stays busy until it ends.
            async with asyncio.timeout(seconds + _GRACE_SECONDS):
                return await self._threads.run(lambda: self._call(request))
        except TimeoutError:
            raise self._late() from None

    async def close(self) -> None:
        """Let the threads end after their current calls, and close all connections."""
        if self._threads is not None:
            self._threads.close()
            self._threads = None
        if self._session is not None:
            self._session.close()
            self._session = None

    def _call(self, request: Request) -> Reply:
        system = "\n\n".join(message.text for message in request.messages if message.role == "system")
        model = self._genai.GenerativeModel(request.model, system_instruction=system or None)
        contents = [_content(message) for message in request.messages if message.role != "system"]
        began = time.monotonic()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                response = model.generate_content(
                    contents,
                    generation_config=self._config(request),
                    # Its own retries are off: our loop counts and limits retries.
                    request_options={"timeout": self._endpoint.timeout, "retry": None},
                )
        except Exception as error:  # noqa: BLE001 - _failure classifies all its exceptions
            raise self._failure(error) from None
        return _reply(response, request.draws, time.monotonic() - began)

    def _config(self, request: Request) -> Any:
        sampling = request.sampling
        return self._genai.GenerationConfig(
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            top_k=sampling.top_k,
            max_output_tokens=sampling.tokens_limit,
            stop_sequences=list(sampling.stop) or None,
            candidate_count=request.draws if request.draws > 1 else None,
        )

    def _late(self) -> Outage:
        return Outage(f"no reply within {self._endpoint.timeout:g} s", cause=Cause.TIMEOUT, unsure=True)

    def _failure(self, error: Exception) -> CallFailed:
        import requests
        from google.api_core import exceptions

        message = one_line(f"{type(error).__name__}: {error}", self._endpoint.keys)
        if isinstance(error, exceptions.RetryError):
            return self._late()
        if isinstance(error, exceptions.GoogleAPICallError):
            response = getattr(error, "response", None)
            status = response.status_code if response is not None else int(error.code or 0)
            headers = dict(response.headers) if response is not None else {}
            body = response.content if response is not None else b""
            # A dict of requests' headers is no longer case-insensitive.
            headers = {key.lower(): value for key, value in headers.items()}
            return failure_of(
                LastResponse(status=status, headers=headers, body=body), _WIRE, self._endpoint.keys
            )
        if isinstance(error, requests.TooManyRedirects):
            return ModelMisconfigured("the server answers with a redirect", fix="check base_url")
        if isinstance(error, requests.Timeout):
            return self._late()
        if isinstance(error, requests.RequestException | OSError):
            return Outage(f"the connection broke: {message}", cause=Cause.CONNECTION, unsure=True)
        return Outage(f"the server sent an unusable body: {message}", cause=Cause.BODY, unsure=True)


def _refuse_redirect(response: Any, **_: object) -> None:
    """Raise an error for a redirect, with or without an address; called before the session follows it."""
    import requests

    if response.status_code // 100 == 3:  # noqa: PLR2004 - 3xx
        response.close()
        raise requests.TooManyRedirects(f"redirect {response.status_code}")


def _content(message: Message) -> dict[str, object]:
    role = "model" if message.role == "assistant" else "user"
    return {"role": role, "parts": [_part(part) for part in message.parts]}


def _part(part: Part) -> object:
    if isinstance(part, TextPart):
        return {"text": part.text}
    return {"inline_data": {"mime_type": part.media_type, "data": part.data}}


def _reply(response: Any, draws: int, seconds: float) -> Reply:
    usage = _usage(response.usage_metadata)
    with usage_in_failures(usage):
        choices = _choices(response, draws)
        check_answers(choices, usage)
    return Reply(
        choices=choices,
        usage=usage,
        seconds=seconds,
        resolved_model=printable_name(getattr(response, "model_version", None)),
    )


def _choices(response: Any, draws: int) -> tuple[Choice, ...]:
    candidates = list(response.candidates)
    blocked = response.prompt_feedback.block_reason if not candidates else None
    if not candidates and blocked:
        filtered = Choice(text="", finish=Finish.CONTENT_FILTER, finish_detail=_enum_name(blocked))
        return (filtered,) * draws
    if 0 < len(candidates) < draws:
        raise FewerDraws(len(candidates), draws)
    if len(candidates) != draws:
        what = "no candidates" if not candidates else f"{len(candidates)} candidates instead of {draws}"
        raise Outage(f"the server sent {what}", cause=Cause.BODY, unsure=True)
    return tuple(map(_choice, candidates))


def _usage(usage: Any) -> Usage:
    # Protobuf says 0 for a count that the server did not send.
    known = bool(usage.total_token_count or usage.prompt_token_count)
    out = max(usage.candidates_token_count, usage.total_token_count - usage.prompt_token_count)
    return Usage(
        tokens_in=usage.prompt_token_count if known else None,
        tokens_out=out if known else None,
        tokens_thinking=out - usage.candidates_token_count if known else None,
        tokens_cached=usage.cached_content_token_count or None,
    )


def _choice(candidate: Any) -> Choice:
    reason = _enum_name(candidate.finish_reason) if candidate.finish_reason else NO_REASON
    return Choice(
        text="".join(part.text for part in candidate.content.parts),
        finish=FINISHES.get(reason, Finish.OTHER),
        finish_detail=reason,
    )


def _enum_name(value: Any) -> str:
    return str(getattr(value, "name", value))


PROVIDER = GoogleLegacyProvider
