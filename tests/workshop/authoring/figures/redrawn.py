"""Programs that a reader of descriptions and instructions would write, from nothing but their texts."""

import math
import re

from .charts_from_texts import NUMBER, found

POINT = rf"\({NUMBER}, {NUMBER}\)"
START = (
    "import math\nimport matplotlib.pyplot as plt\nimport numpy as np\n"
    "fig, ax = plt.subplots(figsize=(6.4, 4.8))\n"
)
CENTRED = "ha='center', va='center'"


def redrawn_geometric(description: str, instruction: str = "") -> str:
    """Return the program of a geometric figure, without or with an edit."""
    points = {
        name: complex(float(x), float(y)) for name, x, y in re.findall(rf"([A-Z]) {POINT}", description)
    }
    names, colour = found(r"Draw the segments ([\w, ]+) as solid (\w+) lines", description)
    segments = [name for name in names.split(", ") if not re.search(rf"Delete .*\b{name}\b", instruction)]
    lines = [_segment(points[a], points[b], f"color='{colour}'") for a, b in segments]
    for name, radius, colour in re.findall(
        rf"circle around (\w) with radius {NUMBER} as a (\w+) line", description
    ):
        centre = points[name]
        circle = f"({centre.real}, {centre.imag}), {radius}, fill=False, color='{colour}'"
        lines.append(f"ax.add_patch(plt.Circle({circle}))")
    for dotted, dot_colour in re.findall(r"round dot at each of ([\w, ]+), in (\w+)", description):
        lines += [_dot(points[name], dot_colour) for name in dotted.split(", ")]
    for dot_colour, name in re.findall(r"(\w+) at ([A-Z])\b(?! \()", description.partition("dots in")[2]):
        lines.append(_dot(points[name], dot_colour))
    if instruction.startswith(("Add", "In the figure")):
        lines += _constructed(points, instruction)
    lines += _texts(rf"([A-Z]) at {POINT}", description + instruction)
    lines += _texts(rf"([A-Z]) for the \w+ point, at {POINT}", instruction)
    lines += _measures(points, instruction)
    lines += _frame(description)
    return START + "\n".join(lines)


def _constructed(points: dict[str, complex], instruction: str) -> list[str]:
    """Return the lines that add a segment and its end."""
    start, colour = found(r"Draw ([A-Z])[A-Z] as a dashed (\w+) line", instruction)
    here = points[start]
    if base := re.search(r"midpoint of (\w)(\w)", instruction):
        new = (points[base[1]] + points[base[2]]) / 2
    elif base := re.search(r"foot on (\w)(\w)", instruction):
        a, b = points[base[1]], points[base[2]]
        turned = (here - a) / (b - a)
        new = a + turned.real * (b - a)
    elif base := re.search(r"meets (\w)(\w)", instruction):
        a, b = points[base[1]], points[base[2]]
        ray = (a - here) / abs(a - here) + (b - here) / abs(b - here)
        turned_a, turned_b = (a - here) / ray, (b - here) / ray
        share = turned_a.imag / (turned_a.imag - turned_b.imag)
        new = a + share * (b - a)
    else:
        a_name, b_name = found(r"direction from (\w) to (\w)", instruction)
        new = here + points[b_name] - points[a_name]
    return [_segment(here, new, f"color='{colour}', linestyle='--'"), _dot(new, colour)]


def _measures(points: dict[str, complex], instruction: str) -> list[str]:
    """Return the lines that write lengths or angles."""
    lines = []
    if "midpoint of its segment" in instruction:
        for a, b, value in re.findall(rf"\b(\w)(\w) = {NUMBER}", instruction):
            middle = (points[a] + points[b]) / 2
            lines.append(_text(middle, value, "backgroundcolor='white'"))
    for a, vertex, b, value in re.findall(rf"∠(\w)(\w)(\w) = ({NUMBER[1:-1]}°)", instruction):
        (reach,) = found(rf"{NUMBER} units from the vertex", instruction)
        rays = [(points[end] - points[vertex]) / abs(points[end] - points[vertex]) for end in (a, b)]
        middle = sum(rays) / abs(sum(rays))
        lines.append(_text(points[vertex] + float(reach) * middle, value))
    return lines


