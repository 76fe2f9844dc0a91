"""Git as a process: for reading repositories as data, and for adding to one.

Nothing that a repository brings along is run or obeyed: no hook, no filter or driver of its attributes, no
configuration of the user or the machine, no prompt, no transport but files, HTTPS and SSH. Discovery never
leaves the folder that was named.
"""

import base64
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from benchmark.core.errors import BadInput, OurFailure, printable, shown
from benchmark.core.secret import redact

SECONDS = 300.0  #: that one call of git may take
_SAID = 600  #: characters of what git said that an error repeats
_ENDED = 10.0  #: seconds in which a killed group of processes is gone

#: Stronger than what a repository's own configuration says.
_SETTINGS: Mapping[str, str] = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "core.autocrlf": "false",
    "core.symlinks": "false",  # a link of a stranger becomes a plain file
    "core.protectNTFS": "true",
    "core.protectHFS": "true",
    "core.askPass": "",
    "credential.helper": "",
    "http.extraHeader": "",
    "http.lowSpeedLimit": "1000",  # bytes a second, for a minute: the server hangs
    "http.lowSpeedTime": "60",
    "http.followRedirects": "initial",
    "protocol.allow": "never",
    "protocol.file.allow": "always",
    "protocol.https.allow": "always",
    "protocol.ssh.allow": "always",
    "transfer.fsckObjects": "true",
    "fetch.recurseSubmodules": "false",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "commit.gpgSign": "false",
    "push.gpgSign": "false",
    "log.showSignature": "false",
    "advice.detachedHead": "false",
    "user.name": "Sightbench",
    "user.email": "results@sightbench.invalid",
    "safe.directory": "*",  # another user's repository is read as data, too
}
#: Variables of the environment that reach git: where programs are, and how the network is reached.
_KEPT = (
    "PATH",
    "TMPDIR",
    "SSH_AUTH_SOCK",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "GIT_SSL_CAINFO",
    "CURL_CA_BUNDLE",
    *(name for one in ("http_proxy", "https_proxy", "all_proxy", "no_proxy") for name in (one, one.upper())),
)
_GITHUB = "https://github.com"
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class GitFailure(OurFailure):
    """Git could not do what it was asked for.

    Args:
        command: of git, such as ``push``.
        said: what it wrote to its standard error, without keys.
        fix: what to do.
    """

    def __init__(self, command: str, said: str, fix: str = "") -> None:
        self.said = said
        lines = [printable(line.strip()) for line in said.splitlines() if line.strip()]
        super().__init__(f"git {command}: {'; '.join(lines)[:_SAID] or 'failed without a word'}", fix)


