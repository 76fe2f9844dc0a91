"""Refuse to judge answers where a secret is set. Secrets are found by name and by shape, and never shown."""

import re
from collections.abc import Iterable, Mapping

from benchmark.core.errors import BadInput
from benchmark.core.provider import all_vendor_keys
from benchmark.core.secret import KEY

#: Variable names that usually hold secrets.
_NAME = re.compile(
    r"SIGHTBENCH_KEY_.*|(?:.*_)?(?:API_?KEY|ACCESS_KEY|PRIVATE_KEY|SECRET|SECRET_KEY|TOKEN|PASSWORD|PASSWD|PAT|CREDENTIALS)",
    re.IGNORECASE,
)


def check_no_secrets(environment: Mapping[str, str], more: Iterable[str] = ()) -> None:
    """Check that no environment variable holds a secret.

    Args:
        environment: environment variables of the job.
        more: variables that submissions name for their API keys.

    Raises:
        BadInput: if a variable may hold a secret; the message has its name and never its value.
    """
    known = all_vendor_keys() | set(more)
    found = sorted(
        name
        for name, value in environment.items()
        if value.strip() and (name in known or _NAME.fullmatch(name) or KEY.search(value))
    )
    if found:
        problem = f"may hold secrets: {', '.join(found[:10])}; answers are never judged where a secret is set"
        fix = "unset these variables, or run this in a job without secrets and without an environment"
        raise BadInput("environment", "", problem, fix)
