#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The command weft with files on the web.

    command_test.py WEFT
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import web_site
from web_site import answering, hanging_up, leading_to

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import python_tests  # noqa: E402

WEFT = None
VALUES = ", ".join(str(i * 7919 % 100003) for i in range(3 * 40000))
CDL = """netcdf a {
dimensions:
    t = UNLIMITED ; // (3 currently)
    x = 40000 ;
variables:
    int t(t) ;
    int v(t, x) ;
        v:units = "m" ;
    short small(t) ;
data:

 t = 1, 2, 3 ;

 v = %s ;

 small = 7, 8, 9 ;
}
""" % VALUES
FORMATS = {"classic": ["-k", "cdf5"], "netcdf4": ["-k", "netcdf4", "--deflate", "1", "-c", "t/1,x/10000"]}


def weft(*arguments, **environment):
    variables = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    variables.update({"WEFT_REMOTE_TIMEOUT": "2", "HOME": "/nonexistent"}, **environment)
    return subprocess.run([WEFT, *map(str, arguments)], capture_output=True, timeout=120, env=variables)


class WebTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder_ = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.folder_.name)
        (cls.folder / "a.cdl").write_text(CDL)
        subprocess.run([WEFT, "gen", cls.folder / "a.cdl", "-o", cls.folder / "a.nc"], check=True)
        for kind, flags in FORMATS.items():
            made = subprocess.run([WEFT, "copy", *flags, cls.folder / "a.nc", cls.folder / f"{kind}.nc"], capture_output=True)
            assert made.returncode == 0, made.stderr

    @classmethod
    def tearDownClass(cls):
        cls.folder_.cleanup()

    def setUp(self):
        self.site = web_site.Site()
        self.addCleanup(self.site.end)
        for kind in FORMATS:
            self.site.contents[f"/{kind}.nc"] = (self.folder / f"{kind}.nc").read_bytes()

    def text_of(self, name, *arguments, **environment):
        outcome = weft("dump", name, *arguments, **environment)
        self.assertEqual(outcome.returncode, 0, outcome.stderr.decode())
        return outcome.stdout

    def said_of(self, name, *words, **environment):
        """What is said about a file that cannot be read."""
        outcome = weft("dump", name, **environment)
        said = outcome.stderr.decode()
        self.assertEqual(outcome.returncode, 1, said)
        for word in words:
            self.assertIn(word, said)
        return said

    def is_read_right(self, name, kind="classic", **environment):
        self.assertEqual(self.text_of(name, "-n", "a", **environment), self.text_of(self.folder / f"{kind}.nc", "-n", "a"))


class Reading(WebTest):
    def test_values_are_those_of_the_file(self):
        for kind in FORMATS:
            with self.subTest(kind):
                self.is_read_right(self.site.name(f"/{kind}.nc"), kind)
                self.is_read_right(self.site.name(f"/{kind}.nc") + "?a=b#mode=bytes", kind)

    def test_commands_read_it(self):
        name = self.site.name("/classic.nc")
        for command in (["info"], ["check"], ["stats"], ["dump", "-h"], ["diff", self.folder / "classic.nc"], ["dump", "--json"]):
            outcome = weft(*command, name)
            self.assertEqual(outcome.returncode, 0, (command, outcome.stderr))
        copied = weft("copy", name, self.folder / "copy.nc")
        self.assertEqual(copied.returncode, 0, copied.stderr)
        self.assertEqual((self.folder / "copy.nc").read_bytes(), self.site.contents["/classic.nc"])

    def test_references_name_the_address(self):
        for kind in FORMATS:
            name = self.site.name(f"/{kind}.nc")
            outcome = weft("refs", "--inline", "0", name + "#mode=bytes")
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            refs = json.loads(outcome.stdout)["refs"]
            chunks = {key: value for key, value in refs.items() if isinstance(value, list)}
            self.assertEqual({value[0] for value in chunks.values()}, {name})
            local = json.loads(weft("refs", "--inline", "0", "--url", name, self.folder / f"{kind}.nc").stdout)["refs"]
            self.assertEqual(refs, local)
            self.assertEqual(sum(key.startswith("v/") for key in chunks), {"classic": 3, "netcdf4": 12}[kind])

    def test_references_tell_no_secret(self):
        name = self.site.name("/classic.nc", "me:secret@")
        for secret in (name, self.site.name("/classic.nc?signature=secret")):
            outcome = weft("refs", secret)
            self.assertEqual((outcome.returncode, outcome.stdout), (1, b""))
            self.assertIn("--url", outcome.stderr.decode())
            self.assertNotIn("secret", outcome.stderr.decode())
            outcome = weft("refs", "--inline", "0", "--url", "s3://bucket/", secret)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            self.assertIn('"s3://bucket/classic.nc"', outcome.stdout.decode())
            self.assertNotIn("secret", outcome.stdout.decode())

    def test_writing_is_refused_with_what_to_use_instead(self):
        for arguments in (["gen", self.folder / "a.cdl", "-o", self.site.name("/new.nc")],
                          ["copy", self.folder / "classic.nc", self.site.name("/new.nc")]):
            outcome = weft(*arguments)
            self.assertNotEqual(outcome.returncode, 0)
            self.assertIn("files on the web are only read", outcome.stderr.decode())
            self.assertIn("ssh://", outcome.stderr.decode())
        self.assertEqual([asked for asked in self.site.asked if asked.range is None], [])

    def test_a_file_that_is_missing_is_named(self):
        self.said_of(self.site.name("/none.nc"), "none.nc", "404", "there is no such file", "NC_ENOENT")

    def test_a_machine_that_does_not_answer_is_an_error(self):
        self.site.end()
        said = self.said_of(self.site.name("/classic.nc"), "127.0.0.1")
        self.assertIn("time", said)
        self.addCleanup(lambda: None)
        self.site = web_site.Site()

    def test_an_empty_file_is_an_error_about_the_file(self):
        self.site.contents["/empty.nc"] = b""
        self.said_of(self.site.name("/empty.nc"), "the file has 0 bytes, too few for a netCDF file")

    def test_the_server_is_asked_for_plain_bytes_of_one_version(self):
        self.text_of(self.site.name("/classic.nc"))
        self.assertGreater(len(self.site.asked), 1)
        for number, asked in enumerate(self.site.asked):
            self.assertEqual(asked.headers["accept-encoding"], "identity")
            self.assertIsNotNone(asked.range)
            self.assertEqual(asked.headers.get("if-match"), '"1"' if number else None)


