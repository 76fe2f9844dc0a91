"""Classifies error responses of servers, by their status and by the vendor's text in the body."""

import email.utils
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.errors import printable_text
from benchmark.core.secret import redact
from benchmark.generation.wire.failure import (
    CallFailed,
    Cause,
    ModelMisconfigured,
    Outage,
    ParameterRefused,
    PromptFiltered,
    QuotaExhausted,
    ResponsesOnly,
    TaskRejected,
    UnnamedRefusal,
)
from benchmark.generation.wire.transport import LastResponse

_MAX_TEXT_CHARS = 4000  #: characters of one text that are examined


@dataclass(frozen=True, slots=True)
class VendorError:
    """An error as described in a response body."""

    message: str = ""
    words: tuple[str, ...] = ()  #: its codes, types and reasons
    parameter: str = ""  #: the API's name of the field that caused the error
    retry_after: float | None = None  #: seconds to wait, if the body names them
    status: int | None = None  #: status inside the body, if any (OpenRouter sends one with HTTP 200)

    @property
    def text(self) -> str:
        """All texts of the error in one string, for searching."""
        return " ".join((self.message, *self.words))


def read_fault(body: bytes | None) -> VendorError | None:
    """Return the error in a body; None if the body holds none or is not a JSON object.

    The layouts are ``{"error": {"message", "type", "param", "code"}}`` (OpenAI and compatible servers,
    Anthropic, and OpenRouter with ``metadata``), ``{"error": {"message", "status", "details"}}`` (Google),
    ``{"error": "…"}`` (llama.cpp), and ``{"detail": …}`` or ``{"message": …}`` (proxies and web frameworks).
    """
    try:
        value = LastResponse(body=body).json()
    except Outage:
        return None
    error = value.get("error")
    if not error:
        detail = value.get("detail") or (value.get("message") if "choices" not in value else None)
        return VendorError(message=_detail_text(detail)) if detail else None
    if not isinstance(error, Mapping):
        return VendorError(message=_text(error))
    code = error.get("code")
    details = error.get("details")
    words, wait = _google_details(details) if isinstance(details, list) else ([], None)
    codes = [error[name] for name in ("type", "status", "code", "reason") if isinstance(error.get(name), str)]
    return VendorError(
        message=_text(error.get("message")) + _upstream_message(error.get("metadata")),
        words=(*map(_text, codes), *words),
        parameter=_text(error.get("param")),
        retry_after=wait,
        status=code if isinstance(code, int) and not isinstance(code, bool) else None,
    )


def parse_seconds(text: object) -> float | None:
    """Parse seconds from a header or a body; None if the value is not a finite number of at least 0."""
    try:
        value = float(text) if isinstance(text, str) else -1.0
    except ValueError:
        return None
    return value if 0 <= value < 1e9 else None  # noqa: PLR2004 - excludes nan and infinity


def _google_details(details: Sequence[object]) -> tuple[list[str], float | None]:
    """Return the reasons and quota ids of Google's error details, and the seconds to wait."""
    words: list[str] = []
    wait = None
    for detail in details:
        if not isinstance(detail, Mapping):
            continue
        words.append(_text(detail.get("reason")))
        if isinstance(delay := detail.get("retryDelay"), str):
            wait = parse_seconds(delay.removesuffix("s"))
        violations = detail.get("violations")
        if isinstance(violations, list):
            words += [_text(item.get("quotaId")) for item in violations if isinstance(item, Mapping)]
    return words, wait


def _upstream_message(metadata: object) -> str:
    """Return the message of the vendor to which OpenRouter passed the call."""
    raw = metadata.get("raw") if isinstance(metadata, Mapping) else None
    return f" ({raw[:_MAX_TEXT_CHARS]})" if isinstance(raw, str) else ""


def _detail_text(detail: object) -> str:
    """Return field and message of FastAPI's validation errors, without the request that they repeat."""
    entries = detail if isinstance(detail, list) else []
    messages = []
    for entry in entries:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("msg"), str):
            return _text(detail)
        place = entry.get("loc")
        name = ".".join(str(step) for step in place) if isinstance(place, list) else ""
        messages.append(f"{name}: {entry['msg']}")
    return _text("; ".join(messages) if messages else detail)


