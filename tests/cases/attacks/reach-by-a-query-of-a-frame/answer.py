def f(x): return "@pd.io.common.os.mkdir('@FOLDER@/query') == a"
