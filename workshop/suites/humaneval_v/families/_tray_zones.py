"""Zones, shelter and gust of ``tray_balance``.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from itertools import product

from benchmark.files.palette import Colour

MUTATIONS = ("cancel", "sum", "top", "product", "largest")
WIDE, HIGH = 14, 10  #: size of the tray, squares
APART = 0.8  #: minimum distance of the balance point from a pebble, squares
MIN_ALONE = 8  #: minimum places of the disc that no other zone covers

Pebble = tuple[int, int]
#: Left, right, bottom and top edge; of a disc also those, which are equally far from its middle.
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Zone:
    """A part of the tray where pebbles have another weight."""

    box: Box
    is_disc: bool
    weight: int
    colour: Colour

    def has(self, x: int, y: int) -> bool:
        left, right, bottom, top = self.box
        if self.is_disc:
            middle_x, middle_y, radius = self.disc
            return (x - middle_x) ** 2 + (y - middle_y) ** 2 <= radius**2
        return left <= x <= right and bottom <= y <= top

    @property
    def disc(self) -> tuple[int, int, int]:
        """The middle of a disc, and its radius."""
        left, right, bottom, top = self.box
        return (left + right) // 2, (bottom + top) // 2, (right - left) // 2


@dataclass(frozen=True)
class Tray:
    """Parameters: the mutation, the zones from the lowest to the top one, shelter and gust, and the pebbles."""

    mutation: str
    zones: tuple[Zone, ...]
    shelter: Box
    gust: tuple[int, int]
    seed: str  #: of the pebbles in the picture
    tested: tuple[tuple[Pebble, ...], ...]

    def is_sheltered(self, pebble: Pebble) -> bool:
        left, right, bottom, top = self.shelter
        return left <= pebble[0] <= right and bottom <= pebble[1] <= top

    def landing(self, pebble: Pebble) -> Pebble:
        """Return where a pebble lies after the gust."""
        if self.is_sheltered(pebble):
            return pebble
        return pebble[0] + self.gust[0], pebble[1] + self.gust[1]

    def starts(self) -> list[Pebble]:
        """Return the places from which a pebble stays on the tray."""
        places = list(product(range(WIDE + 1), range(HIGH + 1)))
        known = set(places)
        return [place for place in places if self.landing(place) in known]

    def zones_at(self, place: Pebble) -> list[int]:
        return [number for number, zone in enumerate(self.zones) if zone.has(*place)]

    def is_edge(self, start: Pebble) -> bool:
        """Whether a pebble is next to an edge: of the shelter before the gust, or of a zone after it."""
        end = self.landing(start)
        return any(
            self.is_sheltered(start) != self.is_sheltered((start[0] + across, start[1] + up))
            or self.zones_at(end) != self.zones_at((end[0] + across, end[1] + up))
            for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )

    def is_varied(self) -> bool:
        """Whether zones overlap in two ways, few edges meet, and pebbles can lie on both sides of each edge."""
        boxes = [*(zone.box for zone in self.zones), self.shelter]
        upright, level = ([edge for box in boxes for edge in box[side : side + 2]] for side in (0, 2))
        if len(set(upright)) < len(upright) - 2 or len(set(level)) < len(level) - 3:
            return False
        every = [self.zones_at(place) for place in product(range(WIDE + 1), range(HIGH + 1))]
        if sum(every.count(pair) >= 2 for pair in ([0, 1], [0, 2], [1, 2])) < 2 or every.count([]) < 25:
            return False
        starts = set(self.starts())
        left, right, bottom, top = self.shelter
        if not set(product(range(left - 1, right + 2), range(bottom - 1, top + 2))) <= starts:
            return False
        ends = {self.landing(start) for start in starts}
        return all(self._shows_edges(number, zone, ends) for number, zone in enumerate(self.zones))

    def _shows_edges(self, number: int, zone: Zone, ends: set[Pebble]) -> bool:
        """Whether each edge separates places whose weight differs by it, under every mutation."""
        if zone.is_disc:
            return sum(self.zones_at(place) == [number] for place in ends) >= MIN_ALONE
        left, right, bottom, top = zone.box
        sides = {
            (-1, 0): [(left, y) for y in range(bottom, top + 1)],
            (1, 0): [(right, y) for y in range(bottom, top + 1)],
            (0, -1): [(x, bottom) for x in range(left, right + 1)],
            (0, 1): [(x, top) for x in range(left, right + 1)],
        }
        for (across, up), places in sides.items():
            inside = [
                self.zones_at(place)
                for place in places
                if place in ends
                and (place[0] + across, place[1] + up) in ends
                and sorted([*self.zones_at((place[0] + across, place[1] + up)), number])
                == self.zones_at(place)
            ]
            is_top = any(zones[-1] == number for zones in inside)
            is_largest = any(
                max(self.zones[other].weight for other in zones) == zone.weight for zones in inside
            )
            if not (is_top and is_largest):
                return False
        return True
