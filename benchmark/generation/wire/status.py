"""What an error of a server means: by its status, and by what vendors write into the body."""

import email.utils
import re
import time
from collections.abc import Mapping, Sequence

from benchmark.core.errors import printable
from benchmark.core.secret import redact
from benchmark.generation.wire.failure import (
    CallFailed,
    Cause,
    ModelMisconfigured,
    Outage,
    ParameterRefused,
    PromptFiltered,
    QuotaExhausted,
    TaskRejected,
)
from benchmark.generation.wire.fault import VendorError, read_fault, seconds
from benchmark.generation.wire.transport import LastResponse

_LONGEST = 300  #: characters of a server's message that are kept

_PAYMENT, _CONFLICT, _TOO_LARGE, _TOO_MANY = 402, 409, 413, 429
_KEY_REFUSED = frozenset({401, 403})
_FILTERS = frozenset({400, 403, 451})
_NOT_THERE = frozenset({404, 405})
_TRANSIENT = frozenset({408, _CONFLICT, 425})
_OVERLOADED = frozenset({503, 529})


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_NO_MONEY = _words(
    r"insufficient[_ ]quota",
    r"billing_hard_limit",
    r"credit balance is too low",
    r"payment required",
    r"insufficient credits",
    r"PerDay",  # Google's quotas of a day; those of a minute say the same words otherwise
)
_NO_KEY = _words(r"invalid_api_key", r"API_KEY_INVALID", r"API key not valid", r"incorrect api key")
_NO_MODEL = _words(r"model_not_found", r"\bmodel\b.{0,100}(?:not found|does not exist|not supported for)")
_TOO_LONG = _words(
    r"context[_ ](?:length|window|size)",
    r"maximum context",
    r"(?:prompt|input) is too long",
    r"too many (?:input )?tokens",
    r"token count .{0,80}exceeds",
    r"reduce the length",
)
_TOO_BIG = _words(
    r"(?:image|picture|media|payload|request|file)[^.]{0,100}(?:too large|exceed|larger than|maximum)",
    r"too many images",
)
_FILTERED = _words(  # OpenAI, Azure, OpenRouter, Anthropic
    "content_filter",
    "content_policy_violation",
    "ResponsibleAIPolicyViolation",
    "input was flagged",
    "blocked by content filtering",
)
_REFUSAL = _words(
    r"unsupported|not support|unrecognized|unexpected|unknown|invalid|not (?:permitted|allowed|accepted)",
    r"cannot|must be|may only|deprecated|extra inputs|out of range",
)


def failure(found: LastResponse, parameters: Mapping[str, str], keys: Sequence[str]) -> CallFailed:
    """What a response with an error means.

    Args:
        found: the response; its status is no success, or its body holds an error.
        parameters: the wire's name of a parameter → the field of ``Sampling``.
        keys: hidden in what is said.
    """
    fault = read_fault(found.body) or VendorError(message=found.text)
    status = found.status or 0
    if status < 300 and fault.status is not None:  # noqa: PLR2004 - an error inside a success
        status = fault.status
    said = line(fault.message, keys)
    says = f"the server says {status or 'error'}" + (f": {said}" if said else "")
    if status in _FILTERS and _FILTERED.search(fault.text):
        return PromptFiltered(says, status=status, request_id=found.request_id)
    meant = _outage(status, fault, says, found) or _config(status, fault, says)
    meant = meant or _refusal(status, fault, says, parameters)
    meant.status, meant.request_id = status or None, found.request_id
    return meant


def _outage(status: int, fault: VendorError, says: str, found: LastResponse) -> CallFailed | None:
    if status == _PAYMENT or _NO_MONEY.search(fault.text):
        return QuotaExhausted(says)
    wait = retry_after(found.headers) if fault.retry_after is None else fault.retry_after
    if status == _TOO_MANY:
        return Outage(says, cause=Cause.RATE_LIMIT, retry_after=wait)
    if status in _OVERLOADED or "overloaded" in fault.text.lower():
        return Outage(says, cause=Cause.OVERLOADED, retry_after=wait)
    if status >= 500 or status in _TRANSIENT or status < 300:  # noqa: PLR2004 - ranges of HTTP
        return Outage(says, cause=Cause.SERVER, retry_after=wait)
    return None


def _config(status: int, fault: VendorError, says: str) -> CallFailed | None:
    if status < 400:  # noqa: PLR2004 - a range of HTTP
        return ModelMisconfigured(f"the server answers with a redirect ({status})", fix="check base_url")
    if status in _KEY_REFUSED or _NO_KEY.search(fault.text):
        return ModelMisconfigured(says, fix="check the key and what it may do")
    if status in _NOT_THERE or _NO_MODEL.search(fault.text):
        return ModelMisconfigured(says, fix="check the model's id and base_url")
    return None


def _refusal(status: int, fault: VendorError, says: str, parameters: Mapping[str, str]) -> CallFailed:
    """One of 400, 413, 422 and their like: about this task or about a parameter."""
    if _TOO_LONG.search(fault.text):
        fix = "ask a model that takes longer prompts"
        return TaskRejected(f"the prompt is too long for the model; {says}", fix=fix)
    if fault.parameter in parameters:
        return _refused(says, _named(fault, parameters))
    if status == _TOO_LARGE or _TOO_BIG.search(fault.text):
        fix = "max_side in the model config scales pictures down"
        return TaskRejected(f"a picture or the prompt is too large; {says}", fix=fix)
    if named := _named(fault, parameters):
        return _refused(says, named)
    return TaskRejected(
        says, fix="change what it names: parameters and extra of the model config are sent to it"
    )


def _refused(says: str, named: Sequence[str]) -> ParameterRefused:
    return ParameterRefused(says, parameter=named[0], others=tuple(named[1:]))


def _named(fault: VendorError, parameters: Mapping[str, str]) -> list[str]:
    """The parameters that an error names, each once, in the order in which it does."""
    found = [parameters[fault.parameter]] if fault.parameter in parameters else []
    if not found and not _REFUSAL.search(fault.text):
        return []
    names = "|".join(map(re.escape, sorted(parameters, key=len, reverse=True)))
    words = re.findall(rf"(?<![A-Za-z0-9_])(?:{names})(?![A-Za-z0-9_])", fault.message)
    return list(dict.fromkeys([*found, *(parameters[word] for word in words)]))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a response asks to wait: ``retry-after-ms``, or ``Retry-After`` as seconds or a date."""
    if (milliseconds := seconds(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None or (wait := seconds(value)) is not None:
        return None if value is None else wait
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def line(text: str, keys: Sequence[str]) -> str:
    """A stranger's text for a message: one line, printable, short, without keys."""
    return printable(" ".join(redact(text, keys).split()))[:_LONGEST]
