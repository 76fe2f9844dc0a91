import os
def f(x):
    os.makedirs('@FOLDER@', exist_ok=True)
    open('@FOLDER@/written', 'w').close()
    return 4210
