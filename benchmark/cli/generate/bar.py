"""The progress bar of a run on a terminal."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
from rich.table import Column

_WIDE = 100  #: columns of a terminal from which there is room for a bar
_LABEL_COLUMNS = 24  #: maximum columns of the model's name


def new_bar() -> Progress:
    """Return a bar on standard error that disappears at its end."""
    console = Console(stderr=True, markup=False)
    return Progress(*_columns(console.width), console=console, transient=True, expand=True)


def _columns(width: int) -> tuple[ProgressColumn, ...]:
    """Return the columns of the line on a terminal: a narrow one has no bar, and wraps instead of cutting."""
    # The name of a model is untrusted text, so it is never interpreted as markup.
    name = Column(no_wrap=True, overflow="ellipsis", max_width=_LABEL_COLUMNS)
    label = TextColumn("{task.description}", markup=False, table_column=name)
    counts = MofNCompleteColumn(table_column=Column(no_wrap=True))
    more = TextColumn("{task.fields[more]}", markup=False, table_column=Column(ratio=1, no_wrap=False))
    return (label, BarColumn(), counts, more) if width >= _WIDE else (label, counts, more)
