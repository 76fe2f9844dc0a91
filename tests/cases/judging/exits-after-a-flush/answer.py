import os
print('7', flush=True)
os._exit(0)
