"""What a person writes, as it is recorded."""

from pathlib import Path

from benchmark.authoring.attempts import REASONS, REMARK_CHARACTERS, Reason
from benchmark.core.errors import quote_value


class RefusedAnswerError(Exception):
    """Raised for an answer that does not count: the person may change it. The message is for the person."""


def plain_lines(text: str) -> str:
    """Return a text with the line ends that Python files have; forms are sent with others."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def checked_remark(text: str) -> str:
    """Return remarks as they are recorded.

    Raises:
        RefusedAnswerError: if they are too long, or not text.
    """
    remark = plain_lines(text).strip()
    if any("\ud800" <= character <= "\udfff" for character in remark):  # bytes that are not UTF-8
        raise RefusedAnswerError("The remarks are not UTF-8 text.")
    if len(remark) > REMARK_CHARACTERS:
        raise RefusedAnswerError(f"Remarks have at most {REMARK_CHARACTERS:,} characters.")
    return remark


def checked_reason(reason: str) -> Reason:
    """Return the reason if it is one of those that people can choose.

    Raises:
        RefusedAnswerError: if it is another text, or empty.
    """
    for known in REASONS:
        if reason == known:
            return known
    raise RefusedAnswerError(
        "Choose a reason." if not reason else f"{quote_value(reason)} is not a reason from the list."
    )


def where_kept(path: Path) -> str:
    """Return where the records of a person are, as a part of a sentence."""
    return f"kept in {path}" if path.exists() else "nothing to keep"
