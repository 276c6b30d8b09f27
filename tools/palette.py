"""Colours of pictures, the same in all, and what each becomes where the reader has a dark screen.

Colours never tell alone: shape, line or a word says the same.  Text has a contrast of 4.5 to 1 at
least with what it stands on, in light and in dark.
"""

from __future__ import annotations

FILLS = {"player": "#cfe8f7", "chance": "#fce4b0", "nobody": "#f4f4f4", "end": "#e6d6ee"}
WORDS = {"player": "PLAYER", "chance": "CHANCE", "nobody": "nobody", "end": "END"}
MEANS = {
    "player": "somebody chooses",
    "chance": "dice or cards decide",
    "nobody": "run through at once",
    "end": "the game is over",
}
LOOK_FILLS = {"plain": "#f4f4f4", "special": "#cfe8f7", "full": "#fce4b0", "lost": "#dddddd"}
OFF, OFF_FILL, SMALL = "#5a5a5a", "#ffffff", "#4d4d4d"
LINE, BACK = "#222222", "#3f6a99"
DARKER = {
    "#cfe8f7": "#123f5c", "#fce4b0": "#5a4208", "#f4f4f4": "#2b3036", "#e6d6ee": "#4a3358",
    "#f9d5cc": "#6b2a1c", "#ffffff": "#14181d", "white": "#14181d", "#222222": "#e4e7ea",
    "#4d4d4d": "#b9c0c7", "#5a5a5a": "#b0b8c0", "#3f6a99": "#8fb4dd", "#dddddd": "#3a4047",
    "#0072b2": "#6cc0ee", "#d55e00": "#ff9d5c", "#8c4a00": "#f0b070", "black": "#e4e7ea",
}  # fmt: skip
DARK = "@media (prefers-color-scheme: dark) { svg { background: #14181d } " + "".join(
    f'[fill="{light}"] {{ fill: {dark} }} [stroke="{light}"] {{ stroke: {dark} }} '
    for light, dark in DARKER.items()
) + "text:not([fill]) { fill: #e4e7ea } }"
