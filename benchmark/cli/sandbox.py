"""`sightbench sandbox`: what the sandbox keeps out on this machine."""

import click


@click.group()
def command() -> None:
    """Show what the sandbox keeps out on this machine."""


@command.command()
def probe() -> None:
    """Try from inside what an answer must not be able to do, and print what came of it.

    The last line says how fast the machine is: limits of time are multiplied by its factor.

    Reads and writes nothing of yours. Needs no network and no keys. Repeating it is safe. Exit code 3 when
    something is not kept out.
    """
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import SandboxFailure
    from benchmark.sandbox.host import probe as host
    from benchmark.sandbox.host.calibration import REFERENCE_SECONDS

    findings, calibration = host.probe()
    table = plain_table("an answer must not", "")
    for finding in findings:
        table.add_row(finding.what, "kept out" if finding.kept_out else "NOT KEPT OUT")
    output().print(table)
    output().print(
        f"the fixed piece of work takes {1000 * calibration.seconds:.2f} ms of CPU, the reference "
        f"{1000 * REFERENCE_SECONDS:.2f} ms: limits of time × {calibration.time_factor:g}"
    )
    if not all(finding.kept_out for finding in findings):
        raise SandboxFailure("the sandbox does not keep its promises here; nothing would be judged")
