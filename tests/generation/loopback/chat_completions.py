"""OpenAI's Chat Completions, as OpenAI's servers and compatible ones send it."""

from collections.abc import Iterator, Mapping

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

PATH = "/v1/chat/completions"

_FINISH = {
    "stop": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "refusal": "stop",
    "filtered": "content_filter",
}


def takes(path: str) -> bool:
    """Whether a request to this path is for this API."""
    return path == PATH


def read(incoming: HttpRequest, body: Json) -> ApiRequest:
    """Read a request."""
    if not isinstance(body.get("model"), str):
        raise InvalidRequest("you must provide a model parameter")
    if not isinstance(body.get("messages"), list) or not body["messages"]:
        raise InvalidRequest("Missing required parameter: 'messages'.")
    if body.get("stream"):
        raise InvalidRequest("this server does not stream")
    stop = body.get("stop")
    return ApiRequest(
        api="openai",
        key=incoming.headers.get("authorization", "").removeprefix("Bearer "),
        model=body["model"],
        prompt=tuple(_prompt(body["messages"])),
        n=body.get("n") or 1,
        seed=body.get("seed"),
        stop=(stop,) if isinstance(stop, str) else tuple(stop or ()),
        max_tokens=body.get("max_completion_tokens") or body.get("max_tokens"),
        temperature=body.get("temperature"),
        parameters={name: value for name, value in body.items() if name not in ("model", "messages")},
    )


def _prompt(messages: list[Json]) -> Iterator[PromptPiece]:
    for message in messages:
        role = "system" if message["role"] == "developer" else message["role"]
        content = message["content"]
        if isinstance(content, str):
            yield text_of(role, content)
            continue
        for part in content:
            match part.get("type"):
                case "text":
                    yield text_of(role, part.get("text"))
                case "image_url":
                    yield data_url(role, part["image_url"]["url"])
                case other:
                    raise InvalidRequest(
                        f"Invalid value: '{other}'. Supported values are: 'text' and 'image_url'."
                    )


def data_url(role: str, url: str) -> PromptPiece:
    """Read a picture, or a link to one."""
    if not url.startswith("data:"):
        return PromptPiece(role=role, kind="link", value=url)
    head, separator, data = url.partition(";base64,")
    if not separator:
        raise InvalidRequest("a data URL without ;base64,")
    return picture_of(role, head.removeprefix("data:"), data)


def answer(written: WrittenAnswer) -> Json:
    """Return the body of an answer."""
    body: Json = {
        "id": f"chatcmpl-{written.request_id}",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": written.model,
        "service_tier": "default",
        "system_fingerprint": written.fingerprint,
    }
    if written.choices is not None:
        body["choices"] = [_choice(index, choice, written) for index, choice in enumerate(written.choices)]
    if written.usage is not None:
        usage = written.usage
        body["usage"] = {
            "prompt_tokens": usage.tokens_in,
            "completion_tokens": usage.tokens_out,
            "total_tokens": usage.tokens_in + usage.tokens_out,
            "prompt_tokens_details": {"cached_tokens": usage.tokens_cached, "audio_tokens": 0},
            "completion_tokens_details": {
                "reasoning_tokens": usage.tokens_thinking,
                "audio_tokens": 0,
                "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            },
        }
    return body


def _choice(index: int, choice: Choice, written: WrittenAnswer) -> Json:
    refused = choice.finish == "refusal"
    message: Json = {
        "role": "assistant",
        "content": None if refused else choice.text,
        "refusal": choice.text if refused else None,
        "annotations": [],
    }
    if written.thinking:
        message["reasoning_content"] = written.thinking
    return {
        "index": index,
        "message": message,
        "logprobs": None,
        "finish_reason": choice.word or _FINISH[choice.finish],
    }


def headers(request_id: str) -> Mapping[str, str]:
    """Return the headers of every reply."""
    return {"x-request-id": request_id, "openai-version": "2020-10-01"}
