kept = []

def f(n):
    if n is not None:
        kept.append(n)
    else:
        kept[0].val = 8
        kept[0].next = Node(9, kept[0])
