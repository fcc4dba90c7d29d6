"""How long the offline reader takes: to load, for a first batch, and for each further one.

`python -m bench.reading_time` prints processor time, of the fastest of several runs where it can be
repeated. A batch has ten different messages of 500 characters; it should take less than 50 ms.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, PromptText

RUNS = 20
_AT = datetime(2026, 1, 7, 9, 30, tzinfo=UTC)
_ADVERSARIAL: dict[str, Callable[[int], str]] = {
    "a word": lambda size: "a" * size,
    "nested quotes": lambda size: "\"a'b\u201c" * (size // 4),
    "I love": lambda size: "I love " * (size // 7),
    "newlines": lambda size: "\n" * size,
    "brackets": lambda size: "[" * size,
    "emoji": lambda size: "\U0001f600" * size,
    "spaces": lambda size: " " * size,
    "Japanese": lambda size: "\u79c1\u306f\u8336\u304c\u597d\u304d" * (size // 6),
}
PROMPTS = (
    (
        "I live in Lisbon and work as a nurse at a small hospital. My wife loves opera, but I "
        "prefer jazz. Every Sunday I bake bread with my daughter Ana. Could you help me plan a trip"
        " to Norway? We want to see the fjords, and I am allergic to nuts. Please keep your answers"
        " short. I have been learning Portuguese for two years because my colleagues speak it. What"
        " should I pack for the cold? I usually travel light, and I hate waiting at airports. Never"
        " suggest restaurants that serve meat. Thanks!"
    ),
    (
        "hey can u help me fix my landing page, its loading super slow on mobile and i have no idea"
        " why. the hero image is like 4mb i guess?? i'm using next.js with tailwind and deploying "
        "to vercel. i already tried compressing the images but lighthouse still gives me 43. my "
        "boss wants it done by friday lol so no pressure. i don't know much about webpack tbh, my "
        "background is more in python and data stuff. if you give me code pls add comments because "
        "im still pretty new to react. also dont use typescript,"
    ),
    (
        "We are planning a surprise party for my mother's seventieth birthday in October. There "
        "will be about forty guests, and half of them are vegetarians. Our budget is two thousand "
        "euros. The venue has a garden, though it often rains here at that time of the year. Last "
        "time we hired a band that played far too loudly and nobody could talk. My brother thinks "
        "we should rent a boat, which I find a bit much. What would you suggest for the menu, and "
        "how should I organise the seating so that both sides of t"
    ),
    (
        "Explain how a hash table resolves collisions, and compare open addressing with chaining. I"
        " understand the basic idea of a hash function, but the amortised analysis always confuses "
        "me. Assume that the load factor stays below three quarters. Include a short example in C, "
        "with the growth of the table shown step by step. After that, tell me which of the two "
        "approaches the standard libraries of Java, Python, and Go take, and why their authors "
        "might have decided that way. A diagram in plain text would"
    ),
    (
        "Last weekend we finally moved into the new flat, and it has been chaos ever since. Two of "
        "the boxes never arrived; the mover says they must still be in the van. The kitchen tap "
        "drips, the neighbours upstairs practise the drums, and the landlord does not answer his "
        "phone. I wrote him three letters. Can I withhold part of the rent until he repairs things?"
        " My lease says that small repairs are mine, but surely this is not small. I'd like a "
        "polite but firm email to him that mentions the dates and the"
    ),
    (
        "I've been running four times a week since spring and would like to do a half marathon in "
        "under two hours. My knees hurt a little after long runs. I used to swim a lot, but the "
        "pool near us closed. I eat mostly plants, sleep seven hours, and drink too much coffee. On"
        " Mondays I lift weights with a friend from work. Could you make a plan for twelve weeks "
        "with three runs a week? Put it in a table, in kilometres, and don't give me a lecture "
        "about stretching. I know that one already. My race is on May"
    ),
    (
        "What is the difference between a will and a trust? My father passed away in June and left "
        "a house in Porto to my sister and me. She wants to sell it, whereas I would rather keep it"
        " and let it to students. Neither of us lives in Portugal any more; I am in Zurich and she "
        "is in Boston. Do we both have to sign when it is sold? Who pays the taxes in the meantime?"
        " A lawyer quoted us three thousand francs for advice, which seems a lot. Please list the "
        "steps and say where the answer depends on the count"
    ),
    (
        "Write a cover letter for a job as a project manager in renewable energy. I have eight "
        "years of experience in construction, the last three of them leading a team of twelve "
        "people. I speak English, German and some Polish. I left my last company because it was "
        "taken over and the whole department was closed. I'm good at keeping calm when everything "
        "goes wrong. Don't make it sound like marketing. They ask for experience with tenders, "
        "which I do have, and for a certificate that I do not have yet but a"
    ),
    (
        "My son is nine and finds maths boring, though he is quick at it. His teacher gives the "
        "class the same sheets every week. At home we play chess and he builds little robots from a"
        " kit that his uncle sent him. I am looking for puzzles that take ten minutes and feel like"
        " play. He loves dragons, football and anything about space. Please make five for this "
        "week, each with a hint and a solution, and nothing that needs a screen. If that works out "
        "we will do more of them, maybe every evening after dinner"
    ),
    (
        "The query below takes nine seconds on the production database although the table has an "
        "index on both columns. We run PostgreSQL 15 on a machine with 64 GB of memory. I ran "
        "explain analyze and saw a sequential scan on orders. Statistics are fresh. I prefer not to"
        " touch the application, since another team owns it and releases only once a month. Would a"
        " partial index help here, or should I rather rewrite the join as a lateral one? I always "
        "get these two mixed up. Show me the plan that you expect a"
    ),
)


def seconds(run: Callable[[], object]) -> float:
    """The processor time that something takes."""
    began = time.process_time()
    run()
    return time.process_time() - began


def main() -> None:
    """Measures and prints."""
    began = time.process_time()
    from adapters.reader import OfflineAnalyzer
    from adapters.reader.languages import languages

    print(f"import: {time.process_time() - began:.2f} s")
    analyzer = OfflineAnalyzer()

    def read(*messages: str) -> None:
        prompts = [PromptText(id=str(i), content=text, at=_AT) for i, text in enumerate(messages)]
        analyzer.analyze(AnalysisRequest(prompts=prompts, profile=Profile()))

    print(f"loading English: {seconds(lambda: languages()['en']):.2f} s")
    print(f"first batch: {seconds(lambda: read(*PROMPTS)) * 1000:.0f} ms")
    print(f"a batch: {min(seconds(lambda: read(*PROMPTS)) for _ in range(RUNS)) * 1000:.0f} ms")
    for name, text in _ADVERSARIAL.items():
        for size in (10_000, 50_000):
            message = text(size)
            took = min(seconds(partial(read, message)) for _ in range(3))
            print(f"{name}, {size} characters: {took * 1000:.0f} ms")


if __name__ == "__main__":
    main()
