"""`sightbench completion`: the script that makes a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

from benchmark.core.errors import OurFailure

_PROGRAM, _VARIABLE = "sightbench", "_SIGHTBENCH_COMPLETE"


_USE = """\b
To use it, add one line to the start-up file of the shell:
  bash  ~/.bashrc                   eval "$(sightbench completion bash)"
  zsh   ~/.zshrc                    eval "$(sightbench completion zsh)"
  fish  ~/.config/fish/config.fish  sightbench completion fish | source
"""


@click.command(epilog=_USE)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script with which a shell completes commands, options and their values.

    The script asks `sightbench` itself, in about a tenth of a second for each Tab. Reads and writes no files.
    Needs no network and no keys. Safe to repeat.
    """
    script = get_completion_class(shell)
    if script is None:  # all three are part of click
        raise OurFailure(f"click has no completion for {shell}")
    click.echo(script(click.get_current_context().command, {}, _PROGRAM, _VARIABLE).source())
