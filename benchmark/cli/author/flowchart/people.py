"""The person that --by names."""

import re

from benchmark.authoring.drafts.record import INTERPRETER
from benchmark.core.errors import BadInput, quote_value

_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,38})")


def person(by: str) -> str:
    """Return the login of a person.

    Raises:
        BadInput: if it is missing, is no login, or is a name that records use for the interpreter.
    """
    if not by:
        raise BadInput("--by", "", "is missing", "name the person, such as --by octocat")
    if _LOGIN.fullmatch(by) is None or by.casefold() == INTERPRETER:
        raise BadInput("--by", "", f"{quote_value(by)} is not a login of a person", "write it like octocat")
    return by
