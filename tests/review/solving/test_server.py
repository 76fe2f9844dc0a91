"""A real server and a real sandbox: a task is solved with forms alone, and hostile requests are refused."""

import http.client
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from benchmark.authoring.attempts import read_attempts
from benchmark.core.errors import BadInput
from benchmark.review.solving.server import SolvingServer
from benchmark.review.solving.session import Sitting

from .conftest import RIGHT

FORM = "application/x-www-form-urlencoded"
Fields = dict[str, str]


class Browser:
    """Sends requests as a browser does, unless a test says otherwise."""

    def __init__(self, server: SolvingServer) -> None:
        self.server = server
        self.host = server.hosts[0]

    def send(
        self, method: str, path: str, body: str | bytes = b"", **headers: str | None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Send a request; a header of None is left out, and ``_`` in its name stands for ``-``."""
        sent: dict[str, str | None] = {"Host": self.host}
        if method == "POST":
            sent |= {"Origin": f"http://{self.host}", "Content-Type": FORM, "Content-Length": str(len(body))}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=20)
        with closing(connection):
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body if isinstance(body, bytes) else body.encode())
            reply = connection.getresponse()
            return reply.status, reply.headers, reply.read()

    def get(self, path: str = "") -> str:
        status, _, data = self.send("GET", f"/{self.server.key}/{path}")
        assert status == 200
        return data.decode()

    def post(self, path: str, **fields: str) -> str:
        """Send a form, and return the page after it."""
        status, headers, _ = self.send("POST", f"/{self.server.key}/{path}", urlencode(fields))
        assert (status, headers["Location"]) == (303, f"/{self.server.key}/")
        return self.get()


@pytest.fixture
def sitting(sit: Callable[..., Sitting]) -> Sitting:
    return sit()


@pytest.fixture
def browser(sitting: Sitting) -> Iterator[Browser]:
    with SolvingServer(sitting, 0) as server:
        thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01))
        thread.start()
        yield Browser(server)
        server.shutdown()
        thread.join()


def test_tasks_are_solved_without_javascript(browser: Browser, path: Path) -> None:
    pages = [browser.get()]
    assert "picture/1" not in pages[0]  # nothing is shown before the time runs
    pages.append(browser.post("show"))
    assert 'name="task" value="odd-socks-1"' in pages[-1]
    assert browser.send("GET", f"/{browser.server.key}/picture/1")[2].startswith(b"\x89PNG")
    pages.append(browser.post("submit", task="odd-socks-1", answer=RIGHT))
    assert "<b>odd-socks-1</b>: solved" in pages[-1]
    pages.append(browser.post("submit", task="odd-socks-1", answer="pass"))  # sent twice
    assert "nothing was changed" in pages[-1]
    pages.append(browser.post("show"))
    pages.append(browser.post("submit", task="odd-socks-2", answer="def solution(n):\n    return 0"))
    assert "<b>odd-socks-2</b>: not solved" in pages[-1]
    browser.post("show")
    pages.append(browser.post("give-up", task="tide-table-1", reason="wrong-example", remarks="<b>2"))
    assert "No task is left" in pages[-1]
    assert "&lt;b&gt;2" in pages[-1]
    assert not any("SECRET" in page for page in pages)
    assert not any(re.findall(r'(?:src|href|action)="(?!/|data:,")', page) for page in pages)
    tasks = read_attempts(path, "humaneval-v", "open").tasks
    assert [attempt.outcome for attempt in tasks.values()] == ["solved", "missed", "gave-up"]


def test_a_paused_task_is_hidden(browser: Browser) -> None:
    browser.post("show")
    page = browser.post("pause", task="odd-socks-1", answer="<script>")
    assert "paused" in page
    assert "textarea" not in page
    assert browser.send("GET", f"/{browser.server.key}/picture/1")[0] == 404
    assert "&lt;script&gt;</textarea>" in browser.post("show")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example:80"}, 421),  # DNS rebinding
        ({"Host": None}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": None, "Sec_Fetch_Site": "cross-site"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "multipart/form-data"}, 415),
        ({"Content_Length": None}, 411),
        ({"Content_Length": "-1"}, 411),
        ({"Content_Length": "9" * 5000}, 413),
        ({"Content_Length": str(256 * 1024 + 1)}, 413),
        ({"Transfer_Encoding": "chunked"}, 411),
    ],
)
def test_a_request_from_elsewhere_or_without_end_is_refused(
    browser: Browser, path: Path, headers: dict[str, str | None], status: int
) -> None:
    assert browser.send("POST", f"/{browser.server.key}/show", "a=b", **headers)[0] == status
    assert not path.exists()


@pytest.mark.parametrize("body", [b"answer=\xff", b"answer=%FF", b"&".join([b"a=b"] * 9)])
def test_a_form_that_is_no_text_is_refused(browser: Browser, path: Path, body: bytes) -> None:
    assert browser.send("POST", f"/{browser.server.key}/show", body)[0] == 400
    assert not path.exists()


@pytest.mark.parametrize(
    "target",
    ["/", "/wrong/", "//", "/{key}/../pages.py", "/{key}/pages.py", "/{key}/picture/1", "/{key}/x?y"],
)
def test_nothing_else_is_served(browser: Browser, target: str) -> None:
    status, headers, _ = browser.send("GET", target.format(key=browser.server.key))
    assert status == 404
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_an_answer_that_is_too_long_is_not_kept(browser: Browser, path: Path) -> None:
    browser.post("show")
    assert "at most 16,000 characters" in browser.post("submit", task="odd-socks-1", answer="€" * 16_001)
    assert browser.send("POST", f"/{browser.server.key}/keep", "task=x&answer=y")[0] == 409
    begun = read_attempts(path, "humaneval-v", "open").begun
    assert begun is not None
    assert begun.draft == ""


def test_a_person_ends_the_sitting_in_the_browser(sitting: Sitting, path: Path) -> None:
    with SolvingServer(sitting, 0) as server:
        thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01))
        thread.start()
        browser = Browser(server)
        browser.post("show")
        status, _, page = browser.send("POST", f"/{server.key}/end")
        thread.join(10)
        assert not thread.is_alive()
        assert (status, str(path) in page.decode()) == (200, True)
        assert sitting.view().phase == "paused"


def test_a_port_in_use_is_refused(browser: Browser, sitting: Sitting) -> None:
    with pytest.raises(BadInput, match=r"--port: .* cannot be used"):
        SolvingServer(sitting, browser.server.server_port)


def test_what_was_sent_comes_back_when_it_cannot_be_kept(browser: Browser, path: Path) -> None:
    browser.post("show")
    path.unlink()
    form = urlencode({"task": "odd-socks-1", "answer": "<b>\n"})
    status, headers, data = browser.send("POST", f"/{browser.server.key}/submit", form)
    assert (status, headers.get_content_type()) == (500, "text/plain")
    assert b"was removed while this one ran" in data
    assert data.endswith(b"Copy what you sent with this request:\n\n<b>\n\n")
