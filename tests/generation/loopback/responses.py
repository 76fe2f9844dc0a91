"""OpenAI's Responses API, strict: a field that it does not have is refused."""

from collections.abc import Iterator

from loopback.chat_completions import data_url, headers
from loopback.wire import ApiRequest, HttpRequest, InvalidRequest, Json, PromptPiece, WrittenAnswer, text_of

PATH = "/v1/responses"

__all__ = ["PATH", "answer", "headers", "read", "takes"]

_KNOWN = frozenset(
    {"model", "input", "max_output_tokens", "reasoning", "store", "temperature", "text", "top_p"}
)
_INCOMPLETE = {"length": "max_output_tokens", "filtered": "content_filter"}


def takes(path: str) -> bool:
    """Whether a request to this path is for this API."""
    return path == PATH


def read(incoming: HttpRequest, body: Json) -> ApiRequest:
    """Read a request."""
    if unknown := sorted(body.keys() - _KNOWN):
        raise InvalidRequest(f"Unknown parameter: '{unknown[0]}'.")
    if body.get("store") is not False:
        raise InvalidRequest("this server keeps nothing")
    if body.get("max_output_tokens", 16) < 16:
        raise InvalidRequest("Invalid 'max_output_tokens': integer below minimum value.")
    return ApiRequest(
        api="responses",
        key=incoming.headers.get("authorization", "").removeprefix("Bearer "),
        model=body["model"],
        prompt=tuple(_prompt(body["input"])),
        max_tokens=body.get("max_output_tokens"),
        temperature=body.get("temperature"),
        parameters={name: value for name, value in body.items() if name not in ("model", "input")},
    )


def _prompt(messages: list[Json]) -> Iterator[PromptPiece]:
    for message in messages:
        role = message["role"]
        text_kind = "output_text" if role == "assistant" else "input_text"
        for part in message["content"]:
            if part["type"] == text_kind:
                yield text_of(role, part["text"])
            elif part["type"] == "input_image" and role == "user":
                yield data_url(role, part["image_url"])
            else:
                raise InvalidRequest(f"Invalid value: '{part['type']}'.")


def answer(written: WrittenAnswer) -> Json:
    """Return the body of an answer."""
    choice = written.choices[0] if written.choices else None
    output: list[Json] = [{"type": "reasoning", "id": "rs_1", "summary": []}]
    if choice is not None and choice.text:
        part = {"type": "output_text", "text": choice.text, "annotations": []}
        if choice.finish == "refusal":
            part = {"type": "refusal", "refusal": choice.text}
        output.append({"type": "message", "id": "msg_1", "role": "assistant", "content": [part]})
    reason = _INCOMPLETE.get("" if choice is None else choice.finish)
    body: Json = {
        "id": f"resp_{written.request_id}",
        "object": "response",
        "model": written.model,
        "status": "completed" if reason is None else "incomplete",
        "incomplete_details": None if reason is None else {"reason": reason},
        "error": None,
        "output": output,
        "service_tier": "default",
        "store": False,
    }
    if written.usage is not None:
        usage = written.usage
        body["usage"] = {
            "input_tokens": usage.tokens_in,
            "input_tokens_details": {"cached_tokens": usage.tokens_cached, "cache_write_tokens": 0},
            "output_tokens": usage.tokens_out,
            "output_tokens_details": {"reasoning_tokens": usage.tokens_thinking},
            "total_tokens": usage.tokens_in + usage.tokens_out,
        }
    return body
