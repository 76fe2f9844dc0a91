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
    """Return the judge's serial number, 12 hexadecimal digits; another one means other verdicts.

    It changes if a frozen answer has another verdict, or if other code of it is kept by a rule that is not a
    suite's own.
    """
    return str(_lock()["serial"])


def code_digest(suite: str) -> str:
    """Return 12 hexadecimal digits for the code that decides verdicts on answers to a suite's tasks.

    This is the code of judge, sandbox and our own rule of extraction, and the suite's rules. Docstrings,
    comments and layout do not count. A suite that is not bundled has no rules of its own.
    """
    code = _lock()["code"]
    return sha256_hex(f"{code['judge']} {code.get(suite, '')}".encode())[:_DIGITS]


@cache  # a site asks once per row
def _lock() -> dict[str, Any]:
    lock: dict[str, Any] = json.loads((SHIPPED / "locks/judged.json").read_text(encoding="utf-8"))
    return lock
