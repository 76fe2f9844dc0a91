print('\x1b[2J\u202e<script>alert(1)</script>\0\x9b')
