# SPDX-License-Identifier: BSD-3-Clause
"""Prints the completion of the weft command for bash, zsh and fish: commands, options and their values from the tables;
the names of variables and dimensions from the file on the command line, which the command itself reads."""

from generator import commands
from generator.interface import Interface, Row
from generator.text import fill

# What completes a value in bash, zsh and fish. {words} stands for the words that there are, {kind} for what is
# completed, and {behind} for what comes behind each name. A blank in front keeps zsh from adding arguments.
NAMES = ("_weft_names {kind} '{behind}'", ' _weft_names {kind} "{behind}"',
         " -x -a '(__weft_names {kind}{gap}{behind})'")
WORDS = ("_weft_words '{words}'", "({words})", " -x -a '{words}'")
ACTIONS = {
    "": (":", " ", " -x"),
    "files": ("_weft_paths -f", "_files", " -r"),
    "directories": ("_weft_paths -d", "_files -/", " -x -a '(__fish_complete_directories)'"),
    "variables": NAMES,
    "dimensions": NAMES,
    "commands": (":", "{{_describe command commands}}", " -x"),
}
BASH, ZSH, FISH = range(3)
BRACKETS = "\\[]:"


def print_files(interface: Interface) -> dict[str, str]:
    program = commands.load(interface.root)
    texts = {"weft.bash": bash(program), "_weft": zsh(program), "weft.fish": fish(program)}
    return {f"packaging/completion/{name}": text for name, text in texts.items()}


def action(row: Row, shell: int) -> str:
    """Indices follow the name of a dimension."""
    behind = "," if row.value.startswith("DIM,") else ""
    return ACTIONS.get(row.completes, WORDS)[shell].format(
        words=row.completes.replace("|", " "), kind=row.completes, behind=behind, gap=" " if behind else "")


def bash(program: Row) -> str:
    values, options = [], []
    for command in program.commands:
        for option in (option for option in command.options if option.value):
            pattern = " | ".join(f"'{command.name} {name}'" for name in option.names)
            values.append(f"        {pattern})\n            {action(option, BASH)}\n            return\n            ;;")
        names = " ".join(name for option in command.options for name in option.names)
        options += [f"        {command.name}) options='{names} --help' ;;"] if names else []
    return fill("weft.bash", commands=" ".join(program.order), values=values, options=options)


def zsh(program: Row) -> str:
    described = [f"        '{command.name}:{zsh_quoted(command.summary.replace(':', ','), '')}'"
                 for command in program.commands]
    options = []
    for command in program.commands:
        specs = [f"'*{name}[{zsh_quoted(option.text, BRACKETS)}]{zsh_value(option)}'"
                 for option in command.options for name in option.names]
        specs += ["'--help[Describe this command]'", *map(zsh_argument, command.arguments)]
        lines = " \\\n".join(["            _arguments", *(f"                {spec}" for spec in specs)])
        options += [f"        {command.name})", lines, "            ;;"]
    return "#compdef weft\n" + fill("weft.zsh", commands=described, options=options)


def zsh_value(option: Row) -> str:
    return f":{zsh_quoted(option.value, ':')}:{action(option, ZSH)}" if option.value else ""


def zsh_argument(argument: Row) -> str:
    many = "*" if argument.name.endswith("...") else ""
    return f"'{many}:{zsh_quoted(argument.name.strip('[].').lower(), ':')}:{action(argument, ZSH)}'"


def zsh_quoted(text: str, special: str) -> str:
    return "".join("\\" + letter if letter in special else letter for letter in text).replace("'", "'\\''")


def fish(program: Row) -> str:
    lines = [f"complete -c weft -n __fish_use_subcommand -a {command.name} -d {fish_quoted(command.summary)}"
             for command in program.commands]
    for command in program.commands:
        seen = f"-n '__fish_seen_subcommand_from {command.name}'"
        lines += [f"complete -c weft {seen} {fish_option(option)}" for option in command.options]
        if any(argument.completes == "commands" for argument in command.arguments):
            lines.append(f"complete -c weft -f {seen} -a '{' '.join(program.order)}'")
    return fill("weft.fish", lines=lines)


def fish_option(option: Row) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    return f"{names} -d {fish_quoted(option.text)}{action(option, FISH) if option.value else ''}"


def fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
