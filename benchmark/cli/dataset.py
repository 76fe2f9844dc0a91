"""`sightbench dataset`: official data sets, fetched and pinned."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER, PATH


@click.group()
def command() -> None:
    """Fetch official data sets, which their authors publish and we may not ship."""


@command.command(short_help="Bring an official data set to this machine.")
@click.argument("suite")
@click.option("--version", help="Of the data set, such as v1; the latest when left out.")
@click.option("--from", "source", type=FOLDER, help="A folder that has the data, instead of the hub.")
@click.option("--record", is_flag=True, help="Fill what datasets.lock leaves empty.")
@click.option("--revision", default="", help="With --record: the commit, where datasets.lock has none.")
@click.option("--again", is_flag=True, help="Also when it is there.")
@click.option("--lock", type=PATH, help="Another file than the datasets.lock of this version.")
def fetch(
    *,
    suite: str,
    version: str | None,
    source: Path | None,
    record: bool,
    revision: str,
    again: bool,
    lock: Path | None,
) -> None:
    """Fetch a data set of SUITE from the Hugging Face hub, and upstream's prompts from its repository.

    Reads datasets.lock: revision and digests of what is taken. Data that differ are refused, and so is a data
    set whose digest nobody has recorded yet; --record fills the lock, and from then on each fetch must match.

    Writes tasks, pictures and prompts to a folder of this user (SIGHTBENCH_DATASETS names another), all of
    them or nothing. A download that was cut off goes on where it stopped. Repeating it is safe: what is there
    is not fetched again.

    With --from, reads parquet files, or the Arrow file that upstream's repository carries, below a folder;
    the prompts too, when upstream's source lies there.

    Needs the network (HF_ENDPOINT names a mirror of the hub) unless --from is given; no keys. Needs the extra
    `hub`.
    """
    from benchmark.core.errors import BadInput, shown
    from benchmark.datasets.fetch import FetchOptions
    from benchmark.datasets.fetch import fetch as bring
    from benchmark.datasets.lock import LOCK
    from benchmark.suites.official_sets import OFFICIAL

    if suite not in OFFICIAL:
        problem = f"{shown(suite)} has no official data set that is fetched"
        raise BadInput("SUITE", "", problem, f"one of: {', '.join(OFFICIAL)}")
    versions = OFFICIAL[suite]
    version = version or next(iter(versions))
    if version not in versions:
        raise BadInput("--version", "", f"{suite} has no {shown(version)}", f"one of: {', '.join(versions)}")
    asked = FetchOptions(lock=lock or LOCK, source=source, record=record, revision=revision, again=again)
    bring(versions[version], asked, click.echo)
