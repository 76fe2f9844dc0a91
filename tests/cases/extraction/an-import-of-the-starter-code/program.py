from typing import List

def double(x: List[int]) -> List[int]:
    return [2 * i for i in x]