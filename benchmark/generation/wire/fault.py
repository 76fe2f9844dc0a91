"""Reads the error from a response body; vendors use four layouts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.generation.wire.failure import Outage
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
