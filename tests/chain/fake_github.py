"""A GitHub on loopback: the part of its REST API that the chain uses, over a state that tests set and read.

A test says what is there, and what is to go wrong::

    with FakeGitHub("octo/bench") as hub:
        hub.pulls.append(hub.pull(7, sha="a" * 40, repository="fork/bench"))
        hub.faults.append(Fault("POST", "/comments$", 502))
        ...
        assert hub.comments[7][0]["body"] == "..."

Rights are those of the token: ``hub.tokens`` maps each to what it may (``write``; ``admin`` sees settings).
"""

import hashlib
import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

Json = dict[str, Any]
TOKEN = "ghs_" + "t0ken" * 8
BOT = "github-actions[bot]"


@dataclass
class Fault:
    """What happens to the next ``times`` requests that fit."""

    method: str
    path: str  #: a regular expression that is searched for
    status: int  #: 0 closes the connection without an answer
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "made to fail"
    times: int = 1
    done: bool = False  #: whether the request is carried out before the fault is told


@dataclass(frozen=True)
class Asked:
    """A request that came."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    headers: dict[str, str]


class FakeGitHub:
    """Serves while its ``with`` block runs."""

    def __init__(self, repository: str = "octo/bench") -> None:
        self.repository = repository
        self.facts: Json = {"full_name": repository, "private": False, "default_branch": "main"}
        self.tokens: dict[str, frozenset[str]] = {TOKEN: frozenset({"write"})}
        self.login = BOT  #: who writes with a token
        self.pulls: list[Json] = []
        self.files: dict[int, list[Json]] = {}
        self.comments: dict[int, list[Json]] = {}
        self.labels: dict[str, Json] = {}
        self.issues: list[Json] = []
        self.workflows: list[Json] = []
        self.runs: dict[str, list[Json]] = {}
        self.dispatched: list[Json] = []
        self.releases: list[Json] = []
        self.asset_data: dict[int, bytes] = {}
        self.environments: dict[str, Json] = {}
        self.environment_branches: dict[str, list[str]] = {}
        self.secrets: dict[str, list[str]] = {}  #: by environment; the empty name is the repository
        self.branches = ["main"]
        self.rules: dict[str, list[str]] = {}
        self.protection: dict[str, Json] = {}
        self.pages: Json | None = None
        self.workflow_rights: Json = {"default_workflow_permissions": "read"}
        self.runners: list[Json] = []
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self.per_page = 100  #: at most; small ones make many pages
        self._ids = iter(range(1000, 10**9))
        self._lock = threading.RLock()
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 1 << 16  # head and body in one packet: else each answer waits 40 ms

            def log_message(self, *_: object) -> None:
                pass

            def _serve(self) -> None:
                hub._serve(self)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815 - the base class' names

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """As GITHUB_API_URL names it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        """Variables of a workflow's step."""
        return {"GITHUB_API_URL": self.url, "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": self.repository}

    def pull(
        self, number: int, *, sha: str, repository: str = "", branch: str = "topic", state: str = "open"
    ) -> Json:
        """A pull request as the API gives it."""
        head = {"ref": branch, "sha": sha, "repo": {"full_name": repository or self.repository}}
        base = {"ref": "main", "sha": "b" * 40, "repo": {"full_name": self.repository}}
        return {"number": number, "state": state, "user": {"login": "alice"}, "head": head, "base": base}

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("content-length") or 0)
        raw = handler.rfile.read(length) if length else b""
        parts = urlsplit(handler.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        is_json = "json" in (handler.headers.get("content-type") or "")
        body = json.loads(raw) if is_json and raw else raw
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._lock:
            asked = Asked(handler.command, parts.path, query, body, headers)
            self.asked.append(asked)
            fault = next((one for one in self.faults if self._fits(one, asked)), None)
            if fault is None or fault.done:
                status, said, more = self._answer(asked)
            if fault is not None:
                fault.times -= 1
                status, said, more = fault.status, {"message": fault.message}, fault.headers
        if status == 0:
            handler.close_connection = True
            handler.connection.close()
            return
        data = said if isinstance(said, bytes) else b"" if status == 204 else json.dumps(said).encode()
        handler.send_response(status)
        for name, value in {**more, "Content-Length": str(len(data))}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    @staticmethod
    def _fits(fault: Fault, asked: Asked) -> bool:
        return fault.times > 0 and fault.method == asked.method and bool(re.search(fault.path, asked.path))

    def _answer(self, asked: Asked) -> tuple[int, Any, dict[str, str]]:
        token = asked.headers.get("authorization", "").removeprefix("Bearer ")
        if token and token not in self.tokens:
            return 401, {"message": "Bad credentials"}, {}
        rights = self.tokens.get(token, frozenset())
        prefix = f"/repos/{self.repository}"
        if asked.path != prefix and not asked.path.startswith(f"{prefix}/"):
            return 404, {"message": "Not Found"}, {}
        rest = "/".join(unquote(part) for part in asked.path[len(prefix) :].split("/"))
        for method, pattern, right, answer in self._routes():
            found = re.fullmatch(pattern, rest)
            if method == asked.method and found:
                if right and right not in rights:
                    return 403, {"message": "Resource not accessible by integration"}, {}
                said = answer(asked, *found.groups())
                status, value = said if isinstance(said, tuple) else (200, said)
                if isinstance(value, _List):
                    return self._page(asked, value)
                return status, value, {}
        return 404, {"message": "Not Found"}, {}

    def _page(self, asked: Asked, found: "_List") -> tuple[int, Any, dict[str, str]]:
        size = min(int(asked.query.get("per_page", 30)), self.per_page)
        page = int(asked.query.get("page", 1))
        part = found.items[(page - 1) * size : page * size]
        headers = {}
        if page * size < len(found.items):
            others = "".join(f"&{name}={value}" for name, value in asked.query.items() if name != "page")
            headers["Link"] = f'<{self.url}{asked.path}?page={page + 1}{others}>; rel="next"'
        return 200, {"total_count": len(found.items), found.within: part} if found.within else part, headers

    def _routes(self) -> list[tuple[str, str, str, Callable[..., Any]]]:
        no = (404, {"message": "Not Found"})
        return [
            ("GET", "", "", lambda _: self.facts),
            ("GET", "/pulls", "", self._pulls),
            ("GET", r"/pulls/(\d+)", "", self._pull),
            ("GET", r"/pulls/(\d+)/files", "", lambda _, n: _List(self.files.get(int(n), []))),
            ("GET", r"/issues/(\d+)/comments", "", lambda _, n: _List(self.comments.get(int(n), []))),
            ("POST", r"/issues/(\d+)/comments", "write", self._comment),
            ("PATCH", r"/issues/comments/(\d+)", "write", self._edit_comment),
            ("GET", r"/labels/(.+)", "", lambda _, name: self.labels.get(name) or no),
            ("POST", r"/labels", "write", self._label),
            ("GET", r"/issues/(\d+)/labels", "", lambda _, n: _List(self._thing(n)["labels"])),
            ("POST", r"/issues/(\d+)/labels", "write", self._put_labels),
            ("DELETE", r"/issues/(\d+)/labels/(.+)", "write", self._drop_label),
            ("GET", "/issues", "", self._issues),
            ("POST", "/issues", "write", self._open_issue),
            ("PATCH", r"/issues/(\d+)", "write", self._edit_issue),
            ("GET", "/actions/workflows", "", lambda _: _List(self.workflows, "workflows")),
            ("POST", r"/actions/workflows/([^/]+)/dispatches", "write", self._dispatch),
            ("GET", r"/actions/workflows/([^/]+)/runs", "", self._runs),
            ("GET", r"/releases/tags/(.+)", "", lambda _, tag: self._release(tag) or no),
            ("POST", r"/releases", "write", self._make_release),
            ("GET", r"/releases/(\d+)/assets", "", lambda _, n: _List(self._by_id(n)["assets"])),
            ("POST", r"/releases/(\d+)/assets", "write", self._upload),
            ("GET", r"/releases/assets/(\d+)", "", self._asset),
            ("DELETE", r"/releases/assets/(\d+)", "write", self._delete_asset),
            ("GET", r"/environments/([^/]+)", "", lambda _, name: self.environments.get(name) or no),
            (
                "GET",
                r"/environments/([^/]+)/deployment-branch-policies",
                "",
                lambda _, name: _List(
                    [{"name": one} for one in self.environment_branches.get(name, [])], "branch_policies"
                ),
            ),
            ("GET", r"/environments/([^/]+)/secrets", "admin", self._secrets),
            ("GET", r"/actions/secrets", "admin", lambda asked: self._secrets(asked, "")),
            (
                "GET",
                r"/rules/branches/(.+)",
                "",
                lambda _, name: _List([{"type": one} for one in self.rules.get(name, [])]),
            ),
            (
                "GET",
                r"/branches/(.+)/protection",
                "admin",
                lambda _, name: self.protection.get(name) or no,
            ),
            (
                "GET",
                r"/branches/([^/]+)",
                "",
                lambda _, name: {"name": name} if name in self.branches else no,
            ),
            ("GET", "/pages", "", lambda _: self.pages or no),
            ("GET", "/actions/permissions/workflow", "admin", lambda _: self.workflow_rights),
            ("GET", "/actions/runners", "admin", lambda _: _List(self.runners, "runners")),
            (
                "POST",
                "/actions/runners/generate-jitconfig",
                "admin",
                lambda asked: (201, {"runner": asked.body, "encoded_jit_config": "c2VjcmV0"}),
            ),
        ]

    def _thing(self, number: str) -> Json:
        found = next(one for one in [*self.issues, *self.pulls] if one["number"] == int(number))
        found.setdefault("labels", [])
        return found

    def _pulls(self, asked: Asked) -> "_List":
        found = [one for one in self.pulls if asked.query.get("state", "open") in (one["state"], "all")]
        if "head" in asked.query:
            owner, _, branch = asked.query["head"].partition(":")
            found = [
                one
                for one in found
                if one["head"]["ref"] == branch
                and (one["head"]["repo"] or {}).get("full_name", "").partition("/")[0] == owner
            ]
        return _List(found)

    def _pull(self, _asked: Asked, number: str) -> Any:
        found = [one for one in self.pulls if one["number"] == int(number)]
        return found[0] if found else (404, {"message": "Not Found"})

    def _comment(self, asked: Asked, number: str) -> tuple[int, Json]:
        made = {"id": next(self._ids), "body": asked.body["body"], "user": {"login": self.login}}
        self.comments.setdefault(int(number), []).append(made)
        return 201, made

    def _edit_comment(self, asked: Asked, identifier: str) -> Any:
        for one in [one for many in self.comments.values() for one in many]:
            if one["id"] == int(identifier):
                one["body"] = asked.body["body"]
                return one
        return 404, {"message": "Not Found"}

    def _label(self, asked: Asked) -> tuple[int, Json]:
        if asked.body["name"] in self.labels:
            return 422, {"message": "Validation Failed"}
        self.labels[asked.body["name"]] = asked.body
        return 201, asked.body

    def _put_labels(self, asked: Asked, number: str) -> list[Json]:
        labels: list[Json] = self._thing(number)["labels"]
        for name in asked.body["labels"]:
            if name not in [one["name"] for one in labels]:
                labels.append({"name": name})
        return labels

    def _drop_label(self, _: Asked, number: str, name: str) -> Any:
        labels = self._thing(number)["labels"]
        if name not in [one["name"] for one in labels]:
            return 404, {"message": "Label does not exist"}
        labels[:] = [one for one in labels if one["name"] != name]
        return labels

    def _issues(self, asked: Asked) -> "_List":
        wanted = set(filter(None, asked.query.get("labels", "").split(",")))
        state = asked.query.get("state", "open")
        return _List(
            [
                one
                for one in self.issues
                if state in (one["state"], "all") and wanted <= {label["name"] for label in one["labels"]}
            ]
        )

    def _open_issue(self, asked: Asked) -> tuple[int, Json]:
        made = {
            "number": next(self._ids),
            "state": "open",
            "title": asked.body["title"],
            "body": asked.body["body"],
            "labels": [{"name": name} for name in asked.body.get("labels", [])],
            "user": {"login": self.login},
        }
        self.issues.append(made)
        return 201, made

    def _edit_issue(self, asked: Asked, number: str) -> Json:
        found = self._thing(number)
        found.update(asked.body)
        return found

    def _dispatch(self, asked: Asked, workflow: str) -> tuple[int, None]:
        self.dispatched.append({"workflow": workflow, **asked.body})
        return 204, None

    def _runs(self, asked: Asked, workflow: str) -> "_List":
        found = self.runs.get(workflow, [])
        for name, key in (("branch", "head_branch"), ("event", "event"), ("status", "status")):
            if name in asked.query:
                found = [one for one in found if one.get(key) == asked.query[name]]
        return _List(found, "workflow_runs")

    def _release(self, tag: str) -> Json | None:
        return next((one for one in self.releases if one["tag_name"] == tag), None)

    def _by_id(self, identifier: str) -> Json:
        return next(one for one in self.releases if one["id"] == int(identifier))

    def _make_release(self, asked: Asked) -> tuple[int, Json]:
        if self._release(asked.body["tag_name"]):
            return 422, {"message": "Validation Failed: already_exists"}
        identifier = next(self._ids)
        address = f"{self.url}/repos/{self.repository}/releases/{identifier}/assets"
        made = {"id": identifier, "upload_url": f"{address}{{?name,label}}", "assets": [], **asked.body}
        self.releases.append(made)
        return 201, made

    def _upload(self, asked: Asked, identifier: str) -> tuple[int, Json]:
        assets = self._by_id(identifier)["assets"]
        if asked.query["name"] in [one["name"] for one in assets]:
            return 422, {"message": "Validation Failed: already_exists"}
        number = next(self._ids)
        self.asset_data[number] = asked.body
        made = {
            "id": number,
            "name": asked.query["name"],
            "size": len(asked.body),
            "state": "uploaded",
            "digest": f"sha256:{hashlib.sha256(asked.body).hexdigest()}",
            "url": f"{self.url}/repos/{self.repository}/releases/assets/{number}",
        }
        assets.append(made)
        return 201, made

    def _asset(self, _: Asked, identifier: str) -> Any:
        found = self.asset_data.get(int(identifier))
        return (404, {"message": "Not Found"}) if found is None else found

    def _delete_asset(self, _: Asked, identifier: str) -> tuple[int, None]:
        for one in self.releases:
            one["assets"] = [asset for asset in one["assets"] if asset["id"] != int(identifier)]
        return 204, None

    def _secrets(self, _: Asked, name: str) -> "_List":
        return _List([{"name": one} for one in self.secrets.get(name, [])], "secrets")


@dataclass
class _List:
    """Items that are given page by page."""

    items: list[Json]
    within: str = ""
