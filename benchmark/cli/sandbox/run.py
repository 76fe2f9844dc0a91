"""The work of `sightbench sandbox probe`."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import SandboxFailure
from benchmark.files.edge import Record
from benchmark.sandbox.host import probe as host
from benchmark.sandbox.host.probe import REFERENCE_SECONDS, Calibration


class ProbeReport(Record):
    """What the sandbox blocks on this machine."""

    schema_: Literal["sightbench/probe/1"] = Field(default="sightbench/probe/1", alias="schema")
    blocked: dict[str, bool] = Field(description="what an answer must not do, and whether it is blocked")
    cpu_seconds: float = Field(description="CPU seconds of the speed test")
    time_factor: float = Field(description="factor for time limits on this machine")


def run(*, as_json: bool) -> None:
    """Probe the sandbox and print what it blocks."""
    findings, calibration = host.probe()
    if as_json:
        report = ProbeReport(
            blocked={finding.what: finding.kept_out for finding in findings},
            cpu_seconds=calibration.seconds,
            time_factor=calibration.time_factor,
        )
        print_json(report)
    else:
        _print(findings, calibration)
    if not all(finding.kept_out for finding in findings):
        raise SandboxFailure(
            "the sandbox does not block everything on this machine; Sightbench refuses to judge here"
        )


def _print(findings: Sequence[host.ProbeFinding], calibration: Calibration) -> None:
    table = plain_table("an answer must not", "")
    for finding in findings:
        table.add_row(finding.what, "blocked" if finding.kept_out else "NOT BLOCKED")
    output().print(table)
    output().print(
        f"the speed test takes {1000 * calibration.seconds:.2f} ms of CPU here, "
        f"{1000 * REFERENCE_SECONDS:.2f} ms on the reference machine: "
        f"time limits × {calibration.time_factor:g}"
    )