def redrawn_function(description: str, instruction: str = "") -> str:
    """Return the program of a plot, without or with an edit."""
    formula, title, colour = found(
        r'function (y = .+?) with the title "(.+?)", as a solid (\w+)', description
    )
    changed = re.search(r"replace the curve by (y = .+?)\. ", instruction)
    drawn = instruction if "from x = " in instruction else description
    lines = [f"def f(x):\n    return {_python(formula)}"]
    for start, end in re.findall(rf"from x = {NUMBER} to x = {NUMBER}", drawn):
        lines.append(f"x = np.linspace({start}, {end}, 601)")
        lines.append(f"ax.plot(x, {_python(changed[1]) if changed else 'f(x)'}, color='{colour}')")
    if "lines at x = 0 and at y = 0" in description:
        lines += [f"ax.ax{way}line(0, color='gray', linestyle=':')" for way in "hv"]
    for x, y in re.findall(rf"{POINT} centred", instruction):
        lines.append(_dot(complex(float(x), float(y)), "black"))
    lines += _texts(rf"({POINT.replace('(-', '(?:-')}) centred at {POINT}", instruction)
    lines += [f"ax.set(title={title!r}, xlabel='x', ylabel='y', xticks=range(-5, 6), xlim=(-5, 5))"]
    low, high, ticks = found(rf"y-axis from {NUMBER} to {NUMBER} with ticks at (\w+) numbers", description)
    step = {"whole": 1, "even": 2}[ticks]
    first = math.ceil(float(low) / step) * step
    lines.append(f"ax.set(yticks=range({first}, math.floor({high}) + 1, {step}), ylim=({low}, {high}))")
    return START + "\n".join(lines)


def _python(formula: str) -> str:
    """Return the right side of a formula in Python."""
    text = formula.removeprefix("y = ").replace("−", "-").replace("·", "*").replace("²", "**2")
    for name in ("sin", "cos"):
        text = text.replace(name, f"np.{name}")
    text = text.replace("ln", "np.log").replace("√", "np.sqrt").replace("e^", "np.exp")
    return re.sub(r"\|(.+)\|", r"np.abs(\1)", text)


def _frame(description: str) -> list[str]:
    """Return the lines that set title, limits and axes of a geometric figure."""
    (title,) = found(r'title "(.+?)"', description)
    lines = [f"ax.set_title({title!r})", "ax.set_aspect('equal')"]
    if "tick at each whole number" in description:
        limits = found(
            rf"x axis goes from {NUMBER} to {NUMBER} and the y axis from {NUMBER} to {NUMBER}", description
        )
        left, right, bottom, top = map(float, limits)
        lines.append(f"ax.set(xlim=({left}, {right}), ylim=({bottom}, {top}))")
        for axis, low, high in (("x", left, right), ("y", bottom, top)):
            lines.append(f"ax.set_{axis}ticks([n for n in range(-20, 21) if {low} <= n <= {high}])")
    else:
        lines.append("ax.axis('off')")
    return lines


def _texts(pattern: str, text: str) -> list[str]:
    return [_text(complex(float(x), float(y)), word) for word, x, y in re.findall(pattern, text)]


def _segment(start: complex, end: complex, options: str) -> str:
    return f"ax.plot([{start.real}, {end.real}], [{start.imag}, {end.imag}], {options})"


def _dot(at: complex, colour: str) -> str:
    return f"ax.plot([{at.real}], [{at.imag}], 'o', color='{colour}')"


def _text(at: complex, text: str, options: str = "") -> str:
    return f"ax.text({at.real}, {at.imag}, {text!r}, {CENTRED}, {options})"
