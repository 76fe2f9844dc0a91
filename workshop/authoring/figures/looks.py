"""Sizes, style sheets, fonts and edges of figures: they do not count, and no text names them."""

from dataclasses import replace

from benchmark.core.draws import Draws
from workshop.authoring.figures.programs import FIGURE_SIZE, literal
from workshop.authoring.figures.sample import FigureSample, Option, Question, State

#: Widths and heights of figures, in inches.
SIZES = (FIGURE_SIZE, FIGURE_SIZE, (7.2, 4.8), (8.0, 4.5), (5.6, 4.8), (6.0, 6.0))
PANELS_SIZE = (9.0, 9.0)  #: width and height of figures with panels, which are not dressed, in inches
_SHEETS = ("", "", "", "bmh", "ggplot", "seaborn-v0_8-darkgrid", "seaborn-v0_8-white", "Solarize_Light2")
_EDGES = 'plt.rcParams.update({"patch.edgecolor": "black", "patch.force_edgecolor": True})\n'
_FONTS = ("", "", "serif", "STIXGeneral", "monospace")


def dressed(sample: FigureSample, draws: Draws) -> FigureSample:
    """Return a sample in which all programs draw figures of one size, sheet and font, and bars have edges."""
    size, sheet, font = draws.choice(SIZES), draws.choice(_SHEETS), draws.choice(_FONTS)
    lines = [f"plt.style.use({literal(sheet)})\n"] if sheet else []
    lines += [f'plt.rcParams["font.family"] = {literal(font)}\n'] if font else []
    lines += [_EDGES] if sample.type == "bar" else []

    def code(program: str) -> str:
        resized = program.replace(f"figsize={literal(FIGURE_SIZE)}", f"figsize={literal(size)}")
        return resized.replace("\n\n", "\n\n" + "".join(lines), 1)  # after the imports

    def state(old: State) -> State:
        return replace(old, code=code(old.code))

    def option(old: Option) -> Option:
        return replace(old, program=code(old.program))

    def question(old: Question) -> Question:
        one, two, three = old.wrong
        return replace(old, right=option(old.right), wrong=(option(one), option(two), option(three)))

    delete, modify, annotate = (replace(edit, state=state(edit.state)) for edit in sample.edits)
    return replace(
        sample,
        original=state(sample.original),
        edits=(delete, modify, annotate),
        questions=tuple(map(question, sample.questions)),
    )
