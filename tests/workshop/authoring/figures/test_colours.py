"""Everybody sees on its ground, and tells apart, what carries meaning in charts, curves and plane figures."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest
from matplotlib.colors import to_hex

from benchmark.suites.mathopeval.open import FOLDER
from tests.sampling import gate_of
from workshop.authoring.figures import figure_set
from workshop.authoring.figures.figure_set import PER_TYPE, PUBLIC_SEED, TYPES, make_samples, read_pins
from workshop.authoring.figures.pictures import drawn_figure
from workshop.drawing.palette import MIN_DISTANCE, contrast_ratio, smallest_distance

pytestmark = gate_of("figures")
_CONTRAST = 3.0


def faults(code: str) -> Iterator[str]:
    """Yield what cannot be seen, and colours of marks of one look that cannot be told apart.

    A dot at the end of a dashed segment, which an edit adds, is told by this segment.
    """
    colours: dict[tuple[str, ...], set[str]] = defaultdict(set)
    with drawn_figure(code) as figure:
        for axes in figure.axes:
            is_open = axes.axison and axes.get_frame_on()
            ground = to_hex((figure.axes[0] if is_open else figure).get_facecolor())
            for patch in axes.patches:
                shown = [to_hex(patch.get_edgecolor())] if patch.get_linewidth() else []
                if patch.get_fill():
                    face = to_hex(patch.get_facecolor())
                    colours["fill",].add(face)
                    shown.append(face)
                if max(contrast_ratio(colour, ground) for colour in shown) < _CONTRAST:
                    yield f"{shown} on {ground}"
            dashed = {to_hex(line.get_color()) for line in axes.lines if line.get_linestyle() == "--"}
            for line in axes.lines:
                colour = to_hex(line.get_color())
                if colour not in dashed:
                    colours[line.get_linestyle(), str(line.get_marker())].add(colour)
                if contrast_ratio(colour, ground) < _CONTRAST:
                    yield f"line {colour} on {ground}"
    for of_look in colours.values():
        for pair in combinations(sorted(of_look), 2):
            if smallest_distance(*pair)[1] < MIN_DISTANCE:
                yield f"{pair}"


@pytest.mark.parametrize("type_", TYPES)
def test_everybody_sees_what_is_drawn(type_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_set, "sample_faults", lambda _: ())  # has tests of its own
    pins = read_pins(FOLDER)
    assert pins is not None
    samples = [
        *make_samples(type_, PUBLIC_SEED, PER_TYPE, pins.samples[type_]),
        *make_samples(type_, "fresh", 20 // len(TYPES)),
    ]
    found = {
        f"{made.seed} {made.stem}": problems
        for made in samples
        for state in ("original", "modified")[: 1 + (type_ == "geometric")]
        if (problems := list(faults(made.sample.states[state].code)))
    }
    assert found == {}
