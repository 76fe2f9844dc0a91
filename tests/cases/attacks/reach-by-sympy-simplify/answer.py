def f(x): return "__import__('pathlib').Path('@FOLDER@/simplify').touch()"
