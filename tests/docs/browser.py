# SPDX-License-Identifier: BSD-3-Clause
"""A headless Chromium, driven through its DevTools protocol over two pipes: messages of JSON, each ended by a zero byte."""

import json
import os
import select
import shutil
import subprocess
import time

LONGEST_SECONDS = 60


def find_chromium():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Navigated(AssertionError):
    """The page that was asked went away meanwhile."""


class Browser:
    """One tab. What goes wrong in its pages is kept in `complaints`."""

    def __init__(self, profile):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        command = [find_chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--no-first-run", f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
        # The browser reads from descriptor 3 and writes to 4.
        keep = ["sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh"]
        self.process = subprocess.Popen(keep + command, pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.received, self.events, self.complaints, self.number, self.session = b"", [], [], 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        os.close(self.output)  # the browser ends when nobody speaks to it
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.input)

    def receive(self, deadline):
        while b"\0" not in self.received:
            ready, _, _ = select.select([self.input], [], [], max(0, deadline - time.monotonic()))
            more = os.read(self.input, 1 << 20) if ready else b""
            if not more:
                raise AssertionError("the browser has ended" if ready else "the browser does not answer")
            self.received += more
        message, _, self.received = self.received.partition(b"\0")
        message = json.loads(message)
        method, told = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.complaints.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + LONGEST_SECONDS
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    error = str(answer["error"])
                    kind = Navigated if "navigated" in error or "context" in error else AssertionError
                    raise kind(f"{method}: {error}")
                return answer["result"]
            self.events.append(answer.get("method"))

    def screen(self, width, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address):
        self.events.clear()
        self.call("Page.navigate", url=address)
        deadline = time.monotonic() + LONGEST_SECONDS
        while "Page.loadEventFired" not in self.events:
            self.events.append(self.receive(deadline).get("method"))

    def ask(self, expression):
        """The value of an expression of JavaScript, when its promise is kept if it is one."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, expression):
        """Until it is true, on this page or one that comes in its place."""
        deadline = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < deadline:
            try:
                if self.ask(expression):
                    return
            except Navigated:
                pass
            time.sleep(0.1)
        raise AssertionError(f"{expression}: not in {LONGEST_SECONDS} s")
