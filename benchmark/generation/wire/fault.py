"""An error as vendors write it into a body: four layouts, one reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.generation.wire.failure import Outage
from benchmark.generation.wire.transport import LastResponse

_LONGEST = 4000  #: characters of one text that are looked at


@dataclass(frozen=True, slots=True)
class VendorError:
    """What a body says about an error."""

    message: str = ""
    words: tuple[str, ...] = ()  #: its codes, types and reasons
    parameter: str = ""  #: the wire's name of the field that it is about
    retry_after: float | None = None  #: seconds, where the body says so
    status: int | None = None  #: where the body has a status of its own (OpenRouter sends it with 200)

    @property
    def text(self) -> str:
        """Everything that is said, to be searched."""
        return " ".join((self.message, *self.words))


def read_fault(body: bytes | None) -> VendorError | None:
    """The error of a body; None when it holds none, or is no JSON object.

    ``{"error": {"message", "type", "param", "code"}}`` (OpenAI and its like, Anthropic, OpenRouter with
    ``metadata``), ``{"error": {"message", "status", "details"}}`` (Google), ``{"error": "…"}`` (llama.cpp),
    ``{"detail": …}`` and ``{"message": …}`` (what stands in front of an engine).
    """
    try:
        value = LastResponse(body=body).json()
    except Outage:
        return None
    error = value.get("error")
    if not error:
        detail = value.get("detail") or (value.get("message") if "choices" not in value else None)
        return VendorError(message=_said(detail)) if detail else None
    if not isinstance(error, Mapping):
        return VendorError(message=_text(error))
    code = error.get("code")
    details = error.get("details")
    words, wait = _details(details) if isinstance(details, list) else ([], None)
    named = [error[name] for name in ("type", "status", "code", "reason") if isinstance(error.get(name), str)]
    return VendorError(
        message=_text(error.get("message")) + _behind(error.get("metadata")),
        words=(*map(_text, named), *words),
        parameter=_text(error.get("param")),
        retry_after=wait,
        status=code if isinstance(code, int) and not isinstance(code, bool) else None,
    )


def seconds(text: object) -> float | None:
    """A number of seconds in a header or a body; None for what is none, or without end."""
    try:
        value = float(text) if isinstance(text, str) else -1.0
    except ValueError:
        return None
    return value if 0 <= value < 1e9 else None  # noqa: PLR2004 - neither nan nor for ever


def _details(details: Sequence[object]) -> tuple[list[str], float | None]:
    """Google's: reasons, ids of quotas, and how long to wait."""
    words: list[str] = []
    wait = None
    for detail in details:
        if not isinstance(detail, Mapping):
            continue
        words.append(_text(detail.get("reason")))
        if isinstance(delay := detail.get("retryDelay"), str):
            wait = seconds(delay.removesuffix("s"))
        violations = detail.get("violations")
        if isinstance(violations, list):
            words += [_text(one.get("quotaId")) for one in violations if isinstance(one, Mapping)]
    return words, wait


def _behind(metadata: object) -> str:
    """OpenRouter's: what the vendor behind it said."""
    raw = metadata.get("raw") if isinstance(metadata, Mapping) else None
    return f" ({raw[:_LONGEST]})" if isinstance(raw, str) else ""


def _said(detail: object) -> str:
    """What is wrong and where, of a list of FastAPI's; it holds the whole request beside that."""
    entries = detail if isinstance(detail, list) else []
    found = []
    for entry in entries:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("msg"), str):
            return _text(detail)
        place = entry.get("loc")
        named = ".".join(str(one) for one in place) if isinstance(place, list) else ""
        found.append(f"{named}: {entry['msg']}")
    return _text("; ".join(found) if found else detail)


def _text(value: object) -> str:
    if value is None:
        return ""
    return (value if isinstance(value, str) else repr(value))[:_LONGEST]