def _text(value: object) -> str:
    if value is None:
        return ""
    return (value if isinstance(value, str) else repr(value))[:_MAX_TEXT_CHARS]


_MAX_MESSAGE_CHARS = 300  #: characters of a server's message that are kept
#: Names with which providers decide to make a call again in another form.
_DECIDING = ("max_tokens", "max_completion_tokens", "anthropic-version")

_PAYMENT, _CONFLICT, _TOO_LARGE, _TOO_MANY = 402, 409, 413, 429
_KEY_REFUSED = frozenset({401, 403})
# Azure reports a filtered prompt with 400, OpenRouter with 403, which otherwise means a refused key, the
# Responses API with 200 and the status "failed".
_FILTERS = frozenset({200, 400, 403, 451})
_NOT_THERE = frozenset({404, 405})
# The SDKs of OpenAI and Anthropic retry 408 and 409 as well; 409 is a lock that timed out.
_TRANSIENT = frozenset({408, _CONFLICT, 425})
# 529 is Anthropic's own status.
_OVERLOADED = frozenset({503, 529})
#: Statuses of a gateway that did not wait for the model, which may still answer and bill.
_GAVE_UP = frozenset({408, 504, 524})


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_NO_MONEY = _any_of(
    r"insufficient[_ ]quota",
    r"billing_hard_limit",
    r"credit balance is too low",
    r"payment required",
    r"insufficient credits",
    r"PerDay",  # Google's daily quotas; its quotas per minute differ only in this word
)
_NO_KEY = _any_of(r"invalid_api_key", r"API_KEY_INVALID", r"API key not valid", r"incorrect api key")
# `.{0,100}` and not `.*`: the text is a stranger's, and must not make the search quadratic.
_NO_MODEL = _any_of(r"model_not_found", r"\bmodel\b.{0,100}(?:not found|does not exist|not supported for)")
_TOO_LONG = _any_of(
    r"context[_ ](?:length|window|size)",
    r"maximum context",
    r"(?:prompt|input) is too long",
    r"too many (?:input )?tokens",
    r"token count .{0,80}exceeds",
    r"reduce the length",
)
_TOO_BIG = _any_of(
    r"(?:image|picture|media|payload|request|file)[^.]{0,100}(?:too large|exceed|larger than|maximum)",
    r"too many images",
)
_FILTERED = _any_of(  # OpenAI, Azure, OpenRouter, Anthropic
    "content_filter",
    "content_policy_violation",
    "ResponsibleAIPolicyViolation",
    "(?:input|prompt) was flagged",
    "(?:bio|misalignment)_policy",
    "blocked by content filtering",
)
#: Refusals of more than one answer per call: Kimi's, Google's, Mistral's. None names the field apart.
_ONE_DRAW = _any_of(
    r"\binvalid n\b", r"multiple candidates", r"number of n completions must be 1", r"\bn must be 1\b"
)
_ENDPOINT = _any_of(r"\bonly (?:supported|available) in v1/responses", r"not a chat model")  # OpenAI
_UNNAMED, _GLM_CODE = _any_of(r"invalid api parameter"), "1210"  # GLM, whose texts are Chinese or English
#: OpenRouter: none of the model's servers takes all parameters. It says the same of pictures and tools.
_NO_SERVER = _any_of(
    r"no endpoints found that (?:support|can handle) (?![^.]{0,80}\b(?:tool|image|audio|video|file|input))"
)
#: What stands around the name of a refused parameter. A name alone may be a word: "please stop sending".
_BEFORE_NAME = _any_of(
    r"(?:parameter|argument|field|option|key|name|property|supplied|specify|set|use of)s?[:=]?\s*$",
    r"\b(?:no|invalid|unsupported|unknown|unexpected|unrecognized|value (?:of|for)|support(?:s|ed)?):?\s*$",
    r"\b(?:accept|allow|permit|take)s?\s*$",
)
_AFTER_NAME = _any_of(
    r"\s*[=\[]|\.\w|\s*参数",
    r"\s+(?:is|are|isn|must|cannot|can only|may only|does|should|-?\d)",
    r"\s+(?:unsupported|not (?:support|allow|permit))",
    r"\s+(?:parameter|argument|field|value|option|sequence|word|level|mode|budget|effort|type)s?\b",
)
_OPENS, _CLOSES = _any_of(r"['\"`‘“]$"), _any_of(r"['\"`’”.\[]")
_IDENTIFIER = re.compile(r"_|[a-z][A-Z]")
_REFUSAL = _any_of(
    r"unsupported|not support|unrecognized|unexpected|unknown|invalid|not (?:permitted|allowed|accepted)",
    r"cannot|must be|may only|deprecated|extra inputs|out of range",
    r"too (?:large|high|low|small)|at (?:most|least)",
)


