print("a c")
print("b")
