"""Words and numbers that descriptions of all charts use."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from workshop.authoring.figures.domains import Value
from workshop.authoring.figures.programs import Code, ProgramWriter, literal

#: Colours of areas, light enough for black texts on them; names that matplotlib knows. Areas have black edges.
#: Any two have a CIEDE2000 distance of at least 12 with every kind of colour vision; so have those of lines.
FILLS = ("dodgerblue", "yellow", "limegreen", "rosybrown", "thistle", "olive", "slategray", "aquamarine")
#: Colours of lines, with a contrast of at least 3 : 1 to the ground of each style sheet.
STROKES = ("navy", "red", "seagreen", "mediumvioletred", "mediumslateblue", "maroon", "black")
#: Colours of the grid behind bars and lines.
GRID = "0.85"

_CEILINGS = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
_ONLY_FEW = 8  #: labels that the style ``pyplot`` writes one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A value written into a chart, at a point of its axes."""

    x: Value
    y: Value
    text: str
    of: str  #: the element that it belongs to


def nice_limit(value: float) -> Value:
    """Return the next round number that is not below a positive value."""
    scale = 10.0 ** (len(str(int(value))) - 1) if value >= 1 else 1.0
    limit = next(ceiling * scale for ceiling in _CEILINGS if ceiling * scale >= value - 1e-9)
    return int(limit) if limit == int(limit) else round(limit, 6)


def short(value: float) -> Value:
    """Return a number as it is written: rounded, and whole numbers without a point."""
    rounded = round(value, 4)
    return int(rounded) if rounded == int(rounded) else rounded


def number(value: object) -> str:
    """Return the text of a number in a description, as it is in programs."""
    return literal(value)


def listed(items: Sequence[object]) -> str:
    """Return texts and numbers in a row: ``a, b and c``."""
    texts = [item if isinstance(item, str) else literal(item) for item in items]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def quoted(texts: Sequence[str]) -> str:
    """Return texts in quotes, in a row."""
    return listed([f'"{text}"' for text in texts])


def plain(value: Any) -> Any:
    """Return a dataclass, tuples and all, as plain values for JSON."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return plain(asdict(value)) if hasattr(value, "__dataclass_fields__") else value


def write_labels(
    writer: ProgramWriter, labels: Sequence[Label], size: int, *, ha: str = "center", va: str = "center"
) -> None:
    """Write the calls that write labels into the chart, aligned at their points; nothing without labels."""
    if not labels:
        return
    options: dict[str, object] = {"ha": ha, "va": va}
    if size != 10:
        options["fontsize"] = size
    if writer.style == "pyplot" and len(labels) <= _ONLY_FEW:
        for label in labels:
            writer.call("text", label.x, label.y, label.text, **options)
        return
    if writer.style == "dictionary":
        writer.data("labels", {(label.x, label.y): label.text for label in labels})
        head = "for (x, y), text in labels.items()"
    else:
        writer.data("labels", [(label.x, label.y, label.text) for label in labels])
        head = "for x, y, text in labels"
    with writer.block(head):
        writer.call("text", Code("x"), Code("y"), Code("text"), **options)


def label_words(labels: Sequence[Label], *, places: bool = True) -> str:
    """Return which text is written at which element, and at which point, for instructions."""
    return "; ".join(
        f'{label.of}: "{label.text}"' + f" at ({number(label.x)}, {number(label.y)})" * places
        for label in labels
    )
