"""The sandbox of figures, for references."""

from tests.judging.scenes.conftest import figure_judge, judge_figure, scene_of

__all__ = ["figure_judge", "judge_figure", "scene_of"]
