"""Anthropic's Messages API."""

from collections.abc import Iterator, Mapping

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
from loopback.script import prompt_tokens
from loopback.wire import (
    ApiRequest,
    HttpRequest,
    InvalidRequest,
    Json,
    PromptPiece,
    WrittenAnswer,
    picture_of,
    text_of,
)

PATH = "/v1/messages"

_FINISH = {
    "stop": "end_turn",
    "stop_sequence": "stop_sequence",
    "length": "max_tokens",
    "refusal": "refusal",
    "filtered": "refusal",
}
_KIND = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
_KNOWN = frozenset({"max_tokens", "stop_sequences", "stream", "temperature", "top_k", "top_p"}) | {
    "metadata",
    "output_config",
    "service_tier",
    "thinking",
    "tool_choice",
    "tools",
}


def takes(path: str) -> bool:
    """Whether a request to this path is for this API."""
    return path == PATH


def read(incoming: HttpRequest, body: Json) -> ApiRequest:
    """Read a request."""
    for name in ("model", "max_tokens", "messages"):
        if name not in body:
            raise InvalidRequest(f"{name}: Field required")
    if body.get("stream"):
        raise InvalidRequest("this server does not stream")
    parameters = {name: value for name, value in body.items() if name not in ("model", "messages", "system")}
    for name in parameters.keys() - _KNOWN:
        raise InvalidRequest(f"{name}: Extra inputs are not permitted")
    return ApiRequest(
        api="anthropic",
        key=incoming.headers.get("x-api-key", "")
        or incoming.headers.get("authorization", "").removeprefix("Bearer "),
        model=body["model"],
        prompt=(*_content("system", body.get("system", [])), *_prompt(body["messages"])),
        stop=tuple(body.get("stop_sequences", ())),
        max_tokens=body["max_tokens"],
        temperature=body.get("temperature"),
        parameters=parameters,
    )


def _prompt(messages: list[Json]) -> Iterator[PromptPiece]:
    for message in messages:
        yield from _content(message["role"], message["content"])


def _content(role: str, content: str | list[Json]) -> Iterator[PromptPiece]:
    if isinstance(content, str):
        yield text_of(role, content)
        return
    for block in content:
        match block:
            case {"type": "text", "text": ""}:
                raise InvalidRequest("messages: text content blocks must be non-empty")
            case {"type": "text", "text": text}:
                yield text_of(role, text)
            case {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}:
                yield picture_of(role, media_type, data)
            case {"type": "image", "source": {"type": "url", "url": url}}:
                yield PromptPiece(role=role, kind="link", value=url)
            case _:
                raise InvalidRequest(
                    f"messages: Input tag '{block.get('type')}' does not match any of the expected"
                )


def answer(written: WrittenAnswer) -> Json:
    """Return the body of an answer, which has at most one choice."""
    body: Json = {
        "id": f"msg_{written.request_id}",
        "type": "message",
        "role": "assistant",
        "model": written.model,
        "stop_reason": None,
        "stop_sequence": None,
    }
    if written.choices is not None:
        body["content"] = []
    for choice in (written.choices or ())[:1]:
        body["stop_reason"] = choice.word or _FINISH[choice.finish]
        body["stop_sequence"] = choice.stopped_at
        if written.thinking:
            body["content"].append(
                {"type": "thinking", "thinking": written.thinking, "signature": "bG9vcGJhY2s="}
            )
        if choice.text and choice.finish != "refusal":
            body["content"].append({"type": "text", "text": choice.text})
    if written.usage is not None:
        usage = written.usage
        body["usage"] = {
            # The API does not count cached tokens in input_tokens.
            "input_tokens": usage.tokens_in - usage.tokens_cached - usage.tokens_to_cache,
            "cache_creation_input_tokens": usage.tokens_to_cache,
            "cache_read_input_tokens": usage.tokens_cached,
            "output_tokens": usage.tokens_out,
            "service_tier": "standard",
        }
    return body


def headers(request_id: str) -> Mapping[str, str]:
    """Return the headers of every reply."""
    return {"request-id": f"req_{request_id}", "anthropic-organization-id": "loopback"}


def problem(fault: Problem, request: ApiRequest, request_id: str) -> tuple[int, Json]:
    """Return status and body of an error."""
    match fault:
        case RateLimited(exhausted=True):
            message = (
                "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to "
                "upgrade or purchase credits."
            )
            return 400, _error(400, message, request_id)
        case RateLimited():
            message = (
                "This request would exceed your organization's rate limit of 50 requests per minute. Please "
                "reduce the frequency of requests, or contact sales to discuss your options for a rate limit "
                "increase."
            )
            return 429, _error(429, message, request_id)
        case RefusesParameter(name="top_p") if "temperature" in request.parameters:
            message = (
                "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
            )
            return 400, _error(400, message, request_id)
        case RefusesParameter(name=name):
            return 400, _error(400, f"`{name}` is deprecated for this model.", request_id)
        case ContextOverflow():
            count = prompt_tokens(request)
            message = f"prompt is too long: {count} tokens > {max(1, count - 1)} maximum"
            return 400, _error(400, message, request_id)
        case UnknownModel():
            return 404, _error(404, f"model: {request.model}", request_id)
        case BadKey(echoes=echoes):
            echo = f" {request.key}" if echoes else ""
            return 401, _error(401, f"invalid x-api-key{echo}", request_id)
        case Status(code=529):
            return 529, _error(529, "Overloaded", request_id)
        case Status(code=413):
            return 413, _error(413, "Request exceeds the maximum size", request_id)
        case Status(code=code):
            return code, _error(code, "Internal server error", request_id)


def invalid(reason: str, request_id: str) -> tuple[int, Json]:
    """Return status and body for a malformed request."""
    return 400, _error(400, reason, request_id)


def filtered(fault: Filtered, request_id: str) -> tuple[int, Json] | None:  # noqa: ARG001
    """Return status and body of an error, where the other APIs return a filtered answer."""
    return 400, _error(400, "Output blocked by content filtering policy", request_id)


def error_as_success(fault: ErrorInBody, request_id: str) -> Json:  # noqa: ARG001
    """Return an error object, which is sent with status 200."""
    return _error(500, "Internal server error", request_id)


def _error(code: int, message: str, request_id: str) -> Json:
    kind = _KIND.get(code, "api_error")
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": f"req_{request_id}"}
