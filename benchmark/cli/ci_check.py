"""`sightbench ci check`: what `sightbench results check` does, as a stage of the chain."""

from benchmark.cli.results_check import check

__all__ = ["command"]

command = check
