"""Tests of the pictures that previews of links show."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from benchmark.analysis.scale_words import PERCENT
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.metadata.share_card import CardRow, ShareCard, drawable
from benchmark.leaderboard.metadata.share_images import ShareImages, share_images
from benchmark.leaderboard.metadata.share_picture import HEIGHT, WIDTH, draw_card
from benchmark.leaderboard.model.page import model_pages
from benchmark.results.row import row_id

ROW = CardRow(
    place="1–2", name="Acme", value="86.2", range="76.0–92.3", dot=0.862, low=0.76, high=0.923, own=True
)
CARD = ShareCard(
    heading="HumanEval-V, open",
    sentence="Acme leads by 6.5 points, and the lead is real.",
    rows=(ROW,) * 5,
    ticks=((0.0, "0"), (1.0, "100%")),
    more="and 5 more models",
)


@pytest.fixture
def images(make_row, sources, tmp_path: Path) -> ShareImages:
    found = sources(
        make_row("a", "PPPW", name="Modèle A"),
        make_row("b", "PWWW", name="中文模型"),
        make_row("c", "PPWW", name="</p>\u202e" + "x" * 190),
        make_row("d", "PW", suite="humaneval-v", dataset="open", name="D"),
        make_row("gold", "PPPP"),
        make_row("paper", "PW", trust="reported", name="P"),
    )
    pages = [*board_pages(found), *model_pages(found)]
    keys = [group.key for groups in found.groups.values() for group in groups]
    return share_images(pages, keys, tmp_path)


def test_a_picture_is_small_and_has_few_colours() -> None:
    data = draw_card(CARD)
    with Image.open(io.BytesIO(data)) as image:
        assert (image.size, image.mode) == ((WIDTH, HEIGHT), "P")
        drawn = {colour for _, colour in image.convert("RGB").getcolors()}
    assert {(255, 255, 255), (22, 25, 29), (27, 87, 184)} <= drawn
    assert len(data) < 30_000
    assert draw_card(CARD) == data


def test_labels_of_the_axis_do_not_touch() -> None:
    ticks = tuple((float(place[:-1]) / 100, label) for place, label in PERCENT.ticks)
    card = replace(CARD, rows=(), sentence="", heading="", more="", ticks=ticks)
    with Image.open(io.BytesIO(draw_card(replace(card, rows=(ROW,))))) as image:
        labels = image.convert("L").crop((840, 370, WIDTH, 410)).point(lambda value: 255 * (value < 200))
    empty = [labels.crop((x, 0, x + 1, labels.height)).getbbox() is None for x in range(labels.width)]
    gaps = "".join(" " if blank else "x" for blank in empty).split(" " * 12)
    assert len([gap for gap in gaps if gap.strip()]) == len(ticks)


def test_long_texts_are_clipped_inside_the_margin() -> None:
    row = replace(ROW, name="W" * 60)
    card = replace(CARD, heading="W" * 60, sentence=f"{'W' * 99} {'i ' * 99}", rows=(row,))
    with Image.open(io.BytesIO(draw_card(card))) as image:
        ink = image.convert("L").point(lambda value: 255 * (value < 200)).getbbox()
    assert ink is not None
    assert (ink[0] >= 60, ink[2] <= WIDTH - 40) == (True, True)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Modèle Ünï", "Modele Uni"),
        ("中文模型 is 3.1 points ahead.", "qwen is 3.1 points ahead."),
        ("\u0645\u0631 is ahead", "instead"),
        ("x" * 10_000, "x" * 59 + "…"),
    ],
)
def test_texts_have_only_characters_of_the_font(text: str, drawn: str) -> None:
    assert drawable(text, {"中文模型": "qwen"}, "instead") == drawn


def test_each_table_and_model_has_a_picture_and_other_pages_have_that_of_a_table(images: ShareImages) -> None:
    def card(source: str) -> ShareCard:
        image = images.of(source)
        assert image is not None
        return image.card

    assert [row.name for row in card("suite/code-vision/index.md").rows] == ["Modele A", "c", "b"]
    assert card("model/b/index.md").sentence.startswith("b solves 25.0 % of all 4 tasks")
    assert [row.own for row in card("model/b/index.md").rows] == [False, False, True]
    assert card("model/paper/index.md").rows == ()
    assert card("model/gold/index.md").rows[0].name == "gold"
    assert card("task/humaneval-v/open/x/index.md") is card("suite/humaneval-v/index.md")
    assert card("dataset/code-vision/rebuilt/index.md") is card("suite/code-vision/index.md")
    for source in ("index.md", "about/index.md", "compare/index.md", "suite/mmcode/index.md"):
        assert card(source) is card("suite/humaneval-v/index.md")


def test_a_model_without_a_score_has_no_place_in_its_picture(make_row, sources, tmp_path: Path) -> None:
    row = make_row("a", "PPMM")
    result = row.result.model_copy(update={"scores": []})
    found = sources(row.model_copy(update={"id": row_id(result), "result": result}))
    keys = [group.key for groups in found.groups.values() for group in groups]
    made = share_images([*board_pages(found), *model_pages(found)], keys, tmp_path)
    model, table = made.of("model/a/index.md"), made.of("suite/code-vision/index.md")
    assert model is not None
    assert table is not None
    assert model.card.sentence == "a has no score."
    assert (table.card.rows, table.card.more) == ((), "")


def test_every_picture_can_be_drawn_and_is_kept(images: ShareImages, tmp_path: Path) -> None:
    files = {file.path: file.content() for file in images.files()}
    assert len(files) == 8
    kept = {path.read_bytes() for path in (tmp_path / "share").iterdir()}
    assert kept == set(files.values())
    changed = b"from the cache IEND\xaeB`\x82"
    for path in (tmp_path / "share").iterdir():
        path.write_bytes(changed)
    assert {file.content() for file in images.files()} == {changed}
    for path in (tmp_path / "share").iterdir():
        path.write_bytes(changed[:-3])  # cut off by a power failure
    assert {file.path: file.content() for file in images.files()} == files
