"""Which requests are repeated, how long the client waits, and where the token is sent."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx2
import pytest
from fake_github import TOKEN, FakeGitHub, Fault
from inline_snapshot import snapshot

from benchmark.chain.github import rest as rest_module
from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiModel, ApiRequest, RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.core.errors import BadInput
from tests.case_files import table
from tests.wording import wrapped


@dataclass
class Clock:
    """A clock that advances only while somebody sleeps."""

    now: float = 1_000_000.0
    waits: list[float] = field(default_factory=list)

    def time(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rest_module, "time", clock)
    return clock


@pytest.fixture
def rest(hub: FakeGitHub, clock: Clock) -> Iterator[RestApi]:  # noqa: ARG001 - it replaces the time
    with RestApi(TOKEN, hub.url) as found:
        yield found


def github(rest: RestApi) -> Repository:
    return Repository("octo/bench", rest)


def refusal(rest: RestApi) -> ApiError:
    """Ask for pull requests, and return the error."""
    with pytest.raises(ApiError) as refused:
        github(rest).open_pulls(head_sha="a" * 40, head_repository="fork/bench", head_branch="")
    return refused.value


@pytest.mark.parametrize("status", [0, 500, 502, 503, 504])
def test_a_read_is_repeated_after_a_fault(hub: FakeGitHub, rest: RestApi, clock: Clock, status: int) -> None:
    hub.comments[7] = [{"id": 1, "body": "there"}]
    hub.faults.append(Fault("GET", "/comments$", status, times=2))
    assert [comment.body for comment in github(rest).comments(7)] == ["there"]
    assert len(clock.waits) == 2
    assert 0.75 <= clock.waits[0] <= 1.25
    assert 1.5 <= clock.waits[1] <= 2.5


@pytest.mark.parametrize("status", [0, 500, 502])
def test_a_new_comment_is_not_posted_twice(hub: FakeGitHub, rest: RestApi, clock: Clock, status: int) -> None:
    hub.faults.append(Fault("POST", "/comments$", status, done=True))
    with pytest.raises(ApiError):
        github(rest).add_comment(7, "once")
    assert [comment["body"] for comment in hub.comments[7]] == ["once"]
    assert clock.waits == []


def test_an_edit_of_a_comment_may_be_repeated(hub: FakeGitHub, rest: RestApi) -> None:
    hub.comments[7] = [{"id": 5, "body": "old"}]
    hub.faults.append(Fault("PATCH", "/comments/5$", 502, done=True))
    github(rest).edit_comment(5, "new")
    assert hub.comments[7][0]["body"] == "new"


@table("chain")
def test_a_rate_limit_is_waited_for_as_long_as_the_server_says(
    hub, rest, clock, *, status, headers, message, due
) -> None:
    """This holds for writes, too: a request that was refused for its rate was not carried out."""
    hub.faults.append(Fault("POST", "/comments$", status, headers, message))
    github(rest).add_comment(7, "in time")
    assert clock.waits == [due]
    assert len(hub.comments[7]) == 1


def test_a_wait_over_the_time_limit_fails_at_once(hub: FakeGitHub, rest: RestApi, clock: Clock) -> None:
    hub.faults.append(Fault("GET", "/pulls$", 429, {"Retry-After": "4000"}, times=9))
    refused = refusal(rest)
    assert wrapped(refused.render()) == snapshot("""\
error: GitHub: GET /repos/octo/bench/pulls: HTTP 429: 'made to fail'
  fix: wait for the rate limit and try again in 4000 s\
