"""Builds the documentation as a site: `make docs`, then open dist/site/index.html. Reading it needs no network.

Sphinx reads copies of the repository's files, laid out as they are here, so that links between them are right; beside
them lie a home page, which is the README with a table of contents, and a page of the API for each package.
"""

import argparse
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
OUT = ROOT / "dist" / "site"
COPIED = ("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs", "examples", "deploy", "src")
CONTENTS = {
    "Start": ["docs/concepts", "docs/rules", "docs/page"],
    "Notebooks": [f"docs/notebooks/{n}" for n in ("first-game", "first-bot", "first-learning-run", "judging-a-map")],
    "Research": ["docs/rl", "docs/bots", "docs/arena", "docs/language-models", "docs/cluster"],
    "Maps": ["docs/maps", "docs/studio"],
    "Servers": ["docs/server", "docs/protocol", "docs/security"],
    "Project": ["CONTRIBUTING", "CHANGELOG", "docs/decisions/index"],
}
INNER = {"server", "cli", "mcp", "engine", "kernels"}
"""Not for import: commands, messages and HTTP are described in pages of their own, and `Game` is the engine's face."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, default=OUT)
    out = options.parse_args().out
    with TemporaryDirectory() as folder:
        source = Path(folder)
        lay_out(source)
        shutil.rmtree(out, ignore_errors=True)
        command = ["sphinx", "-q", "-b", "html", "--fail-on-warning", "--keep-going", "-c", str(ROOT / "docs")]
        if subprocess.run([sys.executable, "-m", *command, str(source), str(out)], check=False).returncode:
            sys.exit("The site has dead links or other faults, named above.")
    shutil.rmtree(out / ".doctrees")
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}/index.html: {size / 1e6:.1f} MB")


def lay_out(source: Path) -> None:
    """What Sphinx reads: our files (a link that it followed would lead out of the folder), and the pages made here."""
    for path in (ROOT / name for name in COPIED):
        if path.is_dir():
            shutil.copytree(path, source / path.name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        else:
            shutil.copy(path, source)
    (source / "docs" / "decisions" / "index.md").write_text(f"# Decisions\n\n{contents(['[0-9]*'], is_glob=True)}")
    packages = api_packages()
    (source / "api").mkdir()
    for name, modules in packages.items():
        (source / "api" / f"{name}.md").write_text(api_page(name, modules))
    parts = [contents(pages, caption) for caption, pages in CONTENTS.items()]
    parts.append(contents([f"api/{name}" for name in packages], "Python API"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace("(docs/decisions/)", "(docs/decisions/index.md)")
    (source / "index.md").write_text("\n".join([readme, *parts]), encoding="utf-8")


def contents(pages: list[str], caption: str | None = None, *, is_glob: bool = False) -> str:
    """A table of contents, beside every page where it has a caption."""
    options = ([f":caption: {caption}", ":hidden:"] if caption else []) + ([":glob:"] if is_glob else [])
    return "\n".join(["```{toctree}", *options, ":maxdepth: 1", "", *pages, "```", ""])


def api_packages() -> dict[str, list[str]]:
    """The modules of each package that people import, the package itself first."""
    package = ROOT / "src" / "whistlestop"
    tops = sorted(module.name for module in pkgutil.iter_modules([str(package)]) if module.name not in INNER)
    return {"whistlestop": ["whistlestop"]} | {f"whistlestop.{top}": modules_of(package, top) for top in tops}


def modules_of(package: Path, top: str) -> list[str]:
    if not (package / top).is_dir():
        return [f"whistlestop.{top}"]
    below = pkgutil.walk_packages([str(package / top)], f"whistlestop.{top}.")
    return [f"whistlestop.{top}", *sorted(module.name for module in below if not module.name.endswith("__main__"))]


def api_page(name: str, modules: list[str]) -> str:
    """A page with all modules of a package: their docstrings, and those of what is public in them."""
    parts = [f"# {name}\n"]
    for module in modules:
        if module != name:
            parts.append(f"## {module}\n")
        # What a package only imports is described where it is defined, but for the names of `import whistlestop`.
        option = ":no-index:" if module == "whistlestop" else ":ignore-module-all:"
        parts.append(f"```{{eval-rst}}\n.. automodule:: {module}\n   {option}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    main()
