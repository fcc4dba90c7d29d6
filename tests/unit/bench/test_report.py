"""The report of the checked-in figures, and the table of highlights."""

import json
import re

import pytest

from bench.figures import RESULTS
from bench.report import HIGHLIGHTS_PAGE, MODULES, highlights, report, with_highlights


@pytest.mark.slow
def test_every_benchmark_with_figures_has_its_section_and_plots(tmp_path):
    known = {module.replace(".", "_") for module in MODULES}
    figures = list(RESULTS.glob("*.json"))
    assert figures
    for file in figures:
        assert file.stem in known
        (tmp_path / file.name).write_text(file.read_text())
    page = report(tmp_path)
    assert page.count("\n## ") == len(figures)
    plots = re.findall(r"\]\(([\w.-]+\.svg)\)", page)
    assert plots
    for plot in plots:
        assert (tmp_path / plot).read_text().lstrip().startswith("<?xml")
        assert (RESULTS / plot).exists()
    assert page == (RESULTS / "README.md").read_text()


def test_figures_that_are_not_there_are_left_out(tmp_path):
    assert "\n## " not in report(tmp_path)


def test_the_page_of_benchmarks_quotes_the_figures():
    page = HIGHLIGHTS_PAGE.read_text()
    assert highlights() in page
    assert with_highlights(page, highlights()) == page
    assert with_highlights(with_highlights(page, "new"), highlights()) == page


def test_figures_tell_nothing_of_whose_machine_they_come_from():
    for file in RESULTS.glob("*.json"):
        machine = json.loads(file.read_text()).get("machine", {})
        assert machine.keys() <= {"cores", "system", "python", "packages"}
        assert "/root" not in file.read_text()
        assert "/home/" not in file.read_text()