""")
    assert (clock.waits, refused.exit_code) == ([], 3)


def test_endless_faults_fail_after_the_time_limit(hub: FakeGitHub, rest: RestApi, clock: Clock) -> None:
    hub.faults.append(Fault("GET", "/pulls$", 502, times=999))
    assert "HTTP 502" in str(refusal(rest))
    assert 60 < sum(clock.waits) <= 180


@pytest.mark.parametrize("status", [401, 403, 404, 422])
def test_a_refused_request_is_reported_and_not_repeated(hub, rest, clock, status) -> None:
    hub.faults.append(Fault("GET", "/pulls$", status, message="\x1b[31mno\nway"))
    refused = refusal(rest)
    assert (refused.status, clock.waits) == (status, [])
    assert r"'\x1b[31mno\nway'" in str(refused)
    assert refused.fix


def test_a_message_never_contains_the_token(hub: FakeGitHub, rest: RestApi) -> None:
    hub.faults.append(Fault("GET", "/pulls$", 422, message=f"bad header Bearer {TOKEN}"))
    refused = refusal(rest)
    assert TOKEN not in refused.render()
    assert "[key]" in str(refused)


def test_a_missing_server_is_reported(clock: Clock) -> None:
    with RestApi(TOKEN, "http://127.0.0.1:9", seconds=5) as rest, pytest.raises(ApiError) as refused:
        rest.write(ApiModel, "POST", "/repos/o/r/issues", {})
    assert "cannot connect" in str(refused.value)
    assert clock.waits, "a request that was never sent may be repeated"


@pytest.mark.parametrize("answer", [b"<html>", b"[", b"{}", b'[{"id": "x"}]', b"[1]", b"[" * 100_000])
@pytest.mark.parametrize(("status", "said"), [(200, "the reply has an unexpected shape"), (422, "HTTP 422")])
def test_a_reply_of_another_shape_is_an_error(hub, rest, answer, status, said) -> None:
    hub._page = lambda *_: (status, answer, {})
    with pytest.raises(ApiError, match=said):
        list(github(rest).comments(7))


@pytest.mark.parametrize(
    "headers",
    [{}, *({"X-RateLimit-Remaining": "0", name: "\u00b2"} for name in ("Retry-After", "X-RateLimit-Reset"))],
)
def test_a_rate_limit_without_a_time_is_waited_for_too(hub, rest, clock, headers) -> None:
    """The superscript two is a digit to Python, but not a number."""
    status, message = (429, "") if headers else (403, "You have exceeded a secondary rate limit.")
    hub.faults.append(Fault("GET", "/pages$", status, headers, message))
    hub.pages = {"build_type": "workflow"}
    rest.get(ApiModel, "/repos/octo/bench/pages")
    assert len(clock.waits) == 1


def test_a_reply_is_limited_in_size(hub: FakeGitHub, rest: RestApi, clock: Clock) -> None:
    hub.comments[7] = [{"id": 1, "body": "x" * 5000}]
    request = ApiRequest(method="GET", address="/repos/octo/bench/issues/7/comments", limit=1000)
    with pytest.raises(ApiError, match="more than 1,000 bytes"):
        rest.send(request)
    assert clock.waits == [], "the next reply would be as long"


def test_lists_are_read_to_their_end(hub: FakeGitHub, rest: RestApi) -> None:
    hub.per_page = 3
    hub.comments[7] = [{"id": number, "body": str(number)} for number in range(10)]
    hub.runs["run.yml"] = [{"id": number} for number in range(7)]
    assert [comment.id for comment in github(rest).comments(7)] == list(range(10))
    assert len(list(WorkflowRuns(Repository("octo/bench", rest)).of("run.yml"))) == 7


@pytest.mark.gate
def test_an_endless_list_is_refused(hub: FakeGitHub, rest: RestApi) -> None:
    hub.per_page = 1
    hub.comments[7] = [{"id": number, "body": ""} for number in range(300)]
    with pytest.raises(ApiError, match="more than 200 pages"):
        list(github(rest).comments(7))


def test_no_redirect_leads_to_an_address_without_https(hub: FakeGitHub, rest: RestApi) -> None:
    """GitHub redirects downloads of assets to a file server; nobody listens at this one."""
    hub.faults.append(Fault("GET", "/pages$", 302, {"Location": "http://127.0.0.1:9/file"}))
    with pytest.raises(ApiError, match="without https"):
        rest.get(ApiModel, "/repos/octo/bench/pages")
    assert hub.requests[0].headers["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.parametrize("start", ["http://127.0.0.1:9", "https://evil.example", "http://api.github.com"])
def test_a_next_page_on_another_server_is_not_read(hub, rest, clock, start) -> None:
    link = {"Link": f'<{start}/repos/octo/bench/issues/7/comments?page=2>; rel="next"'}
    hub._page = lambda *_: (200, [], link)  # type: ignore[assignment, method-assign, return-value]
    with pytest.raises(ApiError, match=f"another server, '{start.partition('//')[2]}'"):
        list(github(rest).comments(7))
    assert (len(hub.requests), clock.waits) == (1, [])


def test_a_file_is_not_uploaded_to_another_server(hub: FakeGitHub, rest: RestApi) -> None:
    made = hub._make_release
    elsewhere = {"upload_url": "https://evil.example/assets{?name}"}
    hub._make_release = lambda request: (201, made(request)[1] | elsewhere)  # type: ignore[method-assign]
    with pytest.raises(ApiError, match=r"not the server of the API: evil\.example"):
        RowAssets(Repository("octo/bench", rest)).keep("ab12", {"ab12.verdicts.jsonl.gz": b"x"})
    assert (hub.releases, hub.asset_data) == ([], {})


@table("chain")
def test_the_token_is_for_the_api_and_its_uploads(location: str, *, has_token: bool) -> None:
    """Over HTTPS, which no loopback server can replace: the transport records what would be sent."""
    requests: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        return (
            httpx2.Response(302, headers={"Location": location})
            if len(requests) == 1
            else httpx2.Response(200)
        )

    with RestApi(TOKEN) as public:
        public._client = httpx2.Client(transport=httpx2.MockTransport(answer))
        public.send(ApiRequest(method="GET", address="/repos/octo/bench/releases/assets/1"))
    assert [str(request.url) for request in requests] == [
        "https://api.github.com/repos/octo/bench/releases/assets/1",
        location,
    ]
    assert ["authorization" in request.headers for request in requests] == [True, has_token]


def test_a_moved_repository_is_found(hub: FakeGitHub, rest: RestApi) -> None:
    hub.pages = {"build_type": "workflow"}
    location = f"{hub.url}/repos/octo/bench/pages"
    hub.faults.append(Fault("GET", "/repos/octo/bench/pages$", 301, {"Location": location}))
    assert rest.get(dict, "/repos/octo/bench/pages") == {"build_type": "workflow"}


def test_a_redirect_loop_is_refused(hub: FakeGitHub, rest: RestApi) -> None:
    location = f"{hub.url}/repos/octo/bench/pages"
    hub.faults.append(Fault("GET", "/pages$", 301, {"Location": location}, times=99))
    with pytest.raises(ApiError, match="too many redirects"):
        rest.get(dict, "/repos/octo/bench/pages")
    assert len(hub.requests) == 4


@pytest.mark.parametrize(
    "url", ["http://api.github.com", "ftp://api.github.com", "api.github.com", "http://10.0.0.1"]
)
def test_a_token_is_never_sent_unencrypted(url: str) -> None:
    with pytest.raises(BadInput, match="is not https"):
        RestApi(TOKEN, url)


@pytest.mark.parametrize(
    "name", ["", "octo", "octo/", "/bench", "octo/bench/x", "../x", "octo/..", "o cto/b", "octo/b?x"]
)
def test_a_repository_is_owner_and_name(name: str) -> None:
    with RestApi() as rest, pytest.raises(BadInput, match="is not the name of a repository"):
        Repository(name, rest)


def test_the_variables_of_a_step_configure_the_api(hub: FakeGitHub) -> None:
    hub.comments[1] = [{"id": 1, "body": "x"}]
    with RestApi.from_environment(hub.environment) as rest:
        assert rest.has_token
        assert len(list(github(rest).comments(1))) == 1
    with RestApi.from_environment({"GITHUB_API_URL": hub.url}) as rest:
        assert not rest.has_token
        list(github(rest).comments(1))
    assert "authorization" not in hub.requests[-1].headers
