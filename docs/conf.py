"""How Sphinx builds the site (decision 46). `tools/site.py` lays out what it reads."""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels as plain functions, which have signatures and docstrings

project = "Whistlestop"
author = "The Whistlestop maintainers"
copyright = "the Whistlestop maintainers"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["README.md", "examples", "src", "tests", "web", "bench", "tools", "deploy"]

myst_heading_anchors = 4  # links to headings are checked, as GitHub names them
nb_execution_mode = "off"  # the tests run the notebooks and compare their outputs

default_role = "code"  # docstrings are written with `single` backticks
autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False
suppress_warnings = ["ref.python"]  # two modules may have a class of the same name

html_theme = "furo"
html_title = "Whistlestop"
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
pygments_style, pygments_dark_style = "friendly", "monokai"
html_theme_options = {"top_of_page_buttons": []}


def read_markdown(app, what, name, obj, options, lines):  # noqa: ARG001 (Sphinx gives them)
    """Docstrings have Markdown's tables and indented code; reStructuredText reads all else of them the same."""
    for i in range(len(lines) - 1, -1, -1):
        if lines[i].startswith("|") and (i == 0 or not lines[i - 1].startswith("|")):
            end = next((n for n in range(i, len(lines)) if not lines[n].startswith("|")), len(lines))
            rows = [[cell.strip() for cell in row.strip()[1:-1].split("|")] for row in lines[i:end]]
            table = [".. list-table::", ""]
            for row in rows:
                if "".join(row).strip("-: "):  # not the line below the head, nor an empty head
                    table += [f"   {'*' if n == 0 else ' '} - {cell}" for n, cell in enumerate(row)]
            lines[i:end] = [*table, ""]
        elif lines[i].startswith("    ") and (i == 0 or not lines[i - 1].strip()):
            lines[i:i] = ["::", ""]


def setup(app):
    app.connect("autodoc-process-docstring", read_markdown)
