"""`sightbench author flowchart`: make and draw flowcharts, and keep those that a model drafts."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench author flowchart --help``).
COMMANDS: CommandList = {
    "accept": ("benchmark.cli.author.flowchart.accept", "Accept drafted charts."),
    "compile": ("benchmark.cli.author.flowchart.compile", "Make the flowchart of a program."),
    "correct": ("benchmark.cli.author.flowchart.correct", "Record the corrected text of a drafted chart."),
    "draft": ("benchmark.cli.author.flowchart.draft", "Ask a model to draw charts of right programs."),
    "list": ("benchmark.cli.author.flowchart.list", "List drafted charts with their states."),
    "program": (
        "benchmark.cli.author.flowchart.program",
        "Make a program from the text of a compiled chart.",
    ),
    "render": ("benchmark.cli.author.flowchart.render", "Draw charts from Mermaid text."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Make flowcharts of programs, draw them, and keep the charts that a model drafts.

    compile and render draw pictures with the extras `authoring` and `flowchart`. Only draft needs the network
    and a key.
    """
