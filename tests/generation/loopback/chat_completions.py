"""OpenAI's Chat Completions, as OpenAI's servers and compatible ones send it."""

import json
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
#: Texts of real errors that depend on the parameter.
_UNSUPPORTED = {
    "max_tokens": (
        "Unsupported parameter: 'max_tokens' is not supported with this model. "
        "Use 'max_completion_tokens' instead."
    ),
    "stop": "Unsupported parameter: 'stop' is not supported with this model.",
}
_TAKES_ONE_VALUE = ("temperature", "top_p", "n", "presence_penalty", "frequency_penalty")


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
                    yield _picture(role, part["image_url"]["url"])
                case other:
                    raise InvalidRequest(
                        f"Invalid value: '{other}'. Supported values are: 'text' and 'image_url'."
                    )


def _picture(role: str, url: str) -> PromptPiece:
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


def problem(fault: Problem, request: ApiRequest, request_id: str) -> tuple[int, Json]:  # noqa: ARG001
    """Return status and body of an error."""
    match fault:
        case RateLimited(exhausted=True):
            return 429, _error(
                "You exceeded your current quota, please check your plan and billing details. For more "
                "information on this error, read the docs: "
                "https://platform.openai.com/docs/guides/error-codes/api-errors.",
                "insufficient_quota",
                code="insufficient_quota",
            )
        case RateLimited():
            return 429, _error(
                f"Rate limit reached for {request.model} in organization org-loopback on requests per min "
                "(RPM): Limit 500, Used 500, Requested 1. Please try again in 120ms. Visit "
                "https://platform.openai.com/account/rate-limits to learn more.",
                "requests",
                code="rate_limit_exceeded",
            )
        case RefusesParameter(name=name):
            return 400, _refused(name, request.parameters.get(name))
        case ContextOverflow():
            count = prompt_tokens(request)
            return 400, _error(
                f"This model's maximum context length is {max(1, count - 1)} tokens. However, your messages "
                f"resulted in {count} tokens. Please reduce the length of the messages.",
                param="messages",
                code="context_length_exceeded",
            )
        case UnknownModel():
            return 404, _error(
                f"The model `{request.model}` does not exist or you do not have access to it.",
                code="model_not_found",
            )
        case BadKey(echoes=echoes):
            shown = request.key if echoes else f"{request.key[:3]}{'*' * 8}{request.key[-4:]}"
            return 401, _error(
                f"Incorrect API key provided: {shown}. You can find your API key at "
                "https://platform.openai.com/account/api-keys.",
                code="invalid_api_key",
            )
        case Status(code=code):
            return code, _status(code)


def invalid(reason: str, request_id: str) -> tuple[int, Json]:  # noqa: ARG001
    """Return status and body for a malformed request."""
    return 400, _error(reason)


def filtered(fault: Filtered, request_id: str) -> tuple[int, Json] | None:  # noqa: ARG001
    """Return Azure's status and body for a filtered prompt; None if the answer was filtered."""
    if not fault.prompt:
        return None
    return 400, _error(
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. "
        "Please modify your prompt and retry.",
        param="prompt",
        code="content_filter",
    )


def error_as_success(fault: ErrorInBody, request_id: str) -> Json:
    """Return the body that OpenRouter sends with status 200 when the vendor's server fails."""
    error = {
        "message": "Provider returned error",
        "code": fault.code,
        "metadata": {"raw": "upstream connect error", "provider_name": "Loopback"},
    }
    if not fault.in_choice:
        return {"error": error, "user_id": "user_loopback"}
    return {
        "id": f"gen-{request_id}",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": "loopback",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "Here is the fun", "refusal": None},
                "finish_reason": "error",
                "native_finish_reason": "error",
                "error": error,
            }
        ],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }


def _refused(name: str, value: object) -> Json:
    if name in _UNSUPPORTED:
        return _error(_UNSUPPORTED[name], param=name, code="unsupported_parameter")
    if name in _TAKES_ONE_VALUE:
        message = (
            f"Unsupported value: '{name}' does not support {json.dumps(value)} with this model. "
            "Only the default (1) value is supported."
        )
        return _error(message, param=name, code="unsupported_value")
    return _error(f"Unrecognized request argument supplied: {name}")


def _status(code: int) -> Json:
    if code == 503:
        return _error("The engine is currently overloaded, please try again later", "server_error")
    if code >= 500:
        return _error(
            "The server had an error while processing your request. Sorry about that!", "server_error"
        )
    return _error(f"The request failed with status {code}.")


def _error(
    message: str, kind: str = "invalid_request_error", *, param: str | None = None, code: str | None = None
) -> Json:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}
