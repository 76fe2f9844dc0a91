import http.server, os, sys, time
print("the key is", os.environ.get("ACME_KEY"), flush=True)
time.sleep(0.1)
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
