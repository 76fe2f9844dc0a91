"""Runs git safely on untrusted repositories, to read them as data and to add files.

The files of a commit are read directly from git's database, without a checkout.

Everything that a repository could use to run code is ignored: hooks, filters and drivers in attributes. The
configuration of the user and the machine is ignored, too, and git never prompts. Transports are files, HTTPS
and SSH only. Git never searches for a repository in parent folders.
"""

import base64
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from benchmark.core.errors import BadInput, OurFailure, printable_text, quote_value
from benchmark.core.install import install_program
from benchmark.core.secret import redact

SECONDS = 300.0  #: maximum seconds of one git command
_MESSAGE_CHARACTERS = 600  #: maximum characters of git's output in an error
_KILL_SECONDS = 10.0  #: seconds to wait for a killed process

#: Git settings, which override the repository's own configuration.
_SETTINGS: Mapping[str, str] = {
    "core.hooksPath": "/dev/null",
    # Its value can be the name of a program, which git would run.
    "core.fsmonitor": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "core.autocrlf": "false",
    "core.symlinks": "false",  # an untrusted link becomes a plain file
    # On some file systems, `GIT~1` and `.g` + U+200C + `it` are the folder `.git`.
    "core.protectNTFS": "true",
    "core.protectHFS": "true",
    "core.askPass": "",
    "credential.helper": "",
    "http.extraHeader": "",
    "http.lowSpeedLimit": "1000",  # bytes per second; slower for a minute means that the server hangs
    "http.lowSpeedTime": "60",
    "http.followRedirects": "initial",
    # Addresses such as `ext::sh -c …` run a program.
    "protocol.allow": "never",
    "protocol.file.allow": "always",
    "protocol.https.allow": "always",
    "protocol.ssh.allow": "always",
    "transfer.fsckObjects": "true",
    "fetch.recurseSubmodules": "false",
    "submodule.recurse": "false",
    # Git would start a process in the background that outlives the command.
    "gc.auto": "0",
    "maintenance.auto": "false",
    "commit.gpgSign": "false",
    "push.gpgSign": "false",
    "log.showSignature": "false",
    "advice.detachedHead": "false",
    "user.name": "Sightbench",
    "user.email": "results@sightbench.invalid",
    "safe.directory": "*",  # allows repositories of other users, which are only read as data
}
#: Environment variables that git inherits: paths of programs, and access to the network.
_INHERITED = (
    "PATH",
    "TMPDIR",
    "SSH_AUTH_SOCK",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "GIT_SSL_CAINFO",
    "CURL_CA_BUNDLE",
    *(
        name
        for proxy in ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
        for name in (proxy, proxy.upper())
    ),
)
_GITHUB = "https://github.com"
FILE = "100644"  #: mode of a file that is not executable
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


#: Errors of git that another attempt would get, too: a pattern without regard to case, and the fix.
_LASTING_ERRORS = {
    r"authentication failed|could not read (?:username|password)|returned error: 40[13]"
    r"|permission (?:to .* )?denied|host key verification failed": (
        "give a token in GITHUB_TOKEN, or an SSH key, that has rights to the repository"
    ),
    r"repository .*not found|does not (?:appear to be a git repository|exist)"
    r"|not a git repository|returned error: 40[04]|dubious ownership": (
        "check the folder or the address of the repository, and whether the token may see it"
    ),
    r"hook declined|protected branch|rule violations|marked as read only": (
        "change the rules for the branch in the settings of the repository"
    ),
}
#: Errors in order: the first pattern that matches counts; the last pattern matches everything.
_ERRORS = _LASTING_ERRORS | {
    r"couldn't find remote ref": "check the name of the branch, or push it first",
    r"could not resolve host|connection|timed out|early eof|hung up|returned error: 5[0-9][0-9]": (
        "check the network and try again"
    ),
    r"no space left|disk quota": "free space on the disk and try again",
    r"non-fast-forward|fetch first|cannot lock ref": "try again: another writer was faster",
    r"bad object|unable to read|missing (?:blob|tree|commit)|shallow|unknown revision|not our ref": (
        "fetch the whole history: git fetch --unshallow"
    ),
    "": "try again; if it fails again, check the repository with git fsck",
}


class GitFailure(OurFailure):
    """A git command failed.

    ``stderr`` is git's standard error, without keys. By default, the fix is that of the first pattern that
    matches it.
    """

    def __init__(self, command: str, stderr: str, fix: str = "") -> None:
        self.stderr = stderr
        # The lasting ones come first, so that no attempt is repeated that cannot succeed.
        known = next(pattern for pattern in _ERRORS if re.search(pattern, stderr, re.IGNORECASE))
        self.lasting = known in _LASTING_ERRORS
        lines = [printable_text(line.strip()) for line in stderr.splitlines() if line.strip()]
        said = "; ".join(lines)[:_MESSAGE_CHARACTERS] or "failed without a message"
        super().__init__(f"git {command}: {said}", fix or _ERRORS[known])


