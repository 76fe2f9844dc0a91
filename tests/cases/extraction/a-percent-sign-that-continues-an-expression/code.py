def double(x):
    return (4 * x
    %mod)

mod = 2