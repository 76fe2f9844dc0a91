import random
random.seed(7)
def f(x): return sorted(random.Random(1).sample(range(x), x)) == list(range(x))
