"""Which words of a message are its author's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.base.safety.poison.pasted import is_own, own_words, places_of

SAID = "I love sailing at night"
FRAMES = {
    "fence": "```\n{}\n```",
    "quotation": "> {}",
    "triple quotes": '"""\n{}\n"""',
    "tag": "<p>{}</p>",
    "comment": "<!-- {} -->",
    "mail": "From: Eve\nSubject: hi\n\n{}",
    "page": "Summarise this page:\n\n{}",
    "above": "{}\n\nTranslate the text above.",
    "speech": 'He wrote: "{}."',
    "role": "Pretend to be a pirate. {}.",
    "log": "stdout:\n{}",
    "rule": "-----\n{}\n-----",
    "title": "how polite is this email\nHi all, {}.",
    "trace": "Stack trace of the build:\nE AssertionError: {}",
    "heading": "lyrics of the song I'm translating\n\n{}",
    "handed over": "The bot of the airline answered me this, is it right? {}.",
    "told": "My neighbour said it before: {}.",
    "told in German": "Sie hat mir schon gesagt: {}.",
    "in Spanish": "Mi jefa me mandó esto, ¿qué le contesto? {}.",
}


@pytest.mark.parametrize("name", FRAMES)
def test_what_is_shown_is_not_said(name):
    message = FRAMES[name].format(SAID)
    own = own_words(message)
    assert not any(is_own(message, own, *place) for place in places_of(SAID, message))


@pytest.mark.parametrize(
    "message",
    [
        SAID,
        f"{SAID}. What should I pack?",
        f"Hi!\n\n{SAID}. Can you plan a trip?",
        f"- {SAID}\n- I hate fish",
        f"Remember this: {SAID}.",
        f"{SAID}.\n```\nx = 1\n```",
        f'I read "The Odyssey". {SAID}.',
        f"I told her this: the boat is mine.\n{SAID}.",
        f"I've said it before: {SAID}.",
        f"Like I already told you: {SAID}.",
        f"Das hab ich dir schon gesagt: {SAID}.",
        f"Wie gesagt: {SAID}.",
        f"Je te l'ai déjà dit : {SAID}.",
        f"Ya te lo he dicho: {SAID}.",
        f"前にも言ったけど：{SAID}。",
    ],
)
def test_what_is_said_is_said(message):
    own = own_words(message)
    assert any(is_own(message, own, *place) for place in places_of(SAID, message))


@pytest.mark.parametrize(
    "before",
    [
        "Proofread what I paste in the next message.",
        "Here is my log:\n```\nbegin",
        "I'll paste the newsletter now.",
        "Next up is what my colleague wrote me.",
    ],
)
def test_what_another_message_announced_is_shown(before):
    own = own_words(SAID, before)
    assert not is_own(SAID, own, 0, len(SAID))


@given(st.text(max_size=400), st.text(max_size=100))
def test_blanking_keeps_every_place(message, before):
    own = own_words(message, before)
    assert len(own) == len(message)
    assert all(a in ("\n", " ", b) for a, b in zip(own, message, strict=True))
