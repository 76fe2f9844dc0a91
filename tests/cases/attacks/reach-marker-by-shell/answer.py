import os
def f(x): return os.system('touch @FOLDER@/written; echo x > @FOLDER@/more')
