"""What ``locks/judged.json`` says about the judge of this package: a serial number, and a digest of its code.

``locks/judged.py`` makes the file, and tests fail if the code no longer is what the file says.
"""

import json
from functools import cache
from typing import Any

from benchmark.core.digest import sha256_hex
from benchmark.files.shipped import SHIPPED

_DIGITS = 12


def judge_serial() -> str:
    """Return the judge's serial number, 12 hexadecimal digits; empty without a lock.

    Another number means other verdicts. It changes if a frozen answer has another verdict, or if other code
    of it is kept by a rule that is not a suite's own.
    """
    return str(_lock().get("serial", ""))


def code_digest(suite: str) -> str:
    """Return 12 hexadecimal digits for the code that decides verdicts on answers to a suite's tasks.

    This is the code of judge, sandbox and our own rule of extraction, and the suite's rules. Docstrings,
    comments and layout do not count. A suite that is not bundled has no rules of its own.
    """
    code = _lock().get("code", {})
    return sha256_hex(f"{code['judge']} {code.get(suite, '')}".encode())[:_DIGITS] if code else ""


@cache  # a site asks once per row
def _lock() -> dict[str, Any]:
    file = SHIPPED / "locks/judged.json"
    # A copy of the package alone, as a plug-in's tests make it, judges too; its rows name no serial number.
    lock: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return lock
