"""A puppet with levers, and a hand on a ring: whether levers can be pulled in an order.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.balanced_calls import balanced_calls
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._puppet_plan import (
    WALKS,
    Arrow,
    draw_plan,
    draw_plates,
    draw_ring,
    draw_walks,
    hands,
)

VERSION = 2
KINDS = ("states", "dial")
LEVEL = "hard"
TASK_TYPE = "Validation"
ASPECTS = ("Data Structures", "Dynamic Patterns", "Topological Relations")
MUTATIONS = ("turn-leave", "still-reach", "twice-leave", "back-mixed", "turn-mixed", "still-leave")

TEXT = '''\
def solution(levers: str) -> bool:
    """
    A puppet on a bell tower changes its pose when a lever is pulled, and a hand moves on a ring of fields. Tell
    whether levers can be pulled in a given order, by the plan, the ring and the small drawings in the picture. A
    lever cannot be pulled in a pose from which no arrow with its letter leads away.

    Parameters:
        levers (str): The letters of the levers in the order in which they are pulled, one or more. Puppet and
            hand begin as in the picture.

    Returns:
        bool: Whether every lever can be pulled at its turn.
    """
'''

PROGRAM = """
def solution(levers: str) -> bool:
    arrows = {}
    for arrow in $arrows.split():
        arrows[arrow[:2]] = arrow[2:]
    ring = $ring
    pose = $pose
    hand = $hand
    way = $way
    for lever in levers:
        if pose + lever not in arrows:
            return False
        target, dots, plate = arrows[pose + lever]
        fields = int(dots)
        {leave}{start}hand = (hand + way * fields) % len(ring)
        if plate == "s" and ring[{square}] != $square:
            return False
        if plate == "d" and ring[{diamond}] != $diamond:
            return False
        pose = target
        {come}
    return True
