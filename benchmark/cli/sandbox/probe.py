"""`sightbench sandbox probe`: try forbidden actions inside the sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table
from benchmark.core.errors import SandboxFailure

if TYPE_CHECKING:
    from benchmark.sandbox.host import probe as host
    from benchmark.sandbox.host.probe import Calibration


@click.command()
def command() -> None:
    """Try inside the sandbox what an answer must not be able to do, and print what is blocked.

    The last line shows how fast this machine is compared with the reference machine; time limits are
    multiplied by that factor. Reads and writes no files. Needs no network and no keys. Safe to repeat. Exit
    code 3 if something is not blocked; then Sightbench refuses to judge on this machine.
    """
    from benchmark.sandbox.host import probe as host

    findings, calibration = host.probe()
    _print(findings, calibration)
    if not all(finding.kept_out for finding in findings):
        raise SandboxFailure(
            "the sandbox does not block everything on this machine; Sightbench refuses to judge here"
        )


def _print(findings: Sequence[host.ProbeFinding], calibration: Calibration) -> None:
    from benchmark.sandbox.host.probe import REFERENCE_SECONDS

    table = plain_table("an answer must not", "")
    for finding in findings:
        table.add_row(finding.what, "blocked" if finding.kept_out else "NOT BLOCKED")
    output().print(table)
    output().print(
        f"the speed test takes {1000 * calibration.seconds:.2f} ms of CPU here, "
        f"{1000 * REFERENCE_SECONDS:.2f} ms on the reference machine: "
        f"time limits × {calibration.time_factor:g}"
    )
