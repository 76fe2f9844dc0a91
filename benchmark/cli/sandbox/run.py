"""The work of `sightbench sandbox probe`."""

from benchmark.cli.shared.console import output
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host import probe as host
from benchmark.sandbox.host.calibration import REFERENCE_SECONDS


def run() -> None:
    """Probe the sandbox and print what it blocks."""
    findings, calibration = host.probe()
    table = plain_table("an answer must not", "")
    for finding in findings:
        table.add_row(finding.what, "blocked" if finding.kept_out else "NOT BLOCKED")
    output().print(table)
    output().print(
        f"the speed test takes {1000 * calibration.seconds:.2f} ms of CPU here, "
        f"{1000 * REFERENCE_SECONDS:.2f} ms on the reference machine: "
        f"time limits × {calibration.time_factor:g}"
    )
    if not all(finding.kept_out for finding in findings):
        raise SandboxFailure(
            "the sandbox does not block everything on this machine; Sightbench refuses to judge here"
        )
