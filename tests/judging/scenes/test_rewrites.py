"""Programs that draw the same figure by other means get all points."""

import pytest

from benchmark.judging.scenes.comparison import compare
from tests.judging.scenes.conftest import SceneOf, some
from tests.judging.scenes.figures import BAR, FUNCTION, GEOMETRIC, GROUPED, LINE, PIE, SINE, STACKED, START

#: Slices of PIE as polygons.
FILLED = """
for first, last, name in ((90, 198, "rent"), (198, 360, "food"), (360, 414, "travel"), (414, 450, "other")):
    turn, half = np.radians(np.linspace(first, last, 60)), np.radians((first + last) / 2)
    plt.fill([0, *np.cos(turn)], [0, *np.sin(turn)], edgecolor="white")
    side = "left" if np.cos(half) > 0 else "right"
    plt.text(1.1 * np.cos(half), 1.1 * np.sin(half), name, ha=side, va="center")
plt.axis("equal"); plt.axis("off"); plt.title("Budget")
"""
DOTS = f"{START}plt.plot([1, 2, 4], [1, 2, 4], 'o')\nplt.axis([0, 6, 0, 6])\n"

REWRITES = {
    "methods of axes instead of pyplot": (
        BAR,
        """
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(6.4, 4.8))
ax.set(title="Trees planted", xlabel="kind", ylabel="trees", ylim=(0, 8))
ax.bar(["ash", "birch", "cedar", "fir"], [3, 7, 5, 2])
plt.show()
""",
    ),
    "one bar per call, in a loop over a dictionary": (
        BAR,
        f"""{START}
for name, number in {{"ash": 3, "birch": 7, "cedar": 5, "fir": 2}}.items():
    plt.bar(name, number, color="#1f77b4")
plt.ylabel("trees"); plt.xlabel("kind"); plt.title("Trees planted"); plt.ylim(0, 8)
plt.savefig("figure.png", dpi=150, bbox_inches="tight")
plt.close()
""",
    ),
    "numbers as positions, with ticks": (
        BAR,
        f"""{START}
plt.bar(range(1, 5), [3, 7, 5, 2], color="green")
plt.xticks([1, 2, 3, 4], ["ash", "birch", "cedar", "fir"])
plt.title("Trees planted"); plt.xlabel("kind"); plt.ylabel("trees"); plt.ylim(0, 8)
""",
    ),
    "rectangles instead of bars": (
        BAR,
        f"""{START}
from matplotlib.patches import Rectangle
for i, height in enumerate([3, 7, 5, 2]):
    plt.gca().add_patch(Rectangle((i - 0.4, 0), 0.8, height, facecolor="tab:blue"))
plt.xlim(-0.59, 3.59); plt.ylim(0, 8)
plt.xticks([0, 1, 2, 3], ["ash", "birch", "cedar", "fir"])
plt.title("Trees planted"); plt.xlabel("kind"); plt.ylabel("trees")
""",
    ),
    "series in another order": (
        GROUPED,
        f"""{START}
x = np.arange(3)
plt.bar(x + 0.2, [5, 2, 4], 0.4, label="2024", color="tab:orange")
plt.bar(x - 0.2, [4, 6, 3], 0.4, label="2023", color="tab:blue")
plt.xticks(x, ["north", "east", "south"]); plt.ylim(0, 7); plt.title("Visitors"); plt.legend()
""",
    ),
    "a legend from handles, and other colours": (
        GROUPED,
        f"""{START}
from matplotlib.patches import Patch
for i, (first, second) in enumerate(zip([4, 6, 3], [5, 2, 4])):
    plt.bar(i - 0.2, first, 0.4, color="#804000")
    plt.bar(i + 0.2, second, 0.4, color="#008040")
plt.legend(handles=[Patch(color="#804000", label="2023"), Patch(color="#008040", label="2024")])
plt.xticks(range(3), ["north", "east", "south"]); plt.ylim(0, 7); plt.title("Visitors")
""",
    ),
    "stacked from the top": (
        STACKED,
        f"""{START}
low, high = np.array([4, 6]), np.array([1, 2])
plt.bar(["a", "b"], high, bottom=low, label="night")
plt.bar(["a", "b"], low, label="day")
plt.ylim(0, 10); plt.legend(loc="upper left")
""",
    ),
    "marker, style and colour spelled out": (
        LINE,
        f"""{START}
ax = plt.gca()
ax.plot([1, 2, 3, 4, 5], [22, 21, 25, 24, 27], marker="s", linestyle="dashed", color="#ff7f0e",
        linewidth=2, label="Rome")
ax.plot([1, 2, 3, 4, 5], [12, 15, 11, 18, 16], marker="o", linestyle="solid", color="C0", label="Oslo")
ax.set_xlim(0, 6); ax.set_ylim(0, 30); ax.set_title("Temperature in °C"); ax.legend()
""",
    ),
    "markers by scatter": (
        LINE,
        f"""{START}
days = [1, 2, 3, 4, 5]
plt.plot(days, [12, 15, 11, 18, 16], "-", color="blue", label="Oslo")
plt.scatter(days, [12, 15, 11, 18, 16], color="blue", zorder=3)
plt.plot(days, [22, 21, 25, 24, 27], "--", color="red", label="Rome")
plt.scatter(days, [22, 21, 25, 24, 27], color="red", marker="s", zorder=3)
plt.axis([0, 6, 0, 30]); plt.title("Temperature in $^\\\\circ$C"); plt.legend()
""",
    ),
    "shares scaled": (
        PIE,
        f"""{START}
shares = {{"rent": 0.3, "food": 0.45, "travel": 0.15, "other": 0.1}}
plt.gca().pie(list(shares.values()), labels=list(shares), startangle=90, normalize=True)
plt.gca().axis("equal")
plt.title("Budget")
""",
    ),
    "a white slice": (PIE, PIE.replace("startangle", 'colors=["w", "g", "b", "y"], startangle')),
    "slices as filled polygons": (PIE, START + FILLED),
    "white bars with edges": (
        BAR,
        BAR.replace("5, 2]", "5, 2], color='w', edgecolor='k'"),
    ),
    "markers at every other point": (
        DOTS,
        DOTS.replace("[1, 2, 4], [1, 2, 4], 'o'", "[1, 9, 2, 9, 4], [1, 9, 2, 9, 4], 'o', markevery=2"),
    ),
    "other colours of slices": (PIE, PIE.replace("startangle", 'colors=["r", "g", "b", "y"], startangle')),
    "41 points instead of 401": (FUNCTION, FUNCTION.replace("401", "81")),
    "more points than a line needs": (SINE, SINE.replace("401", "6001")),
    "a curve in two pieces": (
        SINE,
        SINE.replace(
            "plt.plot(x, np.sin(x))",
            "for part in (x[:200], x[199:][::-1]): plt.plot(part, np.sin(part), 'b')",
        ),
    ),
    "beyond the limits": (SINE, SINE.replace("np.linspace(-5, 5, 401)", "np.linspace(-7, 7, 701)")),
    "spans as plain lines": (
        FUNCTION,
        FUNCTION.replace('axhline(0, color="black")', 'plot([-9, 9], [0, 0], "k")').replace(
            'axvline(0, color="black")', 'vlines(0, -4, 6, colors="k")'
        ),
    ),
    "a label in other words": (FUNCTION, FUNCTION.replace("$y = x^2/4 - 2$", "y: x²/4 − 2")),
    "a triangle as three segments": (
        GEOMETRIC,
        GEOMETRIC.replace(
            'plt.plot([0, 6, 2, 0], [0, 0, 4, 0], "k-")',
            'for p, q in [((6, 0), (0, 0)), ((0, 0), (2, 4)), ((6, 0), (2, 4))]:\n'
            '    plt.plot([p[0], q[0]], [p[1], q[1]], color="black")',
        ),
    ),
    "a triangle as a polygon": (
        GEOMETRIC,
        GEOMETRIC.replace(
            'plt.plot([0, 6, 2, 0], [0, 0, 4, 0], "k-")',
            "plt.gca().add_patch(plt.Polygon([(2, 4), (0, 0), (6, 0)], fill=False))",
        ),
    ),
    "labels by annotate": (
        GEOMETRIC,
        GEOMETRIC.replace(
            "text(2, 4.2, ", "annotate(xy=(2, 4), xytext=(0, 4), textcoords='offset points', text="
        ),
    ),
    "saved, then cleared": (BAR, f'{BAR}plt.savefig("figure.png")\nplt.clf()\n'),
    "an empty figure after it": (BAR, f"{BAR}plt.show()\nplt.savefig('figure.png')\nplt.figure()\n"),
    "without pyplot": (
        SINE,
        """
from matplotlib.figure import Figure
import numpy as np
figure = Figure(figsize=(6.4, 4.8))
ax = figure.add_subplot()
x = np.linspace(-5, 5, 401)
ax.plot(x, np.sin(x))
ax.set(xlim=(-5, 5), ylim=(-2, 2), title="y = sin(x)")
figure.savefig("figure.png")
""",
    ),
    "points drawn with each segment": (
        LINE,
        LINE.replace('days, [12, 15, 11, 18, 16], "o-"', 'days[:3], [12, 15, 11], "C0.-"').replace(
            "plt.xlim", "plt.plot(days[2:], [11, 18, 16], 'C0o-')\nplt.xlim"
        ),
    ),
    "dots as small circles": (
        DOTS,
        f"""{START}
for place in (1, 2, 4):
    plt.gca().add_patch(plt.Circle((place, place), 0.1))
plt.axis([0, 6, 0, 6])
""",
    ),
    "title and legend of the figure": (
        GROUPED,
        GROUPED.replace("plt.title", "plt.suptitle").replace("plt.legend", "plt.figlegend"),
    ),
    "filled areas instead of bars": (
        BAR,
        f"""{START}
for i, height in enumerate([3, 7, 5, 2]):
    plt.fill_between([i - 0.4, i + 0.4], height)
plt.xticks(range(4), ["ash", "birch", "cedar", "fir"]); plt.xlim(-0.59, 3.59); plt.ylim(0, 8)
plt.title("Trees planted"); plt.xlabel("kind"); plt.ylabel("trees")
""",
    ),
    "a bar without a height, and an empty twin": (
        BAR,
        f"{BAR}plt.bar([0], [np.nan])\nplt.twinx().axis('off')\n",
    ),
    "a larger pie": (PIE, PIE.replace("startangle", "radius=2, startangle")),
    "a side as a connection": (
        GEOMETRIC,
        GEOMETRIC.replace("[0, 6, 2, 0], [0, 0, 4, 0]", "[0, 6, 2], [0, 0, 4]")
        + """
from matplotlib.patches import ConnectionPatch
plt.gca().add_artist(ConnectionPatch((0, 0), (2, 4), "data"))
""",
    ),
    "a window system": (
        BAR,
        f"import matplotlib\nmatplotlib.use('TkAgg')\n{BAR}plt.switch_backend('QtAgg')\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", some(REWRITES, 15))
def test_a_rewrite_gets_all_points(scene_of: SceneOf, name: str) -> None:
    reference, answer = REWRITES[name]
    found = compare(scene_of(reference), scene_of(answer))
    assert (found.points, found.differences) == (10, ())
    assert compare(scene_of(answer), scene_of(reference)).same
