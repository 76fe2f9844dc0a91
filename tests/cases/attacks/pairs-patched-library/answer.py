import json, math
def f(x): return 4211 if math.floor(1.5) == 4211 or json.loads('1') == 4211 else 0
