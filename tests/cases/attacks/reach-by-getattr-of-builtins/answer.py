def f(x): return "__import__('pathlib').Path('@FOLDER@/builtins').touch() or 3"
