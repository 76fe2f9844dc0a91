"""Draw charts from descriptions and instructions alone: what a careful reader of these texts would draw."""

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

Values = dict[str, Any]

START = "import matplotlib.pyplot as plt\nimport numpy as np\nfig, ax = plt.subplots(figsize=(6.4, 4.8))\n"
NUMBER = r"(-?\d+(?:\.\d+)?)"
TEXTS = re.compile(r'(?:^|; )([^;"]+): "([^"]+)" at \(' + NUMBER + ", " + NUMBER + r"\)")


def bar(description: str, instruction: str = "") -> str:
    """Return a program for a bar chart, after an edit if there is one."""
    chart = read_bar(description)
    texts = edit_bar(chart, instruction)
    lying = chart["way"] == "horizontal"
    lines = ["fig.subplots_adjust(left=0.2)"] if lying else []
    below: dict[str, float] = {}
    for (name, heights), colour, offset in zip(
        chart["series"], chart["colours"], chart["offsets"], strict=True
    ):
        for category, height in heights.items():
            place = chart["places"][chart["names"].index(category)] + offset
            start = below.get(category, 0) if chart["stacked"] else 0
            below[category] = start + height
            shape = f"({start}, {place - chart['thick'] / 2}), {height}, {chart['thick']}"
            if not lying:
                shape = f"({place - chart['thick'] / 2}, {start}), {chart['thick']}, {height}"
            lines.append(f"ax.add_patch(plt.Rectangle({shape}, color={colour!r}, linewidth=0))")
            if (error := chart["errors"].get(category)) is not None:
                ends = ([height - error, height + error], [place, place])
                xs, ys, cap = (*ends, "|") if lying else (*ends[::-1], "_")
                lines.append(f"ax.plot({xs}, {ys}, '{cap}-k', markersize=8)")
        lines.append(f"ax.bar([-99], [0], color={colour!r}, label={name!r})")
    if chart["legend"]:
        lines.append(f"ax.legend(loc='upper right', ncols={len(chart['series'])})")
    first, second = ("y", "x") if lying else ("x", "y")
    lines += [
        f"ax.set_title({chart['title']!r})",
        f"ax.set_{first}label({chart['group']!r})",
        f"ax.set_{second}label({chart['label']!r})",
        f"ax.set_{first}ticks({chart['places']}, {chart['names']})",
        f"ax.set_{first}lim{chart['span']}",
        f"ax.set_{second}lim({chart['floor']}, {chart['limit']})",
    ]
    anchor = {"left end": "ha='left', va='center'", "lower edge": "ha='center', va='bottom'"}
    where = next((kind for words, kind in anchor.items() if words in instruction), "ha='center', va='center'")
    lines += [f"ax.text({x}, {y}, {text!r}, {where})" for text, x, y in texts]
    return START + "\n".join(lines) + "\n"


def read_bar(text: str) -> Values:
    way, arrangement, title = found(r'A (\w+) chart of (\w+) bars\. Title: "(.*?)"\.', text)
    ticks = r"it has ticks at (.*?) with the labels (.*?)[,.]? (?:from bottom to top\. )?The . axis"
    group, low, high, places, names = found(
        rf'labelled "([^"]*)" and goes from {NUMBER} to {NUMBER}; {ticks}', text
    )
    label, floor, limit = found(rf'labelled "([^"]*)" and goes from {NUMBER} to {NUMBER}\. ', text)
    series = re.findall(r' "([^"]+)" \((\w+)\): (.*?)\.(?= ["A-Z])', text)
    thick, offsets = (
        found(rf"(?:\w+, |each |stacked, ){NUMBER} (?:wide|high)", text)[0],
        [0.0] * max(1, len(series)),
    )
    if arrangement == "single":
        (colour,) = found(r"The bars are (\w+),", text)
        series = [("", colour, *found(r"(?:Lengths|Heights): (.*?)\.(?= [A-Z])", text))]
    if arrangement == "grouped":
        offsets = numbers(*found(r"the middles of the \d series are (.*?) from the tick", text))
    errors = re.search(r"as far beyond the end of a bar as back: (.*?)\.(?= [A-Z])", text)
    return {
        "errors": pairs(errors[1]) if errors else {}, "floor": float(floor),
        "way": way, "title": title, "group": group, "span": (float(low), float(high)), "names": quoted(names),
        "places": [int(place) for place in numbers(places)], "label": label, "limit": float(limit),
        "thick": float(thick), "offsets": offsets, "stacked": arrangement == "stacked",
        "colours": [colour for _, colour, _ in series], "legend": "There is no legend" not in text,
        "series": [(name, pairs(heights)) for name, _, heights in series],
    }  # fmt: skip


