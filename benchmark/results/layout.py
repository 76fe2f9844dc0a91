"""Folders and file names on the branch of results; :data:`README_TEXT` describes them."""

from collections import defaultdict
from collections.abc import Iterable, Set
from pathlib import Path

DRY_BRANCH = "results-dry"  #: the branch that each dry run begins anew; no page is made from it
README = "README.md"
ROWS = "results"  #: the folder of rows, for the option --rows
STATUS = "status"
RETRACTIONS = "retractions"  #: in the folder of rows
OWNERS = "owners"
NIGHTLY = "nightly"
MONEY = "money"
SETTLED = ".settled.json"  #: end of the name of a settlement; the rest is that of its reservation
SUM = "sum.json"  #: adds up a month of the ledger that is closed

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
- `money/<month>/<id>.json`: what runs may cost at most, written before a model is asked; `<id>.started.json`
  names the workflow run, and `<id>.settled.json` the cost. `sightbench results list --money` adds them up,
  and `<month>/sum.json` has done so for a month that is over and settled. `bills/` has the days on which a
  vendor's bill agrees.
- `nightly/`: what nightly runs drew (`panels`), which models providers had (`models`), what changed
  (`events`) and what was concluded (`decisions`); each file is named `<date>.<id>.json`.

`sightbench results check` checks all of this, and `sightbench verify` checks a row's signature and judges it
again, offline.
"""


def is_row_name(name: str) -> bool:
    """Whether a file in a folder of rows is a row, by its name: not a bundle, and not scores by a model."""
    return name.endswith(".json") and not name.endswith(BUNDLE_ENDING) and RUBRIC_MARK not in name


def closed_months(paths: Iterable[str]) -> list[str]:
    """Return the months of the ledger that have a sum, and a settlement of each reservation, by the paths.

    A month with an open reservation never counts as closed, even if somebody wrote a sum.
    """
    names: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        month, _, name = path.removeprefix(f"{MONEY}/").rpartition("/")
        names[month].add(name)
    return [month for month, found in sorted(names.items()) if SUM in found and not unsettled_names(found)]


def reservation_names(names: Set[str]) -> Set[str]:
    """Return the names of the reservations among the names of a month's files.

    Other files of a reservation have its id and another word in their names.
    """
    return {name for name in names - {SUM} if name.count(".") == 1}


def unsettled_names(names: Set[str]) -> list[str]:
    """Return the names of the reservations without a settlement among the names of a month's files."""
    found = reservation_names(names)
    return sorted(name for name in found if name.replace(".json", SETTLED) not in names)


def bundle_path(file: Path) -> Path:
    """Return the path of a bundle, from the path of the row or panel that it signs."""
    return file.with_name(f"{file.stem}{BUNDLE_ENDING}")


def rubric_name(row: str, identifier: str) -> str:
    """Return the name of a file with scores by a model, from the ids of the row and of the scores."""
    return f"{row}{RUBRIC_MARK}{identifier}.json"


def replies_name(row: str, identifier: str) -> str:
    """Return the name of the file with the model's replies, from which its scores were read."""
    return f"{row}{RUBRIC_MARK}{identifier}.jsonl.gz"
