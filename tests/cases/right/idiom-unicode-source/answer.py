# Übergröße – 大文字にする
π, ﬁx = 3.14, 1
def größer(χαρακτήρας): return χαρακτήρας.upper()
def f(текст): return [größer(c) for c in текст] if fix and π else []
