"""Which rules are of use."""

from bench.turns.rule_use import fired


def test_a_rule_counts_once_for_each_message_in_its_language() -> None:
    counts = fired(
        [
            "I live in Bergen, and my parents live in Oslo.",
            "What is the capital of Peru?",
            "I'm allergic to walnuts and I'm allergic to kiwi.",
            "Soy alérgica a las nueces.",
        ]
    )

    assert counts["en"]["lives-in-a-place"] == 1
    assert counts["en"]["allergic"] == 1
    assert sum(counts["es"].values()) >= 1


def test_what_only_asks_or_supposes_is_not_counted() -> None:
    counts = fired(["Am I allergic to walnuts?", "If I were allergic to walnuts, what then?"])

    assert not counts["en"]["allergic"]
