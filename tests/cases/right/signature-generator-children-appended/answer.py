def f(root):
    st = [root]
    while st:
        n = st.pop(0)
        yield n
        st += n.children
