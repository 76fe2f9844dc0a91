"""Making a new submission's folder."""

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import yaml

from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.edge import validate_record
from benchmark.files.predictions import read_predictions
from benchmark.files.yaml_words import AmbiguousWordError, plain_word
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import SCHEMA_ID, Submission

_NEW = "new submission"  #: where problems are, before there is a file


class _Dumper(yaml.SafeDumper):
    """Quotes every text that would be read as something else without quotes."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - PyYAML's signature
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
    """``submission.yaml`` with these fields, in this order."""
    record = {"schema": SCHEMA_ID, **fields}
    text: str = yaml.dump(record, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text.encode("utf-8")


def create_submission(
    parent: Path,
    fields: Mapping[str, object],
    predictions: Mapping[str, Path],
    known: Mapping[str, SuiteNames],
) -> Path:
    """Make ``parent/SLUG`` whole or not at all; what is made passes the check.

    Args:
        parent: the folder of submissions.
        fields: of the submission, without ``schema``; the slug names the folder.
        predictions: files to copy into it, by their path in the folder.
        known: what runs may name, by suite.

    Raises:
        BadInput: when the folder is there already, and for everything that the check refuses.
    """
    submission = validate_record(Submission, {"schema": SCHEMA_ID, **fields}, _NEW)
    target = parent / submission.slug
    if target.exists() or target.is_symlink():
        raise BadInput(target, "", "is there already", "choose another slug; nothing is overwritten")
    for source in predictions.values():
        read_predictions(source)  # its errors name the file as the user did
    new = not parent.exists()
    make_folder(parent)
    try:
        return _made(parent, submission.slug, fields, predictions, known)
    except BadInput:
        if new:
            parent.rmdir()
        raise


def _made(
    parent: Path,
    slug: str,
    fields: Mapping[str, object],
    predictions: Mapping[str, Path],
    known: Mapping[str, SuiteNames],
) -> Path:
    with tempfile.TemporaryDirectory(prefix=".new-", dir=parent) as scratch:
        made = Path(scratch) / slug
        write_atomic(made / FILE_NAME, dump_submission(fields))
        for name, source in predictions.items():
            shutil.copyfile(source, made / name)
        try:
            read_submission(made, known)
        except BadInput as error:
            raise _renamed(error) from None
        return made.rename(parent / slug)


def _renamed(error: BadInput) -> BadInput:
    """The same problems without the file and its lines, which nobody will see."""
    found = error.problems if isinstance(error, ManyBadInputs) else (error,)
    return ManyBadInputs(
        [BadInput(_NEW, re.sub(r"^line \d+: ", "", one.place), one.problem, one.fix) for one in found]
    )
