def start_of_cycle(head):
    seen = []
    while head is not None:
        if any(head is node for node in seen): return head
        seen.append(head)
        head = head.next
