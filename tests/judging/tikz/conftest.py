"""The sandbox of figures, for references, and texts of drawings."""

from tests.judging.scenes.conftest import figure_judge, judge_figure, scene_of

__all__ = ["axis", "figure_judge", "judge_figure", "picture", "scene_of"]


def picture(text: str) -> str:
    """Return a picture in TikZ."""
    return f"\\begin{{tikzpicture}}\n{text}\n\\end{{tikzpicture}}\n"


def axis(options: str, text: str) -> str:
    """Return a picture with an axis of pgfplots."""
    return picture(f"\\begin{{axis}}[{options}]\n{text}\n\\end{{axis}}")
