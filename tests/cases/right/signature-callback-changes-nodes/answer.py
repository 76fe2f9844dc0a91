def f(head, visit):
    total = 0
    n = head
    while n:
        visit(n)
        total += n.val
        n = n.next
    return total
