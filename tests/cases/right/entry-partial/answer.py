from functools import partial
f = partial(pow, 2)
