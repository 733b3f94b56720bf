"""The documents point to what exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for path in PROJECT.rglob("*.md")
    if not any(part.startswith(".") for part in path.relative_to(PROJECT).parts)
)


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", document.read_text(encoding="utf-8"))
    for path, anchor in links:
        if "://" in path:
            continue
        target = (document.parent / path) if path else document
        assert target.exists(), path
        if anchor:
            assert anchor in anchors(target), anchor
