import os
print(4, flush=True)
os.abort()
