"""Programs that draw without seeing a picture: from words, by regular expressions, by defaults of types.

Each way knows what the setting ``free-blind`` shows, and returns a program for a task.
"""

import re
from collections.abc import Callable

from benchmark.core.task import FigureCheck, Task, Text

_SHOWN = re.compile(r"```python\n(.*?)```", re.DOTALL)
#: Deletes element K of the figure, first of a list or last; with CLOSED, a gap between bars is closed.
_DELETE = """
ax = plt.gca()
if KIND == "bar":
    flat = ax.containers[0].orientation == "horizontal"
    axis, middle = (ax.yaxis, lambda p: p.get_y() + p.get_height() / 2) if flat else (
        ax.xaxis, lambda p: p.get_x() + p.get_width() / 2)
    at, names = list(axis.get_ticklocs()), [text.get_text() for text in axis.get_ticklabels()]
    gone = at.pop(K)
    names.pop(K)
    for patch in list(ax.patches):
        if abs(middle(patch) - gone) < 0.5:
            patch.remove()
        elif CLOSED and middle(patch) > gone:
            patch.set_y(patch.get_y() - 1) if flat else patch.set_x(patch.get_x() - 1)
    axis.set_ticks([place - (CLOSED and place > gone) for place in at], names)
    if CLOSED and flat:
        ax.set_ylim(ax.get_ylim()[0], ax.get_ylim()[1] - 1)
    elif CLOSED:
        ax.set_xlim(ax.get_xlim()[0], ax.get_xlim()[1] - 1)
elif KIND == "line":
    for line in ax.lines:
        x, y = (list(values) for values in line.get_data())
        x.pop(K), y.pop(K)
        line.set_data(x, y)
elif KIND == "pie":
    pie(lambda shares: [share for share in shares if share is not shares[K]], K)
elif KIND == "function":
    for line in ax.lines:
        x, y = line.get_data()
        if len(x) > 9:
            line.set_ydata([b if (-2.5 < a < 2.5) == (K == 0) else float("nan") for a, b in zip(x, y)])
else:
    [line for line in ax.lines if len(line.get_xdata()) == 2][K].remove()
"""
#: Changes a value, mirrors a curve, or adds a median: what most edits of a type do.
_MODIFY = """
ax = plt.gca()
if KIND == "bar":
    patch = ax.patches[K]
    if ax.containers[0].orientation == "horizontal":
        patch.set_width(patch.get_width() * 1.5)
    else:
        patch.set_height(patch.get_height() * 1.5)
elif KIND == "line":
    y = list(ax.lines[0].get_ydata())
    y[K] *= 1.5
    ax.lines[0].set_ydata(y)
elif KIND == "pie":
    pie(lambda shares: [share * (1.5 if share is shares[K] else 1) for share in shares])
elif KIND == "function":
    for line in ax.lines:
        if len(line.get_xdata()) > 9:
            if K == 0:
                line.set_xdata([-x for x in line.get_xdata()])
            else:
                line.set_ydata([-y for y in line.get_ydata()])
else:
    first, *_, last = [line for line in ax.lines if len(line.get_xdata()) == 2]
    (x, *_), (y, *_) = first.get_data()
    a, b = sum(last.get_xdata()) / 2, sum(last.get_ydata()) / 2
    ax.plot([x, a], [y, b], "--", color="green")
    ax.plot(a, b, "o", color="green")
"""
_PIE = """
def pie(change, gone=None):
    ax = plt.gca()
    wedges, title, legend = list(ax.patches), ax.get_title(), ax.get_legend()
    names = [text.get_text() for text in (legend.get_texts() if legend else ax.texts) if text.get_text()]
    colors = [wedge.get_facecolor() for wedge in wedges]
    onward = abs((wedges[1].theta1 - wedges[0].theta2) % 360) < 1
    start = wedges[0].theta1 if onward else wedges[0].theta2
    shares = change([wedge.theta2 - wedge.theta1 + index / 1e9 for index, wedge in enumerate(wedges)])
    if gone is not None:
        names.pop(gone), colors.pop(gone)
    ax.clear()
    labels = {} if legend else {"labels": names}
    ax.pie(shares, colors=colors, startangle=start, counterclock=onward, wedgeprops={"edgecolor": "white"},
           **labels)
    if legend:
        ax.legend(names, loc="center left", bbox_to_anchor=(0.95, 0.5))
    ax.set_title(title)
"""


