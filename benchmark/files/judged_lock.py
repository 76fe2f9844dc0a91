"""The serial number of this package's judge and a digest of its code, from ``locks/judged.json``."""

import json
from functools import cache
from typing import Any

from benchmark.core.digest import sha256_hex
from benchmark.files.shipped import SHIPPED

_DIGITS = 12


def judge_serial() -> str:
    """Return the judge's serial number; another one means other verdicts. Empty without a lock."""
    return str(_lock().get("serial", ""))


def code_digest(suite: str) -> str:
    """Return 12 digits for the code that decides verdicts on answers of a suite; empty without a lock."""
    code = _lock().get("code", {})
    return sha256_hex(f"{code['judge']} {code.get(suite, '')}".encode())[:_DIGITS] if code else ""


@cache
def _lock() -> dict[str, Any]:
    file = SHIPPED / "locks/judged.json"
    lock: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return lock
