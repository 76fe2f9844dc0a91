import atexit, sys
import click
from benchmark.cli import group
atexit.register(lambda: print(*sys.modules, file=sys.stderr))

def show(command, context):
    print(command.get_help(context))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            show(child, click.Context(child, info_name=name, parent=context))

show(group, click.Context(group, info_name="sightbench"))
