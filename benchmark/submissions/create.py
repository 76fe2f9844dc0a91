"""Creates the folder of a new submission, and finds those that are ready to be copied."""

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import yaml

from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.suite import Suite
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.edge import validate_record
from benchmark.files.predictions import read_predictions
from benchmark.files.shipped import SHIPPED
from benchmark.files.strict_yaml import AmbiguousWordError, plain_word
from benchmark.submissions.check import FILE_NAME, read_submission, read_submissions
from benchmark.submissions.rules import READY
from benchmark.submissions.schema import SCHEMA_ID, Submission

_PLACE = "new submission"  #: name in errors until there is a file


class _Dumper(yaml.SafeDumper):
    """Writes YAML; quotes a text that would otherwise be read as another value."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - PyYAML's signature
        # PyYAML would write the items of a list in the column of its key.
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    try:
        plain = plain_word(value) == value
    except AmbiguousWordError:
        plain = False
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", value, style=None if plain and "\n" not in value else '"'
    )


_Dumper.add_representer(str, _text)


def dump_submission(fields: Mapping[str, object]) -> bytes:
    """Return the bytes of a ``submission.yaml`` with these fields, in this order."""
    record = {"schema": SCHEMA_ID, **fields}
    text: str = yaml.dump(record, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text.encode("utf-8")


def ready_submissions(known: Mapping[str, Suite]) -> tuple[Submission, ...]:
    """Return the bundled submissions of today's models, which nobody has evaluated yet."""
    return read_submissions(SHIPPED / "submissions" / READY, known)


def create_submission(
    parent: Path,
    fields: Mapping[str, object],
    predictions: Mapping[str, Path],
    known: Mapping[str, Suite],
) -> Path:
    """Create the folder ``parent/SLUG`` with a submission that passes the check, or create nothing.

    ``predictions`` are files to copy, by their path in the new folder. ``fields`` lack the field ``schema``.

    Raises:
        BadInput: if the folder exists, or the submission would not pass the check.
    """
    submission = validate_record(Submission, {"schema": SCHEMA_ID, **fields}, _PLACE)
    target = parent / submission.slug
    if target.exists() or target.is_symlink():
        raise BadInput(target, "", "already exists", "choose another slug, or change the files in it")
    for source in predictions.values():
        read_predictions(source)  # read before copying, so that errors name the user's path
    new = not parent.exists()
    make_folder(parent)
    try:
        # In the same folder, so that the rename stays on one file system and happens at once.
        with tempfile.TemporaryDirectory(prefix=".new-", dir=parent) as scratch:
            made = Path(scratch) / submission.slug
            write_atomic(made / FILE_NAME, dump_submission(fields))
            for name, source in predictions.items():
                shutil.copyfile(source, made / name)
            read_submission(made, known)
            return made.rename(target)
    except BadInput as error:
        if new:
            parent.rmdir()
        pattern = r"^line \d+: "  # the error's line number refers to a file that is deleted again
        raise ManyBadInputs(
            [
                BadInput(_PLACE, re.sub(pattern, "", each.place), each.problem, each.fix)
                for each in error.problems
            ]
        ) from None