@dataclass(frozen=True, slots=True)
class GitAccess:
    """A token, and the only server that may receive it."""

    server: str  #: address, such as ``https://github.com/``
    token: str = field(repr=False)

    @classmethod
    def to(cls, remote: str, token: str) -> "GitAccess | None":
        """Return access to ``remote`` over HTTPS; None without a token, or if the remote must not get it.

        A token is only sent to GitHub, to the server in ``GITHUB_SERVER_URL``, and to this machine.
        """
        if not token or urlsplit(remote).scheme not in ("https", "http"):
            return None
        parts = urlsplit(check_remote(remote))
        own = urlsplit(os.environ.get("GITHUB_SERVER_URL") or _GITHUB).hostname
        if parts.hostname not in {own, *_LOOPBACK}:
            return None
        return cls(server=f"{parts.scheme}://{parts.netloc}/", token=token)

    @property
    def secrets(self) -> tuple[str, str]:
        """The texts that no message may contain: the token, plain and encoded as in HTTP requests of git."""
        return self.token, base64.b64encode(f"x-access-token:{self.token}".encode()).decode("ascii")


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git in one folder: a repository with or without a work tree, or a folder that becomes one."""

    folder: Path
    access: GitAccess | None = None

    def run(self, *arguments: str, feed: bytes = b"", seconds: float = SECONDS) -> bytes:
        """Run a git command and return its standard output.

        Untrusted paths and names belong after ``--`` or in ``feed``, which is git's standard input.

        Raises:
            GitFailure: if the command fails, or takes longer than ``seconds``: then it is killed.
        """
        with self._start(arguments, feed) as (process, stderr):
            try:
                output, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                late = f"did not end within {seconds:.0f} s"
                raise GitFailure(arguments[0], late, "try again later") from None
            self._check(arguments, process.returncode, stderr)
            return output

    def text(self, *arguments: str, feed: bytes = b"") -> str:
        """Run a git command and return its output as stripped text, such as the id of a commit."""
        return self.run(*arguments, feed=feed).decode("utf-8", "backslashreplace").strip()

    @contextmanager
    def stream(self, *arguments: str, feed: bytes = b"") -> Iterator[IO[bytes]]:
        """Yield git's output, which may exceed the memory, as a stream; GitFailure is raised at the end."""
        with self._start(arguments, feed) as (process, stderr):
            assert process.stdout is not None  # noqa: S101 - _start opens a pipe
            yield process.stdout
            process.stdout.close()
            self._check(arguments, process.wait(), stderr)

    @contextmanager
    def _start(
        self, arguments: Sequence[str], feed: bytes
    ) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
        """Start git; yield the process and its standard error, and kill its process group at the end."""
        # Files and not pipes: while we write to one pipe, git could wait for us to empty another.
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as stderr:
            given.write(feed)
            given.seek(0)
            try:
                process = subprocess.Popen(
                    ["git", *arguments],
                    cwd=self.folder,
                    env=self._environment(),
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=stderr,
                    process_group=0,
                )
            except FileNotFoundError as error:
                if not self.folder.is_dir():
                    fix = "give the folder of a repository"
                    raise BadInput(self.folder, "", "is not a folder", fix) from None
                fix = f"{install_program('git')} (2.34 or newer)"
                raise OurFailure("git is not installed", fix) from error
            try:
                yield process, stderr
            finally:
                if process.poll() is None:
                    # With its helpers, such as git-remote-https, which would otherwise go on.
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait(_KILL_SECONDS)
                if process.stdout is not None:
                    process.stdout.close()

    def _environment(self) -> dict[str, str]:
        settings = list(_SETTINGS.items())
        if self.access is not None:
            # By the environment: every user of the machine can read the arguments of a process.
            header = f"Authorization: Basic {self.access.secrets[1]}"
            settings.append((f"http.{self.access.server}.extraHeader", header))
            if urlsplit(self.access.server).hostname in _LOOPBACK:
                settings.append(("protocol.http.allow", "always"))
        numbered = {}
        for number, (name, value) in enumerate(settings):
            numbered[f"GIT_CONFIG_KEY_{number}"] = name
            numbered[f"GIT_CONFIG_VALUE_{number}"] = value
        return {
            **{name: os.environ[name] for name in _INHERITED if name in os.environ},
            **numbered,
            "GIT_CONFIG_COUNT": str(len(settings)),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_ATTR_NOSYSTEM": "1",
            # A stranger's `refs/replace` would show other contents than the commits have.
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CEILING_DIRECTORIES": str(self.folder.resolve().parent),
            "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=30",
            "HOME": "/nonexistent",  # so that .netrc is not read; ssh finds the user's home by itself
            # The patterns of errors are English.
            "LC_ALL": "C",
        }

    def _check(self, arguments: Sequence[str], code: int, stderr: IO[bytes]) -> None:
        if code == 0:
            return
        stderr.seek(0)
        text = stderr.read(1 << 16).decode("utf-8", "backslashreplace")
        raise GitFailure(arguments[0], redact(text, self.access.secrets if self.access else ()))


