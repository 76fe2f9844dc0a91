import random
def f(x): return [random.Random(0).random() == random.random() for _ in range(x)]
