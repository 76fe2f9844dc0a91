"""Types for fields of a submission: texts, names and links that are safe to show on a page."""

import calendar
import re
import unicodedata
from ipaddress import ip_address
from itertools import groupby
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from benchmark.core.log_commands import defuse_commands
from benchmark.core.names import plain_setting
from benchmark.core.secret import OWN_PREFIX
from benchmark.files.edge import matching
from benchmark.files.wording import refusal

_SETTING = re.compile(r"[A-Za-z0-9]+(?:[._+-][A-Za-z0-9]+)*")
_LOGIN = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}")
_DATE = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,63}")
#: Prefixes of the CI machine's own variables; a submission must not send their values to its server.
_RESERVED = ("GITHUB_", "ACTIONS_", "RUNNER_", "SIGHTBENCH_")
_MARKUP = re.compile(r"[<>`]|\]\(|\{[{%#]|&#|&\w+;|(?:java|vb)script\s*:|data\s*:\s*text/", re.IGNORECASE)
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that look empty
_MARKS_LIMIT = 2  # maximum combining marks on one letter
_HOST = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])", re.IGNORECASE
)
_URL = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]{1,500}")
_ADDRESS = re.compile(r"(?i)\w+://|\bwww\.|\b(?:mailto|tel):")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def _check_text(value: str) -> str:
    if not value.isprintable() or value != value.strip() or _BLANKS & set(value):
        raise refusal("has control, invisible or direction characters, or spaces at its ends", "remove them")
    marked = groupby(value, lambda character: unicodedata.combining(character) > 0)
    stacked = max((len([*marks]) for mark, marks in marked if mark), default=0)
    if value != unicodedata.normalize("NFC", value) or stacked > _MARKS_LIMIT:
        raise refusal("is not in Unicode's composed form (NFC)", "type it again without combining marks")
    if found := _MARKUP.search(value):
        raise refusal(f"has markup ({found[0]!r})", "write plain text")
    if defuse_commands(value) != value:
        raise refusal("has a command for GitHub's runner", "remove ## before [, and :: at the beginning")
    return value


def _check_no_address(value: str) -> str:
    if found := _ADDRESS.search(value):
        raise refusal(f"has an address ({found[0]!r})", "write the name, and the address under links")
    return value


def _check_link(value: str) -> str:
    if not _URL.fullmatch(value) or not value.startswith("https://"):
        raise refusal(
            "must be an https:// link", "write https://example.org/page, with non-ASCII percent-encoded"
        )
    host = _host(value)
    if not _HOST.fullmatch(host):
        raise refusal("has no host name", "write a link such as https://example.org/page")
    return value


def _check_base_url(value: str) -> str:
    if not _URL.fullmatch(value) or not value.startswith(("https://", "http://")):
        raise refusal(
            "must be an https:// address", "use http:// only for this machine: http://127.0.0.1:8000/v1"
        )
    host = _host(value)
    if value.startswith("http://"):
        if host not in _LOOPBACK:
            raise refusal("must be https, except for this machine", "use https://")
    elif not _HOST.fullmatch(host) and not _is_public(host):
        raise refusal("has no public host", "write an address such as https://api.example.org/v1")
    if "?" in value or "#" in value:  # such a part may contain a key, and addresses are published
        raise refusal("must have no ? and no #", "remove everything from there on", show=False)
    return value


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError if the port is not a number
    except ValueError:
        raise refusal("is not a valid address", "check host and port") from None
    if parts.username is not None or parts.password is not None:
        raise refusal("must not have a user name or a password", "remove everything up to @", show=False)
    return parts.hostname or ""


def _is_public(host: str) -> bool:
    try:
        # An address of a private network would reach the machines around the one that calls.
        return ip_address(host).is_global
    except ValueError:
        return False


def _check_day(value: str) -> str:
    year, month, *day = map(int, value.split("-"))
    last = calendar.monthrange(year, month)[1]
    if day and day[0] > last:
        raise refusal("is a day that does not exist", f"the last day of that month is {value[:7]}-{last}")
    return value


def _check_receiver(value: str) -> str:
    if value.startswith(_RESERVED) and not value.startswith(OWN_PREFIX):
        raise refusal("is reserved for the CI machine", "use another name, such as SIGHTBENCH_KEY_ACME")
    from benchmark.generation.providers.keys import is_foreign_secret

    if is_foreign_secret(value):
        raise refusal(
            "is a secret of another program, which is never sent to a model's server",
            "use a name of its own, such as SIGHTBENCH_KEY_ACME",
        )
    return value


Text = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_check_text)]
#: A name that boards show: not an address, which would be an advertisement on every page.
ShownName = Annotated[Text, AfterValidator(_check_no_address)]
Setting = Annotated[
    str,
    Field(max_length=80, json_schema_extra={"pattern": f"^{_SETTING.pattern}$"}),
    matching(
        _SETTING,
        "must be letters and digits with single . _ + or - between them",
        "write a name such as V2C-CoT",
    ),
    AfterValidator(plain_setting),
]
Login = Annotated[
    str,
    Field(json_schema_extra={"pattern": f"^{_LOGIN.pattern}$"}),
    matching(_LOGIN, "must be a GitHub login", "write it without @, such as octocat"),
]
Link = Annotated[str, AfterValidator(_check_link), Field(description="https only")]
BaseUrl = Annotated[str, AfterValidator(_check_base_url), Field(description="https, or http on this machine")]
PartialDate = Annotated[
    str,
    matching(_DATE, "must be a date", "write it like 2025-01-31 or 2025-01"),
    AfterValidator(_check_day),
    Field(description="YYYY-MM-DD or YYYY-MM"),
]
Variable = Annotated[
    str,
    matching(
        _VARIABLE,
        "must be the name of an environment variable",
        "write a name such as SIGHTBENCH_KEY_ACME; never the key itself",
        show=False,  # the value may be the key
    ),
    AfterValidator(_check_receiver),
    Field(description="name of an environment variable"),
]
