"""Fields of a submission: texts, names and links that a page can show as they are."""

import re
import unicodedata
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from benchmark.files.wording import refusal

_SETTING = re.compile(r"[A-Za-z0-9]+(?:[._+-][A-Za-z0-9]+)*")
_LOGIN = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}")
_DATE = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,63}")
#: Variables of the CI machine itself; a config must not send them to a server of its choice.
_RESERVED = ("GITHUB_", "ACTIONS_", "RUNNER_", "SIGHTBENCH_")
_MARKUP = re.compile(r"[<>`]|\]\(|\{[{%#]|&#|&\w+;|(?:java|vb)script\s*:|data\s*:\s*text/", re.IGNORECASE)
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that show nothing
_MARKS_LIMIT = 2  # combining marks on one letter
_HOST = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])", re.IGNORECASE
)
_URL = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]{1,500}")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def _setting(value: str) -> str:
    if not _SETTING.fullmatch(value):
        raise refusal("must be letters and digits with single . _ + or - between them", "such as V2C-CoT")
    return value


def _login(value: str) -> str:
    if not _LOGIN.fullmatch(value):
        raise refusal("must be a GitHub login", "without @, such as octocat")
    return value


def _text(value: str) -> str:
    if not value.isprintable() or value != value.strip() or _BLANKS & set(value):
        raise refusal("has control, invisible or direction characters, or spaces at its ends", "remove them")
    if value != unicodedata.normalize("NFC", value) or _stacked(value):
        raise refusal("is not in Unicode's composed form (NFC)", "type it again without combining marks")
    if found := _MARKUP.search(value):
        raise refusal(f"has markup ({found[0]!r})", "plain text only")
    return value


def _stacked(value: str) -> bool:
    run = 0
    for character in value:
        run = run + 1 if unicodedata.combining(character) else 0
        if run > _MARKS_LIMIT:
            return True
    return False


def _link(value: str) -> str:
    if not _URL.fullmatch(value) or not value.startswith("https://"):
        raise refusal(
            "must be an https:// link", "such as https://example.org/page; percent-encode all but ASCII"
        )
    host = _host(value)
    if not _HOST.fullmatch(host):
        raise refusal("has no host name", "such as https://example.org/page")
    return value


def _base_url(value: str) -> str:
    if not _URL.fullmatch(value) or not value.startswith(("https://", "http://")):
        raise refusal(
            "must be an https:// address", "http:// only for this machine, such as http://127.0.0.1:8000/v1"
        )
    host = _host(value)
    if value.startswith("http://"):
        if host not in _LOOPBACK:
            raise refusal("must be https, except for this machine", "use https://")
    elif not _HOST.fullmatch(host) and not _public(host):
        raise refusal("has no public host", "such as https://api.example.org/v1")
    if "?" in value or "#" in value:  # it may be a key, and is written down
        raise refusal("must have no ? and no #", "remove what stands from there on", show=False)
    return value


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        _ = parts.port  # refuses what is no number
    except ValueError:
        raise refusal("is not a valid address", "check host and port") from None
    if parts.username is not None or parts.password is not None:
        raise refusal("must not hold a user name or a password", "remove what stands before @", show=False)
    return parts.hostname or ""


def _public(host: str) -> bool:
    try:
        return ip_address(host).is_global
    except ValueError:
        return False


def _date(value: str) -> str:
    if not _DATE.fullmatch(value):
        raise refusal("must be a date", "such as 2025-01-31 or 2025-01")
    return value


def _variable(value: str) -> str:
    if not _VARIABLE.fullmatch(value):
        raise refusal(
            "must be the name of an environment variable",
            "such as ACME_API_KEY; never the key itself",
            show=False,  # it may be the key
        )
    if value.startswith(_RESERVED):
        raise refusal("belongs to the CI machine", "such as ACME_API_KEY")
    return value


Text = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_text)]
Setting = Annotated[
    str,
    Field(max_length=80, json_schema_extra={"pattern": f"^{_SETTING.pattern}$"}),
    AfterValidator(_setting),
]
Login = Annotated[str, Field(json_schema_extra={"pattern": f"^{_LOGIN.pattern}$"}), AfterValidator(_login)]
Link = Annotated[str, AfterValidator(_link), Field(description="https only")]
BaseUrl = Annotated[str, AfterValidator(_base_url), Field(description="https, or http on this machine")]
PartialDate = Annotated[str, AfterValidator(_date), Field(description="YYYY-MM-DD or YYYY-MM")]
Variable = Annotated[str, AfterValidator(_variable), Field(description="name of an environment variable")]
