import os
print(14, flush=True)
os._exit(3)
