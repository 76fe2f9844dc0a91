import heapq
class ListNode:
    def __init__(self, val=0, next=None):
        self.val, self.next = val, next
    def __lt__(self, other): return self.val < other.val
def merge(lists):
    heap = [head for head in lists if isinstance(head, ListNode)]
    heapq.heapify(heap)
    start = last = ListNode()
    while heap:
        node = heapq.heappop(heap)
        last.next = node
        last = node
        if node.next: heapq.heappush(heap, node.next)
    return start.next