class Lies(WebTest):
    """Of the server, with each request, or with all but the first."""

    def lies(self, lie, first=0):
        self.site.forget()
        self.site.lie = lambda number, asked: lie if number >= first else None

    def test_parts_that_were_not_asked_for_are_refused(self):
        whole = len(self.site.contents["/classic.nc"])
        for lines in ({"Content-Range": "bytes 1-10/%d" % whole}, {"Content-Range": None}, {"Content-Range": "bytes */%d" % whole},
                      {"Content-Range": "pages 0-9/10"}, {"Content-Range": "bytes 0-9/*"}):
            for first in (0, 1):
                with self.subTest(lines=lines, first=first):
                    self.lies(answering(**{name.replace("-", "_"): value for name, value in lines.items()}), first)
                    self.said_of(self.site.name("/classic.nc"), "classic.nc: the server")

    def test_bodies_of_another_length_are_refused(self):
        for first in (0, 1):
            self.lies(answering(body=b"x" * 100), first)
            self.said_of(self.site.name("/classic.nc"), "another number by their length")
            self.lies(answering(body=b"x", Content_Length=None, Connection="close"), first)
            self.said_of(self.site.name("/classic.nc"), "the connection was lost")
            self.lies(answering(body=b"x" * 4000000, Content_Length=None, Connection="close"), first)
            self.said_of(self.site.name("/classic.nc"), "more bytes than it has announced")

    def test_whole_files_are_downloaded_only_where_that_is_allowed(self):
        for first in (0, 1):
            self.lies(lambda handler, asked: handler.send(200, handler.content(asked), {"ETag": '"1"'}, {}), first)
            self.said_of(self.site.name("/classic.nc"), "no parts", "weft_web_whole=enable")
        self.lies(lambda handler, asked: handler.send(200, handler.content(asked), {"ETag": '"1"'}, {}))
        self.site.forget()
        self.is_read_right(self.site.name("/classic.nc"), WEFT_WEB_WHOLE="enable")

    def test_a_file_that_changes_is_an_error(self):
        for changes in ({"ETag": '"2"'}, {"ETag": None}, {"Content_Range": "bytes 0-9/10", "Content_Length": "10"}):
            with self.subTest(changes):
                self.lies(answering(**changes), 1)
                self.said_of(self.site.name("/classic.nc"), "has changed since it was opened")
        self.site.forget()
        self.site.lie = lambda number, asked: setattr(self.site, "etag", '"3"') if number == 1 else None
        self.said_of(self.site.name("/classic.nc"), "has changed since it was opened")

    def test_a_file_without_etag_that_changes_is_an_error(self):
        self.site.etag = None
        self.is_read_right(self.site.name("/classic.nc"))
        self.assertEqual(self.site.asked[-1].headers["if-unmodified-since"], self.site.modified)
        self.lies(answering(Last_Modified="Mon, 01 Jan 2024 00:00:00 GMT"), 1)
        self.said_of(self.site.name("/classic.nc"), "it was modified at another time")

    def test_compressed_bodies_are_refused(self):
        for first in (0, 1):
            self.lies(answering(Content_Encoding="gzip"), first)
            self.said_of(self.site.name("/classic.nc"), "compressed (gzip)")

    def test_redirects_are_followed_a_few_times(self):
        self.site.lie = lambda number, asked: leading_to("/classic.nc") if asked.path == "/old.nc" else None
        self.is_read_right(self.site.name("/old.nc"))
        self.assertEqual(sum(asked.path == "/old.nc" for asked in self.site.asked), 1)
        self.lies(leading_to("/classic.nc"))
        self.said_of(self.site.name("/classic.nc"), "10 redirects")
        self.lies(leading_to("file:///etc/passwd"))
        self.said_of(self.site.name("/classic.nc"), "leads to a place that is none")
        self.lies(lambda handler, asked: handler.send(302, b"", {}, {}))
        self.said_of(self.site.name("/classic.nc"), "no other place")

    def test_a_redirect_that_is_no_longer_valid_is_asked_for_again(self):
        self.site.contents["/2.nc"] = self.site.contents["/1.nc"] = self.site.contents["/classic.nc"]
        place = ["/1.nc"]

        def lie(number, asked):
            if number == 2:
                place[0] = "/2.nc"
                del self.site.contents["/1.nc"]
            return leading_to(place[0]) if asked.path == "/classic.nc" else None

        self.site.lie = lie
        self.is_read_right(self.site.name("/classic.nc"))

    def test_busy_servers_are_asked_again(self):
        for status in (429, 500, 503):
            self.site.forget()
            self.site.lie = lambda number, asked, status=status: answering(status=status, body=b"") if number % 2 == 0 else None
            self.is_read_right(self.site.name("/classic.nc"))

    def test_servers_that_stay_busy_are_an_error_with_their_sentence(self):
        xml = b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
        self.lies(lambda handler, asked: handler.send(503, xml, {"Content-Type": "application/xml"}, {}))
        self.said_of(self.site.name("/classic.nc"), "status 503", "times", "SlowDown: Please reduce your request rate.")
        self.assertGreater(len(self.site.asked), 3)

    def test_lost_connections_are_made_again(self):
        self.site.lie = lambda number, asked: hanging_up if number % 2 == 0 else answering(cut=70000) if number % 4 == 1 else None
        self.is_read_right(self.site.name("/classic.nc"))
        self.lies(hanging_up)
        self.said_of(self.site.name("/classic.nc"), "times")

    def test_a_slow_server_is_given_up(self):
        self.site.bytes_per_second = 200
        self.said_of(self.site.name("/classic.nc"), "times", WEFT_REMOTE_TIMEOUT="1")

    def test_answers_that_are_none_are_errors(self):
        for answer in (b"", b"\0" * 100, b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 206\r\n\r\n", b"HTTP/1.1 999 x\r\nContent-Length: 0\r\n\r\n",
                       b"HTTP/1.1 206 x\r\nContent-Range: bytes 0-262143/99999999999999999999999\r\n\r\n"):
            with self.subTest(answer):
                def lie(handler, asked, answer=answer):
                    handler.wfile.write(answer)
                    handler.close_connection = True
                self.lies(lie)
                self.said_of(self.site.name("/classic.nc"), WEFT_REMOTE_TIMEOUT="0.5")


