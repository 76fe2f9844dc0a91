"""The batch APIs of OpenAI, Anthropic and Google: each call of a batch is answered as if it came alone.

Formats follow the SDKs of November 2026: types of ``openai.batches`` and ``anthropic.messages.batches``,
and the converters of ``google.genai.batches``. How long a batch takes is scripted.
"""

import datetime
import email.message
import email.parser
import itertools
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from loopback.connection import Reply
from loopback.script import Batching
from loopback.wire import HttpRequest, InvalidRequest, Json

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_JSON = {"content-type": "application/json"}
#: Answers a request as the API for single calls does.
Answer = Callable[[HttpRequest], Awaitable[Reply]]


@dataclass
class Batch:
    """A batch that began."""

    id: str
    name: str  #: the client's name for it, if the API keeps one
    calls: dict[str, HttpRequest]  #: by the client's id
    created: str
    looks: int = 0
    replies: dict[str, Reply] | None = None  #: once it has ended; calls that expired have none
    problem: str = ""


@dataclass
class BatchServer:
    """Keeps files and batches, and answers requests about them."""

    answer: Answer
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, Batch] = field(default_factory=dict)
    uploads: int = 0  #: batches that clients tried to begin
    hook: Callable[[int], object] = lambda _: None  #: called with 0 before a request, with 1 after it
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def take(self, incoming: HttpRequest, script: Batching) -> Reply | None:
        """Return the reply to a request about batches; None for other requests."""
        if not re.search(r"batch|/v1/files", incoming.path):
            return None
        self.hook(0)
        reply = await self._taken(incoming, script)
        self.hook(1)
        return reply

    async def _taken(self, incoming: HttpRequest, script: Batching) -> Reply | None:
        path, method = incoming.path, incoming.method
        try:
            if path == "/v1/files" and method == "POST":
                return self._keep_file(incoming)
            if found := re.fullmatch(r"/v1/files/([\w-]+)/content", path):
                return Reply(status=200, body=_lines_of(self.files[found[1]], script))
            if path == "/v1/batches":
                return await self._openai(incoming, script)
            if path == "/v1/messages/batches":
                return await self._anthropic(incoming, script)
            if found := re.fullmatch(r"(/v1beta/models/[^/:]+):batchGenerateContent", path):
                return await self._google(incoming, found[1], script)
            if path == "/v1beta/batches":
                operations = [_google_body(batch) for batch in self.batches.values()]
                return _reply({"operations": operations})
            return await self._look(incoming, script)
        except (InvalidRequest, KeyError) as error:
            return _reply({"error": {"message": str(error), "type": "invalid_request_error"}}, 400)

    def _keep_file(self, incoming: HttpRequest) -> Reply:
        head = b"content-type: " + incoming.headers["content-type"].encode() + b"\r\n\r\n"
        whole = email.parser.BytesParser().parsebytes(head + incoming.body)
        parts = {part.get_param("name", header="content-disposition"): part for part in whole.walk()}
        if _content(parts["purpose"]) != b"batch":
            raise InvalidRequest("purpose must be batch")
        name = f"file-{next(self._numbers)}"
        self.files[name] = _content(parts["file"])
        return _reply({"id": name, "object": "file", "purpose": "batch"})

    async def _openai(self, incoming: HttpRequest, script: Batching) -> Reply:
        if incoming.method == "GET":
            return _reply({"object": "list", "data": [_openai_body(each) for each in self.batches.values()]})
        asked = json.loads(incoming.body)
        if asked["completion_window"] != "24h":
            raise InvalidRequest("completion_window must be 24h")
        calls: dict[str, HttpRequest] = {}
        for line in self.files[asked["input_file_id"]].splitlines():
            entry = json.loads(line)
            if (entry["method"], entry["url"]) != ("POST", asked["endpoint"]):
                raise InvalidRequest("each line must have the method POST and the batch's endpoint")
            _add(calls, entry["custom_id"], _call(incoming, entry["url"], entry["body"]))
        models = {json.loads(call.body)["model"] for call in calls.values()}
        batch = self._begin("batch_", asked.get("metadata", {}).get("sightbench", ""), calls)
        if len(models) > 1:
            batch.problem = "all lines must name the same model"
        return self._begun(batch, _openai_body, script)

    async def _anthropic(self, incoming: HttpRequest, script: Batching) -> Reply:
        if incoming.method == "GET":
            return _reply({"data": [_anthropic_body(each) for each in self.batches.values()]})
        calls: dict[str, HttpRequest] = {}
        for entry in json.loads(incoming.body)["requests"]:
            _add(calls, entry["custom_id"], _call(incoming, "/v1/messages", entry["params"]))
        return self._begun(self._begin("msgbatch_", "", calls), _anthropic_body, script)

    async def _google(self, incoming: HttpRequest, model: str, script: Batching) -> Reply:
        asked = json.loads(incoming.body)["batch"]
        calls: dict[str, HttpRequest] = {}
        for entry in asked["inputConfig"]["requests"]["requests"]:
            call = _call(incoming, f"{model}:generateContent", entry["request"])
            _add(calls, entry["metadata"]["key"], call)
        batch = self._begin("batches/", asked["displayName"], calls)
        return self._begun(batch, _google_body, script)

    def _begin(self, prefix: str, name: str, calls: dict[str, HttpRequest]) -> Batch:
        now = datetime.datetime.now(datetime.UTC).isoformat()
        batch = Batch(f"{prefix}{next(self._numbers)}", name, calls, now)
        self.batches[batch.id] = batch
        return batch

    def _begun(self, batch: Batch, body: Callable[[Batch], Json], script: Batching) -> Reply:
        self.uploads += 1
        if self.uploads in script.unsent:
            del self.batches[batch.id]
            raise InvalidRequest("this account may have no batches")
        if self.uploads in script.lost:
            return Reply(status=0, body=b"", ending="drop")
        batch.problem = batch.problem or script.problem
        return _reply(body(batch))

    async def _look(self, incoming: HttpRequest, script: Batching) -> Reply | None:
        path = incoming.path
        shapes = {
            r"/v1/batches/(batch_\d+)": _openai_body,
            r"/v1/messages/batches/(msgbatch_\d+)": _anthropic_body,
            r"/v1beta/(batches/\d+)": _google_body,
        }
        if found := re.fullmatch(r"/v1/messages/batches/(msgbatch_\d+)/results", path):
            batch = self.batches[found[1]]
            lines = b"".join(map(_line, _anthropic_lines(batch)))
            return Reply(status=200, body=_lines_of(lines, script))
        for shape, body in shapes.items():
            if found := re.fullmatch(shape, path):
                batch = self.batches[found[1]]
                batch.looks += 1
                if batch.looks >= script.looks and batch.replies is None:
                    batch.replies = {}
                    for place, (name, call) in enumerate(batch.calls.items()):
                        if place not in script.expired and not batch.problem:
                            batch.replies[name] = await self.answer(call)
                    if body is _openai_body:
                        self._write_files(batch)
                return _reply(body(batch))
        return None

    def _write_files(self, batch: Batch) -> None:
        good: list[Json] = []
        bad: list[Json] = []
        for name in _shuffled(batch):
            reply = (batch.replies or {}).get(name)
            if reply is None:
                error = {"code": "batch_expired", "message": "This request could not be executed in time."}
                bad.append({"custom_id": name, "response": None, "error": error})
            else:
                response = {"status_code": reply.status, "request_id": "r", "body": _json(reply)}
                (good if reply.status == 200 else bad).append(
                    {"custom_id": name, "response": response, "error": None}
                )
        for kind, lines in (("output", good), ("error", bad)):
            if lines:
                self.files[f"{kind}-{batch.id}"] = b"".join(map(_line, lines))


