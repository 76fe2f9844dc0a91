"""What the compare page says: every sentence stands here once, and the script fills in the same ones.

Names in braces are filled in. Which sentence holds is said by signs of published numbers only.
"""

from benchmark.analysis.places import RARE
from benchmark.analysis.wording import plural
from benchmark.leaderboard.compare.model_pair import ModelPair

#: Sentences by name; the script reads them beside the numbers.
WORDS: dict[str, str] = {
    "real": "{ahead} leads {behind} by {gap} points, and the lead is real.",
    "close": "{ahead} is {gap} points ahead of {behind}, but the lead is not real yet.",
    "level": "{ahead} and {behind} are level.",
    "split": "On the same {tasks} it solved {more} that {behind} missed;"
    " {behind} solved {fewer} that it missed.",
    "split level": "On the same {tasks} {ahead} solved {more} that {behind} missed, and as many the other way"
    " round.",
    "rates level": "On the same {tasks} both solve {more} % on average.",
    "rates": "On the same {tasks} it solves {more} % on average, {behind} {fewer} %.",
    "luck": "Among {pairs} luck alone does that {odds}.",
    "luck one": "Luck alone does that {odds}.",
    "luck often": "Luck alone could well do that.",
    "odds": "about 1 time in {odds}",
    "range ahead": "The true difference may be anything from {low} to {high} points ahead.",
    "range": "The true difference may be anything from {low} points behind to {high} ahead.",
    "badge real": "{ahead} ahead",
    "badge close": "too close to call",
    "all real": "{best} leads the other {others}, and every lead is real.",
    "none real": "{best} has the highest score, but no lead over the other {others} is real yet.",
    "some real": "{best} leads {real}, and that is real; ahead of {close} it is not yet.",
    "several": "{real} of {pairs} of these models really differ, on the same {tasks}. The table has each.",
    "settle": "To settle a gap of {gap} points like this one, about {needed} tasks are needed."
    " This table has {tasks}.",
    "settle many": "To settle a gap of {gap} points like this one, more than a million tasks are needed."
    " This table has {tasks}.",
    "left out": "Left out: {tasks} without a verdict for every one of them.",
}

#: Chances that have words of their own, by the number that stands for them.
ODDS: dict[str, str] = {str(-2): RARE[0][1], str(-1): RARE[1][1]}


def say(name: str, **values: str) -> str:
    """A sentence, filled in."""
    return WORDS[name].format(**values)


def same(tasks: int) -> str:
    """``438 tasks`` behind "On the same"; ``task`` for a single one."""
    return "task" if tasks == 1 else plural(tasks, "task")


def number(tenths: int) -> str:
    """``4.1`` for 41 and for -41."""
    return f"{abs(tenths) / 10:.1f}"


def sentence(names: tuple[str, str], pair: ModelPair) -> str:
    """The first line for two models; ``names`` are of the first and of the second."""
    ahead, behind = names if pair.difference >= 0 else names[::-1]
    name = "level" if pair.difference == 0 else "real" if pair.real else "close"
    return say(name, ahead=ahead, behind=behind, gap=number(pair.difference))


def luck(pair: ModelPair, pairs: int, counted: str) -> str:
    """How rarely luck alone does that; ``counted`` are the table's pairs in words."""
    if pair.odds in {0, 1}:
        return say("luck often")
    odds = ODDS.get(str(pair.odds)) or say("odds", odds=f"{pair.odds:,}")
    return say("luck one", odds=odds) if pairs == 1 else say("luck", pairs=counted, odds=odds)


def span(pair: ModelPair) -> str:
    """Between which differences the true one may lie, from the side of the model that is ahead."""
    one = pair if pair.difference >= 0 else pair.swapped()
    low = number(one.low)
    return say("range ahead" if one.low > 0 else "range", low=low, high=number(one.high))


def badge(names: tuple[str, str], pair: ModelPair) -> str:
    """The verdict in a table."""
    ahead = names[0] if pair.difference >= 0 else names[1]
    return say("badge real", ahead=ahead) if pair.real else say("badge close")


def settle(pair: ModelPair, tasks: str) -> str:
    """How many tasks it takes; nothing where it is settled."""
    if pair.needed == 0:
        return ""
    gap = number(pair.difference)
    if pair.needed < 0:
        return say("settle many", gap=gap, tasks=tasks)
    return say("settle", gap=gap, needed=f"{pair.needed:,}", tasks=tasks)
