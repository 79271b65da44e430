"""Rules pages as HTML, each rule with its number as its id, so that a page can open at the rule in force."""

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

_RULE = re.compile(r"R[0-9]+\b")
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def as_html(path: Path) -> str:
    """Return a Markdown file as HTML. What looks like HTML in it is text."""
    tokens = _markdown.parse(path.read_text(encoding="utf-8"))
    for at, token in enumerate(tokens):
        rule = _rule(token)
        if rule:
            item = at >= 2 and tokens[at - 2].type == "list_item_open"
            tokens[at - 2 if item else at - 1].attrSet("id", rule)
    html: str = _markdown.renderer.render(tokens, _markdown.options, {})
    return html


def _rule(token: Token) -> str | None:
    """Return the number of the rule that a paragraph begins with, in bold."""
    spans = [child for child in token.children or [] if child.content or child.type != "text"]
    if len(spans) < 2 or spans[0].type != "strong_open":
        return None
    match = _RULE.match(spans[1].content)
    return match[0] if match else None
