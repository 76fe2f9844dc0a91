"""Design notes of families."""

from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.datasets.collection import Collection
from benchmark.leaderboard.dataset.claim import collection_of, design_notes
from benchmark.suites.open_collections import OPEN_COLLECTIONS

PAGE = f"""# Odd socks

<!-- {CANARY} -->

Socks hang on a *line*. The text does not say which are a pair.

## What the picture says

| mutation | a pair is |
|---|---|
| `colour` | one colour |

## A wrong reading

Who counts the `pegs` is wrong.
"""


class _Folder(Collection):
    """A collection in a temporary folder."""

    @property
    def folder(self) -> Path:
        return Path(self.package)


def _collection(folder: Path, page: str = PAGE) -> Collection:
    (folder / "families").mkdir()
    (folder / "families" / "odd_socks.md").write_text(page)
    return _Folder(suite="humaneval-v", dataset="open", package=str(folder))


def test_the_first_paragraph_is_separate_from_the_rules(tmp_path: Path) -> None:
    note = design_notes(_collection(tmp_path))["odd-socks"]
    assert note.title == "Odd socks"
    assert note.words == "Socks hang on a <em>line</em>. The text does not say which are a pair."
    assert "<h3>What the picture says</h3>" in note.rules
    assert "<h3>A wrong reading</h3>" in note.rules
    assert '<th scope="col">mutation</th>' in note.rules
    assert CANARY not in note.words


@pytest.mark.parametrize(
    "page", ["Odd socks\n\nWords.\n\n## Rules\n", "# Odd socks\n\n## Rules\n", "# A\n\nB\n"]
)
def test_an_incomplete_design_page_is_refused(tmp_path: Path, page: str) -> None:
    with pytest.raises(BadInput, match=r"odd_socks\.md"):
        design_notes(_collection(tmp_path, page))


def test_all_families_of_the_package_have_notes() -> None:
    for collection in OPEN_COLLECTIONS.values():
        notes = design_notes(collection)
        assert len(notes) == (0 if collection.form == "charts" else len(collection.names()))
        assert all(note.words and note.rules for note in notes.values())


def test_only_a_data_set_made_of_families_has_a_collection() -> None:
    assert collection_of("humaneval-v", "open") is OPEN_COLLECTIONS["humaneval-v"]
    assert collection_of("humaneval-v", "official-v1") is None
    assert collection_of("code-vision", "open") is OPEN_COLLECTIONS["code-vision"]
    assert collection_of("code-vision", "rebuilt") is None
