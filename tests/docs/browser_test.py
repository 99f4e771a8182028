# SPDX-License-Identifier: BSD-3-Clause
"""The site as a browser shows it, from a disk: on a desktop's and on a phone's screen, light and dark."""

import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from browser import Browser, find_chromium

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import python_tests

DESKTOP, PHONE = 1280, 390

# What reaches beyond the right edge of the screen and does not scroll within something that ends before it.
TOO_WIDE = """
(() => {
    const width = document.documentElement.clientWidth, wide = [];
    const inside = (element) => {
        for (let up = element.parentElement; up; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== "visible" && up.getBoundingClientRect().right <= width + 1) return true;
        return false;
    };
    for (const element of document.body.querySelectorAll("*")) {
        const box = element.getBoundingClientRect();
        if (box.width > 0 && box.right > width + 1 && !inside(element)) wide.push(element.tagName + " " + element.textContent.slice(0, 60));
    }
    if (document.documentElement.scrollWidth > width) wide.push("the page itself");
    return wide;
})()
"""
BRIGHTNESS = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) / 3"


class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.site = pathlib.Path(folder.name, "site")
        subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--site-dir", cls.site], cwd=ROOT, check=True)
        cls.browser = Browser(pathlib.Path(folder.name, "profile"))
        cls.addClassCleanup(cls.browser.close)
        cls.pages = sorted(cls.site.rglob("*.html"))

    def open(self, page):
        self.browser.complaints.clear()
        self.browser.open((self.site / page).as_uri())

    def visible(self, element):
        return self.browser.ask(f"document.querySelector('{element}').checkVisibility()")

    def search(self, words):
        """The links that the search shows."""
        self.browser.ask(f"query.value = '{words}'; query.dispatchEvent(new Event('input'));")
        for _ in range(100):
            links = self.browser.ask("[...document.querySelectorAll('#found a')].map((a) => a.getAttribute('href'))")
            if links:
                return links
            time.sleep(0.1)
        return []

    def test_every_page_fits_and_has_no_errors(self):
        self.assertGreater(len(self.pages), 35)
        for width in (DESKTOP, PHONE):
            self.browser.screen(width)
            for page in self.pages:
                with self.subTest(page=page.name, width=width):
                    self.open(page)
                    self.assertEqual(self.browser.complaints, [])
                    self.assertEqual(self.browser.ask(TOO_WIDE), [])

    def test_the_check_of_width_sees_what_is_too_wide(self):
        self.browser.screen(PHONE)
        self.open("index.html")
        self.browser.ask("document.getElementById('content').insertAdjacentHTML('beforeend', '<div style=\\'width:900px\\'>x</div>')")
        self.assertNotEqual(self.browser.ask(TOO_WIDE), [])

    def test_the_check_of_errors_sees_errors(self):
        self.open("index.html")
        self.browser.ask("setTimeout(() => { absent(); }, 0); new Promise((done) => setTimeout(done, 50))")
        self.assertIn("absent is not defined", "".join(self.browser.complaints))

    def test_the_menu_opens_on_a_phone(self):
        self.browser.screen(PHONE)
        self.open("hints.html")
        self.assertFalse(self.visible("#menu"))
        self.browser.ask("document.getElementById('menu-button').click()")
        self.assertTrue(self.visible("#menu"))
        self.assertEqual(self.browser.ask("document.querySelector('#menu a[aria-current]').textContent"), "Hints")
        self.browser.ask("document.getElementById('menu-button').click()")
        self.assertFalse(self.visible("#menu"))

    def test_the_menu_is_there_on_a_desktop(self):
        self.browser.screen(DESKTOP)
        self.open("reference/put.html")
        self.assertTrue(self.visible("#menu"))
        self.assertFalse(self.visible("#menu-button"))

    def test_the_menu_names_each_page_once(self):
        self.open("index.html")
        links = self.browser.ask("[...document.querySelectorAll('#menu a')].map((a) => a.href)")
        self.assertEqual(len(links), len(set(links)))
        self.assertEqual(len(links), len(self.pages) - 1)  # all but the first, which the name leads to

    def test_the_search_finds_functions(self):
        for width, page in ((DESKTOP, "index.html"), (PHONE, "reference/get.html")):
            self.browser.screen(width)
            self.open(page)
            links = self.search("put_vara_float")
            self.assertTrue(any("reference/put.html#put_vara" in link for link in links), links)
            self.assertTrue(self.visible("#found"))
            self.assertEqual(self.browser.ask(TOO_WIDE), [])
            self.browser.ask("setTimeout(() => document.querySelector('#found a').click()), 0")
            self.browser.wait_for("location.pathname.endsWith('/reference/put.html') && document.readyState == 'complete'")
            self.assertIn("put_vara_float", self.browser.ask("document.body.textContent"))
            self.assertEqual(self.browser.complaints, [])

    def test_the_search_leads_to_what_people_look_for(self):
        self.browser.screen(DESKTOP)
        for word, page in (("install", "install.html"), ("conda", "install.html#conda"), ("license", "install.html#licence"),
                           ("deadlock", "guarantees.html#can-a-program-deadlock")):
            self.open("index.html")
            self.assertTrue(any(page in link for link in self.search(word)), word)

    def test_the_search_says_when_there_is_nothing(self):
        self.open("index.html")
        self.assertNotEqual(self.search("hint"), [])
        self.browser.ask("query.value = 'zzzqqq'; query.dispatchEvent(new Event('input'));")
        self.assertEqual(self.browser.ask("found.textContent"), "Nothing is found.")

    def test_colours_follow_the_system(self):
        self.browser.screen(DESKTOP, dark=True)
        self.open("first-c.html")
        self.assertLess(self.browser.ask(BRIGHTNESS), 60)
        self.browser.screen(DESKTOP, dark=False)
        self.open("first-c.html")
        self.assertGreater(self.browser.ask(BRIGHTNESS), 200)


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: chromium is not installed")
        sys.exit(python_tests.SKIPPED)
    if subprocess.run(["sh", "-c", "command -v mkdocs"], stdout=subprocess.DEVNULL).returncode != 0:
        print("skipped: mkdocs is not installed")
        sys.exit(python_tests.SKIPPED)
    python_tests.main(sys.argv, verbosity=2)
