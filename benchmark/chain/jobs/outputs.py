"""Write the outputs of a workflow step to the file in GITHUB_OUTPUT; do nothing outside a workflow."""

import secrets
from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import OurFailure

VARIABLE = "GITHUB_OUTPUT"


def write_outputs(environment: Mapping[str, str], outputs: Mapping[str, str]) -> None:
    """Add outputs to a step; a value may have several lines.

    Raises:
        OurFailure: if the runner's file cannot be written.
    """
    if not environment.get(VARIABLE):
        return
    end = f"end-{secrets.token_hex(16)}"  # random, so no value contains this line
    text = "".join(f"{name}<<{end}\n{value}\n{end}\n" for name, value in outputs.items())
    try:
        with Path(environment[VARIABLE]).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        fix = f"name a file that can be written in {VARIABLE}, or remove the variable"
        raise OurFailure(f"{VARIABLE}: cannot be written: {error.strerror}", fix) from None
