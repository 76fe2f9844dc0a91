def double(x):
    """
```
double(2)
```
    """
    return 2 * x