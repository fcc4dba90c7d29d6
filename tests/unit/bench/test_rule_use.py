"""Which rules are of use."""

from bench.turns.rule_use import uses


def test_a_rule_counts_once_for_each_message_in_its_language() -> None:
    found = uses(
        [
            "I live in Bergen, and my parents live in Oslo.",
            "What is the capital of Peru?",
            "I'm allergic to walnuts and I'm allergic to kiwi.",
            "Soy alérgica a las nueces.",
        ]
    )

    assert {code: use.messages for code, use in found.items()} == {"en": 3, "es": 1}
    assert found["en"].fired["lives-in-a-place"] == 1
    assert found["en"].fired["allergic"] == 1
    assert sum(found["es"].fired.values()) == 1


def test_what_only_asks_or_supposes_is_not_counted() -> None:
    found = uses(["Am I allergic to walnuts?", "If I were allergic to walnuts, what then?"])

    assert found["en"].messages == 2
    assert not found["en"].fired["allergic"]
