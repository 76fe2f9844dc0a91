"""Rules of a lamp with two buttons: what a press does that has no arrow in the plan.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

LAMPS = "RGBYW"
#: What a press without an arrow may do.
ACTIONS = (
    "home",
    "back",
    "other",
    "stay",
    *LAMPS,
    "clockwise",
    "anticlockwise",
    "against an arrow",
    "other twice",
    "as from the start",
    "other from the start",
    "as the last time",  # where this button led
)
#: Parts of what a reader may see in the logs → their choices; a plan lacks three arrows.
PARTS: dict[str, Sequence[Any]] = {
    "first": ACTIONS,
    "second": ACTIONS,
    "third": ACTIONS,
    "twice in a row": ("the same", *ACTIONS),
    "back": ("last colour", "last other colour", "last colour with an arrow"),
}


def shown_colours(
    choices: Sequence[str],
    presses: str,
    *,
    plan: Mapping[str, str],
    ring: str,
    start: str,
    lacking: Sequence[str],
) -> str:
    """Return the colour after each press by a rule of the space.

    Args:
        choices: the choice of each part.
        presses: the buttons.
        plan: colour and button → colour.
        ring: the colours clockwise.
        start: the first colour.
        lacking: the colours and buttons that have no arrow, in the order of the parts.
    """
    colour, colours, had_arrow = start, start, True
    led, with_arrow = {"a": start, "b": start}, start
    for button in presses:
        to = plan.get(colour + button)
        if to is None:
            action = choices[3] if not had_arrow else "the same"
            if action == "the same":
                action = choices[lacking.index(colour + button)]
            other = "b" if button == "a" else "a"
            if action in LAMPS:
                to = action
            elif action in ("stay", "home", "as the last time"):
                to = {"stay": colour, "home": start}.get(action, led[button])
            elif action == "back":
                others = colours.replace(colour, "") or start
                to = {"last colour": colours[-2:][0], "last other colour": others[-1]}.get(
                    choices[4], with_arrow
                )
            elif action in ("other", "other twice"):
                to = plan[colour + other]
                to = plan.get(to + other, to) if action == "other twice" else to
            elif action in ("clockwise", "anticlockwise"):
                to = ring[(ring.index(colour) + (1 if action == "clockwise" else -1)) % len(ring)]
            elif action == "against an arrow":
                comes = [key for key in plan if plan[key] == colour]
                to = next((key[0] for key in comes if key[1] == button), comes[0][0] if comes else colour)
            else:
                to = plan[start + (button if action == "as from the start" else other)]
            had_arrow = False
        else:
            had_arrow, with_arrow = True, colour
        led[button] = colour = to
        colours += to
    return colours[1:]


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    meant = (mutation, mutation, mutation, "the same", "last colour")
    return rule_of(PARTS, meant)


@lru_cache(maxsize=4)
def lamp_rules(plan: tuple[tuple[str, str], ...], ring: str, start: str) -> RuleSpace:
    """Return the space of a plan."""
    arrows = dict(plan)
    lacking = [colour + button for colour in ring for button in "ab" if colour + button not in arrows]
    return program_space(PARTS, partial(shown_colours, plan=arrows, ring=ring, start=start, lacking=lacking))
