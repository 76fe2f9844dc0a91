"""What a step tells the steps after it: lines of the file in GITHUB_OUTPUT; nothing outside a workflow."""

import secrets
from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import OurFailure

VARIABLE = "GITHUB_OUTPUT"


def write_outputs(environment: Mapping[str, str], outputs: Mapping[str, str]) -> None:
    """Add outputs to a step.

    Args:
        environment: of the step.
        outputs: by name; values may have several lines.

    Raises:
        OurFailure: when the runner's file cannot be written.
    """
    if not environment.get(VARIABLE):
        return
    end = f"end-{secrets.token_hex(16)}"  # nobody's value has this line
    text = "".join(f"{name}<<{end}\n{value}\n{end}\n" for name, value in outputs.items())
    try:
        with Path(environment[VARIABLE]).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise OurFailure(f"{VARIABLE}: cannot be written: {error.strerror}") from None
