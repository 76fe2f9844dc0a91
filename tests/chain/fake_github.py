"""A fake GitHub on loopback: the part of its REST API that the chain uses. Tests set and read its state.

A test sets what exists, and which requests fail::

    with FakeGitHub("octo/bench") as hub:
        hub.pulls.append(hub.pull(7, sha="a" * 40, repository="fork/bench"))
        hub.faults.append(Fault("POST", "/comments$", 502))
        ...
        assert hub.comments[7][0]["body"] == "..."

``hub.tokens`` maps each token to its rights: ``write`` may change things, ``admin`` may read settings. The
token of a job has the job's permissions instead, such as ``issues:write``.
"""

import dataclasses
import functools
import hashlib
import io
import json
import os
import re
import threading
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

import yaml
from fake_runners import FakeRunners

from tests.http_server import QuietHandler, serving

Json = dict[str, Any]
TOKEN = "ghs_" + "t0ken" * 8
BOT = "github-actions[bot]"
FOUND = 302
HOURLY = 1000  #: requests that GitHub answers per hour for the tokens of a repository's workflows
#: Permissions of which a job needs one, by the beginning of the path; comments on pull requests are issues.
_PERMISSIONS = (
    (r"/issues/(?:comments/)?\d", ("issues", "pull-requests")),
    (r"/(?:issues|labels)", ("issues",)),
    (r"/(?:pulls|commits/[0-9a-f]+/pulls)", ("pull-requests",)),
    ("/actions", ("actions",)),
    ("/pages", ("pages",)),
    ("/", ("contents",)),
)


@dataclass
class Fault:
    """A failure of the next ``times`` requests that match."""

    method: str
    path: str  #: a regular expression that is searched in the path
    status: int  #: HTTP status; 0 closes the connection without a reply
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "made to fail"
    times: int = 1
    done: bool = False  #: whether the request is carried out before it fails


