"""`sightbench dataset`: official data sets, fetched and pinned."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH


@click.command()
@click.argument("suite")
@click.option("--version", help="Of the data set, such as v1; the latest when left out.")
@click.option("--from", "source", type=FOLDER, help="A folder that has the data, instead of the hub.")
@click.option("--record", is_flag=True, help="Fill what datasets.lock leaves empty.")
@click.option("--revision", default="", help="With --record: the commit, where datasets.lock has none.")
@click.option("--again", is_flag=True, help="Also when it is there.")
@click.option("--lock", type=PATH, help="Another file than the datasets.lock of this version.")
def command(**options: object) -> None:
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
    load_and_run("benchmark.cli.dataset.run", **options)
