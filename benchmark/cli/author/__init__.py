"""`sightbench author`: write open tasks, look at them, check them, build them."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER

suite_option = click.option(
    "--suite", default="humaneval-v", show_default=True, help="Whose open data set it is."
)
_CACHE = Path("build/gates")


@click.group()
def command() -> None:
    """Write open tasks: collect ideas, begin a family, look at it, check it, build it.

    Needs no network and no keys; all but collect and new need the extra `authoring`.
    """


@command.command(short_help="Keep an idea, or list those kept.")
@click.argument("name", required=False)
@suite_option
@click.option("--idea", help="What is seen, what is computed, and what the picture alone says.")
@click.option("--source", default="", help="Where it comes from; our own when left out.")
@click.option("--licence", default="", help="Of the source.")
@click.option("--picture-essential", type=click.Choice(["yes", "no", "open"]), default="open")
@click.option("--self-explanatory", type=click.Choice(["yes", "no", "open"]), default="open")
@click.option("--entry-level", type=click.Choice(["yes", "no", "open"]), default="open")
@click.option("--rejected", default="", help="Why it was given up.")
@click.option("--family", default="", help="The family that was made of it.")
def collect(name: str | None, suite: str, idea: str | None, **given: str) -> None:
    """Keep a candidate with its three standards, or list all candidates.

    Without NAME, reads and lists candidates. With it, writes candidates/NAME.yaml of the open data set: a new
    one needs --idea; of one that is there, the given fields are changed and the others kept. Repeating it is
    safe.
    """
    from benchmark.authoring.candidates import read_candidates, write_candidate
    from benchmark.cli.author.run import collection_of, print_candidates

    collection = collection_of(suite)
    if name is None:
        print_candidates(read_candidates(collection))
        return
    changed = {field: value for field, value in given.items() if value not in ("", "open")}
    click.echo(f"wrote {write_candidate(collection, name, idea, changed)}")


@command.command(short_help="Begin a family: a module and a design page.")
@click.argument("name")
@suite_option
def new(name: str, suite: str) -> None:
    """Write families/NAME.py and NAME.md, a family that draws something, with marks where to go on.

    Never overwrites; repeating it is refused.
    """
    from benchmark.authoring.scaffold import write_scaffold
    from benchmark.cli.author.run import collection_of

    for path in write_scaffold(collection_of(suite), name):
        click.echo(f"wrote {path}")
    click.echo(f"next: sightbench author preview {name}")


@command.command(short_help="Run all gates.")
@click.argument("names", nargs=-1)
@suite_option
@click.option("--seed", help="Check the instances of this seed instead of the public tasks; @FILE reads it.")
@click.option(
    "--cache",
    type=FOLDER,
    default=_CACHE,
    show_default=True,
    help="Where results for unchanged files are kept.",
)
@click.option("--all-anew", is_flag=True, help="Keep and take nothing from the cache.")
def check(names: tuple[str, ...], suite: str, seed: str | None, cache: Path, all_anew: bool) -> None:
    """Run all gates over families, or over all: references, tests, twins, pictures, words, files.

    Reads the families and what was built of them; judges references in the sandbox. Writes only to --cache.
    Exit code 1 when something does not pass. Repeating it is safe, and fast where nothing changed.
    """
    from benchmark.cli.author.run import run_check

    run_check(suite, names, seed, None if all_anew else cache)


@command.command(short_help="Draw contact sheets to look at.")
@click.argument("names", nargs=-1)
@suite_option
@click.option("--seed", help="Of the instances; the public tasks by default; @FILE reads it.")
@click.option(
    "--out", type=FOLDER, default=Path("build/preview"), show_default=True, help="Folder of the sheets."
)
def preview(names: tuple[str, ...], suite: str, seed: str | None, out: Path) -> None:
    """Draw a contact sheet a family, and a page with its pictures, texts, references and tests.

    Writes NAME.png, NAME-N.png and index.html below --out; earlier ones are replaced. Repeating it is safe.
    """
    from benchmark.cli.author.run import run_preview

    run_preview(suite, names, seed, out)


@command.command(short_help="Write the public tasks, or a fresh set from a seed.")
@click.argument("names", nargs=-1)
@suite_option
@click.option("--seed", help="Make a fresh set from this secret, 128 bits or more in hex; @FILE reads it.")
@click.option(
    "--into",
    type=FOLDER,
    help="Folder of the fresh set, not there yet  [where other commands find it by its name]",
)
def build(names: tuple[str, ...], suite: str, seed: str | None, into: Path | None) -> None:
    """Write the task files, pictures and pins of families, or make a fresh set.

    Without --seed, writes the public tasks into the open data set, where they differ from what is there. With
    --seed, writes tasks.jsonl, pictures/ and set.json of a data set fresh-DIGEST; nothing written holds the
    seed. It lies below SIGHTBENCH_DATASETS, or sightbench/datasets in the cache, where every command finds it
    as --dataset fresh-DIGEST on this machine; or in --into, for --tasks. Nothing is overwritten, and the same
    seed makes the same set.
    """
    from benchmark.cli.author.run import run_build

    run_build(suite, names, seed, into)


@command.command(short_help="Prove the twins, and say what a blind program can reach.")
@suite_option
@click.option(
    "--tasks", type=click.Path(path_type=Path), help="A task file instead, such as one of a fresh set."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/twins.json).")
def report(suite: str, tasks: Path | None, as_json: bool) -> None:
    """Prove that every task has a twin, and state the blind ceiling.

    Reads the tasks as they are shipped, and judges each reference on its twins' tests in the sandbox. Writes
    nothing. Exit code 1 when a task has no twin, or a reference passes the tests of another.
    """
    from benchmark.cli.author.run import run_report

    run_report(suite, tasks, as_json)