def check_remote(remote: str) -> str:
    """Return ``remote`` if it is a safe address of a repository.

    Raises:
        BadInput: if the address is an option, uses another transport or plain HTTP to another machine, or has
            a user name or password.
    """
    parts = urlsplit(remote)
    fix = "give a folder, https://HOST/OWNER/NAME or ssh://git@HOST/OWNER/NAME"
    if not remote or remote.startswith("-") or not remote.isprintable():
        raise BadInput("remote", "", f"{quote_value(remote)} is not an address of a repository", fix)
    # Such as `ext::sh -c …`; the settings refuse it as well, but with words about a transport.
    if "::" in remote and not Path(remote).exists():
        raise BadInput("remote", "", f"{quote_value(remote)} would run a helper program", fix)
    if parts.scheme and "://" in remote:
        if parts.password is not None or (parts.username is not None and parts.scheme != "ssh"):
            problem = f"{quote_value(parts.hostname)}: the address contains a user name or a password"
            raise BadInput("remote", "", problem, "remove it, and set a token in GITHUB_TOKEN")
        plain = parts.scheme == "http" and parts.hostname in _LOOPBACK
        if parts.scheme not in ("https", "ssh", "file") and not plain:
            problem = f"{quote_value(remote)}: the transport {quote_value(parts.scheme)} is not allowed"
            raise BadInput("remote", "", problem, fix)
    return remote


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file, link or submodule in a commit."""

    path: str  #: path with ``/`` between its parts; bytes that are not UTF-8 become lone surrogates
    mode: str  #: FILE, or that of a program, link or submodule
    id: str  #: id of the blob; for a submodule, of its commit
    size: int  #: bytes; -1 for a submodule, or if not asked for


def commit_of(folder: Path) -> str:
    """Return the commit of the checkout whose folder or part this is; empty if it is neither.

    A folder that a build made inside of a checkout is no part of it: the commit does not have this folder.
    """
    folder = folder.resolve()
    root = next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)
    if root is None:
        return ""
    try:
        # Neither command reads the index, for which a stranger's settings could start a program.
        commit = Git(root).text("rev-parse", "HEAD")
        part = folder == root or Git(root).text("ls-tree", commit, "--", f"{folder.relative_to(root)}/")
    except GitFailure:
        return ""
    return commit if part else ""


def commit_id(git: Git, revision: str) -> str:
    """Return the id of the commit that ``revision`` names; BadInput if the repository lacks it."""
    try:
        return git.text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except GitFailure:
        problem = f"has no commit {quote_value(revision)}"
        raise BadInput(git.folder, "", problem, "check the name, or fetch the commit first") from None


def entries(git: Git, commit: str, folder: str = "", *, sizes: bool = True) -> Iterator[TreeEntry]:
    """Yield all files, links and submodules of a commit, or of one folder in it, in git's order.

    Without ``sizes``, the size of each is -1. A clone without contents would fetch each file for its size.
    """
    # Literally: git would read a folder named `*` as a pattern.
    chosen = ("--", f":(literal){folder}") if folder else ()
    options = ("--long",) if sizes else ()
    listed = git.run("ls-tree", "-r", "-z", *options, "--full-tree", commit, *chosen)
    for line in listed.split(b"\0")[:-1]:
        described, _, path = line.partition(b"\t")
        mode, _kind, identifier, *rest = described.decode("ascii").split()
        name = path.decode("utf-8", "surrogateescape")
        yield TreeEntry(path=name, mode=mode, id=identifier, size=-1 if rest in ([], ["-"]) else int(rest[0]))


def blobs(git: Git, identifiers: Iterable[str], kind: str = "blob") -> Iterator[bytes]:
    """Yield the contents of blobs or trees in the given order. Their sizes are not limited: check first.

    Raises:
        OurFailure: if a blob does not exist, or git fails.
    """
    wanted = list(identifiers)
    feed = "".join(f"{identifier}\n" for identifier in wanted).encode("ascii")
    with git.stream("cat-file", "--batch", feed=feed) as stream:
        for identifier in wanted:
            yield _content(stream, identifier, kind)


def _content(stream: IO[bytes], identifier: str, kind: str) -> bytes:
    header = stream.readline().split()
    if len(header) != 3 or header[1].decode() != kind:  # noqa: PLR2004 - id, type, size
        what = "a file" if kind == "blob" else f"a {kind}"
        raise OurFailure(f"the object {identifier} is missing or is not {what}", "fetch the repository again")
    data = stream.read(int(header[2]))
    stream.read(1)  # skip the line end after the data
    return data
