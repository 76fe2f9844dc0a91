"""What the signs of ``garden_ways`` mean, as its problem says it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

#: Of gardens whose signs all have names.
TOLD_RULES = """
The first picture at the end shows the paths of a garden, and its ponds, which are circles with letters. The second one is a key of
the signs that such gardens can have. A visitor walks from pond to pond. One move leads from a pond along
the paths to the next pond, with no other pond between; nobody turns round on a path.

- Where two paths cross on the level, their edges end, so that there is an open place. There the visitor goes straight on or turns
into any of the other paths.
- Where a path leads over another one by a bridge, its edges run on, and the edges of the lower path end beside it. There the
visitor can only go straight on, above and below.
- A path with an orange arrowhead has a turnstile, which can be passed only in the direction in which it points.
- A path with a blue bar has a gate. Gates are open during the first move of a walk, closed during the second, open during the third,
and so on. Only gates on a path that leads under a bridge are closed when all others are open, and open when they are closed.
- Two ponds that have the same black sign beside them are joined by a passage; it takes one move in either direction. Of two same
signs one can be turned by any angle, but a sign and its mirror image are two different signs.
- A grey card with a yellow corner hides a part of the garden, which is drawn again below with the number of the card. If both
have one frame, it is seen from below, through the ground. If both have two frames, it is seen from above, but in a mirror. The
yellow corner is the same corner of the part.
- Ponds with a red ring: whenever a visitor comes to one of them, all turnstiles of the garden are turned, and from then on they can
be passed only in the other direction, until they are turned again. A pond where a walk begins turns nothing.
""".strip()

#: Of gardens with ponds whose meaning small gardens show.
FOUND_RULES = """
The first picture at the end shows a garden and its ponds, circles with letters; the second is a key.
One move leads a visitor from a pond along the paths to the next pond, with none between; nobody turns round on a path.

- Where two paths cross on the level, their edges end at an open place. There the visitor goes straight on or turns into any other
path.
- Where a path leads over another one by a bridge, its edges run on, and those of the lower path end beside it. There the visitor can
only go straight on, above and below.
- An orange arrowhead is a turnstile, passed only in the direction in which it points.
- A blue bar is a gate. Gates are open during the first move of a walk, closed during the second, and so on.
Only gates on a path that leads under a bridge are closed when all others are open, and open when they are closed.
- Two ponds with the same black sign beside them are joined by a passage: one move in either direction. Signs can be turned by any
angle, but a sign and its mirror image are different.
- A grey card with a yellow corner hides a part of the garden, which is drawn again below with the card's number. With one frame
it is seen from below, through the ground, with two frames from above, but in a mirror. The yellow corner is the same corner.
- Whenever a visitor comes to a pond with a red ring, all turnstiles are turned: they can be passed only in the other direction until
turned again.
- Each kind of pond unnamed in the key changes one thing when a visitor comes, under one condition: it turns turnstiles, swaps open and closed
gates, changes how many moves count, or what the next move can pass. The condition is about the last move, turnstiles, gates, or how
often the walk came to one kind. Small gardens show it, with walks and their smallest numbers of moves.
- The pond where a walk begins changes nothing and is not counted.
""".strip()
