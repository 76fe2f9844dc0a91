"""`sightbench analyse`: questions about many verdicts or whole tables."""

import click

from benchmark.cli.analyse_correlations import correlations
from benchmark.cli.analyse_dataset import dataset
from benchmark.cli.analyse_decoders import decoders
from benchmark.cli.analyse_descriptions import descriptions
from benchmark.cli.analyse_fresh import fresh
from benchmark.cli.analyse_memory import memory
from benchmark.cli.analyse_models import models
from benchmark.cli.analyse_passk import passk


@click.group()
def command() -> None:
    """Answer questions about many verdicts or whole tables."""


command.add_command(correlations)
command.add_command(dataset)
command.add_command(decoders)
command.add_command(descriptions)
command.add_command(fresh)
command.add_command(memory)
command.add_command(models)
command.add_command(passk)
