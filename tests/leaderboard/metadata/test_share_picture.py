"""Tests of the pictures that previews of links show."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from benchmark.analysis.score_cells import ScoreMark
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.metadata.share_picture import (
    HEIGHT,
    WIDTH,
    SharePicture,
    SharePictures,
    drawable,
    share_pictures,
)
from benchmark.leaderboard.model.page import model_pages
from benchmark.results.row import row_id

MARK = ScoreMark(
    value="86.2", range="76.0–92.3", sort="0.862", dot="86.2%", bar_from="76%", bar_width="16.3%"
)
PICTURE = SharePicture(
    path="share/humaneval-v.png",
    heading="HumanEval-V, open",
    sentence="Acme leads by 6.5 points, and the lead is real.",
    rows=(("1–2", "Acme", MARK),) * 5,
    more="and 5 more models",
)


@pytest.fixture
def pictures(make_row, sources) -> SharePictures:
    found = sources(
        make_row("a", "PPPW", name="Modèle A"),
        make_row("b", "PWWW", name="中文模型"),
        make_row("c", "PPWW", name="</p>\u202e" + "x" * 190),
        make_row("d", "PW", suite="humaneval-v", dataset="open", name="D"),
        make_row("gold", "PPPP"),
        make_row("paper", "PW", trust="reported", name="P"),
    )
    return share_pictures([*board_pages(found), *model_pages(found)])


def test_a_picture_is_small_and_the_same_each_time() -> None:
    data = PICTURE.content()
    with Image.open(io.BytesIO(data)) as image:
        assert image.size == (WIDTH, HEIGHT)
        drawn = {colour for _, colour in image.convert("RGB").getcolors(WIDTH * HEIGHT)}
    assert {(255, 255, 255), (22, 25, 29), (27, 87, 184)} <= drawn
    assert len(data) < 60_000
    assert PICTURE.content() == data


def test_long_texts_are_clipped_inside_the_margin() -> None:
    sentence = f"{'W' * 99} {'i ' * 99}"
    picture = replace(PICTURE, heading="W" * 60, sentence=sentence, rows=(("1", "W" * 60, MARK),))
    with Image.open(io.BytesIO(picture.content())) as image:
        ink = image.convert("L").point(lambda value: 255 * (value < 200)).getbbox()
    assert (ink[0] >= 60, ink[2] <= WIDTH - 40) == (True, True)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Modèle Ünï", "Modele Uni"),
        ("中文模型 is 3.1 points ahead.", "instead"),
        ("\u0645\u0631 is ahead", "instead"),
        ("x" * 10_000, "x" * 59 + "…"),
    ],
)
def test_texts_have_only_characters_of_the_font(text: str, drawn: str) -> None:
    assert drawable(text, "instead") == drawn


def test_each_suite_has_a_picture_and_other_pages_have_that_of_the_home_page(pictures: SharePictures) -> None:
    def picture(source: str) -> SharePicture:
        found = pictures.of(source)
        assert found is not None
        return found

    assert [name for _, name, _ in picture("suite/code-vision/index.md").rows] == ["Modele A", "c", "b"]
    assert "Modele A" in picture("suite/code-vision/index.md").alt
    assert picture("task/humaneval-v/open/x/index.md") is picture("suite/humaneval-v/index.md")
    assert picture("dataset/code-vision/rebuilt/index.md") is picture("suite/code-vision/index.md")
    for source in (
        "index.md",
        "about/index.md",
        "model/b/index.md",
        "suite/mmcode/index.md",
        "dataset/index.md",
    ):
        assert picture(source) is picture("suite/humaneval-v/index.md")


def test_a_table_without_a_score_has_a_picture_without_rows(make_row, sources) -> None:
    row = make_row("a", "PPMM")
    result = row.result.model_copy(update={"scores": []})
    found = sources(row.model_copy(update={"id": row_id(result), "result": result}))
    picture = share_pictures(board_pages(found)).of("suite/code-vision/index.md")
    assert (picture.rows, picture.more) == ((), "")


def test_every_picture_can_be_drawn(pictures: SharePictures) -> None:
    files = {file.path: file.content() for file in pictures.files()}
    assert [*files] == ["share/humaneval-v.png", "share/code-vision.png"]
    assert all(data.startswith(b"\x89PNG") for data in files.values())


def test_a_name_is_drawn_next_to_a_place_of_any_width() -> None:
    rows = [(("35–112", name, MARK), ("100–150", name, MARK)) for name in ("", "Vision 76 Instruct")]
    without, named = (Image.open(io.BytesIO(replace(PICTURE, rows=row, more="").content())) for row in rows)
    left = ImageChops.difference(without, named).getbbox()[0]
    strip = without.convert("L").crop((0, 320, left, 410)).point(lambda value: 255 * (value < 250))
    assert strip.getbbox()[2] < left - 10
    assert left < 64 + 140
