"""`sightbench import`: converters from files of other benchmarks."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench import --help``).
COMMANDS: CommandList = {
    "code-vision-outputs": (
        "benchmark.cli.import_.code_vision_outputs",
        "Convert the published outputs of Code-Vision.",
    ),
    "evalplus": (
        "benchmark.cli.import_.evalplus",
        "Build the official data set of the suite evalplus from EvalPlus's files.",
    ),
    "evalplus-samples": (
        "benchmark.cli.import_.answers:evalplus_samples",
        "Read the answers in samples of EvalPlus.",
    ),
    "inspect": ("benchmark.cli.import_.answers:inspect", "Read the answers in logs of Inspect."),
    "label": ("benchmark.cli.import_.label", "Let a model propose the categories of imported pictures."),
    "lm-eval": (
        "benchmark.cli.import_.answers:lm_eval",
        "Read the answers in samples of lm-evaluation-harness.",
    ),
    "problems": (
        "benchmark.cli.import_.problems",
        "Make tasks of a raw set of contest problems, as MMCode was made.",
    ),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Convert files of other benchmarks to Sightbench's formats."""
