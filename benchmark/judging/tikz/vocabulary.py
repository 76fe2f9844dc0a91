r"""The words of the subset, by kind; the reader refuses others, and the prompts list them.

A word that changes nothing of what is compared, such as a line width, is accepted and has no effect.
"""

from benchmark.judging.tikz.limits import POINTS

COMMANDS = (
    "\\draw", "\\fill", "\\filldraw", "\\path", "\\node", "\\coordinate", "\\foreach", "\\def",
    "\\pgfmathsetmacro", "\\definecolor",
)  # fmt: skip
ENVIRONMENTS = ("tikzpicture", "scope", "axis")
PATH_OPERATIONS = (
    "--", "-|", "|-", "cycle", "rectangle", "circle", "ellipse", "arc", "grid", "plot", "node", "coordinate",
)  # fmt: skip
FUNCTIONS = (
    "sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "abs", "exp", "ln", "min", "max", "floor", "ceil",
    "deg", "rad",
)  # fmt: skip
PATH_OPTIONS = (
    "draw", "fill", "color", "text", "dashed", "dotted", "dash dot", "->", "<-", "<->", "above", "below",
    "left",
    "right", "anchor", "midway", "pos", "at", "label", "radius", "x radius", "y radius", "start angle",
    "end angle", "step", "domain", "samples", "variable", "shift", "scale", "rotate", "xshift", "yshift",
    "xscale", "yscale",
)  # fmt: skip
AXIS_OPTIONS = (
    "xmin", "xmax", "ymin", "ymax", "title", "xlabel", "ylabel", "xtick", "ytick", "xticklabels",
    "yticklabels", "symbolic x coords", "symbolic y coords", "ybar", "ybar stacked", "xbar", "xbar stacked",
    "bar width", "bar shift", "domain", "samples", "axis equal", "hide axis", "xmode", "ymode",
    "nodes near coords",
)  # fmt: skip
AXIS_COMMANDS = ("\\addplot", "\\addlegendentry", "\\legend")
PLOT_OPTIONS = ("mark", "only marks", "domain", "samples", "fill", "bar shift")
#: Options of paths and axes that change nothing of what is compared.
WITHOUT_EFFECT = frozenset({
    "thin", "very thin", "ultra thin", "semithick", "thick", "very thick", "ultra thick", "help lines",
    "line width", "line cap", "line join", "opacity", "fill opacity", "draw opacity", "text opacity", "font",
    "inner sep", "outer sep", "minimum size", "minimum width", "minimum height", "align", "text width",
    "sloped", "transform shape", "mark size", "mark options", "baseline",
    "text centered", "node font", "auto", "swap", "every node/.style", "compat", "shorten >", "shorten <",
    ">", "yticklabel style", "width", "height", "grid", "major grid style", "minor grid style",
    "grid style", "axis lines",
    "axis lines*", "axis x line", "axis y line", "axis x line*", "axis y line*", "legend pos",
    "legend style", "legend cell align", "xlabel style", "ylabel style", "title style", "tick style",
    "xtick style", "ytick style", "xticklabel style", "x tick label style", "y tick label style",
    "ticklabel style", "tick label style", "label style", "axis line style", "tick align", "scale only axis",
    "nodes near coords align", "every node near coord/.append style", "clip", "axis on top", "xtick pos",
    "ytick pos", "minor tick num", "minor x tick num", "minor y tick num", "unbounded coords", "area legend",
    "enlargelimits", "enlarge x limits", "enlarge y limits", "legend columns", "name", "line legend",
    "every axis plot/.append style", "x label style", "y label style", "xmajorgrids", "ymajorgrids",
    "nodes near coords style", "forget plot", "reverse legend", "scaled ticks",
})  # fmt: skip


def grammar() -> str:
    """Return the paragraph of the prompts that says what an answer in TikZ may use."""

    def listed(words: tuple[str, ...]) -> str:
        return ", ".join(f"`{word}`" for word in words)

    return (
        "Instead of Python you may write TikZ, in one code block tagged `latex`. Use only these. "
        f"Environments: {listed(ENVIRONMENTS)}. Commands: {listed(COMMANDS)}. "
        f"Operations of paths: {listed(PATH_OPERATIONS)}. "
        "Coordinates: `(x,y)`, polar `(angle:radius)`, named, `+` and `++`, and `($(A)!0.5!(B)$)`. "
        f"Formulas: `+ - * / ^`, {listed(FUNCTIONS)}, with angles in degrees. "
        f"Options: {listed(PATH_OPTIONS)}, colours, line widths and fonts. "
        f"In `axis`: {listed(AXIS_COMMANDS)} with `coordinates` or a formula in `x`, and paths and nodes as "
        f"above; options of the axis: {listed(AXIS_OPTIONS)}; of plots: {listed(PLOT_OPTIONS)}. "
        "Charts and plots of functions need `axis`. "
        "Elsewhere, coordinates are the numbers of the figure, whatever the scale of the whole picture, and "
        "a `\\node` writes the title. A slice of a pie is "
        "`\\fill (0,0) -- (30:1) arc (30:90:1) -- cycle;`. "
        f"At most {POINTS:,} points."
    )
