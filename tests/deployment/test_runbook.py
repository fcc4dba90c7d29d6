"""Every alert has an entry in the runbook, to which its notifications link."""

import re

import pytest

from tests.deployment.terraform_files import blocks as terraform
from tests.deployment.terraform_files import locals_
from tests.support.documents import IN_THE_CLOUD, anchor

pytestmark = pytest.mark.xdist_group("terraform")  # whose files one worker reads


def alerts() -> dict[str, str | None]:
    """The alerts of terraform/*.tf: the text of each one's notifications, None for a budget's."""
    found: dict[str, str | None] = {}
    for address, block in terraform("resource").items():
        kind = address.partition(".")[0]
        if kind == "google_billing_budget":
            found["budget"] = None
        if kind != "google_monitoring_alert_policy":
            continue
        text = block["documentation"][0]["content"].replace('\\"', '"')
        if "for_each" not in block:
            found[block["display_name"].removeprefix("Rekindle: ")] = text
            continue
        assert block["for_each"] == "${local.thresholds}", address
        for key in locals_()["thresholds"]:
            name = key.strip('"')
            dashed = name.replace(" ", "-")
            found[name] = text.replace('${replace(each.key, " ", "-")}', dashed)
    return found


def entries() -> dict[str, str]:
    """The entries of the section Alerts, by their headings."""
    section = IN_THE_CLOUD.read_text().partition("\n## Alerts\n")[2].partition("\n## ")[0]
    _, *parts = re.split(r"(?m)^### (.+)$", section)
    assert len(set(parts[::2])) == len(parts[::2]), "an alert has one entry"
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_alert_has_an_entry_and_every_entry_an_alert() -> None:
    assert len(alerts()) >= 10
    assert set(entries()) == set(alerts())


@pytest.mark.parametrize("name", entries())
def test_a_notification_links_to_the_entry_of_its_alert(name: str) -> None:
    text = alerts()[name]
    if text is not None:  # Google writes those of a budget itself
        assert text.strip('"').endswith(f"(${{var.runbook}}#{anchor(name)})")


@pytest.mark.parametrize("name", entries())
def test_an_entry_says_what_it_means_where_to_look_what_to_do_and_when_it_is_over(
    name: str,
) -> None:
    meaning, _, rest = entries()[name].partition("```sh\n")
    assert re.search(r"\S\.\s*$", meaning)
    commands, _, rest = rest.partition("```")
    assert commands.startswith("# Look first: ")
    assert re.search(r"(?m)^gcloud ", commands)
    what, _, over = rest.partition("**Over when** ")
    assert what.strip().startswith("**What to do.** ")
    assert over.strip().endswith(".")