def _openai_body(batch: Batch) -> Json:
    done = "failed" if batch.problem else "expired" if len(batch.replies or {}) < len(batch.calls) else None
    body: Json = {
        "id": batch.id,
        "object": "batch",
        "status": "in_progress" if batch.replies is None else done or "completed",
        "metadata": {"sightbench": batch.name},
        "errors": {"data": [{"message": batch.problem}]} if batch.problem else None,
    }
    if batch.replies is not None and not batch.problem:
        statuses = {reply.status for reply in batch.replies.values()}
        body["output_file_id"] = f"output-{batch.id}" if 200 in statuses else None
        failed = len(batch.replies) < len(batch.calls) or statuses - {200}
        body["error_file_id"] = f"error-{batch.id}" if failed else None
    return body


def _anthropic_body(batch: Batch) -> Json:
    ended = batch.replies is not None
    counts = {"processing": 0 if ended else len(batch.calls), "succeeded": len(batch.calls) if ended else 0}
    return {
        "id": batch.id,
        "type": "message_batch",
        "processing_status": "ended" if ended else "in_progress",
        "created_at": batch.created,
        "request_counts": counts,
    }


def _anthropic_lines(batch: Batch) -> Iterator[Json]:
    for name in _shuffled(batch):
        reply = (batch.replies or {}).get(name)
        if reply is None:
            yield {"custom_id": name, "result": {"type": "expired"}}
        elif reply.status == 200:
            yield {"custom_id": name, "result": {"type": "succeeded", "message": _json(reply)}}
        else:
            yield {"custom_id": name, "result": {"type": "errored", "error": _json(reply)}}