class Objects(WebTest):
    """By s3:// names. Whether signatures are right is told by rclone_test.py."""

    KEY = {"AWS_ACCESS_KEY_ID": "AKIAEXAMPLE", "AWS_SECRET_ACCESS_KEY": "h0ush"}

    def setUp(self):
        super().setUp()
        self.site.contents["/bucket/dir/a%20b.nc"] = self.site.contents["/classic.nc"]
        self.endpoint = {"AWS_ENDPOINT_URL": self.site.name("/")}

    def test_requests_are_signed_for_who_has_a_key(self):
        self.is_read_right("s3://bucket/dir/a b.nc", **self.endpoint, **self.KEY, AWS_SESSION_TOKEN="t0ken", AWS_REGION="here")
        for asked in self.site.asked:
            self.assertIn("Credential=AKIAEXAMPLE/", asked.headers["authorization"])
            self.assertIn("/here/s3/aws4_request", asked.headers["authorization"])
            self.assertEqual(asked.headers["x-amz-security-token"], "t0ken")
            self.assertNotIn("h0ush", str(asked.headers))

    def test_requests_of_others_are_not(self):
        for more in ({}, {**self.KEY, "WEFT_S3_ANONYMOUS": "1"}):
            self.site.forget()
            self.is_read_right("s3://bucket/dir/a b.nc", **self.endpoint, **more)
            self.assertTrue(all("authorization" not in asked.headers for asked in self.site.asked))

    def test_no_signature_goes_to_another_server(self):
        other = web_site.Site(self.site.contents)
        self.addCleanup(other.end)
        self.site.lie = lambda number, asked: leading_to(other.name("/classic.nc"), 307)
        self.is_read_right("s3://bucket/dir/a b.nc", **self.endpoint, **self.KEY, AWS_SESSION_TOKEN="t0ken")
        for asked in other.asked:
            self.assertNotIn("authorization", asked.headers)
            self.assertNotIn("x-amz-security-token", asked.headers)

    def test_the_region_is_that_of_which_the_store_tells(self):
        def lie(number, asked):
            right = "/there/s3/" in asked.headers["authorization"]
            return None if right else answering(status=400, body=b"", x_amz_bucket_region="there")

        self.site.lie = lie
        self.is_read_right("s3://bucket/dir/a b.nc", **self.endpoint, **self.KEY)
        self.site.lie = lambda number, asked: answering(status=400, body=b"", x_amz_bucket_region="a.b/c?")
        self.said_of("s3://bucket/dir/a b.nc", "status 400", **self.endpoint, **self.KEY)

    def test_a_key_without_its_secret_is_an_error(self):
        self.said_of("s3://bucket/a.nc", "not the other", AWS_ACCESS_KEY_ID="AKIAEXAMPLE", **self.endpoint)
        self.said_of("s3://bucket/a.nc", "no profile", AWS_PROFILE="none", **self.endpoint)
        self.said_of("s3://bucket", "there is no key", **self.endpoint)


