import threading
n = int(input())
turn = [threading.Event() for _ in range(n + 1)]
def say(i):
    turn[i].wait()
    print(i)
    turn[i + 1].set()
threads = [threading.Thread(target=say, args=(i,), daemon=i % 2 == 0) for i in range(n)]
for t in reversed(threads): t.start()
turn[0].set()
for t in threads: t.join()
print('end')
