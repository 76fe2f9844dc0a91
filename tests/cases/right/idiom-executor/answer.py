import queue, threading
from concurrent.futures import ThreadPoolExecutor, as_completed
def f(xs):
    done, lock = queue.Queue(), threading.Lock()
    def work(x):
        with lock: done.put((x, x * x))
    with ThreadPoolExecutor(4) as pool:
        for future in as_completed([pool.submit(work, x) for x in xs]): future.result()
    found = dict(done.get() for _ in range(done.qsize()))
    return [found[x] for x in sorted(found)]