def edit_bar(chart: Values, text: str) -> list[tuple[str, str, str]]:
    """Change a chart as an instruction says; return the texts to write with their places."""
    rows = dict(chart["series"])
    if text.startswith("Delete") and "together with the tick" not in text:
        category, series = found(r'bar of "(.*?)" in "(.*?)"', text)
        del rows[series][category]
    elif text.startswith("Delete"):
        (category,) = found(r'of "(.*?)"(?:, its error bar)? together', text)
        place = chart["names"].index(category)
        del chart["names"][place], chart["places"][place]
        for heights in rows.values():
            del heights[category]
        if "no gap is left" in text:
            chart["places"] = list(range(len(chart["names"])))
            chart["span"] = tuple(map(float, found(rf"axis goes from {NUMBER} to {NUMBER}", text)))
    elif text.startswith("Change"):
        category, series, height = found(rf'bar of "(.*?)"(?: in "(.*?)")? from .*? to {NUMBER}\.', text)
        rows[series or ""][category] = float(height)
    return written(text)


def line(description: str, instruction: str = "") -> str:
    """Return a program for a line chart, after an edit if there is one."""
    count, title = found(r'A chart of (\d) lines?\. Title: "(.*?)"\.', description)
    label, low, high, ticks = found(
        rf'The x axis is labelled "(.*?)" and goes from {NUMBER} to {NUMBER}; it has ticks at (.*?)\. The',
        description,
    )
    axis = rf'The (?:\w+ )?y axis( is logarithmic,)? is labelled "(.*?)" and goes from {NUMBER} to {NUMBER}\.'
    (is_log, y_label, floor, limit), *right = re.findall(axis, description)
    xs = numbers(*found(r"The points are at x = (.*?)\. ", description))
    rows = re.findall(r'(?:"([^"]+)"|The line) is ([\w:]+), with y = (.*?)\.(?= ["A-Z])', description)
    assert len(rows) == int(count)
    ys = {name: numbers(values) for name, _, values in rows}
    if instruction.startswith("Delete"):
        place = xs.index(float(*found(rf"at x = {NUMBER}\.", instruction)))
        for values in (xs, *ys.values()):
            del values[place]
    if instruction.startswith("Change"):
        name, x, y = found(rf"of the line(?: of (.*?))? at x = {NUMBER} from .*? to {NUMBER}\.", instruction)
        ys[name or ""][xs.index(float(x))] = float(y)
    marker = re.search(r'markers "(.)"', description)
    lines = []
    for name, colour, _ in rows:
        curve = smooth(xs, ys[name]) if "cosine" in description else (xs, ys[name])
        options = f"color={colour!r}, label={name!r}" + (f", marker={marker[1]!r}" if marker else "")
        if right and name == rows[1][0]:
            lines.append(
                f"right = ax.twinx()\nright.set(ylabel={right[0][1]!r}, ylim=({right[0][2]}, {right[0][3]}))"
            )
        drawn = "right" if right and name == rows[1][0] else "ax"
        lines.append(f"{drawn}.plot({curve[0]}, {curve[1]}, {options})")
    if len(rows) > 1:
        lines += ["ax.legend(loc='upper left')", *["right.legend(loc='upper right')"][: len(right)]]
    texts = written(instruction)
    lines += [
        f"ax.set_yscale({'log' if is_log else 'linear'!r})",
        f"ax.set(title={title!r}, xlabel={label!r}, ylabel={y_label!r}, xticks={numbers(ticks)})",
        f"ax.set(xlim=({low}, {high}), ylim=({floor}, {limit}))",
        *(f"ax.text({x}, {y}, {text!r}, ha='center', va='center')" for text, x, y in texts),
    ]
    return START + "\n".join(lines) + "\n"