@dataclass(frozen=True)
class ReceivedRequest:
    """A request that the fake server received."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    headers: dict[str, str]
    at: float = 0.0  #: when, by the clock of the fake server, in seconds


class FakeGitHub:
    """A fake GitHub that serves while its ``with`` block runs."""

    url: str  #: the address of the API, for GITHUB_API_URL, while it serves
    pusher = "octocat"  #: who pushed the commits that no pull request brought
    clock: Callable[[], float] = staticmethod(time.time)  #: seconds
    rows: Mapping[str, str] = MappingProxyType({})  #: when rows were pushed last, by branch
    #: Returns the bytes of a file on a branch.
    content: Callable[[str, str], bytes] = staticmethod(lambda path, _: Path("/nowhere", path).read_bytes())

    def __init__(self, repository: str = "octo/bench") -> None:
        self.repository = repository
        self.facts: Json = {
            "full_name": repository,
            "id": 4711,
            "private": False,
            "created_at": "2026-01-01T00:00:00Z",
            "pushed_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "default_branch": "main",
            "owner": {"login": repository.partition("/")[0], "id": 12, "type": "User"},
        }
        self.tokens: dict[str, frozenset[str]] = {TOKEN: frozenset({"write"})}
        self.login = BOT  #: the account that writes with a token
        self.pulls: list[Json] = []
        self.commits: dict[str, list[str]] = {}  #: newest first, by path; by default one direct push
        self.merged: dict[str, list[Json]] = {}  #: pull requests by commit
        self._asked: dict[str, None] = {}  #: commits whose pull requests were asked for
        #: Pushes and merges, newest first; None for one push of each such commit by ``pusher``. An entry is
        #: there at once, while GitHub's index of commits and pull requests may lag: then ``merged`` is empty.
        self.activity: list[Json] | None = None
        self.compared: dict[tuple[str, str], list[str]] = {}  #: commits between two commits
        self.accounts: dict[str, int] = {}  #: numbers of accounts by login
        self.files: dict[int, list[Json]] = {}
        self.comments: dict[int, list[Json]] = {}
        self.labels: dict[str, Json] = {}
        self.issues: list[Json] = []
        self.workflows: list[Json] = []
        self.runs: dict[str, list[Json]] = {}
        self.dispatched: list[Json] = []
        #: Lists the run of a started workflow, and returns its id; by default the run is not listed.
        self.on_dispatch: Callable[[str, Json], int] = lambda _workflow, _body: next(self._ids)
        #: Gives an outdated list of the runs of a workflow, or of the jobs of a run (its id), as GitHub may
        #: for some minutes; by default the newest. Here, single runs and artifacts are never outdated.
        self.outdated: Callable[[str, list[Json]], list[Json]] = lambda _of, now: now
        self.run_jobs: dict[int, list[Json]] = {}  #: jobs by id of the workflow run
        #: Files of artifacts, by id of the workflow run and name of the artifact.
        self.artifacts: dict[int, dict[str, dict[str, bytes]]] = {}
        self.artifact_folder: Path | None = None  #: folder of further artifacts, as RUN/NAME/FILE
        self.expired: set[tuple[int, str]] = set()  #: artifacts whose files are gone
        self.off_main: set[str] = set()  #: commits that are not on the main branch
        self._artifact_ids: dict[tuple[int, str], int] = {}
        self.releases: list[Json] = []
        #: Whether releases that are published from now on cannot change.
        self.immutable: Json = {"enabled": True, "enforced_by_owner": False}
        self.asset_data: dict[int, bytes] = {}
        self.environments: dict[str, Json] = {}
        self.environment_branches: dict[str, list[str]] = {}
        #: Names of secrets by environment; the empty name is the repository.
        self.secrets: dict[str, list[str]] = {}
        self.branches = ["main"]
        self.targets = {"results"}  #: branches and commits that change no workflow
        self.rules, self.rulesets = dict[str, list[str]](), list[Json]()
        self.rule_parameters: dict[str, Json] = {}  #: by type of rule
        self.allowed_actions: Json = {"enabled": True, "allowed_actions": "all"}
        self.selected_actions: Json = {"github_owned_allowed": True, "verified_allowed": False}
        self.contributor_approval: Json = {"approval_policy": "first_time_contributors"}
        self.pages: Json | None = None
        self.workflow_rights: Json = {"default_workflow_permissions": "read"}
        self.lent = FakeRunners(repository, runs=self.runs)  #: queued jobs and self-hosted runners
        self.runners = self.lent.runners
        self.faults: list[Fault] = []
        self.requests: list[ReceivedRequest] = []
        self.per_page = 100  #: maximum items per page; a small number makes many pages
        self._ids, self._lock = iter(range(1000, 10**9)), threading.RLock()
        hub = self

        class Handler(QuietHandler):
            wbufsize = 1 << 16  # sends head and body in one packet; otherwise each reply is delayed by 40 ms

            def _serve(self) -> None:
                hub._serve(self)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815 - names of the base class

        self._serving = serving(Handler)

    def __enter__(self) -> Self:
        self.url = self.lent.url = self._serving.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._serving.__exit__(*raised)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of a workflow step."""
        return {"GITHUB_API_URL": self.url, "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": self.repository}

    def use(self, monkeypatch: Any, **more: str) -> None:
        """Let this process be a workflow step, with further variables; rehearsals have no pytest."""
        for name, value in {**self.environment, **more}.items():
            monkeypatch.setenv(name, value)

    def play(self, workflow: str, job: str) -> None:
        """Give the token of tests the rights of a job from now on."""
        self.tokens[TOKEN] = job_rights()[workflow, job]

    def pull(
        self, number: int, *, sha: str, repository: str = "", branch: str = "topic", state: str = "open"
    ) -> Json:
        """Return a pull request as the API returns it."""
        head = {"ref": branch, "sha": sha, "repo": {"full_name": repository or self.repository}}
        base = {"ref": "main", "sha": "b" * 40, "repo": {"full_name": self.repository}}
        return {"number": number, "state": state, "user": {"login": "alice"}, "head": head, "base": base}

    def _serve(self, handler: QuietHandler) -> None:
        length = int(handler.headers.get("content-length") or 0)
        raw = handler.rfile.read(length) if length else b""
        parts = urlsplit(handler.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        is_json = "json" in (handler.headers.get("content-type") or "")
        body = json.loads(raw) if is_json and raw else raw
        headers = {name.lower(): value for name, value in handler.headers.items()}
        status, content, more = self.reply(ReceivedRequest(handler.command, parts.path, query, body, headers))
        if status == 0:
            handler.close_connection = True
            handler.connection.close()
            return
        data = (
            content if isinstance(content, bytes) else b"" if status == 204 else json.dumps(content).encode()
        )
        handler.reply(status, data, more)

    def reply(self, request: ReceivedRequest) -> tuple[int, Any, dict[str, str]]:
        """Return the status, the content and the headers of the answer to a request; 0 if there is none."""
        with self._lock:
            self.requests.append(dataclasses.replace(request, at=self.clock()))
            fault = next((fault for fault in self.faults if self._matches(fault, request)), None)
            if fault is None or fault.done:
                status, content, more = self._answer(request)
                _record(request, status, content)
            if fault is not None:
                fault.times -= 1
                status, content, more = fault.status, {"message": fault.message}, fault.headers
        return status, content, more

    def in_the_hour_until(self, end: float) -> int:
        """Return the number of requests in an hour."""
        return sum(end - 3600 < request.at <= end for request in self.requests)

    @staticmethod
    def _matches(fault: Fault, request: ReceivedRequest) -> bool:
        return (
            fault.times > 0 and fault.method == request.method and bool(re.search(fault.path, request.path))
        )

    def _answer(self, request: ReceivedRequest) -> tuple[int, Any, dict[str, str]]:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if token and token not in self.tokens:
            return 401, {"message": "Bad credentials"}, {}
        if token and self.in_the_hour_until(self.clock()) > HOURLY:
            later = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(self.clock()) + 3600)}
            return 403, {"message": "API rate limit exceeded"}, later
        rights = self.tokens.get(token, frozenset())
        prefix = f"/repos/{self.repository}"
        organisation = f"/orgs/{self.repository.partition('/')[0]}"
        if request.path.startswith("/_"):  # not of the API: its store of artifacts, and the runners
            stored = re.fullmatch(r"/_storage/(\d+)", request.path)
            return 200, self._packed(int(stored[1])) if stored else self.lent.serve_runner(request.path), {}
        if request.path.startswith(f"{organisation}/"):
            return self._answer_by(self.lent.organisation_routes(_List), organisation, request, rights)
        if request.path == prefix or request.path.startswith(f"{prefix}/"):
            return self._answer_by(self._routes(), prefix, request, rights)
        return self._account(unquote(request.path.removeprefix("/users/")))

    def _answer_by(
        self,
        routes: list[tuple[str, str, str, Callable[..., Any]]],
        prefix: str,
        request: ReceivedRequest,
        rights: frozenset[str],
    ) -> tuple[int, Any, dict[str, str]]:
        rest = "/".join(unquote(part) for part in request.path[len(prefix) :].split("/"))
        for method, pattern, right, answer in routes:
            found = re.fullmatch(pattern, rest)
            if method == request.method and found:
                if not _allowed(request.method, rest, right, rights):
                    return 403, {"message": "Resource not accessible by integration"}, {}
                content = answer(request, *found.groups())
                status, value = content if isinstance(content, tuple) else (200, content)
                if isinstance(value, _List):
                    return self._page(request, value)
                return status, value, {"Location": value} if status == FOUND else {}
        return 404, {"message": "Not Found"}, {}

    def _account(self, login: str) -> tuple[int, Any, dict[str, str]]:
        number = self.accounts.get(login)
        return (200, {"login": login, "id": number}, {}) if number else (404, {"message": "Not Found"}, {})

    def _page(self, request: ReceivedRequest, found: "_List") -> tuple[int, Any, dict[str, str]]:
        size = min(int(request.query.get("per_page", 30)), self.per_page)
        page = int(request.query.get("page", 1))
        part = found.items[(page - 1) * size : page * size]
        headers = {}
        if page * size < len(found.items):
            others = "".join(f"&{name}={value}" for name, value in request.query.items() if name != "page")
            headers["Link"] = f'<{self.url}{request.path}?page={page + 1}{others}>; rel="next"'
        return 200, {"total_count": len(found.items), found.within: part} if found.within else part, headers

    def _routes(self) -> list[tuple[str, str, str, Callable[..., Any]]]:
        no, settings = (404, {"message": "Not Found"}), "/actions/permissions"
        return [
            ("GET", "", "", lambda _: self.facts),
            ("GET", "/commits", "", self._commits),
            ("GET", r"/commits/([0-9a-f]+)/pulls", "", self._merged_pulls),
            ("GET", "/activity", "", self._activity),
            ("GET", r"/compare/([0-9a-f]+)\.\.\.([0-9a-f]+)", "", self._compare),
            ("GET", "/pulls", "", self._pulls),
            ("GET", r"/pulls/(\d+)", "", self._pull),
            ("GET", r"/pulls/(\d+)/files", "", lambda _, n: _List(self.files.get(int(n), []))),
            ("GET", r"/issues/(\d+)/comments", "", lambda _, n: _List(self.comments.get(int(n), []))),
            ("POST", r"/issues/(\d+)/comments", "write", self._comment),
            ("PATCH", r"/issues/comments/(\d+)", "write", self._edit_comment),
            ("GET", r"/labels/(.+)", "", lambda _, name: self.labels.get(name) or no),
            ("POST", r"/labels", "write", self._label),
            ("GET", "/issues", "", self._issues),
            ("POST", "/issues", "write", self._open_issue),
            ("GET", r"/issues/(\d+)", "", lambda _, n: self._issue_or_pull(n)),
            ("PATCH", r"/issues/(\d+)", "write", self._edit_issue),
            ("GET", "/actions/workflows", "", lambda _: _List(self.workflows, "workflows")),
            ("POST", r"/actions/workflows/([^/]+)/dispatches", "write", self._dispatch),
            ("PUT", r"/actions/workflows/(\d+)/enable", "write", self._enable),
            ("GET", r"/actions/workflows/([^/]+)/runs", "", self._runs),
            ("GET", r"/actions/runs/(\d+)", "", self._run),
            ("GET", r"/actions/runs/(\d+)/jobs", "", self._run_jobs),
            ("GET", r"/actions/runs/(\d+)/artifacts", "", self._run_artifacts),
            ("GET", r"/actions/artifacts/(\d+)/zip", "", self._artifact),
            ("GET", r"/contents/(.+)", "", self._content),
            ("GET", r"/compare/([0-9a-f]{40})\.\.\.([0-9a-f]{40})", "", self._compare),
            ("GET", r"/releases/tags/(.+)", "", lambda _, tag: self._release(tag) or no),
            ("POST", r"/releases", "write", self._make_release),
            ("PATCH", r"/releases/(\d+)", "write", self._edit_release),
            ("DELETE", r"/releases/(\d+)", "write", self._delete_release),
            ("GET", "/immutable-releases", "admin", self._immutable_releases),
            ("GET", r"/releases/(\d+)/assets", "", lambda _, n: _List(self._by_id(n)["assets"])),
            ("POST", r"/releases/(\d+)/assets", "write", self._upload),
            ("GET", r"/releases/assets/(\d+)", "", self._asset),
            ("DELETE", r"/releases/assets/(\d+)", "write", self._delete_asset),
            ("GET", r"/environments/([^/]+)", "", lambda _, name: self.environments.get(name) or no),
            ("GET", r"/environments/([^/]+)/deployment-branch-policies", "", self._environment_branches),
            ("GET", r"/environments/([^/]+)/secrets", "admin", lambda _, name: self._secrets(name)),
            ("GET", "/actions/secrets", "admin", lambda _: self._secrets("")),
            ("GET", r"/rules/branches/(.+)", "", self._rules),
            (
                "GET",
                r"/branches/([^/]+)",
                "",
                lambda _, name: no if name not in self.branches else {"name": name},
            ),
            ("GET", "/pages", "", lambda _: self.pages or no),
            ("GET", f"{settings}/workflow", "admin", lambda _: self.workflow_rights),
            ("GET", settings, "admin", lambda _: self.allowed_actions),
            ("GET", f"{settings}/selected-actions", "admin", lambda _: self.selected_actions),
            ("GET", f"{settings}/fork-pr-contributor-approval", "admin", lambda _: self.contributor_approval),
            ("GET", "/actions/organization-secrets", "admin", lambda _: self._secrets("organisation")),
            *self.lent.routes(_List),
            *self._setting_routes(),
        ]

    def _setting_routes(self) -> list[tuple[str, str, str, Callable[..., Any]]]:
        """Return the routes that change settings."""
        settings, patterns = "/actions/permissions", r"/environments/([^/]+)/deployment-branch-policies"
        held = {
            settings: self.allowed_actions,
            f"{settings}/selected-actions": self.selected_actions,
            f"{settings}/workflow": self.workflow_rights,
            f"{settings}/fork-pr-contributor-approval": self.contributor_approval,
        }
        return [
            ("PATCH", "", "admin", lambda request: self.facts.update(request.body) or self.facts),
            *(
                ("PUT", path, "admin", lambda request, at=at: (204, at.update(request.body)))
                for path, at in held.items()
            ),
            ("PUT", "/immutable-releases", "admin", lambda _: (204, self.immutable.update(enabled=True))),
            ("GET", "/rulesets", "", lambda _: _List(self.rulesets)),
            ("GET", r"/rulesets/(\d+)", "", lambda _, n: self._ruleset(int(n))),
            ("POST", "/rulesets", "admin", self._make_ruleset),
            ("PUT", r"/rulesets/(\d+)", "admin", self._change_ruleset),
            ("PUT", r"/environments/([^/]+)", "admin", self._set_environment),
            ("POST", patterns, "admin", self._allow_branch),
            ("DELETE", rf"{patterns}/(\d+)", "admin", self._refuse_branch),
            ("POST", "/pages", "admin", lambda request: self._set_pages(201, request)),
            ("PUT", "/pages", "admin", lambda request: self._set_pages(204, request)),
        ]

    def _ruleset(self, number: int) -> Json:
        return next(each for each in self.rulesets if each["id"] == number)

    def _make_ruleset(self, request: ReceivedRequest) -> tuple[int, Json]:
        self.rulesets.append({"id": next(self._ids), "name": request.body["name"], "enforcement": "active"})
        return 201, self._change_ruleset(request, str(self.rulesets[-1]["id"]))

    def _change_ruleset(self, request: ReceivedRequest, number: str) -> Json:
        """Change a ruleset; GitHub adds fields to the parameters of its rules."""
        changed = self._ruleset(int(number))
        changed.update(json.loads(json.dumps(request.body)))
        for rule in changed["rules"]:
            if rule["type"] == "pull_request":
                rule["parameters"]["allowed_merge_methods"] = ["merge", "squash", "rebase"]
        for ref in changed["conditions"]["ref_name"]["include"]:
            self.rules[ref.removeprefix("refs/heads/")] = [rule["type"] for rule in changed["rules"]]
        for rule in changed["rules"]:
            self.rule_parameters[rule["type"]] = rule.get("parameters", {})
        return changed

    def _set_environment(self, request: ReceivedRequest, name: str) -> Json:
        self.environments[name] = {"id": 1, "name": name, **request.body}
        return self.environments[name]

    def _allow_branch(self, request: ReceivedRequest, name: str) -> Json:
        self.environment_branches.setdefault(name, []).append(request.body["name"])
        return {"id": len(self.environment_branches[name]), **request.body}

    def _refuse_branch(self, _: ReceivedRequest, name: str, number: str) -> tuple[int, None]:
        self.environment_branches[name][int(number) - 1] = ""
        return 204, None

    def _set_pages(self, status: int, request: ReceivedRequest) -> tuple[int, Json | None]:
        at = {"html_url": "https://octo.github.io/bench/", "cname": None, "custom_404": False, "status": None}
        self.pages = {"url": self.url, "public": True, **at, **(self.pages or {}), **request.body}
        return status, self.pages if status == 201 else None

    def _issue_or_pull(self, number: str) -> Json:
        found = next(thread for thread in [*self.issues, *self.pulls] if thread["number"] == int(number))
        found.setdefault("labels", [])
        return found

    def _pulls(self, request: ReceivedRequest) -> "_List":
        state = request.query.get("state", "open")
        found = [pull for pull in self.pulls if state in (pull["state"], "all")]
        if "head" in request.query:
            owner, _, branch = request.query["head"].partition(":")
            found = [
                pull
                for pull in found
                if pull["head"]["ref"] == branch
                and (pull["head"]["repo"] or {}).get("full_name", "").partition("/")[0] == owner
            ]
        return _List(found)

    def _commits(self, request: ReceivedRequest) -> Any:
        if request.query["path"] == "results":
            pushed = self.rows.get(request.query["sha"])
            new = pushed is not None and pushed >= request.query["since"]
            return (404, {"message": "Not Found"}) if pushed is None else _List([{"sha": "c" * 40}] * new)
        shas = self.commits.get(request.query["path"], ["c" * 40])
        return _List([{"sha": sha} for sha in shas])

    def _merged_pulls(self, _request: ReceivedRequest, sha: str) -> Any:
        self._asked[sha] = None
        return _List(self.merged.get(sha, []))

    def _activity(self, _request: ReceivedRequest) -> Any:
        if self.activity is not None:
            return _List(self.activity)
        return _List([self.push(sha, self.pusher) for sha in self._asked if not self.merged.get(sha)])

    @staticmethod
    def push(sha: str, login: str, kind: str = "push", before: str = "0" * 40) -> Json:
        """Return an entry of the activity."""
        return {"before": before, "after": sha, "activity_type": kind, "actor": {"login": login, "id": 5}}

    def _pull(self, _request: ReceivedRequest, number: str) -> Any:
        found = [pull for pull in self.pulls if pull["number"] == int(number)]
        return found[0] if found else (404, {"message": "Not Found"})

    def _comment(self, request: ReceivedRequest, number: str) -> tuple[int, Json]:
        made = {"id": next(self._ids), "body": request.body["body"], "user": {"login": self.login}}
        self.comments.setdefault(int(number), []).append(made)
        return 201, made

    def _edit_comment(self, request: ReceivedRequest, identifier: str) -> Any:
        for comment in [comment for comments in self.comments.values() for comment in comments]:
            if comment["id"] == int(identifier):
                comment["body"] = request.body["body"]
                return comment
        return 404, {"message": "Not Found"}

    def _label(self, request: ReceivedRequest) -> tuple[int, Json]:
        if request.body["name"] in self.labels:
            return 422, {"message": "Validation Failed"}
        self.labels[request.body["name"]] = request.body
        return 201, request.body

    def _issues(self, request: ReceivedRequest) -> "_List":
        wanted = set(filter(None, request.query.get("labels", "").split(",")))
        state = request.query.get("state", "open")
        return _List(
            [
                issue
                for issue in self.issues
                if state in (issue["state"], "all") and wanted <= {label["name"] for label in issue["labels"]}
            ]
        )

    def _open_issue(self, request: ReceivedRequest) -> tuple[int, Json]:
        made = {
            "number": next(self._ids),
            "state": "open",
            "title": request.body["title"],
            "body": request.body["body"],
            "labels": [{"name": name} for name in request.body.get("labels", [])],
            "user": {"login": self.login},
            "created_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }
        self.issues.append(made)
        return 201, made

    def _edit_issue(self, request: ReceivedRequest, number: str) -> Json:
        found = self._issue_or_pull(number)
        if request.body.get("state") == "closed":
            self.close(found, self.login)
        found.update(request.body)
        return found

    @staticmethod
    def close(issue: Json, login: str, *, reason: str = "completed", when: str = "") -> None:
        """Close an issue as an account would."""
        now = when or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        issue.update(state="closed", state_reason=reason, closed_at=now, closed_by={"login": login})

    def _enable(self, _: ReceivedRequest, identifier: str) -> tuple[int, None]:
        found = next(workflow for workflow in self.workflows if workflow["id"] == int(identifier))
        found.update(state="active", updated_at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
        return 204, None

    def _dispatch(self, request: ReceivedRequest, workflow: str) -> tuple[int, Json | None]:
        body = dict(request.body)
        details = body.pop("return_run_details", False)  # since 2026-02-19
        run = self.on_dispatch(workflow, body)
        self.dispatched.append({"workflow": workflow, **body, "run": run})
        address = f"/repos/{self.repository}/actions/runs/{run}"
        found = {
            "workflow_run_id": run,
            "run_url": self.url + address,
            "html_url": f"https://github.com{address[6:]}",
        }
        return (200, found) if details else (204, None)

    def _runs(self, request: ReceivedRequest, workflow: str) -> "_List":
        found = self.outdated(workflow, self.runs.get(workflow, []))
        for name, key in (("branch", "head_branch"), ("event", "event"), ("status", "status")):
            if name in request.query:
                found = [run for run in found if run.get(key) == request.query[name]]
        return _List(found, "workflow_runs")

    def _run(self, _: ReceivedRequest, identifier: str) -> Any:
        found = [run for runs in self.runs.values() for run in runs if run["id"] == int(identifier)]
        return found[0] if found else (404, {"message": "Not Found"})

    def _content(self, request: ReceivedRequest, path: str) -> Any:
        try:
            return 200, self.content(path, request.query.get("ref", "main"))
        except FileNotFoundError:
            return 404, {"message": "Not Found"}

    def _run_jobs(self, request: ReceivedRequest, identifier: str) -> Any:
        if isinstance(self._run(request, identifier), tuple):
            return 404, {"message": "Not Found"}
        jobs = self.run_jobs.get(int(identifier))
        jobs = None if jobs is None else self.outdated(identifier, jobs)
        return _List(self.lent.jobs_of(int(identifier)) if jobs is None else jobs, "jobs")

    def kept(self, run: int) -> dict[str, dict[str, bytes]]:
        """Return the files of a run's artifacts, by name."""
        found = dict(self.artifacts.get(run, {}))
        folder = None if self.artifact_folder is None else self.artifact_folder / str(run)
        if folder is not None and folder.is_dir():
            for artifact in folder.iterdir():
                files = [path for path in artifact.rglob("*") if path.is_file()]
                found[artifact.name] = {
                    path.relative_to(artifact).as_posix(): path.read_bytes() for path in files
                }
        return found

    def _run_artifacts(self, request: ReceivedRequest, identifier: str) -> Any:
        if isinstance(self._run(request, identifier), tuple):
            return 404, {"message": "Not Found"}
        run = int(identifier)
        listed = []
        for name, files in sorted(self.kept(run).items()):
            number = self._artifact_ids.setdefault((run, name), next(self._ids))
            size = sum(map(len, files.values()))
            expired = (run, name) in self.expired
            listed.append({"id": number, "name": name, "size_in_bytes": size, "expired": expired})
        return _List(listed, "artifacts")

    def _artifact(self, _: ReceivedRequest, identifier: str) -> Any:
        place = next((key for key, number in self._artifact_ids.items() if number == int(identifier)), None)
        if place is None or place in self.expired:
            return 410, {"message": "Artifact has expired"}
        return FOUND, f"{self.url}/_storage/{identifier}"

    def _packed(self, identifier: int) -> bytes:
        """Return the zip file of an artifact, to which the API redirects."""
        place = next(key for key, number in self._artifact_ids.items() if number == identifier)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, data in self.kept(place[0])[place[1]].items():
                archive.writestr(name, data)
        return packed.getvalue()

    def _compare(self, _: ReceivedRequest, commit: str, newer: str) -> Any:
        between = [{"sha": sha} for sha in self.compared.get((commit, newer), [newer])]
        return {"status": "diverged" if commit in self.off_main else "ahead", "commits": between}

    def _release(self, tag: str) -> Json | None:
        """Return a published release: drafts have no tag yet, and only the list of all releases has them."""
        published = (release for release in self.releases if not release.get("draft"))
        return next((release for release in published if release["tag_name"] == tag), None)

    def _by_id(self, identifier: str) -> Json:
        return next(release for release in self.releases if release["id"] == int(identifier))

    def _make_release(self, request: ReceivedRequest) -> tuple[int, Json]:
        identifier = next(self._ids)
        address = f"{self.url}/repos/{self.repository}/releases/{identifier}/assets"
        made = {"id": identifier, "upload_url": f"{address}{{?name,label}}", "assets": [], "draft": True}
        if (problem := self._published({**made, **request.body})) is not None:
            return problem
        self.releases.append(made | request.body | {"immutable": self._is_final(request.body)})
        return 201, self.releases[-1]

    def _edit_release(self, request: ReceivedRequest, identifier: str) -> tuple[int, Json]:
        found = self._by_id(identifier)
        # GitHub gives a draft another tag if a request does not repeat it.
        tag = f"untagged-{identifier}" if found["draft"] else found["tag_name"]
        edited = {**found, "tag_name": tag, **request.body}
        if found.get("immutable") and edited["tag_name"] != found["tag_name"]:
            return 422, {"message": "Validation Failed: an immutable release keeps its tag"}
        if found["draft"] and (problem := self._published(edited)) is not None:
            return problem
        found.update(edited, immutable=found.get("immutable") or self._is_final(edited))
        return 200, found

    def _is_final(self, release: Json) -> bool:
        return self.immutable["enabled"] and not release.get("draft")

    def _published(self, release: Json) -> tuple[int, Json] | None:
        """Return why a release cannot be published; None if it can, or stays a draft."""
        if release.get("draft"):
            return None
        if self._release(release["tag_name"]):
            return 422, {"message": "Validation Failed: already_exists"}
        if release["target_commitish"] not in self.targets:
            return 403, {"message": "Resource not accessible by integration"}
        return None

    def _delete_release(self, _: ReceivedRequest, identifier: str) -> tuple[int, None]:
        self.releases.remove(self._by_id(identifier))
        return 204, None

    def _immutable_releases(self, _: ReceivedRequest) -> tuple[int, Json]:
        return (200, self.immutable) if self.immutable["enabled"] else (404, {"message": "Not Found"})

    def _upload(self, request: ReceivedRequest, identifier: str) -> tuple[int, Json]:
        release = self._by_id(identifier)
        assets = release["assets"]
        if release.get("immutable"):
            return 422, {"message": "Cannot upload assets to an immutable release."}
        if request.query["name"] in [asset["name"] for asset in assets]:
            return 422, {"message": "Validation Failed: already_exists"}
        number = next(self._ids)
        self.asset_data[number] = request.body
        made = {
            "id": number,
            "name": request.query["name"],
            "size": len(request.body),
            "state": "uploaded",
            "digest": f"sha256:{hashlib.sha256(request.body).hexdigest()}",
            "url": f"{self.url}/repos/{self.repository}/releases/assets/{number}",
        }
        assets.append(made)
        return 201, made

    def _asset(self, _: ReceivedRequest, identifier: str) -> Any:
        found = self.asset_data.get(int(identifier))
        return (404, {"message": "Not Found"}) if found is None else found

    def _delete_asset(self, _: ReceivedRequest, identifier: str) -> tuple[int, Json | None]:
        final = [asset["id"] for each in self.releases if each.get("immutable") for asset in each["assets"]]
        if int(identifier) in final:
            return 422, {"message": "Cannot delete asset from an immutable release"}
        for release in self.releases:
            release["assets"] = [asset for asset in release["assets"] if asset["id"] != int(identifier)]
        return 204, None

    def _environment_branches(self, _: ReceivedRequest, name: str) -> "_List":
        return _List(
            [
                {"id": number, "name": branch, "type": "branch"}
                for number, branch in enumerate(self.environment_branches.get(name, []), 1)
                if branch
            ],
            "branch_policies",
        )

    def _rules(self, _: ReceivedRequest, name: str) -> "_List":
        parameters = self.rule_parameters
        return _List(
            [{"type": rule, "parameters": parameters.get(rule, {})} for rule in self.rules.get(name, [])]
        )

    def _secrets(self, name: str) -> "_List":
        return _List([{"name": secret} for secret in self.secrets.get(name, [])], "secrets")


@functools.cache
def job_rights() -> dict[tuple[str, str], frozenset[str]]:
    """Return the rights of each job, such as ``issues:write``, by workflow file and name of the job."""
    workflows = Path(__file__).resolve().parents[2] / ".github" / "workflows"
    return {
        (file.name, name): frozenset(":".join(right) for right in job["permissions"].items())
        for file in workflows.glob("*.yml")
        for name, job in yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"].items()
    }


def _record(request: ReceivedRequest, status: int, content: Any) -> None:
    """Write down a request and its answer for tests/workflows/test_api.py, which asks for it."""
    path = os.environ.get("SIGHTBENCH_TRAFFIC")
    if path and not request.path.startswith("/_"):
        parts = [None if isinstance(part, bytes) else part for part in (request.body, content)]
        line = json.dumps([request.method, request.path, request.query, parts[0], status, parts[1]])
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def _allowed(method: str, path: str, right: str, rights: frozenset[str]) -> bool:
    """Whether a token may send a request, by the right of its route or the permissions of its job."""
    if not any(":" in each for each in rights):
        return not right or right in rights
    needed = next((names for start, names in _PERMISSIONS if re.match(start, path)), ())
    levels = ("read", "write") if method == "GET" else ("write",)
    return right != "admin" and (
        not path or any(f"{name}:{each}" in rights for name in needed for each in levels)
    )


@dataclass
class _List:
    """A list of items that is returned page by page."""

    items: list[Json]
    within: str = ""
