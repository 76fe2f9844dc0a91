"""Builds replies: complete ones, broken ones and errors."""

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from email.utils import formatdate

from loopback.connection import Reply
from loopback.faults import (
    BadKey,
    Body,
    BrokenJson,
    ContextOverflow,
    Cut,
    Drop,
    EmptyBody,
    ErrorInBody,
    Fault,
    Filtered,
    Hang,
    Html,
    PlainText,
    RateLimited,
    RefusesParameter,
    Slow,
    Status,
    UnknownModel,
)
from loopback.wire import ApiRequest, Json, Wire

JSON = {"content-type": "application/json"}
_HTML = {"content-type": "text/html; charset=utf-8"}
_PAGE = b"""<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>loopback</center></body></html>
"""


def json_reply(status: int, body: Json, headers: Mapping[str, str]) -> Reply:
    """Return a complete JSON reply."""
    return Reply(status=status, body=json.dumps(body).encode(), headers={**headers, **JSON})


def failure(wire: Wire, request: ApiRequest, fault: Fault | None, request_id: str) -> Reply | None:
    """Return the reply of a fault that gives no answer; None for other faults."""
    headers = wire.headers(request_id)
    match fault:
        case Hang():
            return Reply(status=0, body=b"", ending="hang")
        case Drop(after="request"):
            return Reply(status=0, body=b"", ending="drop")
        case Html(status=status):
            return Reply(status=status, body=_PAGE, headers={**headers, **_HTML})
        case EmptyBody(status=status):
            return Reply(status=status, body=b"", headers={**headers, **JSON})
        case Body(body=body, status=status, encoding=encoding):
            encoded = {"content-encoding": encoding} if encoding else {}
            return Reply(status=status, body=body, headers={**headers, **JSON, **encoded})
        case ErrorInBody():
            return json_reply(200, wire.error_as_success(fault, request_id), headers)
        case Status(html=True, code=code):
            return Reply(status=code, body=_PAGE, headers={**headers, **_HTML, **_wait(fault, request)})
        case Filtered() if (worded := wire.filtered(fault, request_id)) is not None:
            return json_reply(*worded, headers)
        case Status() | RateLimited() | RefusesParameter() | ContextOverflow() | UnknownModel() | BadKey():
            worded = wire.problem(fault, request, request_id)
            return json_reply(*worded, {**headers, **_wait(fault, request)})
        case _:
            return None


def delivered(body: Json, fault: Fault | None, headers: Mapping[str, str], *, compressed: bool) -> Reply:
    """Return the reply with an answer, complete or broken by the fault."""
    reply = json_reply(200, body, headers)
    match fault:
        case Cut(share=share, chunked=chunked):
            return replace(reply, ending="cut", share=share, chunked=chunked, compressed=compressed)
        case Drop():
            return replace(reply, ending="drop after headers")
        case BrokenJson():
            return replace(reply, body=reply.body[: len(reply.body) // 2], compressed=compressed)
        case PlainText():
            return replace(reply, headers={**headers, "content-type": "text/plain"})
        case Slow(seconds=seconds, dribbles=True):
            return replace(reply, dribble=seconds)
        case _:
            return replace(reply, compressed=compressed)


def _wait(fault: Fault, request: ApiRequest) -> dict[str, str]:
    """Return the header with the wait or the redirect; Google's API has the wait in the body instead."""
    match fault:
        case Status(code=301 | 302 | 303 | 307 | 308, location=location):
            return {"location": location}
        case RateLimited(retry_date=float() | int() as seconds):
            return {"retry-after": formatdate(time.time() + seconds, usegmt=True)}
        case RateLimited(retry_after=str()) if request.api == "google":
            return {}
        case RateLimited(retry_after=str() as value) | Status(retry_after=str() as value):
            return {"retry-after": value}
        case _:
            return {}
