"""No secret stands where answers are judged: looked for by name and by shape, never shown."""

import re
from collections.abc import Iterable, Mapping

from benchmark.core.errors import BadInput
from benchmark.core.secret import KEY
from benchmark.generation.wire.access import VENDOR_KEYS

#: Names by which CI and its users call secrets.
_NAME = re.compile(
    r"(?:.*_)?(?:API_?KEY|ACCESS_KEY|PRIVATE_KEY|SECRET|SECRET_KEY|TOKEN|PASSWORD|PASSWD|PAT|CREDENTIALS)",
    re.IGNORECASE,
)


def check_no_secrets(environment: Mapping[str, str], more: Iterable[str] = ()) -> None:
    """Check that no variable holds a secret.

    Args:
        environment: of the job.
        more: names of variables that submissions name for their keys.

    Raises:
        BadInput: names the variables; never what they hold.
    """
    known = {name for names in VENDOR_KEYS.values() for name in names} | set(more)
    found = sorted(
        name
        for name, value in environment.items()
        if value.strip() and (name in known or _NAME.fullmatch(name) or KEY.search(value))
    )
    if found:
        problem = f"hold(s) what may be a secret: {', '.join(found[:10])}; no answer is judged beside one"
        fix = "run this where they are not set: a job without environment and without secrets"
        raise BadInput("environment", "", problem, fix)
