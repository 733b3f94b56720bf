"""A hook of MkDocs: add the pages that are kept outside `docs/`, and make links fit the site."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]

PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "backgammon_tui/analysis/STRENGTH.md": "strength.md",
    "backgammon_tui/storage/transcripts/FORMAT.md": "transcripts.md",
    "backgammon_tui/teach/LESSONS.md": "writing-lessons.md",
    "backgammon_tui/teach/pages/FORMAT.md": "rulebook-pages.md",
    "backgammon_tui/teach/sample/FORMAT.md": "sample-game.md",
}
"""Where a file of the repository is in the site."""

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    pictures = {
        f"screenshots/{path.name}"
        for path in ROOT.glob("screenshots/*")
        if path.suffix in (".png", ".webp")
    }
    for path, target in [*PAGES.items(), *((name, name) for name in sorted(pictures))]:
        files.append(File.generated(config, target, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    here = page.file.src_uri
    source = next((path for path, target in PAGES.items() if target == here), f"docs/{here}")

    def fit(link: re.Match[str]) -> str:
        mark, text, address, anchor = link.groups(default="")
        path = normpath(join(dirname(source), address))
        target = PAGES.get(path, path.removeprefix("docs/"))
        if "://" in address or not (ROOT / path).exists():
            return link[0]  # MkDocs reports a link to a page that does not exist.
        if files.get_file_from_path(target) is None:
            return text  # A file of the repository that is not in the site.
        return f"{mark}[{text}]({relpath(target, dirname(here) or '.')}{anchor})"

    return LINK.sub(fit, markdown)
