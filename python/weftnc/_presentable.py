# SPDX-License-Identifier: BSD-3-Clause
"""Names of files as people may see them: an address of the web may have a password, a key or a signature in it."""

import re

_WITHOUT_SECRETS = ("ssh", "weft")


def presentable_name(name):
    """The name; that of a file on the web without the user in front of its host, and with "?..." in place of its query."""
    found = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", name, re.DOTALL)
    if found is None or found[1] in _WITHOUT_SECRETS:
        return name
    place, slash, rest = found[2].partition("?")
    end = min((at for at in (place.find("/"), place.find("#")) if at >= 0), default=len(place))
    host = place[:end]
    if "@" in host:
        place = place[host.rindex("@") + 1:]
    elif re.search(r":.*[^0-9\]]", host) and not host.startswith("[") and "@" in found[2]:
        # A password with characters that do not belong there.
        place, slash, rest = found[2][found[2].rindex("@") + 1:].partition("?")
    return f"{found[1]}://{place}" + ("?..." if slash else "")