@dataclass(frozen=True, slots=True)
class GitAccess:
    """A token, and the only server that it is shown to."""

    server: str  #: ``https://github.com/``
    token: str = field(repr=False)

    @classmethod
    def to(cls, remote: str, token: str) -> "GitAccess | None":
        """Access to ``remote`` by HTTPS; None where there is no token, or the remote is not to have it.

        A token of GitHub's goes to GitHub, or to the server that GITHUB_SERVER_URL names.
        """
        if not token or urlsplit(remote).scheme not in ("https", "http"):
            return None
        parts = urlsplit(check_remote(remote))
        own = urlsplit(os.environ.get("GITHUB_SERVER_URL") or _GITHUB).hostname
        if parts.hostname not in {own, *_LOOPBACK}:
            return None
        return cls(server=f"{parts.scheme}://{parts.netloc}/", token=token)

    @property
    def header(self) -> str:
        """As GitHub takes a token from git."""
        return f"Authorization: Basic {self._encoded}"

    @property
    def secrets(self) -> tuple[str, str]:
        """What no message may show."""
        return self.token, self._encoded

    @property
    def _encoded(self) -> str:
        return base64.b64encode(f"x-access-token:{self.token}".encode()).decode("ascii")


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git in one folder: a repository with or without a work tree, or the place of a new one."""

    folder: Path
    access: GitAccess | None = None

    def run(self, *arguments: str, feed: bytes = b"", seconds: float = SECONDS) -> bytes:
        """What git writes to its standard output.

        Args:
            arguments: command and options; a stranger's paths and names belong behind ``--`` or in ``feed``.
            feed: its standard input.
            seconds: after which it is killed, with all that it started.

        Raises:
            GitFailure: when it fails or takes too long.
            OurFailure: when git is not installed.
        """
        with self._started(arguments, feed) as (process, said):
            try:
                output, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                raise GitFailure(
                    arguments[0], f"did not end within {seconds:.0f} s", "try again later"
                ) from None
            self._check(arguments, process.returncode, said)
            return output

    def text(self, *arguments: str, feed: bytes = b"", seconds: float = SECONDS) -> str:
        """The same as a line of text, such as the id of a commit."""
        return self.run(*arguments, feed=feed, seconds=seconds).decode("utf-8", "backslashreplace").strip()

    @contextmanager
    def reading(self, *arguments: str, feed: bytes = b"") -> Iterator[IO[bytes]]:
        """Git's standard output as a stream, for what does not fit into memory; failures come at its end.

        Raises:
            GitFailure: when git fails.
        """
        with self._started(arguments, feed) as (process, said):
            assert process.stdout is not None  # noqa: S101 - a pipe, by _started
            yield process.stdout
            process.stdout.close()
            self._check(arguments, process.wait(), said)

    @contextmanager
    def _started(
        self, arguments: Sequence[str], feed: bytes
    ) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
        """The running process and its standard error; none of the group is left afterwards."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
            given.write(feed)
            given.seek(0)
            try:
                process = subprocess.Popen(
                    ["git", *arguments],
                    cwd=self.folder,
                    env=self._environment(),
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=said,
                    process_group=0,
                )
            except FileNotFoundError as error:
                if not self.folder.is_dir():
                    raise BadInput(self.folder, "", "is no folder", "name a repository") from None
                raise OurFailure(
                    f"git cannot be started: {error.strerror}", "install git 2.34 or newer"
                ) from None
            try:
                yield process, said
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait(_ENDED)
                if process.stdout is not None:
                    process.stdout.close()

    def _environment(self) -> dict[str, str]:
        settings = list(_SETTINGS.items())
        if self.access is not None:
            settings.append((f"http.{self.access.server}.extraHeader", self.access.header))
            if urlsplit(self.access.server).hostname in _LOOPBACK:
                settings.append(("protocol.http.allow", "always"))
        numbered = {}
        for number, (name, value) in enumerate(settings):
            numbered[f"GIT_CONFIG_KEY_{number}"] = name
            numbered[f"GIT_CONFIG_VALUE_{number}"] = value
        return {
            **{name: os.environ[name] for name in _KEPT if name in os.environ},
            **numbered,
            "GIT_CONFIG_COUNT": str(len(settings)),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CEILING_DIRECTORIES": str(self.folder.resolve().parent),
            "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=30",
            "HOME": "/nonexistent",  # no .netrc; ssh takes its own from the user's entry
            "LC_ALL": "C",
        }

    def _check(self, arguments: Sequence[str], code: int, said: IO[bytes]) -> None:
        if code == 0:
            return
        said.seek(0)
        text = said.read(1 << 16).decode("utf-8", "backslashreplace")
        raise GitFailure(arguments[0], redact(text, self.access.secrets if self.access else ()))


def check_remote(remote: str) -> str:
    """``remote``, if it is the address of a repository that git may be pointed at.

    Raises:
        BadInput: for an option, another transport, plain HTTP beyond this machine, or a password in it.
    """
    parts = urlsplit(remote)
    fix = "name a folder, https://HOST/OWNER/NAME or ssh://git@HOST/OWNER/NAME"
    if not remote or remote.startswith("-") or not remote.isprintable():
        raise BadInput("remote", "", f"{shown(remote)} is no address of a repository", fix)
    if "::" in remote and not Path(remote).exists():
        raise BadInput("remote", "", f"{shown(remote)} names a helper program", fix)
    if parts.scheme and "://" in remote:
        if parts.password is not None or (parts.username is not None and parts.scheme != "ssh"):
            raise BadInput(
                "remote",
                "",
                f"{shown(parts.hostname)}: the address holds a name or a password",
                "leave it out, and give a token in GITHUB_TOKEN",
            )
        plain = parts.scheme == "http" and parts.hostname in _LOOPBACK
        if parts.scheme not in ("https", "ssh", "file") and not plain:
            raise BadInput("remote", "", f"{shown(remote)}: the transport {shown(parts.scheme)}", fix)
    return remote
