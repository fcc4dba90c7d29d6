"""What is said in kana counts as said."""

from shared.learning.merging.claims import Claim, Support, support
from shared.learning.support.said import Said


def test_a_word_in_kana_is_supported_by_a_quote_with_other_nouns() -> None:
    quote = "えびアレルギーがあります。"
    assert support(Claim("えび"), quote, Said([quote])) is Support.SAID
    assert support(Claim("かに"), quote, Said([quote])) is not Support.SAID