def _google_body(batch: Batch) -> Json:
    ended = batch.replies is not None
    state = "SUCCEEDED" if ended else "RUNNING"
    body: Json = {
        "name": batch.id,
        "metadata": {"displayName": batch.name, "state": f"BATCH_STATE_{state}"},
        "done": ended,
    }
    if not ended:
        return body
    if batch.problem:
        return {**body, "error": {"code": 3, "message": batch.problem}}
    lines = []
    for name in _shuffled(batch):
        reply = (batch.replies or {}).get(name)
        if reply is None:
            lines.append({"metadata": {"key": name}, "error": {"code": 4, "message": "deadline exceeded"}})
        elif reply.status == 200:
            lines.append({"metadata": {"key": name}, "response": _json(reply)})
        else:
            code = {400: 3, 404: 5, 403: 7, 429: 8}.get(reply.status, 13)
            lines.append({"metadata": {"key": name}, "error": {**_json(reply)["error"], "code": code}})
    return {**body, "response": {"inlinedResponses": {"inlinedResponses": lines}}}


def _lines_of(lines: bytes, script: Batching) -> bytes:
    """Return a file of replies, or a spoiled one: the first line is doubled, and the last one cut off."""
    if not script.spoiled:
        return lines
    first, *_ = whole = lines.splitlines(keepends=True)
    foreign = {"custom_id": "foreign", "result": {"type": "succeeded", "message": {}}, "response": None}
    return b"".join([_line(foreign), b"no json\n", first, *whole[:-1], whole[-1][: len(whole[-1]) // 2]])


def _shuffled(batch: Batch) -> list[str]:
    """Return the ids of the calls in another order: no API promises the order of replies."""
    return sorted(batch.calls, key=lambda name: name[::-1])


def _call(incoming: HttpRequest, path: str, body: Json) -> HttpRequest:
    return HttpRequest(
        method="POST", path=path, query={}, headers=incoming.headers, body=json.dumps(body).encode()
    )


def _add(calls: dict[str, HttpRequest], name: str, call: HttpRequest) -> None:
    if not _NAME.fullmatch(name) or name in calls:
        raise InvalidRequest(f"{name} is not a unique id")
    calls[name] = call


def _content(part: "email.message.Message") -> bytes:
    found = part.get_payload(decode=True)
    assert isinstance(found, bytes)
    return found


def _json(reply: Reply) -> Json:
    found: Json = json.loads(reply.body)
    return found


def _line(value: Json) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _reply(body: Json, status: int = 200) -> Reply:
    return Reply(status=status, body=json.dumps(body).encode(), headers=_JSON)
