"""`sightbench analyse`: questions about many verdicts or whole tables."""

import click

from benchmark.cli.analyse.correlations import correlations
from benchmark.cli.analyse.dataset import dataset
from benchmark.cli.analyse.decoders import decoders
from benchmark.cli.analyse.descriptions import descriptions
from benchmark.cli.analyse.fresh import fresh
from benchmark.cli.analyse.memory import memory
from benchmark.cli.analyse.models import models
from benchmark.cli.analyse.passk import passk


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
