"""Anthropic's Messages API."""

from collections.abc import Iterator, Mapping

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
        version=incoming.headers.get("anthropic-version", ""),
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
