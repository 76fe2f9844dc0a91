"""Pages of a list of models, in the formats of the three APIs."""

from typing import Any

from loopback import chat_completions, generate_content, messages
from loopback.connection import Reply
from loopback.delivery import JSON, delivered, failure, json_reply
from loopback.script import ListedModels
from loopback.wire import Api, ApiRequest, HttpRequest, Json, Wire

_WIRES: dict[Api, Any] = {"openai": chat_completions, "google": generate_content, "anthropic": messages}


def page(incoming: HttpRequest, listed: ListedModels, before: list[HttpRequest]) -> Reply | None:
    """Return a page of the list, or the reply of its fault; None if the path is not that of a list.

    Args:
        incoming: the request.
        listed: the script of the list.
        before: earlier requests for pages; this one is added.
    """
    api = _api(incoming)
    if api is None:
        return None
    mark = incoming.query.get({"google": "pageToken", "anthropic": "after_id", "openai": "after"}[api], "")
    number = int(mark.rpartition("-")[2]) if mark else 0
    repeated = any((other.path, other.query) == (incoming.path, incoming.query) for other in before)
    before.append(incoming)
    fault = None if listed.passing and repeated else listed.faults.get(number)
    request = ApiRequest(api=api, key="", model="m", prompt=())
    wire: Wire = _WIRES[api]
    broken = failure(wire, request, fault, "list")
    if broken is not None:
        return broken
    size = len(listed.models) if api == "openai" else listed.per_page
    entries = [dict(entry) for entry in listed.models[number * size : (number + 1) * size]]
    more = listed.repeats or (number + 1) * size < len(listed.models)
    mark = f"page-{1 if listed.repeats else number + 1}" if more else ""
    body = _body(api, entries, mark)
    return json_reply(200, body, JSON) if fault is None else delivered(body, fault, JSON, compressed=False)


def _api(incoming: HttpRequest) -> Api | None:
    if incoming.path == "/v1beta/models":
        return "google"
    if incoming.path != "/v1/models":
        return None
    return "anthropic" if "anthropic-version" in incoming.headers else "openai"


def _body(api: Api, entries: list[Json], mark: str) -> Json:
    match api:
        case "google":
            return {**({"models": entries} if entries else {}), **({"nextPageToken": mark} if mark else {})}
        case "anthropic":
            return {"data": entries, "has_more": bool(mark), "first_id": None, "last_id": mark or None}
        case "openai":
            return {"object": "list", "data": entries}