"""
#: What happens when a lever is pulled in a pose with a double circle, and when the puppet comes to one.
LEAVE = {"still": "fields = 0", "twice": "fields *= 2", "back": "fields = -fields"}
COME = """if pose in $double:
            way = -way"""
#: The fields that the plates look at: the one that the hand leaves, or the one that it reaches.
LOOKS = {"leave": ("start", "start"), "reach": ("hand", "hand"), "mixed": ("start", "hand")}

EQUIVALENT: dict[str, str] = {}
POSES, LEVERS, FIELDS = "ABCDEF", "abcd", 12
#: Pairs of neighbours in two rows of three poses, without one diagonal per square.
EDGES = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
CALLS = 12
ALIKE = 30  #: candidates with the same results
#: Towers that are tried, and the minimum of different rows of results by all rules that orders have there.
CHOICES = 4  #: of calls that are tried until they use every arrow
TOWERS, VARIED = 60, 31
LONGEST = 9  #: levers in an order of the tests


@dataclass(frozen=True)
class Tower:
    """Parameters: the mutation, the plan, the ring and the tested orders of levers."""

    mutation: str
    arrows: tuple[Arrow, ...]
    start: str
    double: tuple[str, str]  #: poses with a double circle
    colours: tuple[Colour, ...]
    ring: str  #: ``w`` for a white field, ``g`` for a grey one, clockwise from the top
    hand: int  #: the field where the hand begins
    way: int  #: 1 if the hand goes clockwise at first, else -1
    square: str  #: colour of the field that lets a square plate move
    tested: tuple[str, ...] = ()


def sample(mutation: str, draws: Draws) -> Tower:
    return replace(_tower(draws.text(POSES, 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _tower(seed: str) -> Tower:
    """Choose a tower whose rules tell many orders of levers apart, and orders that notice faults of every rule."""
    draws = Draws(seed)
    for _ in range(TOWERS):
        tower = _plan(draws)
        programs = {name: reference(replace(tower, mutation=name)) for name in MUTATIONS}
        orders = _orders(tower, [compile_solution(program) for program in programs.values()])
        if len(orders) >= VARIED:
            break
    else:
        raise UnfitError("the rules tell too few orders of levers apart")
    alike = [draws.sample(some, min(len(some), ALIKE)) for some in orders.values()]
    candidates = [(levers,) for some in alike for levers in some]
    misread = _misread(tower, programs)
    for _ in range(CHOICES):
        tested = balanced_calls(draws, programs, candidates, CALLS, equivalent=EQUIVALENT, misread=misread)
        if all(_uses(tower, arrow, tested) for arrow in tower.arrows):
            return replace(tower, tested=tuple(levers for (levers,) in tested))
    raise UnfitError("an arrow is not used")


def _plan(draws: Draws) -> Tower:
    arrows = _arrows(draws)
    start = draws.choice(POSES)
    near = draws.choice([arrow.end for arrow in arrows if arrow.start == start])
    double = near, draws.choice([pose for pose in POSES if pose not in (start, near)])
    way = draws.choice((-1, 1))
    colours: list[Colour] = draws.choices(["white", "paleblue", "yellow"], len(POSES))
    # The hand soon passes the top, where a list of fields begins.
    return Tower(
        MUTATIONS[0], arrows, start, (min(double), max(double)), tuple(colours),
        "".join(draws.shuffled("wg" * (FIELDS // 2))), (draws.integer(-4, -1) if way > 0 else draws.integer(0, 3)) % FIELDS,
        way, draws.choice("wg"),
    )  # fmt: skip


def _arrows(draws: Draws) -> tuple[Arrow, ...]:
    """Choose twelve arrows, two from each pose; three pairs of poses have one in each direction."""
    diagonals = [draws.choice(((0, 4), (1, 3))), draws.choice(((1, 5), (2, 4)))]
    for _ in range(400):
        ways = [pair if draws.chance(1, 2) else pair[::-1] for pair in (*EDGES, *diagonals)]
        ways += [pair[::-1] for pair in draws.sample(ways[: len(EDGES)], 3)]
        starts, ends = zip(*ways, strict=True)
        if all(starts.count(pose) == 2 for pose in range(len(POSES))) and len({*ends}) == len(POSES):
            break
    else:
        raise UnfitError("no plan with two arrows from each pose")
    plates = draws.shuffled("ccccccsssddd")
    dots = draws.shuffled((1, 2, 3) * 4)
    names = draws.shuffled(POSES)
    arrows = []
    for pose in range(len(POSES)):
        letters = draws.sample(LEVERS, 2)
        for start, end in ways:
            if start == pose:
                own = letters.pop(), dots.pop(), plates.pop()
                arrows.append(Arrow(names[start], names[end], (start, end), *own))
    return tuple(arrows)


def _orders(tower: Tower, rules: Sequence[Solve]) -> dict[tuple[bool, ...], list[str]]:
    """Return orders of levers up to the first that is stuck by every rule.

    They stand by the result of each rule, and by whether there is an arrow for the last lever.
    """
    ways = {arrow.start + arrow.lever: arrow.end for arrow in tower.arrows}
    found: dict[tuple[bool, ...], list[str]] = {}
    level = [("", tower.start)]
    for _ in range(LONGEST):
        longer = [(order + lever, pose + lever) for order, pose in level for lever in LEVERS]
        level = []
        for order, last in longer:
            results = [rule(order) for rule in rules]
            found.setdefault((*results, last in ways), []).append(order)
            if any(results):
                level.append((order, ways[last]))
    return found


def _uses(tower: Tower, arrow: Arrow, tested: list[Call]) -> bool:
    """Whether an arrow is on the way of an order that is tested."""
    ends = {(one.start, one.lever): one.end for one in tower.arrows}
    for (levers,) in tested:
        pose = tower.start
        for lever in levers:
            if (pose, lever) == (arrow.start, arrow.lever):
                return True
            pose = ends.get((pose, lever), "")
    return False


def _misread(tower: Tower, programs: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the programs of readers who misread a field, overlook an arrow, or misread its dots or plate."""
    texts = [(tower.ring, tower.ring[:place] + other + tower.ring[place + 1 :])
             for place, colour in enumerate(tower.ring) for other in "wg" if other != colour]  # fmt: skip
    for arrow in tower.arrows:
        other_dots = replace(arrow, dots=arrow.dots % 3 + 1).text
        other_plate = arrow.text[:4] + "csd"["dcs".index(arrow.plate)]
        texts += [(arrow.text, text) for text in ("z" + arrow.text[1:], other_dots, other_plate)]
    return {name: [text.replace(*pair) for pair in texts] for name, text in programs.items()}


