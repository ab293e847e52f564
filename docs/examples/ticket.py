"""
A ticket endpoint for the widget, with nothing but Python 3. VOICE_API_KEY=vak_... AGENT_ID=... python3 docs/examples/ticket.py
listens on 127.0.0.1 at PORT, or 8800, and has a page to try it. VOICE_API is the address of the platform's API. In Django, Flask or
FastAPI, call new_ticket() in a view behind what protects your other forms: a login or a captcha. The visitor is the account or the address; behind a
proxy, the address that the proxy reports.
"""

import json
import os
import sys
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

API = os.environ.get("VOICE_API", "http://127.0.0.1:8000")
ANSWER_SECONDS = 10


def new_ticket(visitor, origin=None):
    """Returns status, headers and body for the page. The page chooses neither the agent nor the visitor."""
    call = {"agent_id": os.environ["AGENT_ID"], "visitor": visitor}
    if origin:
        call["origin"] = origin
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["VOICE_API_KEY"]}
    request = Request(API + "/api/v1/calls/web", json.dumps(call).encode(), headers, method="POST")
    try:
        with urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return 200, {"Content-Type": "application/json"}, answer.read()
    except HTTPError as refusal:
        # What the platform says is for your log, not for visitors.
        print("voice ticket:", refusal.code, refusal.read().decode(errors="replace"), file=sys.stderr)
        if refusal.code == 429:
            return 429, {"Retry-After": refusal.headers.get("Retry-After", "60")}, b""
        return (403 if refusal.code == 403 else 502), {}, b""
    except (URLError, TimeoutError) as error:
        print("voice ticket: the platform did not answer:", error, file=sys.stderr)
        return 502, {}, b""


def trial_page():
    """A page to try the endpoint. In a page of yours, the script and the element voice-agent do the same."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the agent</title>
<link rel="icon" href="data:,">
<script src="{escape(API)}/widget.js" async></script>
</head>
<body>
<h1>Try the agent</h1>
<p>If it is not available on this page, add the page's origin to <code>web.allowed_origins</code> of the agent.</p>
<voice-agent agent="{escape(os.environ["AGENT_ID"])}" ticket-url="/voice-ticket"></voice-agent>
</body>
</html>
"""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/":
            return self.send_error(404)
        self.answer(200, {"Content-Type": "text/html; charset=utf-8"}, trial_page().encode())

    def do_POST(self):
        if self.path != "/voice-ticket":
            return self.send_error(404)
        status, headers, body = new_ticket(self.client_address[0], self.headers.get("Origin"))
        self.answer(status, {**headers, "Cache-Control": "no-store"}, body)

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Not every request is logged."""


if __name__ == "__main__":
    for name in ("VOICE_API_KEY", "AGENT_ID"):
        if name not in os.environ:
            sys.exit("Set " + name)
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8800"))), Handler)
    print(f"Open http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
