"""The failures that vendors' real error responses mean."""

import json
from typing import Any

import pytest

from benchmark.generation.wire.failure import CallFailed, Cause, Outage, ParameterRefused, TaskRejected
from benchmark.generation.wire.status import failure_of
from benchmark.generation.wire.transport import LastResponse
from tests.case_files import read_cases

NAMES = {
    "temperature": "temperature",
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "top_p": "top_p",
    "topK": "top_k",
    "seed": "seed",
}


def failure(status: int, body: Any, **headers: str) -> CallFailed:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return failure_of(LastResponse(status=status, headers=headers, body=data), NAMES, ("the-key",))


def openai(message: str, code: str | None = None, param: str | None = None) -> dict[str, Any]:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return {"error": error}


def google(status: str, message: str, *details: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": 400, "message": message, "status": status, "details": list(details)}}


def anthropic(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize("case", read_cases("replies/errors.yaml"), ids=lambda case: str(case)[:60])
def test_an_error_response_gives_the_right_failure(case: dict[str, Any]) -> None:
    body = case["body"].encode("latin-1") if isinstance(case["body"], str) else case["body"]
    assert type(failure(case["status"], body)).__name__ == case["failure"]


#: An entry of an error's list that repeats the request, whose parameters do not count.
ECHO = {"loc": ["body", "seed"], "msg": "Extra inputs are not permitted", "input": {"temperature": 0.2}}


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (openai("Unsupported parameter: 'max_tokens', use 'max_completion_tokens'"), ["max_tokens"]),
        (openai("seed: Extra inputs are not permitted"), ["seed"]),
        (openai('Invalid JSON payload received. Unknown name "topK"'), ["top_k"]),
        (openai("The request exceeds the maximum of 4 tokens", param="max_tokens"), ["max_tokens"]),
        (
            anthropic("invalid", "`temperature` and `top_p` cannot both be specified"),
            ["temperature", "top_p"],
        ),
        ({"detail": [ECHO]}, ["seed"]),
    ],
)
def test_a_refused_parameter_has_the_name_used_in_configs(body: Any, named: list[str]) -> None:
    failed = failure(400, body)
    assert isinstance(failed, ParameterRefused)
    assert [failed.parameter, *failed.others] == named


def test_a_parameter_name_inside_a_longer_word_does_not_count() -> None:
    assert isinstance(failure(400, openai("Invalid value for reseeding or temperatures")), TaskRejected)


def test_the_wait_in_a_google_body_overrides_the_header() -> None:
    body = google("RESOURCE_EXHAUSTED", "slow", {"@type": "RetryInfo", "retryDelay": "12.5s"})
    failed = failure(429, body, **{"retry-after": "60"})
    assert isinstance(failed, Outage)
    assert (failed.cause, failed.retry_after) == (Cause.RATE_LIMIT, 12.5)


def test_a_reason_is_one_printable_line_without_keys() -> None:
    failed = failure(500, openai("a\nb\x1b[31m the-key sk-proj-0123456789abcdef " + "x" * 5000))
    assert failed.reason.isprintable()
    assert len(failed.reason) < 400
    assert "the-key" not in failed.reason
    assert "sk-proj" not in failed.reason


def test_a_failure_has_the_status_and_the_request_id() -> None:
    failed = failure(500, b"", **{"x-request-id": "req-7"})
    assert (failed.status, failed.request_id) == (500, "req-7")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"temperature is not supported here", "temperature is not supported here"),
        (b'"no temperature: unsupported"', '"no temperature: unsupported"'),
        (b'{"errors": [{"message": "temperature: unknown field"}]}', "temperature: unknown field"),
        ({"detail": [ECHO]}, "the server says 400: body.seed: Extra inputs are not permitted"),
    ],
)
def test_an_error_in_another_layout_is_shown_and_understood(body: Any, message: str) -> None:
    refused = failure(400, body)
    assert isinstance(refused, ParameterRefused)
    assert message in refused.reason


def test_an_html_page_is_not_shown() -> None:
    assert failure(502, b"<html><body>overloaded</body></html>").reason == "the server says 502"
