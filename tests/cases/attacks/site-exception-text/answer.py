def f(x): raise ValueError('\x1b[2J\u202e<script>alert(1)</script>\n\0\ud800')
