"""`sightbench author flowchart`: make and draw flowcharts, and keep those that a model drafts."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench author flowchart --help``).
COMMANDS: CommandList = {
    "accept": ("benchmark.cli.author.flowchart.drafts:accept", "Accept drafted charts."),
    "compile": ("benchmark.cli.author.flowchart.charts:compile_", "Make the flowchart of a program."),
    "correct": (
        "benchmark.cli.author.flowchart.drafts:correct",
        "Record the corrected text of a chart.",
    ),
    "draft": ("benchmark.cli.author.flowchart.drafts:draft", "Ask a model to draw charts of right programs."),
    "list": ("benchmark.cli.author.flowchart.drafts:list_", "List drafted charts with their states."),
    "program": (
        "benchmark.cli.author.flowchart.charts:program",
        "Make a program from the text of a compiled chart.",
    ),
    "render": ("benchmark.cli.author.flowchart.charts:render", "Draw charts from Mermaid text."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Make flowcharts of programs, draw them, and keep the charts that a model drafts.

    compile and render draw pictures with the extras `authoring` and `flowchart`. Only draft needs the network
    and a key.
    """