def _edited(edit: str, k: int, *, closed: bool = False) -> Callable[[str, str], str]:
    def program(kind: str, words: str) -> str:
        shown = _SHOWN.search(words)
        if shown is None:
            return _default(kind, words)
        head = f"import matplotlib.pyplot as plt\nKIND, K, CLOSED = {kind!r}, {k}, {closed}\n"
        return f"{shown[1]}\n{head}{_PIE}{edit}"

    return program


def _unchanged(kind: str, words: str) -> str:
    shown = _SHOWN.search(words)
    return shown[1] if shown else _default(kind, words)


def _numbers(kind: str, words: str) -> str:
    """Replace the old value of the words by the new one, in the program that is shown."""
    shown, change = (
        _SHOWN.search(words),
        re.search(r"from (-?[\d.]*\d) to (-?[\d.]*\d)", _SHOWN.sub("", words)),
    )
    if shown is None or change is None:
        return _unchanged(kind, words)
    return re.sub(rf"(?<![\d.]){re.escape(change[1])}(?![\d.])", change[2], shown[1], count=1)


def _default(kind: str, words: str) -> str:
    """Draw a figure of a type with the title and the names of the words, and values 1, 2, 3 and so on."""
    return _drawn(kind, words, lambda names: list(range(1, len(names) + 1)))


def _same(kind: str, words: str) -> str:
    return _drawn(kind, words, lambda names: [1] * len(names))


def _labels(kind: str, words: str) -> str:
    """Draw the values that an annotation names."""
    found = re.findall(r'([\w() ]+): "([-\d.]+)', words.rpartition(":\n\n")[2])
    values = [float(value) for _, value in found]
    return _drawn(kind, " ".join(f'"{name.strip()}"' for name, _ in found), lambda _: values)


def _drawn(kind: str, words: str, values: Callable[[list[str]], list[float]]) -> str:
    words = _SHOWN.sub("", words)
    title = re.search(r'title[d]? (?:the )?"([^"]+)"', words)
    names = [name for name in re.findall(r'"([^"]+)"', words) if not title or name != title[1]] or ["a", "b"]
    colours = re.findall(r'" \(([\w:]+)\)', words)
    sizes = values(names) or [1.0, 2.0]
    names = (names * len(sizes))[: len(sizes)]
    calls = {
        "bar": f"plt.bar({names!r}, {sizes!r}, color={colours or ['skyblue']!r})",
        "line": f"plt.plot({sizes!r}, color={(colours or ['tab:blue'])[0]!r})",
        "pie": f"plt.pie({sizes!r}, labels={names!r}, colors={colours or None!r})",
        "function": f"plt.plot([-5, 5], [-5, 5], color={(colours or ['navy'])[0]!r})",
        "geometric": f"plt.plot([0, 4, 2, 0], [0, 0, 3, 0], color={(colours or ['navy'])[0]!r})",
    }
    return f"import matplotlib.pyplot as plt\n{calls[kind]}\nplt.title({title[1] if title else ''!r})\n"


#: Name of a way → takes the type of figure and all words, and returns a program.
WAYS: dict[str, Callable[[str, str], str]] = {
    "the original as it is": _unchanged,
    "the first element gone": _edited(_DELETE, 0),
    "the last element gone": _edited(_DELETE, -1),
    "the first gone, no gap": _edited(_DELETE, 0, closed=True),
    "the first value changed": _edited(_MODIFY, 0),
    "the last value changed": _edited(_MODIFY, -1),
    "numbers of the words": _numbers,
    "defaults of the type": _default,
    "equal values": _same,
    "values of the labels": _labels,
}


def blind_program(way: str, task: Task) -> str:
    """Return the program of a way for a task, from its words and its type."""
    assert isinstance(task.check, FigureCheck)
    words = "".join(part.text for part in task.parts if isinstance(part, Text))
    return WAYS[way](task.check.type, words)
