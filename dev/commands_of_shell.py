# SPDX-License-Identifier: BSD-3-Clause
"""The commands that a script of the shell calls, as far as its text names them."""

import re
import shlex

NAME = re.compile(r"[A-Za-z][\w.+-]*")
SEPARATORS = set("();|&\n")
BEFORE_A_COMMAND = {"if", "then", "else", "elif", "do", "while", "until", "!", "time", "{", "exec"}
OF_THE_SHELL = BEFORE_A_COMMAND | {
    "alias", "break", "builtin", "cd", "command", "compgen", "complete", "compopt", "continue", "declare", "done", "echo", "esac",
    "eval", "exit", "export", "fi", "function", "getopts", "hash", "let", "local", "mapfile", "pwd", "read", "readonly", "return",
    "set", "shift", "shopt", "source", "trap", "type", "typeset", "ulimit", "umask", "unset", "wait"}


def plain(text):
    """Without comments, arithmetic, lists, and what is only input (<<END ... END)."""
    text = re.sub(r"(^|[ \t;])#[^\n]*", r"\1", text, flags=re.MULTILINE)
    text = re.sub(r"<<-?\s*(['\"]?)(\w+)\1([^\n]*)\n.*?\n\s*\2(?=\n|$)", r"\3", text, flags=re.DOTALL)
    text = re.sub(r"(\w\+?=)\((?:[^()]|\([^()]*\))*\)", r"\1", text)
    return re.sub(r"\$?\(\(.*?\)\)", "0", text).replace("\\\n", " ")


def tokens_of(text):
    lexer = shlex.shlex(text, posix=True, punctuation_chars="();|&\n")
    lexer.whitespace = " \t\r"
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:  # a quote that ends elsewhere
        return []


def commands_of(tokens):
    """Words where a command stands: not those of `for ... in`, nor the patterns of `case`."""
    expects, skips_to, cases = True, "", 0
    for token in tokens:
        separates = set(token) <= SEPARATORS
        if skips_to:
            if token == "esac":
                cases, skips_to = cases - 1, ""
            elif token == skips_to or (separates and skips_to in token):
                skips_to = ")" if token == "in" else ""
            elif separates and skips_to == "\n" and ";" in token:
                skips_to = ""
            expects = True
        elif separates:
            expects = True
            skips_to = ")" if ";;" in token and cases else ""
        elif expects and token in ("for", "select", "case"):
            cases += token == "case"
            skips_to = "in" if token == "case" else "\n"
        elif expects and token not in BEFORE_A_COMMAND and not re.match(r"\w+\+?=", token):
            yield token
            expects = False


def functions_of_shell(text):
    return set(re.findall(r"^\s*(?:function\s+)?([\w-]+)\s*\(\)", text, flags=re.MULTILINE))


def commands_of_shell(text):
    text = plain(text)
    functions = functions_of_shell(text)
    found = set(commands_of(tokens_of(text))) | set(re.findall(r"(?:\$\(|<\()\s*([A-Za-z][\w.+-]*)", text))
    found |= set(re.findall(r"\bcommand -v ([A-Za-z][\w.+-]*)", text))
    return {word for word in found - OF_THE_SHELL - functions if NAME.fullmatch(word) and not word.isupper()}
