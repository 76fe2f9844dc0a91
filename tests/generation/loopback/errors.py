"""Errors of the three APIs: those of errors.yaml, with the values of a request."""

import json
from pathlib import Path
from typing import Any

import yaml

from loopback.faults import (
    BadKey,
    ContextOverflow,
    ErrorInBody,
    Fault,
    Filtered,
    RateLimited,
    RefusesParameter,
    Status,
    UnknownModel,
)
from loopback.script import PICTURE_TOKENS, prompt_tokens
from loopback.wire import Api, ApiRequest, Json

_ERRORS: dict[Api, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("errors.yaml").read_text(encoding="utf-8")
)


def invalid(api: Api, reason: str, request_id: str) -> tuple[int, Json]:
    """Return status and body for a malformed request."""
    found = _error(api, ["invalid"], {"reason": reason, "request_id": request_id})
    assert found is not None
    return found


def problem(fault: Fault | None, request: ApiRequest, request_id: str) -> tuple[int, Json] | None:
    """Return status and body of the error that a fault causes; None if the API has no error for it."""
    values: dict[str, Any] = {"model": request.model, "request_id": request_id}
    match fault:
        case RateLimited(exhausted=exhausted):
            values["period"] = "Day" if exhausted else "Minute"
            names = ["exhausted" if exhausted else "rate limited"]
        case RefusesParameter(name=name):
            values |= {"name": name, "value": json.dumps(request.parameters.get(name))}
            both = [f"refuses {name} with temperature"] if "temperature" in request.parameters else []
            names = [*both, f"refuses {name}", "refuses"]
        case ContextOverflow():
            count = prompt_tokens(request)
            values |= {"count": count, "limit": max(1, count - 1), "below": max(PICTURE_TOKENS, count) - 1}
            names = ["too long"]
        case UnknownModel():
            names = ["unknown model"]
        case BadKey(echoes=echoes):
            key = request.key
            values["shown"] = key if echoes else f"{key[:3]}{'*' * 8}{key[-4:]}"
            values |= {"echo": f" {key}" if echoes else "", "echo in brackets": f" ({key})" if echoes else ""}
            names = ["bad key"]
        case Status(code=code):
            values["code"] = code
            names = [f"status {code}", *(["of the server"] if code >= 500 else []), "status"]
        case Filtered(prompt=prompt):
            names = ["filtered prompt" if prompt else "filtered"]
        case ErrorInBody(in_choice=in_choice, code=code):
            values["code"] = code
            names = ["in a choice"] * in_choice + ["with status 200"]
        case _:
            return None
    found = _error(request.api, names, values)
    if found is not None and request.api == "google" and isinstance(fault, RateLimited) and fault.retry_after:
        delay = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{fault.retry_after}s"}
        found[1]["error"]["details"].append(delay)  # the API has no header for it
    return (200, found[1]) if found is not None and isinstance(fault, ErrorInBody) else found


def _error(api: Api, names: list[str], values: dict[str, Any]) -> tuple[int, Json] | None:
    known = _ERRORS["openai" if api == "responses" else api]
    case = next((known[name] for name in names if name in known), None)
    if case is None:
        return None
    status = case.get("status", values.get("code"))
    kind = known["kinds"].get(status, known["kinds"]["other"])
    return status, _filled(case["body"], {**values, "kind": kind})


def _filled(part: Any, values: dict[str, Any]) -> Any:
    match part:
        case dict():
            return {key: _filled(value, values) for key, value in part.items()}
        case list():
            return [_filled(value, values) for value in part]
        case "{code}":
            return values["code"]
        case str():
            return part.format_map(values)
        case _:
            return part
