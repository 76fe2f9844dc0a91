from concurrent.futures import ThreadPoolExecutor
def f(xs):
    with ThreadPoolExecutor(4) as pool: return list(pool.map(lambda x: x * x, xs))
