"""`sightbench analyse dataset`: describe the tasks of a data set."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option, tasks_options


@click.command()
@tasks_options
@click.option(
    "--tokens",
    "encoding",
    default="",
    help="Count tokens with this encoding of tiktoken, such as o200k_base.",
)
@json_option
def command(**options: object) -> None:
    """Describe the tasks of a data set.

    Prints the numbers of Tables 1 and 9 of HumanEval-V: median, mean, minimum and maximum of width and height
    of pictures, tokens of text and signature, statements of references, and test cases. Also prints the types
    of parameters and results in the signatures, the imported modules and the categories. Statements are nodes
    of Python's syntax tree, including `def` and `import` but not docstrings. A test case is an assert, or a
    pair of input and output.

    Reads the tasks and the headers of their pictures; writes nothing. Pictures need the extra `pictures`.
    --tokens needs the extra `tokens`, and the network once: tiktoken stores the encoding in
    TIKTOKEN_CACHE_DIR. To fill that folder beforehand, run
    `python -c "import tiktoken; tiktoken.get_encoding('o200k_base')"`. Needs no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.dataset_run", **options)
