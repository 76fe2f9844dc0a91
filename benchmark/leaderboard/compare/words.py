"""The sentences of the compare page, shared by the page and its script.

Names in braces are placeholders. Which sentence applies follows only from the signs of published numbers.
"""

from benchmark.analysis.places import LUCK, ONE_IN, RARE
from benchmark.analysis.scale_words import PERCENT, ScaleWords
from benchmark.analysis.wording import UNLESS_MISSING, plural
from benchmark.leaderboard.compare.tables import ModelPair

#: Sentences by name; the script reads them from the same file as its other settings.
WORDS: dict[str, str] = {
    "real": "{ahead} leads {behind} by {gap} points, and the lead is real.",
    "unsure": f"{{ahead}} leads {{behind}} by {{gap}} points, and the lead is real {UNLESS_MISSING}.",
    "alone": "{ahead} leads {behind} by {gap} points: real for these two, not yet among all {pairs}.",
    "alone unsure": "{ahead} leads {behind} by {gap} points: real for these two"
    f" {UNLESS_MISSING}, and not yet among all {{pairs}}.",
    "close": "{ahead} is {gap} points ahead of {behind}, but the lead is not real yet.",
    "level": "{ahead} and {behind} are level.",
    "split": "On the same {tasks} it solved {more} that {behind} missed;"
    " {behind} solved {fewer} that it missed.",
    "split level": "On the same {tasks} {ahead} solved {more} that {behind} missed, and {behind} solved as"
    " many that {ahead} missed.",
    "rates level": "On the same {tasks} both solve {more} % on average.",
    "rates": "On the same {tasks} it solves {more} % on average, {behind} {fewer} %.",
    "points level": "On the same {tasks} both get {more} of 10 points.",
    "points": "On the same {tasks} it gets {more} of 10 points, {behind} {fewer}.",
    "luck": f"{LUCK.capitalize()}.",
    "luck often": "If the two were equally good, luck alone could well do that.",
    "odds": ONE_IN,
    "range ahead": "The true difference may be anything from {low} to {high} points ahead.",
    "range": "The true difference may be anything from {low} points behind to {high} ahead.",
    "strict ahead": "This is the answer for two models chosen before looking at scores. For two picked from"
    " the table, a stricter one allows for all {pairs}: real, too, and from {low} to {high} points ahead.",
    "strict only": "This is the answer for two models chosen before looking at scores. For two picked from"
    " the table, a stricter one allows for all {pairs}: not real yet, and from {low} points behind to {high}"
    " ahead.",
    "strict close": "This is the answer for two models chosen before looking at scores. The stricter one for"
    " two picked from the table allows for all {pairs}: from {low} points behind to {high} ahead.",
    "badge real": "{ahead} ahead",
    "badge unsure": f"{{ahead}} ahead, {UNLESS_MISSING}",
    "badge alone": "{ahead} ahead, for these two",
    "badge close": "too close to call",
    "all real": "{best} leads the other {others}, and every lead is real.",
    "none real": "{best} has the highest score, but no lead over the other {others} is real yet.",
    "some real": "{best} really leads {real}, but not yet {close}.",
    "some unsure": f"Of these leads, that over {{unsure}} is real {UNLESS_MISSING}.",
    "several": "{real} of {pairs} of these models really differ, on the same {tasks}."
    " The table shows every pair.",
    "settle": "It would take about {needed} tasks to settle a gap of {gap} points like this one{among}."
    " This table has {tasks}.",
    "settle many": "It would take more than a million tasks to settle a gap of {gap} points like this one"
    "{among}. This table has {tasks}.",
    "among": " among all {pairs}",
    "left out": "Left out: {tasks} without a verdict for every compared model.",
}

#: Odds that are written in words, by the negative number that encodes them.
ODDS: dict[str, str] = {str(-2): RARE[0][1], str(-1): RARE[1][1]}


def fill(name: str, **values: str) -> str:
    """Return the sentence of that name with its placeholders filled in."""
    return WORDS[name].format(**values)


def tasks_phrase(tasks: int) -> str:
    """Return what follows "On the same": ``438 tasks``, or ``task`` for a single task."""
    return "task" if tasks == 1 else plural(tasks, "task")


def sentence(names: tuple[str, str], pair: ModelPair, counted: str, scale: ScaleWords = PERCENT) -> str:
    """Return the first sentence on two models; ``names`` are those of the first and the second.

    ``counted`` has the number of pairs of the table in words, such as ``15 pairs of models``.
    """
    ahead, behind = names if pair.difference >= 0 else names[::-1]
    if pair.real:
        name = "real" if pair.sure else "unsure"
    elif pair.alone:
        name = "alone" if pair.sure else "alone unsure"
    else:
        name = "close" if pair.difference else "level"
    return fill(name, ahead=ahead, behind=behind, gap=scale.gap_of_steps(pair.difference), pairs=counted)


def luck_sentence(pair: ModelPair) -> str:
    """Return how rarely luck makes such a difference if the two are equally good, in a sentence."""
    if pair.odds in {0, 1}:
        return fill("luck often")
    return fill("luck", odds=ODDS.get(str(pair.odds)) or fill("odds", odds=f"{pair.odds:,}"))


def range_sentence(pair: ModelPair, scale: ScaleWords = PERCENT) -> str:
    """Return the sentence on the true difference of the two alone, seen from the model that is ahead."""
    ahead = pair if pair.difference >= 0 else pair.swapped()
    low, high = scale.gap_of_steps(ahead.alone_low), scale.gap_of_steps(ahead.alone_high)
    return fill("range ahead" if ahead.alone_low > 0 else "range", low=low, high=high)


def strict_sentence(pair: ModelPair, pairs: int, counted: str, scale: ScaleWords = PERCENT) -> str:
    """Return the sentence on the verdict among all pairs; empty if the table has no other pair."""
    if pairs == 1:
        return ""
    ahead = pair if pair.difference >= 0 else pair.swapped()
    name = "strict ahead" if pair.real else "strict only" if pair.alone else "strict close"
    low, high = scale.gap_of_steps(ahead.low), scale.gap_of_steps(ahead.high)
    return fill(name, low=low, high=high, pairs=counted)


def badge(names: tuple[str, str], pair: ModelPair) -> str:
    """Return the verdict on a pair for a table: which model is ahead, or that it is too close to call."""
    ahead = names[0] if pair.difference >= 0 else names[1]
    if pair.real:
        return fill("badge real" if pair.sure else "badge unsure", ahead=ahead)
    return fill("badge alone", ahead=ahead) if pair.alone else fill("badge close")


def settle_sentence(
    pair: ModelPair, tasks: str, pairs: int, counted: str, scale: ScaleWords = PERCENT
) -> str:
    """Return how many tasks would settle the gap among all pairs; empty if ``pair.needed`` is 0."""
    if pair.needed == 0:
        return ""
    among = fill("among", pairs=counted) if pairs > 1 else ""
    name = "settle many" if pair.needed < 0 else "settle"
    gap = scale.gap_of_steps(pair.difference)
    return fill(name, gap=gap, among=among, needed=f"{pair.needed:,}", tasks=tasks)
