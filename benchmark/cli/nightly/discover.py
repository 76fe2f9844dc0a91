"""`sightbench nightly discover`: find new, renamed and vanished models."""

import click

from benchmark.cli.ci.options import policy_option, submissions_option
from benchmark.cli.nightly.options import date_option, nightly_option, out_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@nightly_option
@policy_option
@submissions_option
@out_option
@date_option
@click.option(
    "--provider",
    "providers",
    multiple=True,
    help="Provider to ask, instead of those on the policy's watch list; may be repeated.",
)
@click.option(
    "--base-url",
    "base_urls",
    metavar="PROVIDER=URL",
    multiple=True,
    help="Another address for a provider; it gets no key. May be repeated.",
)
@click.option(
    "--believe",
    multiple=True,
    help="Believe the list of this provider even if it lost most of its models; may be repeated.",
)
def command(**options: object) -> None:
    """Ask providers for their models, and compare the lists with those of earlier nights.

    Asks the providers on the policy's watch list. Writes one list per provider to OUT/nightly/models, and the
    events that no earlier night reported to OUT/nightly/events: new versions of watched models (none for the
    first list, which is all new), models that two nights in a row no longer have, renamed models, announced
    shutdowns, and outages. Models count if they are on the watch list or a submission uses them.

    A list that was not read to its end, for example because a key is missing, a page failed or the server
    limits the rate, is recorded as unknown: no model has vanished then. So is a list that lost more than
    half, and at least three, of the models of the last complete list.

    Reads the lists and events in --nightly, the policy, the submissions, and the keys in the environment
    (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY), which are sent to their vendors only. Needs the
    network. Safe to repeat: events that are in --nightly are not written again. Exit code 0 even if a
    provider does not answer.
    """
    load_and_run("benchmark.cli.nightly.discover_run", **options)
