def f(x): return "__import__('pathlib').Path('@FOLDER@/caught').touch()"