def failure_of(response: LastResponse, parameters: Mapping[str, str], keys: Sequence[str]) -> CallFailed:
    """Return the failure that an error response means.

    Args:
        response: a response with an error status, or with an error in its body.
        parameters: the API's name of a parameter → the field of ``Sampling``.
        keys: API keys to hide in messages.
    """
    fault = read_fault(response.body) or VendorError(message=response.text)
    status = response.status or 0
    if status < 300 and fault.status is not None:  # noqa: PLR2004 - an error inside a success
        status = fault.status
    message = one_line(fault.message, keys)
    reason = f"the server says {status or 'error'}" + (f": {message}" if message else "")
    if status in _FILTERS and _FILTERED.search(fault.text):
        return PromptFiltered(reason, status=status, request_id=response.request_id)
    failed = _outage(status, fault, reason, response) or _no_server(fault, reason, parameters)
    failed = failed or _config_failure(status, fault, reason)
    failed = failed or _rejection(status, fault, reason, parameters)
    failed.status, failed.request_id = status or None, response.request_id
    failed.mentions = frozenset(name for name in _DECIDING if name in fault.text)
    return failed


def _outage(status: int, fault: VendorError, reason: str, response: LastResponse) -> CallFailed | None:
    # Before the status: OpenAI says insufficient_quota with 429, and retries of that are wasted.
    if status == _PAYMENT or _NO_MONEY.search(fault.text):
        return QuotaExhausted(reason)
    wait = retry_after(response.headers) if fault.retry_after is None else fault.retry_after
    if status == _TOO_MANY:
        return Outage(reason, cause=Cause.RATE_LIMIT, retry_after=wait)
    if status in _OVERLOADED or "overloaded" in fault.text.lower():
        return Outage(reason, cause=Cause.OVERLOADED, retry_after=wait)
    if status >= 500 or status in _TRANSIENT or status < 300:  # noqa: PLR2004 - ranges of HTTP
        unsure = status in _GAVE_UP or (response.status or 0) < 300  # noqa: PLR2004 - ranges of HTTP
        return Outage(reason, cause=Cause.SERVER, retry_after=wait, unsure=unsure)
    return None


def _config_failure(status: int, fault: VendorError, reason: str) -> CallFailed | None:
    if status < 400:  # noqa: PLR2004 - a range of HTTP
        return ModelMisconfigured(f"the server answers with a redirect ({status})", fix="check base_url")
    if status in _KEY_REFUSED or _NO_KEY.search(fault.text):
        return ModelMisconfigured(reason, fix="check the key and its permissions")
    if _ENDPOINT.search(fault.text):
        return ResponsesOnly(reason, fix="use another model, or a server that has this one's API")
    if status in _NOT_THERE or _NO_MODEL.search(fault.text):
        return ModelMisconfigured(reason, fix="check the model's id and base_url")
    return None


def _no_server(fault: VendorError, reason: str, parameters: Mapping[str, str]) -> CallFailed | None:
    if not _NO_SERVER.search(fault.text):
        return None
    if names := _named_parameters(fault, parameters):
        return _parameter_refused(reason, names)
    fix = "choose another model or protocol, or set provider: {require_parameters: false} in extra"
    return UnnamedRefusal(reason, fix=fix)


