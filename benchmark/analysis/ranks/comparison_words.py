"""A comparison of two models in words."""

from benchmark.analysis.ranks.categories import too_few_families
from benchmark.analysis.ranks.comparison_report import Comparison
from benchmark.analysis.scale_words import words_of
from benchmark.analysis.wording import plural, real_words


def sentence(report: Comparison) -> str:
    """Return which of the two leads, by how much, and whether that may be luck."""
    overall = report.overall
    if overall.difference == 0:
        return f"{report.a.name} and {report.b.name} are level."
    ahead, behind = (report.a, report.b) if overall.difference > 0 else (report.b, report.a)
    size = words_of(report.a.score.scale).gap(overall.difference)
    if overall.real:
        words = real_words(real=True, sure=overall.sure)
        return f"{ahead.name} leads {behind.name} by {size} points, and the lead is {words}."
    return f"{ahead.name} is {size} points ahead of {behind.name}, but the lead may be luck."


def lines_below(report: Comparison) -> list[str]:
    """Return what has to be said below the table of differences: counts of tasks, missing samples, limits."""
    overall, words = report.overall, words_of(report.a.score.scale)
    lines = []
    if report.tasks is not None:
        solved = report.tasks
        lines.append(
            f"tasks solved: {solved.both} by both, {solved.only_a} only by {report.a.name},"
            f" {solved.only_b} only by {report.b.name}, {solved.neither} by neither"
        )
    if overall.left_out:
        lines.append(f"left out: {plural(overall.left_out, 'task')} for which one of them has no value")
    if overall.worst is not None and overall.best is not None:
        span = f"{words.signed(overall.worst)} to {words.signed(overall.best)}"
        lines.append(f"with the missing samples, the difference could be {span}")
    if overall.visible is None:
        verb = "is" if overall.stems == 1 else "are"
        what = "show such a gap reliably" if overall.real else "detect any gap, however large"
        lines.append(f"{plural(overall.stems, 'stem')} {verb} too few to {what}")
    else:
        gap = words.gap(overall.visible)
        lines.append(f"a gap smaller than about {gap} points can be missed on these tasks")
    if any(category.level > overall.level for category in report.categories):
        lines.append("intervals of categories are wider, because several comparisons find more by luck")
    if overall.real:
        lines.append("two models alone were compared; in a table of more models, fewer differences are real")
    if report.too_few:
        lines.append(too_few_families(report.too_few))
    return lines
