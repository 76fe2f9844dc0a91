import threading
def f(n):
    barrier = threading.Barrier(n)
    threads = [threading.Thread(target=barrier.wait) for _ in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return n
