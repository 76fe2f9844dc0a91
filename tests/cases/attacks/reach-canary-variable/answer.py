import os
def f(x): return os.environ.get('@VARIABLE@') or os.getenv('@VARIABLE@') or os.popen('echo $@VARIABLE@').read().strip()