def calls(tower: Tower) -> list[Call]:
    return [(levers,) for levers in tower.tested]


def examples(_tower: Tower) -> list[Call]:
    return []


def reference(tower: Tower) -> str:
    effect, looks = tower.mutation.split("-")
    square, diamond = LOOKS[looks]
    leave = f"if pose in $double:\n            {LEAVE[effect]}\n        " if effect in LEAVE else ""
    program = PROGRAM.replace("{leave}", leave).replace(
        "        {come}\n", "" if leave else f"        {COME}\n"
    )
    program = program.replace("{start}", "start = hand\n        " if "start" in LOOKS[looks] else "")
    return fill(
        program.replace("{square}", square).replace("{diamond}", diamond),
        arrows=" ".join(arrow.text for arrow in sorted(tower.arrows, key=lambda arrow: arrow.start == tower.start)), ring=tower.ring, pose=tower.start,
        hand=tower.hand, way=tower.way, double=list(tower.double),
        square=tower.square, diamond="wg".replace(tower.square, ""),
    )  # fmt: skip


def picture(tower: Tower, _solve: Solve) -> Canvas:
    canvas = Canvas(1020, 952)
    draw_plan(canvas, tower.arrows, tower.start, tower.double, tower.colours)
    draw_ring(canvas, tower.ring, tower.hand, tower.way)
    draw_plates(canvas, _lets(tower))
    draw_walks(canvas, tower.mutation.split("-")[0])
    return canvas


def _lets(tower: Tower) -> dict[str, list[bool]]:
    """Return for each plate whether it moves between white and white, white and grey, and so on."""
    square, diamond = (look == "hand" for look in LOOKS[tower.mutation.split("-")[1]])
    pairs = ("ww", "wg", "gw", "gg")
    return {
        "c": [True] * len(pairs),
        "s": [pair[square] == tower.square for pair in pairs],
        "d": [pair[diamond] != tower.square for pair in pairs],
    }


def describe(tower: Tower, _solve: Solve) -> str:
    shapes = {"c": "circle", "s": "square", "d": "diamond"}
    plan = "; ".join(
        f"{arrow.start} to {arrow.end}: letter {arrow.lever}, {arrow.dots} {'dot' if arrow.dots == 1 else 'dots'}, "
        f"{shapes[arrow.plate]}"
        for arrow in tower.arrows
    )
    ring = ", ".join({"w": "white", "g": "grey"}[colour] for colour in tower.ring)
    marks = [
        f"{shapes[plate]}: {', '.join('tick' if good else 'cross' for good in row)}"
        for plate, row in _lets(tower).items()
    ]
    effect = tower.mutation.split("-")[0]
    walks = []
    for poses, dots, way in WALKS:
        names = ", ".join("double circle" if pose == "d" else "single circle" for pose in poses)
        places = ", ".join(str(hand % FIELDS) for hand in hands(effect, poses, dots, way))
        walks.append(
            f"circles: {names}; dots on the plates between them: {', '.join(map(str, dots))}; the arrow at the first "
            f"ring points {'clockwise' if way > 0 else 'anticlockwise'}; the hands point to the fields {places}"
        )
    return (
        "Poses: six circles with letters in different colours are joined by arrows. Each arrow has a white plate with "
        f"a letter and dots; the plates are circles, squares or diamonds. {plan}. {' and '.join(tower.double)} have a "
        f"double circle, and the word start with an arrow points to {tower.start}. Ring: twelve fields, from the top clockwise "
        f"{ring}; counted that way from 0 at the top, a black hand points to field {tower.hand}, and a blue arrow along the ring "
        f"goes {'clockwise' if tower.way > 0 else 'anticlockwise'} from there. Plates: a table with a column for each shape "
        "of plate and a row for two fields with a hand, the second after an arrow: white then white, white then grey, grey then "
        f"white, grey then grey. {'; '.join(marks)}. Two plays: two rows of four circles without letters, with "
        "arrows from left to right, and above each circle a white ring of twelve fields with a hand. "
        f"Fields are counted clockwise from 0 at the top. First row: {walks[0]}. Second row: {walks[1]}."
    )
