"""`sightbench results reconcile`: compare a vendor's bill with the ledger of money."""

import datetime
from pathlib import Path

import click

from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.results_branch import remote_branch, rows_folder, rows_or_remote
from benchmark.core.errors import BadInput, Differs

_EXAMPLE = """\b
Example:
  sightbench results reconcile cost_2026-10-01_2026-10-31.csv --key OPENAI_API_KEY --remote origin
"""


@click.command(epilog=_EXAMPLE)
@click.argument("file", type=PATH)
@click.option("--key", required=True, metavar="NAME", help="Name of the secret that the bill is about.")
@rows_or_remote
def command(*, file: Path, key: str, rows: Path, remote: str | None, branch: str) -> None:
    """Compare a vendor's bill with the ledger, and record up to which day they agree.

    FILE is an export of costs by day that you download from OpenAI, Anthropic or OpenRouter: its CSV, or the
    JSON of its API. It must be about the secret NAME alone, so give each key a project or workspace of its
    own. Only whole UTC days that ended at least two days ago are compared.

    Exit code 1, and nothing is written, if a day or all days together differ by more than 5 % of the ledger
    and more than one dollar. Otherwise adds one file, bills/NAME/FIRST.LAST.json, next to --rows, or to the
    results branch of --remote. To push, it needs access over SSH as git does, or a token in GITHUB_TOKEN.
    Needs no key of the vendor. Safe to repeat.
    """
    from benchmark.analysis.ledger_report import bill_table
    from benchmark.chain.plan.policy import JUDGE_KEY
    from benchmark.results.bill import BILLS, Reconciliation, billed_keys, compare_bill, read_bill
    from benchmark.results.branch_record import add_record, present_moment
    from benchmark.results.money import read_money

    bill = read_bill(file, datetime.datetime.now(datetime.UTC).date())
    with rows_folder(rows, remote, branch) as folder:
        money = read_money(folder.parent, whole=True)
    known = billed_keys(money, JUDGE_KEY)
    if key not in known:  # the message does not show the value, which may be the key itself
        fix = f"name one of {', '.join(known)}" if known else "wait for the first evaluation that is paid for"
        raise BadInput("--key", "", "is not the name of a secret that the ledger has", fix)
    compared = compare_bill(bill, money, key, scoring=key == JUDGE_KEY)
    print_tables(bill_table(compared))
    if wrong := [days for days in compared if days.differs]:
        fix = "look for calls outside of Sightbench, and for a wrong price in policy.yml"
        names = ", ".join(days.days for days in wrong)
        raise Differs(f"{file}: the bill for {key} differs from the ledger: {names}", fix)
    whole = compared[-1]
    record = Reconciliation(
        key=key,
        first=str(min(bill)),
        last=str(max(bill)),
        billed_cents=round(100 * whole.billed),
        counted_cents=round(100 * whole.most),
        when=present_moment(),
    )

    def write(checkout: Path) -> str | None:
        folder = checkout / BILLS
        is_new = not record.path(folder).exists()
        add_record(folder, record)
        return f"Reconcile {key} up to {record.last}" if is_new else None

    if remote is None:
        write(rows.parent)
    else:
        with remote_branch(remote, branch) as target:
            target.publish(write)
    click.echo(f"{key}: reconciled from {record.first} up to {record.last}")
