"""Captions are read from replies in the asked form, and from the odd forms that models use."""

import pytest

from benchmark.suites.mmcode.problem_prompt import MISSING, SEE_FIRST, read_captions

TWO = ("a tree\nwith 3 leaves", "a leaf")


@pytest.mark.parametrize(
    ("reply", "captions"),
    [
        ("Picture 1: a tree\nwith 3 leaves\n\nPicture 2: a leaf\n", TWO),
        ("Picture 1:\r\na tree\r\nwith 3 leaves\r\nPicture 2:\r\na leaf", TWO),
        ("Sure!\n\n**Picture 1:** a tree\nwith 3 leaves\n\n**Picture 2**: a leaf", TWO),
        ("### Image 1\na tree\nwith 3 leaves\n### Image 2\n\na leaf", TWO),
        ("- picture #1 – a tree\nwith 3 leaves\n- picture #2 – a leaf", TWO),
        ("[Picture 2:] a leaf\n[Picture 1:] a tree\nwith 3 leaves", TWO),
        ("Figure 1. a tree\nwith 3 leaves\nFigure 2. a leaf", TWO),
        ("Picture 1: a tree\nPicture 2: a leaf\nPicture 1: with 3 leaves", TWO),
        ("1. a tree\nwith 3 leaves\n2. a leaf", TWO),
        ("**1)** a tree\nwith 3 leaves\n**2)** a leaf", TWO),
        ("<think>Picture 1: an elk</think>Picture 1: a tree\nwith 3 leaves\nPicture 2: a leaf", TWO),
        ("Picture 1: 1. roots\n2. leaves\nPicture 2: a leaf", ("1. roots\n2. leaves", "a leaf")),
        ("Picture 1: a tree\nPicture 3: an elk\nPicture 2: x", ("a tree\nPicture 3: an elk", "x")),
        ("Picture 2: a leaf", (MISSING, "a leaf")),
        ("Picture 1:\nPicture 2: a leaf", (MISSING, "a leaf")),
        ("Picture 1 shows a tree.\nThe 2nd a leaf.", ("Picture 1 shows a tree.\nThe 2nd a leaf.", SEE_FIRST)),
        ("[Picture 1: a tree\nwith 3 leaves]\n\n[Picture 2: a leaf]", TWO),
        ("Picture 1: [a, b]\nPicture 2: [c]", ("[a, b]", "[c]")),
        ("1. a tree\n2. a leaf\n3. an elk", ("1. a tree\n2. a leaf\n3. an elk", SEE_FIRST)),
        ("Picture 1.5 is odd", ("Picture 1.5 is odd", SEE_FIRST)),
        (" \n", (MISSING, MISSING)),
    ],
)  # fmt: skip
def test_each_picture_gets_its_caption(reply: str, captions: tuple[str, ...]) -> None:
    assert read_captions(reply, 2) == captions


def test_the_only_picture_gets_a_reply_without_a_number() -> None:
    assert read_captions("A tree.\n\nIt has leaves.", 1) == ("A tree.\n\nIt has leaves.",)
    assert read_captions("Picture 1: a tree", 1) == ("a tree",)
