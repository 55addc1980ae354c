"""How Sphinx builds the site: `cargo xtask python`, or `sphinx-build -W docs target/site`."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Sapwood"
version = release = version_of("sapwood")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "stub_reference"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["__pycache__"]
# Names in single backticks are code, as in Markdown.
default_role = "code"
# Files of the repository that pages link to are not part of the site.
suppress_warnings = ["myst.xref_missing"]
autodoc_typehints = "signature"
# Optional packages that a build of the site doesn't need.
autodoc_mock_imports = ["pyspark"]
html_show_copyright = False
html_theme = "furo"
html_title = f"Sapwood {version}"
