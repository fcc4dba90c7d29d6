"""The category of a statement, from the words in it: "Tools", "Food", "Travel" …."""

import re
from functools import cache
from typing import Final

from shared.base.stemming import stem

_WORDS: Final[dict[str, str]] = {
    "Communication": "answer answers response responses reply replies explanation explanations "
    "concise verbose emoji emojis jargon tone bullet summary summaries messages meetings "
    "email emails",
    "Code Style": "comments typescript functional oop indentation tabs spaces naming types "
    "typing refactoring readability lint linter formatter docstrings snake_case camelcase "
    "tests tdd unit immutability",
    "Tools": "editor ide neovim vim vscode emacs cursor terminal shell linux macos windows "
    "git github docker kubernetes npm bun yarn pnpm jetbrains slack notion figma excel "
    "spreadsheet app apps software laptop",
    "Programming": "python javascript java rust go golang ruby php code coding programming "
    "backend frontend api apis database sql postgres react django web software developer "
    "engineering full-stack algorithms",
    "Food": "food eat eating diet meat vegan vegetarian vegetables fruit cuisine cook "
    "cooking bake baking recipe recipes spicy sushi pizza pasta cheese coffee tea wine beer "
    "gluten dairy sugar nuts peanuts seafood fish restaurant restaurants dessert desserts "
    "breakfast lunch dinner meal meals snacks chocolate",
    "Travel": "travel travelling traveling trip trips hotel hotels hostel hostels flight "
    "flights fly flying airport airlines train trains bus buses car cars rental cruise "
    "cruises tourist vacation vacations holiday destinations beach camping backpacking "
    "luggage drive driving taxi rideshare transport transportation cities abroad",
    "Learning": "learn learning study studying course courses class classes lecture lectures "
    "textbook textbooks tutorial tutorials education educational school flashcards quiz "
    "learner teaching teacher classroom online materials memorisation memorization exam exams",
    "Fitness": "exercise exercises workout workouts gym run running yoga pilates swim "
    "swimming cardio weights fitness marathon cycling training stretching sports sport "
    "athletic hiit crossfit",
    "Health": "allergic allergy asthma diabetes sleep medication anxiety pain headache "
    "headaches migraines intolerant doctor health healthy therapy adhd",
    "Games": "game games gaming video-games board-games multiplayer puzzle puzzles rpg "
    "console mobile microtransactions chess cards",
    "Entertainment": "movie movies film films show shows tv series anime documentary documentaries "
    "comedy horror theatre theater podcast podcasts streaming cinema",
    "Music": "music song songs band bands concert concerts guitar piano violin jazz rock "
    "pop classical album vinyl sing singing playlist",
    "Reading": "book books read reading novel novels fiction nonfiction author fantasy poetry "
    "audiobook audiobooks library magazines",
    "Shopping": "buy buying shop shopping brand brands clothes clothing fashion shoes price "
    "prices cheap expensive secondhand budget discount",
    "Home": "house apartment garden gardening furniture decor kitchen cleaning plants home "
    "minimalist",
    "Pets": "dog dogs cat cats pet pets puppy kitten animals",
    "Nature": "nature outdoors hiking mountains forest ocean birds wildlife sunsets",
    "Family": "family kids children wife husband parents sister brother daughter son partner",
    "Work": "work job career team remote office manager deadline deadlines business "
    "company colleagues freelance freelancing multitasking schedule startup",
    "Art": "art painting drawing paint photography pottery sculpture museum museums "
    "sketching craft crafts",
}

_BY_TYPE: Final = {
    "expertise": "Expertise",
    "experience": "Experience",
    "goal": "Goals",
    "challenge": "Challenges",
    "tool": "Tools",
    "learning_interest": "Learning",
    "trait": "Personal",
}

_WORD = re.compile(r"[\w-]+")


@cache
def _stems() -> dict[str, str]:
    stems: dict[str, str] = {}
    for category, words in _WORDS.items():
        for word in words.split():
            stems.setdefault(stem(word), category)
    return stems


def category_of(description: str, kind: str, said: str = "") -> str:
    """The category of a statement.

    Args:
        description: its words decide, each with one vote.
        kind: the type, which decides where no word does.
        said: the whole sentence, asked where the description and the type know nothing.
    """
    voted = _voted(description) or _BY_TYPE.get(kind) or _voted(said)
    return voted or "General"


def _voted(text: str) -> str | None:
    votes: dict[str, int] = {}
    for word in _WORD.findall(text.lower()):
        category = _stems().get(stem(word))
        if category:
            votes[category] = votes.get(category, 0) + 1
    return max(votes, key=lambda category: votes[category]) if votes else None
