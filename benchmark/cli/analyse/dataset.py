"""`sightbench analyse dataset`: what the tasks of a data set are like."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option, tasks_options


@click.command()
@tasks_options
@click.option(
    "--tokens",
    "encoding",
    default="",
    help="Count tokens by this encoding of tiktoken, such as o200k_base; fetched once (network).",
)
@json_option
def command(**options: object) -> None:
    """Say what the tasks of a data set are like.

    As in Tables 1 and 9 of HumanEval-V: widths and heights of pictures, tokens of text and signature,
    statements of references, test cases, each with median, mean, least and most; types of parameters and
    results as the signatures say them; imported modules; categories. Statements are those of Python's syntax
    tree, `def` and `import` too, docstrings not; test cases are asserts, or cases of input and output.

    Reads the tasks and the heads of their pictures; writes nothing. Needs Pillow for pictures. Tokens need
    the extra `tokens`, and the network once: tiktoken keeps the encoding in TIKTOKEN_CACHE_DIR, which
    `python -c "import tiktoken; tiktoken.get_encoding('o200k_base')"` fills beforehand. No keys. Repeating
    it is safe.
    """
    load_and_run("benchmark.cli.analyse.dataset_run", **options)
