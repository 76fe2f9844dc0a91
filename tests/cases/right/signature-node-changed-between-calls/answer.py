kept = []

def f(n):
    if n is not None:
        kept.append(n)
    first = kept[0]
    return first.val + (first.next.val if first.next else 0)
