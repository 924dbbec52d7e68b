"""The page and its fonts travel with the package: in every wheel, and its sources with the sdist."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]
PAGE = "src/whistlestop/server/web/page/index.html"
FONTS = "src/whistlestop/draw/fonts"
PRINTED = ("fira-sans-400.ttf", "fira-sans-600.ttf", "rokkitt-700.ttf")
LICENCES = ("fira-sans-licence.txt", "rokkitt-licence.txt")
"""Wherever a font goes, its licence goes."""


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page_hook(hook: ModuleType) -> Any:
    return hook.PageBuildHook(str(ROOT), {}, None, None, "", "wheel")


def included(builder: Any) -> set[str]:
    return {file.relative_path for file in builder.recurse_included_files()}


def test_the_wheel_has_the_built_page_and_no_sources_of_it() -> None:
    assert (ROOT / PAGE).exists(), "run `make page` first"
    files = included(WheelBuilder(str(ROOT)))
    assert PAGE in files
    assert {f"{FONTS}/{name}" for name in ("plain.json", "display.json", *PRINTED, *LICENCES)} <= files
    assert {f"{Path(PAGE).parent}/fonts/{name}" for name in LICENCES} <= files
    assert not any(file.startswith("web/") for file in files)


def test_the_sdist_has_the_sources_of_the_page_and_not_what_is_made_from_them() -> None:
    files = included(SdistBuilder(str(ROOT)))
    assert {"web/package-lock.json", "web/src/main.ts", "hatch_build.py"} <= files
    made = ("node_modules", "server/web/page/", FONTS, "web/fonts/")
    assert not any(part in file for file in files for part in made)


def test_an_editable_install_does_not_build_the_page(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    monkeypatch.setattr(hook, "run_npm", built.append)
    page_hook(hook).initialize("editable", {})
    assert built == []
    page_hook(hook).initialize("standard", {})
    assert built == ["build"]


def node_saying(folder: Path, version: str) -> str:
    """A folder for PATH with a Node of some version."""
    for name, said in (("node", version), ("npm", "10")):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
        program.chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(("version", "is_enough"), [("v20.19.0", True), ("v24.1.0", True), ("v18.20.4", False)])
def test_node_comes_from_a_wheel_only_where_the_machine_has_none_that_will_do(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, is_enough: bool
) -> None:
    monkeypatch.setenv("PATH", node_saying(tmp_path, version))
    assert (page_hook(hook).dependencies() == []) == is_enough
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert page_hook(hook).dependencies() == [hook.NODE_WHEEL]
