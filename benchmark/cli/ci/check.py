"""`sightbench ci check`: what `sightbench results check` does, as a stage of the chain."""

from benchmark.cli.results.check import check

__all__ = ["command"]

command = check
