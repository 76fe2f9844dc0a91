def f(x): return "__import__('pathlib').Path('@FOLDER@/s').touch()"
