for case in range(1, int(input()) + 1):
    r, t = map(int, input().split())
    low, high = 0, t
    while low < high:
        k = (low + high + 1) // 2
        if k * (2 * r + 2 * k - 1) <= t:
            low = k
        else:
            high = k - 1
    print(f"Case #{case}: {low}")
