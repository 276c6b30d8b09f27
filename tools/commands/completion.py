"""`ruleproof completion SHELL`: the script that completes verbs, options and games."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from tools import cli, console
from tools.commands.options import output_of

SHELLS = ("bash", "zsh", "fish", "powershell")
INSTALL = {
    "bash": 'eval "$(ruleproof completion bash)"   in ~/.bashrc',
    "zsh": 'eval "$(ruleproof completion zsh)"   in ~/.zshrc',
    "fish": "ruleproof completion fish > ~/.config/fish/completions/ruleproof.fish",
    "powershell": "ruleproof completion powershell | Out-String | Invoke-Expression   in $PROFILE",
}
# The words go to the same protocol as those of bash; it answers with `type,value` lines.
POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName ruleproof -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { $_.ToString() })
    $index = $words.Count - 1
    if ($wordToComplete -eq '') { $index = $words.Count }
    $env:COMP_WORDS = $words -join ' '
    $env:COMP_CWORD = "$index"
    $env:_RULEPROOF_COMPLETE = 'bash_complete'
    try {
        ruleproof | ForEach-Object {
            $type, $value = $_ -split ',', 2
            if ($type -eq 'plain') {
                [System.Management.Automation.CompletionResult]::new(
                    $value, $value, 'ParameterValue', $value)
            }
        }
    } finally {
        Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:_RULEPROOF_COMPLETE
    }
}
"""


@click.command()
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@output_of("a script")
def command(shell: str | None, output: Path | None) -> int:
    """The completion script of a shell [the one in $SHELL]."""
    from tools.errors import Usage

    name = shell or Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise Usage(f"no completion for shell {name!r}; name one of {', '.join(SHELLS)}")
    if name == "powershell":
        text = POWERSHELL
    else:
        kind = get_completion_class(name)
        if kind is None:
            raise Usage(f"this click knows no completion for {name}; upgrade click")
        text = kind(cli.main, {}, "ruleproof", cli.COMPLETE_VAR).source()
    console.deliver(text.rstrip("\n") + "\n", output)
    console.say(f"install it: {INSTALL[name]}")
    return 0
