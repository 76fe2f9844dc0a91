"""Folders and file names on the branch of results; :data:`README_TEXT` describes them."""

from pathlib import Path

DRY_BRANCH = "results-dry"  #: the branch that each dry run begins anew; no page is made from it
README = "README.md"
ROWS = "results"  #: the folder of rows, for the option --rows
STATUS = "status"
RETRACTIONS = "retractions"  #: in the folder of rows
OWNERS = "owners"
NIGHTLY = "nightly"
MONEY = "money"

#: Maximum bytes of a file of statuses, owners or retractions.
RECORD_LIMIT = 64 * 1024
#: Maximum bytes of a file next to its row; larger files become assets of a release.
ROW_FILE_LIMIT = 1_000_000
#: End of the name of a row's bundle; the rest is the row's id.
BUNDLE_ENDING = ".sigstore.json"
#: Stands between the row's id and a digest in names of files with scores by a model, and with its replies.
RUBRIC_MARK = ".rubric."
#: Maximum bytes of a bundle. A bundle of a single row has 12 kB; a bundle may cover 1,024 rows.
BUNDLE_LIMIT = ROW_FILE_LIMIT
_TAG_DIGITS = 2  #: digits of a row's id in a release's tag: 256 releases, of about 500 rows each
_DIGEST_DIGITS = 12  #: digits of a file's digest in an asset's name

README_TEXT = """\
# Results

Rows of this benchmark, one file per row, named by the digest of the content. Files are only added: no commit
of this branch changes, renames or deletes a file. Do not edit it by hand.

- `results/<suite>/<dataset>/<slug>/<id>.json`: a row. Its completions and verdicts (and its descriptions, in
  settings with two stages) are next to it, or assets of a release if they are larger than 1 MB.
- `results/<suite>/<dataset>/<slug>/<id>.sigstore.json`: proves which workflow run wrote the row's file. A row
  without it is shown as unattested.
- `results/<suite>/<dataset>/<slug>/<id>.rubric.<digest>.json`: scores that a model gave to the row's answers
  by a rubric. Its replies are next to it. Neither is part of the row, which has the judge's verdicts.
- `results/retractions/<id>.json`: withdraws a row, with reason and date.
- `status/<slug>/`: why a run has no row.
- `owners/<slug>.json`: the accounts that own a submission, by number; `<slug>+2.json` replaces it, and so on.
- `money/<month>/<id>.json`: what runs may cost at most, written before a model is asked; `<id>.settled.json`
  says what they did cost. `sightbench results list --money` adds both up. `started/` names their runs.
- `nightly/`: what nightly runs drew (`panels`), which models providers had (`models`), what changed
  (`events`) and what was concluded (`decisions`); each file is named `<date>.<id>.json`.

`sightbench results check` checks all of this, and `sightbench verify` checks a row's signature and judges it
again, offline.
"""


def release_tag(row: str) -> str:
    """Return the tag of the release that stores the large files of a row, from the row's id."""
    return f"rows-{row[:_TAG_DIGITS]}"


def asset_name(file: str, sha256: str) -> str:
    """Return the name of a row's file as a release asset: ``ID.DIGEST.verdicts.jsonl.gz``."""
    identifier, _, kind = file.partition(".")
    return f"{identifier}.{sha256[:_DIGEST_DIGITS]}.{kind}"


def is_row_name(name: str) -> bool:
    """Whether a file in a folder of rows is a row, by its name: not a bundle, and not scores by a model."""
    return name.endswith(".json") and not name.endswith(BUNDLE_ENDING) and RUBRIC_MARK not in name


def bundle_path(file: Path) -> Path:
    """Return the path of a bundle, from the path of the row or panel that it signs."""
    return file.with_name(f"{file.stem}{BUNDLE_ENDING}")


def rubric_name(row: str, identifier: str) -> str:
    """Return the name of a file with scores by a model, from the ids of the row and of the scores."""
    return f"{row}{RUBRIC_MARK}{identifier}.json"


def replies_name(row: str, identifier: str) -> str:
    """Return the name of the file with the model's replies, from which its scores were read."""
    return f"{row}{RUBRIC_MARK}{identifier}.jsonl.gz"