class Secrets(WebTest):
    """A word that stands for a password, a key or a signature must come up nowhere but at the server that it is for."""

    WORD = "h0ush"

    def is_not_told(self, text):
        self.assertNotIn(self.WORD, text if isinstance(text, str) else text.decode(errors="replace"))

    def test_a_user_is_sent_to_the_server_of_the_name_alone(self):
        other = web_site.Site(self.site.contents)
        self.addCleanup(other.end)
        self.site.lie = lambda number, asked: leading_to(other.name("/classic.nc")) if asked.path == "/far.nc" else None
        name = self.site.name("/far.nc", user=f"ada:{self.WORD}@")
        self.assertEqual(weft("dump", "-h", name).returncode, 0)
        self.assertTrue(all("authorization" in asked.headers for asked in self.site.asked))
        self.assertGreater(len(other.asked), 0)
        for asked in other.asked:
            self.assertNotIn("authorization", asked.headers)
            self.is_not_told(str(asked.headers))

    def test_a_user_of_netrc_is_sent_to_his_server(self):
        home = self.folder / "home"
        home.mkdir()
        (home / ".netrc").write_text(f"machine 127.0.0.1 login ada password {self.WORD}\n")
        self.assertEqual(weft("dump", "-h", self.site.name("/classic.nc"), HOME=str(home)).returncode, 0)
        self.assertTrue(all("authorization" in asked.headers for asked in self.site.asked))

    def test_no_message_has_one(self):
        query = f"?X-Amz-Signature={self.WORD}"
        names = [self.site.name("/none.nc", user=f"ada:{self.WORD}@"), self.site.name("/none.nc") + query,
                 self.site.name("/classic.nc") + query, f"http://ada:{self.WORD}@127.0.0.1:x/a.nc{query}",
                 f"http://ada:{self.WORD}@/a.nc", f"http://127.0.0.1:1/a.nc{query}", f"http://no host/{query}",
                 f"http://a:{self.WORD}@127.0.0.1:{self.site.port}/no%20netcdf.nc{query}"]
        self.site.contents["/no%20netcdf.nc"] = b"no netCDF" * 1000
        lies = [None, answering(status=403, body=f"not with {self.WORD}".encode(), Content_Type="text/plain"),
                answering(Content_Encoding="gzip"), leading_to(f"ftp://host/?{self.WORD}"), hanging_up]
        commands = [["dump"], ["info"], ["info", "--json"], ["check"], ["check", "--json"], ["stats"], ["dump", "--json"], ["dump", "-x"]]
        for lie in lies:
            self.site.lie = (lambda number, asked, lie=lie: lie) if lie else None
            for name in names:
                for command in commands if lie is None else commands[:1]:
                    with self.subTest(name=name, command=command):
                        outcome = weft(*command, name, WEFT_REMOTE_TIMEOUT="0.2")
                        self.is_not_told(outcome.stderr)
                        self.is_not_told(outcome.stdout)
        for arguments in (["gen", self.folder / "a.cdl", "-o", names[0]], ["copy", self.folder / "classic.nc", names[1]]):
            self.is_not_told(weft(*arguments).stderr)


if __name__ == "__main__":
    WEFT = sys.argv.pop(1)
    python_tests.main(sys.argv)
