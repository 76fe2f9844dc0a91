"""Run the workshop's commands: ``python -m workshop``."""

from benchmark.cli import main
from workshop.commands import command

if __name__ == "__main__":
    main(command=command, name="python -m workshop")
