"""Google's generateContent, which google-genai and the older google-generativeai both use."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from loopback.faults import (
    BadKey,
    ContextOverflow,
    ErrorInBody,
    Filtered,
    Problem,
    RateLimited,
    RefusesParameter,
    Status,
    UnknownModel,
)
from loopback.script import PICTURE_TOKENS, prompt_tokens
from loopback.wire import (
    ApiRequest,
    Choice,
    HttpRequest,
    InvalidRequest,
    Json,
    PromptPiece,
    WrittenAnswer,
    picture_of,
    text_of,
)

_PATH = re.compile(r"/(v1|v1beta|v1alpha)/models/(?P<model>[^/:]+):(?P<method>\w+)")
_FINISH = {
    "stop": "STOP",
    "stop_sequence": "STOP",
    "length": "MAX_TOKENS",
    "refusal": "PROHIBITED_CONTENT",
    "filtered": "SAFETY",
}
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


def takes(path: str) -> bool:
    """Whether a request to this path is for this API."""
    return _PATH.fullmatch(path) is not None


def read(incoming: HttpRequest, body: Json) -> ApiRequest:
    """Read a request."""
    match = _PATH.fullmatch(incoming.path)
    if match is None or match["method"] != "generateContent":
        raise InvalidRequest("this server has generateContent only")
    if not isinstance(body.get("contents"), list) or not body["contents"]:
        raise InvalidRequest("* GenerateContentRequest.contents: contents is not specified")
    config = {_camel(name): value for name, value in _get(body, "generationConfig", {}).items()}
    return ApiRequest(
        api="google",
        key=incoming.headers.get("x-goog-api-key", "") or incoming.query.get("key", ""),
        model=match["model"],
        prompt=(*_parts("system", _get(body, "systemInstruction", {})), *_prompt(body["contents"])),
        n=config.get("candidateCount") or 1,
        seed=config.get("seed"),
        stop=tuple(config.get("stopSequences", ())),
        max_tokens=config.get("maxOutputTokens"),
        temperature=config.get("temperature"),
        parameters=config,
    )


def _prompt(contents: list[Json]) -> Iterator[PromptPiece]:
    for content in contents:
        yield from _parts(content.get("role") or "user", content)


def _parts(role: str, content: Json) -> Iterator[PromptPiece]:
    for part in content.get("parts", ()):
        picture = _get(part, "inlineData", None)
        if picture is not None:
            yield picture_of(role, _get(picture, "mimeType", ""), picture["data"])
        elif "text" in part:
            yield text_of(role, part["text"])
        else:
            raise InvalidRequest("a part that is neither text nor inline data")


def answer(written: WrittenAnswer) -> Json:
    """Return the body of an answer."""
    body: Json = {"modelVersion": written.model, "responseId": written.request_id}
    if written.filtered is not None and written.filtered.prompt:
        body["promptFeedback"] = {"blockReason": written.filtered.reason or "PROHIBITED_CONTENT"}
    elif written.choices is not None:
        body["candidates"] = [
            _candidate(index, choice, written) for index, choice in enumerate(written.choices)
        ]
    if written.usage is not None:
        usage = written.usage
        answered = usage.tokens_out - usage.tokens_thinking
        counts = {
            "promptTokenCount": usage.tokens_in,
            "candidatesTokenCount": answered,
            "totalTokenCount": usage.tokens_in + usage.tokens_out,
            "thoughtsTokenCount": usage.tokens_thinking,
            "cachedContentTokenCount": usage.tokens_cached,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": usage.tokens_in}],
        }
        # The real API leaves out counts of zero.
        body["usageMetadata"] = {name: count for name, count in counts.items() if count}
    return body


def _candidate(index: int, choice: Choice, written: WrittenAnswer) -> Json:
    parts: list[Json] = []
    if written.thinking:
        parts.append({"text": written.thinking, "thought": True})
    if choice.text and choice.finish != "refusal":
        parts.append({"text": choice.text})
    candidate: Json = {"finishReason": choice.word or _FINISH[choice.finish], "index": index}
    if parts:
        candidate["content"] = {"parts": parts, "role": "model"}
    elif choice.finish in ("stop", "length"):
        candidate["content"] = {"role": "model"}
    if choice.finish == "filtered":
        candidate["safetyRatings"] = [
            {"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": True}
        ]
    return candidate


def headers(request_id: str) -> Mapping[str, str]:  # noqa: ARG001
    """Return the headers of every reply; the id is only in the body."""
    return {"server": "scaffolding on HTTPServer2", "vary": "Origin"}


def problem(fault: Problem, request: ApiRequest, request_id: str) -> tuple[int, Json]:  # noqa: ARG001
    """Return status and body of an error."""
    match fault:
        case RateLimited(exhausted=exhausted, retry_after=retry_after):
            return 429, _too_many(request, retry_after, exhausted=exhausted)
        case RefusesParameter(name="candidateCount"):
            return 400, _error(400, "Multiple candidates is not enabled for this model")
        case RefusesParameter(name=name):
            message = (
                f"Invalid JSON payload received. Unknown name \"{name}\" at 'generation_config': "
                "Cannot find field."
            )
            violation = {"field": "generation_config", "description": message}
            kind = "type.googleapis.com/google.rpc.BadRequest"
            return 400, _error(400, message, {"@type": kind, "fieldViolations": [violation]})
        case ContextOverflow():
            count = prompt_tokens(request)
            return 400, _error(
                400,
                f"The input token count ({count}) exceeds the maximum number of tokens allowed "
                f"({max(PICTURE_TOKENS, count) - 1}).",
            )
        case UnknownModel():
            return 404, _error(
                404,
                f"models/{request.model} is not found for API version v1beta, or is not supported for "
                "generateContent. Call ListModels to see the list of available models and their supported "
                "methods.",
            )
        case BadKey(echoes=echoes):
            detail = {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": "API_KEY_INVALID",
                "domain": "googleapis.com",
                "metadata": {"service": "generativelanguage.googleapis.com"},
            }
            echo = f" ({request.key})" if echoes else ""
            return 400, _error(400, f"API key not valid. Please pass a valid API key.{echo}", detail)
        case Status(code=503):
            return 503, _error(503, "The model is overloaded. Please try again later.")
        case Status(code=code):
            return code, _error(code, "An internal error has occurred. Please retry.")


def _too_many(request: ApiRequest, retry_after: str | None, *, exhausted: bool) -> Json:
    """Return the body of a 429; it holds the time to wait, which has no header."""
    period = "Day" if exhausted else "Minute"
    quota = {
        "quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
        "quotaId": f"GenerateRequestsPer{period}PerProjectPerModel-FreeTier",
        "quotaDimensions": {"location": "global", "model": request.model},
        "quotaValue": "15",
    }
    details: list[Json] = [
        {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [quota]},
        {
            "@type": "type.googleapis.com/google.rpc.Help",
            "links": [
                {
                    "description": "Learn more about Gemini API quotas",
                    "url": "https://ai.google.dev/gemini-api/docs/rate-limits",
                }
            ],
        },
    ]
    if retry_after is not None:
        details.append({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{retry_after}s"})
    message = (
        "You exceeded your current quota, please check your plan and billing details. For more information "
        "on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits."
    )
    return _error(429, message, *details)


def invalid(reason: str, request_id: str) -> tuple[int, Json]:  # noqa: ARG001
    """Return status and body for a malformed request."""
    return 400, _error(400, reason)


def filtered(fault: Filtered, request_id: str) -> tuple[int, Json] | None:  # noqa: ARG001
    """Return None: this API reports filtering inside an answer."""
    return None


def error_as_success(fault: ErrorInBody, request_id: str) -> Json:  # noqa: ARG001
    """Return an error object, which is sent with status 200."""
    return _error(fault.code, "The service is currently unavailable.")


def _error(code: int, message: str, *details: Json) -> Json:
    error: Json = {"code": code, "message": message, "status": _STATUS.get(code, "UNKNOWN")}
    if details:
        error["details"] = list(details)
    return {"error": error}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _get(record: Json, name: str, default: Any) -> Any:
    """Return a field by either of its two spellings, ``camelCase`` or ``snake_case``."""
    snake = re.sub(r"([A-Z])", lambda found: f"_{found[1].lower()}", name)
    return record.get(name, record.get(snake, default))