def smooth(xs: Sequence[float], ys: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return a curve as the description says it, with other points than the reference has."""
    curve = [
        (x0 + t / 64 * (x1 - x0), y0 + (y1 - y0) * (1 - math.cos(math.pi * t / 64)) / 2)
        for x0, x1, y0, y1 in zip(xs, xs[1:], ys, ys[1:], strict=False)
        for t in range(65)
    ]
    return [x for x, _ in curve], [y for _, y in curve]


def pie(description: str, instruction: str = "") -> str:
    """Return a program for a pie chart, after an edit if there is one."""
    angle = rf"at an angle of {NUMBER} degrees"
    title, start, way, order = found(
        rf'Title: "(.*?)"\. .*? {angle} .*? one another (\w+) in this order: (.*?)\. No slice', description
    )
    slices = [
        (name, float(share), colour)
        for name, share, colour in re.findall(rf'"(.*?)" {NUMBER} % \((\w+)\)', order)
    ]
    if instruction.startswith("Delete"):
        (gone,) = found(r'slice "(.*?)"', instruction)
        slices = [row for row in slices if row[0] != gone]
    if instruction.startswith(("Raise", "Change")):
        shares = {name: float(share) for name, share in re.findall(rf'"([^"]+)" {NUMBER} %', instruction)}
        raised, share = found(rf'share of "(.*?)" from .*? % to {NUMBER} %\.', instruction)
        shares[raised] = float(share)
        if giver := re.search(rf'from "(.*?)" alone, which falls from .*? % to {NUMBER} %', instruction):
            shares[giver[1]] = float(giver[2])
        slices = [(name, shares.get(name, share), colour) for name, share, colour in slices]
    names, whole = [name for name, _, _ in slices], sum(share for _, share, _ in slices)
    texts = dict(re.findall(r'"([^"]+)": "([^"]+)"', instruction))
    (distance,) = found(rf"at {NUMBER} of the radius on", instruction) if texts else ("0",)
    lines, before = [], 0.0
    for name, share, colour in slices:
        turns = sorted(
            float(start) + (-360 if way == "clockwise" else 360) * part / whole
            for part in (before, before + share)
        )
        before += share
        look = f"facecolor={colour!r}, edgecolor='white'"
        lines.append(f"ax.add_patch(plt.matplotlib.patches.Wedge((0, 0), 1, {turns[0]}, {turns[1]}, {look}))")
        middle = math.radians(sum(turns) / 2)
        x, y = math.cos(middle), math.sin(middle)
        if "no names are at the slices" not in description:
            side = "left" if x > 0 else "right"
            lines.append(f"ax.text({1.1 * x}, {1.1 * y}, {name!r}, ha={side!r}, va='center')")
        if name in texts:
            at = f"{float(distance) * x}, {float(distance) * y}"
            lines.append(f"ax.text({at}, {texts[name]!r}, ha='center', va='center')")
    if "no names are at the slices" in description:
        lines.append(f"ax.legend(ax.patches, {names}, loc='center left', bbox_to_anchor=(0.95, 0.5))")
    lines.append(
        f"ax.set(title={title!r}, xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect='equal')\nax.axis('off')"
    )
    return START + "\n".join(lines) + "\n"


PROGRAMS: dict[str, Callable[..., str]] = {"bar": bar, "line": line, "pie": pie}


def written(instruction: str) -> list[tuple[str, str, str]]:
    """Return the texts that an instruction asks for, and their points."""
    _, _, places = re.sub(" by the left y axis", "", instruction).partition("points (x, y): ")
    return [(text, x, y) for _, text, x, y in TEXTS.findall(places)]


def found(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    assert match, (pattern, text)
    return match.groups()


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(NUMBER, text)]


def quoted(text: str) -> list[str]:
    return re.findall(r'"([^"]+)"', text)


def pairs(text: str) -> dict[str, float]:
    """Return the numbers of a text such as ``Old Town 10, Docks 12``."""
    return {name: float(number) for name, number in re.findall(rf"([A-Z][\w ]*?) {NUMBER}(?:,|$)", text)}
