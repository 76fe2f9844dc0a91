"""The last line of `sightbench verify` for many rows or panels."""

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output
from benchmark.core.errors import Differs


def print_totals(noun: str, checked: int, *, attested: int, judged: int, wrong: int) -> None:
    """Print how many were checked, are attested, were judged again and are wrong.

    Raises:
        Differs: if any is wrong.
    """
    output().print(
        f"{plural(checked, noun)} checked: {attested} attested, {checked - attested} unattested,"
        f" {judged} judged again, {wrong} wrong"
    )
    if wrong:
        raise Differs(f"{wrong} of {plural(checked, noun)} have problems")
