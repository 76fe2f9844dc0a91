import ctypes, mmap
def f(x):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b'\xbf\x00\x00\x00\x00\xb8\xe7\x00\x00\x00\x0f\x05')
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
