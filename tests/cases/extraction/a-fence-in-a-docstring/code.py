def double(x):
    """Double it.

    ```python
    double(2)
    ```
    """
    return 2 * x