class P(tuple):
    x = 4
class O:
    p = P((0, 0))
def f(n): return O()