def _rejection(status: int, fault: VendorError, reason: str, parameters: Mapping[str, str]) -> CallFailed:
    """Return the failure for 400, 413, 422 and similar: the server refuses this task or a parameter."""
    parameters = _in_both_spellings(parameters)
    # Before the parameters: vLLM names max_tokens where a prompt leaves too little room for it.
    if _TOO_LONG.search(fault.text):
        fix = "use a model that accepts longer prompts"
        return TaskRejected(f"the prompt is too long for the model; {reason}", fix=fix)
    if fault.parameter in {*parameters, "n"}:
        return _parameter_refused(reason, _named_parameters(fault, parameters))
    if status == _TOO_LARGE or _TOO_BIG.search(fault.text):
        fix = "set max_side in the model config to scale pictures down"
        return TaskRejected(f"a picture or the prompt is too large; {reason}", fix=fix)
    if names := _named_parameters(fault, parameters):
        return _parameter_refused(reason, names)
    fix = "correct the field that the server names in `parameters` or `extra` of the model config"
    return (UnnamedRefusal if _is_unnamed(fault) else TaskRejected)(reason, fix=fix)


def _is_unnamed(fault: VendorError) -> bool:
    """Whether the server refuses a parameter in words that are the same for all of them."""
    return _GLM_CODE in (*fault.words, str(fault.status)) or _UNNAMED.search(fault.text) is not None


def _parameter_refused(reason: str, names: Sequence[str]) -> ParameterRefused:
    return ParameterRefused(reason, parameter=names[0], others=tuple(names[1:]))


def _in_both_spellings(parameters: Mapping[str, str]) -> dict[str, str]:
    """Add ``topP`` for ``top_p``: Google writes both, and xAI refuses ``reasoningEffort``."""
    camel = {re.sub("_(.)", lambda found: found[1].upper(), name): to for name, to in parameters.items()}
    return {**camel, **parameters, "candidateCount": "n", "candidate_count": "n"}


def _named_parameters(fault: VendorError, parameters: Mapping[str, str]) -> list[str]:
    """Return the parameters that an error names, each once, in the order of the message."""
    if fault.parameter == "n" or _ONE_DRAW.search(fault.text):
        return ["n"]
    first = [parameters[fault.parameter]] if fault.parameter in parameters else []
    if not (first or _REFUSAL.search(fault.text) or _NO_SERVER.search(fault.text) or _is_unnamed(fault)):
        return []
    names = {"n": "n"} | {name.lower(): to for name, to in parameters.items()}
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    one = rf"(?<![A-Za-z0-9_])(?:{pattern})(?![A-Za-z0-9_])"
    lists = re.finditer(rf"{one}(?:(?:,? and |,? or |, ){one})*", fault.message, re.IGNORECASE)
    found = [
        names[word.lower()]
        for listed in lists
        if _is_name(listed[0], fault.message[: listed.start()][-40:], fault.message[listed.end() :][:40])
        for word in re.findall(one, listed[0], re.IGNORECASE)
    ]
    return list(dict.fromkeys([*first, *found]))


def _is_name(word: str, before: str, after: str) -> bool:
    """Whether a word of a message, or a list of words, names parameters: most are words of English, too.

    >>> _is_name("stop", "Unsupported parameter: ", ""), _is_name("stop", "please ", " sending pictures")
    (True, False)
    """
    if _IDENTIFIER.search(word) or (_OPENS.search(before) and _CLOSES.match(after)):
        return True
    if _BEFORE_NAME.search(before) or _AFTER_NAME.match(after):
        return True
    if after.startswith(":"):  # a path in front of what is wrong: "body.seed: Extra inputs are not permitted"
        return re.search(r"(?:^|[.;(\[\]\n'\"`])\s*$", before) is not None
    return re.search(r":\s*$", before) is not None and re.match(r"[.,;)]?\s*$", after) is not None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait from ``retry-after-ms``, or from ``Retry-After`` as seconds or a date."""
    if (milliseconds := parse_seconds(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None or (wait := parse_seconds(value)) is not None:
        return None if value is None else wait
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def one_line(text: str, keys: Sequence[str]) -> str:
    """Return a text of a server or an SDK as one short, printable line without keys."""
    return printable_text(" ".join(redact(text, keys).split()))[:_MAX_MESSAGE_CHARS]
