"""``python -m benchmark`` is ``sightbench``."""

from benchmark.cli import main

main()
