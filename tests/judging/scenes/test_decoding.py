"""Scenes of guests are checked before anything is done with them."""

import copy
import json
from typing import Any

import pytest

from benchmark.judging.scenes.decoding import MalformedScene, decode

AXIS = {"limits": [0, 10], "scale": "linear", "label": "x", "fixed": False, "ticks": [[0, ""], [5, "five"]]}
STROKE = ["stroke", [[0, 0], [1, 1.5]], "-", "#000000", "", 1.5]
SCENE = {
    "axes": [
        {
            "box": [0.1, 0.1, 0.9, 0.9],
            "x": AXIS,
            "y": AXIS,
            "equal": "",
            "title": "t",
            "legend": [["a", "#ff0000", "line", "-", "o"]],
            "marks": [
                STROKE,
                ["points", [[1, 2]], "o", "", "", 6],
                ["bar", [0, 1], [0, 2], None, "", "#00ff00", "b"],
                ["area", [[0, 0], [1, 1], [1, 0]], "", "#0000ff", ""],
                ["wedge", [0, 0], [1, 1], [0, 90], "", "#0000ff", ""],
                ["text", "A", [0, 0], [0, 0.1], "#000000"],
                ["arrow", [0, 0], [1, 1], "end", "#000000"],
            ],
        }
    ],
    "title": "",
    "texts": [["outside", [0.5, 0.99]]],
    "legend": [],
}
#: Name → path in the scene, and the value that is put there.
MALFORMED: dict[str, tuple[list[str | int], object]] = {
    "not a dictionary": (["axes", 0], 3),
    "another field": (["axes", 0, "z"], AXIS),
    "limits that are equal": (["axes", 0, "x", "limits"], [1, 1]),
    "limits beyond what numbers hold": (["axes", 0, "x", "limits"], [0, 10**400]),
    "an endless limit": (["axes", 0, "x", "limits"], [0, float("inf")]),
    "no number": (["axes", 0, "x", "limits"], [0, float("nan")]),
    "a logical value as a number": (["axes", 0, "x", "limits"], [False, True]),
    "a log axis from 0": (["axes", 0, "x", "scale"], "log"),
    "a text as a flag": (["axes", 0, "x", "fixed"], "yes"),
    "a text that is too long": (["axes", 0, "title"], "x" * 501),
    "a colour that is not one": (["axes", 0, "marks", 0, 3], "#00000"),
    "an unknown mark": (["axes", 0, "marks", 0, 0], "square"),
    "a mark with too few fields": (["axes", 0, "marks", 0], ["stroke"]),
    "a mark with too many fields": (["axes", 0, "marks", 0], [*STROKE, 1, 2, 3, 4]),
    "a mark that is a list of lists": (["axes", 0, "marks", 0], [["stroke"]]),
    "a width that is text": (["axes", 0, "marks", 0, 5], "1"),
    "a line with one point": (["axes", 0, "marks", 0, 1], [[0, 0]]),
    "a point with three numbers": (["axes", 0, "marks", 1, 1], [[0, 0, 0]]),
    "too many points of a mark": (["axes", 0, "marks", 1, 1], [[0, 0]] * 20_001),
    "too many points of all marks": (
        ["axes", 0, "marks"],
        [["points", [[0, 0]] * 9_000, "o", "", "", 6]] * 5,
    ),
    "too many marks": (["axes", 0, "marks"], [STROKE] * 20_001),
    "too many axes": (["axes"], [SCENE["axes"][0]] * 51),  # type: ignore[index]
    "too many ticks": (["axes", 0, "x", "ticks"], [[0, ""]] * 2_001),
    "a tick that is text": (["axes", 0, "x", "ticks", 0, 0], "0"),
    "no list": (["texts"], None),
}


def test_a_scene_is_read() -> None:
    scene = decode(json.loads(json.dumps(SCENE)))
    assert [type(mark).__name__ for mark in scene.axes[0].marks] == [
        "Stroke", "Points", "Bar", "Area", "Wedge", "Words", "Arrow",
    ]  # fmt: skip
    assert scene.axes[0].x.ticks == ((0, ""), (5, "five"))
    assert scene.texts == (("outside", (0.5, 0.99)),)


def test_the_number_at_a_tick_is_no_text() -> None:
    scene: Any = copy.deepcopy(SCENE)
    scene["axes"][0]["x"]["ticks"] = [[0, "0.0"], [5, "5"], [6, "6%"]]
    assert decode(scene).axes[0].x.ticks == ((0, ""), (5, ""), (6, "6%"))


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_scene_is_refused(name: str) -> None:
    path, value = MALFORMED[name]
    scene: Any = copy.deepcopy(SCENE)
    part = scene
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(MalformedScene):
        decode(scene)


@pytest.mark.parametrize("value", [None, [], "scene", 1, {}, {"axes": []}])
def test_another_value_is_refused(value: object) -> None:
    with pytest.raises(MalformedScene):
        decode(value)
