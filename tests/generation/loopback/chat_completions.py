"""OpenAI's Chat Completions, as its servers and the many that copy them speak it."""

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
from loopback.wire import Asked, Choice, Incoming, Invalid, Json, Seen, Written, picture_of, text_of

PATH = "/v1/chat/completions"

_FINISH = {
    "stop": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "refusal": "stop",
    "filtered": "content_filter",
}
#: Words of real errors, where they depend on the parameter.
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


def read(incoming: Incoming, body: Json) -> Asked:
    """Understand a request."""
    if not isinstance(body.get("model"), str):
        raise Invalid("you must provide a model parameter")
    if not isinstance(body.get("messages"), list) or not body["messages"]:
        raise Invalid("Missing required parameter: 'messages'.")
    if body.get("stream"):
        raise Invalid("this server does not stream")
    stop = body.get("stop")
    return Asked(
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


def _prompt(messages: list[Json]) -> Iterator[Seen]:
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
                    raise Invalid(f"Invalid value: '{other}'. Supported values are: 'text' and 'image_url'.")


def _picture(role: str, url: str) -> Seen:
    if not url.startswith("data:"):
        return Seen(role=role, kind="link", value=url)
    head, separator, data = url.partition(";base64,")
    if not separator:
        raise Invalid("a data URL without ;base64,")
    return picture_of(role, head.removeprefix("data:"), data)


def answer(written: Written) -> Json:
    """An answer's body."""
    body: Json = {
        "id": f"chatcmpl-{written.request_id}",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": written.model,
        "service_tier": "default",
        "system_fingerprint": written.fingerprint,
    }
    if written.choices is not None:
        body["choices"] = [_choice(index, one, written) for index, one in enumerate(written.choices)]
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


def _choice(index: int, choice: Choice, written: Written) -> Json:
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
    """Headers of every reply."""
    return {"x-request-id": request_id, "openai-version": "2020-10-01"}


def problem(fault: Problem, asked: Asked, request_id: str) -> tuple[int, Json]:  # noqa: ARG001
    """Status and body of an error."""
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
                f"Rate limit reached for {asked.model} in organization org-loopback on requests per min "
                "(RPM): Limit 500, Used 500, Requested 1. Please try again in 120ms. Visit "
                "https://platform.openai.com/account/rate-limits to learn more.",
                "requests",
                code="rate_limit_exceeded",
            )
        case RefusesParameter(name=name):
            return 400, _refused(name, asked.parameters.get(name))
        case ContextOverflow():
            count = prompt_tokens(asked)
            return 400, _error(
                f"This model's maximum context length is {max(1, count - 1)} tokens. However, your messages "
                f"resulted in {count} tokens. Please reduce the length of the messages.",
                param="messages",
                code="context_length_exceeded",
            )
        case UnknownModel():
            return 404, _error(
                f"The model `{asked.model}` does not exist or you do not have access to it.",
                code="model_not_found",
            )
        case BadKey(echoes=echoes):
            shown = asked.key if echoes else f"{asked.key[:3]}{'*' * 8}{asked.key[-4:]}"
            return 401, _error(
                f"Incorrect API key provided: {shown}. You can find your API key at "
                "https://platform.openai.com/account/api-keys.",
                code="invalid_api_key",
            )
        case Status(code=code):
            return code, _status(code)


def invalid(reason: str, request_id: str) -> tuple[int, Json]:  # noqa: ARG001
    """A request that it does not understand."""
    return 400, _error(reason)


def filtered(fault: Filtered, request_id: str) -> tuple[int, Json] | None:  # noqa: ARG001
    """A prompt that the filter stopped, as Azure words it."""
    if not fault.prompt:
        return None
    return 400, _error(
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. "
        "Please modify your prompt and retry.",
        param="prompt",
        code="content_filter",
    )


def error_as_success(fault: ErrorInBody, request_id: str) -> Json:
    """What OpenRouter sends when the provider behind it fails."""
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
