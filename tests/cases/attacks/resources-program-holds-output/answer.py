import os, time
if os.fork() == 0:
    time.sleep(100)
print(13, flush=True)
os._exit(0)
