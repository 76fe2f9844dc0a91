def f(xs: List[int]) -> Optional[int]:
    return heapq.nlargest(1, xs)[0] if xs else None
