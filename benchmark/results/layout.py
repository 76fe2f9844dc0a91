"""What stands where on the branch of results.

README.md                                        what the branch is
results/<suite>/<dataset>/<slug>/<id>.json       a row
results/<suite>/<dataset>/<slug>/<id>.*.jsonl.gz  its completions, verdicts and descriptions, up to 1 MB each
results/retractions/<id>.json                    withdraws a row
status/<slug>/*.json                             why a run has no row
nightly/…/*.json                                 what nightly runs found
"""

README = "README.md"
ROWS = "results"  #: the folder that every command takes as --rows
STATUS = "status"
NIGHTLY = "nightly"

#: Files up to this size, in bytes, stand beside the row; larger ones become release assets.
BESIDE_LIMIT = 1_000_000
_DIGITS = 2  #: of a row's id: 256 releases, each of which takes the files of some 500 rows
_DIGEST_DIGITS = 12

README_TEXT = """\
# Results

Rows of this benchmark, one file a row, named by the digest of what it holds. Files are only added: no commit
of this branch changes, renames or deletes one. Do not edit it by hand.

- `results/<suite>/<dataset>/<slug>/<id>.json`: a row; its completions and verdicts stand beside it (in a
  setting of two stages its descriptions, too), or are assets of a release where they are above 1 MB.
- `results/retractions/<id>.json`: withdraws a row, with reason and date.
- `status/<slug>/`: why a run has no row.

`sightbench results check` tells whether all of that holds, `sightbench verify` judges a row again, offline.
"""


def release_of(row: str) -> str:
    """The tag of the release with the files of a row, by the row's id."""
    return f"rows-{row[:_DIGITS]}"


def asset_name(file: str, sha256: str) -> str:
    """The name of the asset that keeps a file of a row: ``ID.DIGEST.verdicts.jsonl.gz``."""
    identifier, _, kind = file.partition(".")
    return f"{identifier}.{sha256[:_DIGEST_DIGITS]}.{kind}"
