"""Makes ``python -m benchmark`` the same as the command ``sightbench``."""

from benchmark.cli import main

main()
