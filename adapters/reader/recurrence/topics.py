"""Topics that people come back to, by the words that name them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Topic:
    """A recurring topic: how the profile files it and says it. One wording each, so it merges."""

    category: str
    description: str


_FORMS: Final = {
    "Technical Domain": "Frequently works on {}",
    "Problem Type": "Often debugs {}",
    "Technology": "Regular questions about {}",
    "Interest": "Often asks about {}",
}

_TOPICS: Final[dict[str, dict[str, str]]] = {
    "Technical Domain": {
        "authentication": (
            "authentication, login, oauth, jwt, sso, sign-in, single sign-on, openid, saml, "
            "two-factor, passkeys"
        ),
        "database optimization": (
            "database index, query plan, slow query, slow queries, query optimization, n+1, "
            "explain analyze, indexes"
        ),
        "databases": (
            "database, databases, sql, schema, migration, migrations, transaction isolation, "
            "foreign key"
        ),
        "testing": (
            "unit test, unit tests, test coverage, integration test, integration tests, "
            "pytest, jest, test suite, mocking, test cases, e2e tests"
        ),
        "API design": (
            "api, apis, rest api, graphql, endpoint, endpoints, openapi, grpc, webhook, webhooks"
        ),
        "frontend development": (
            "frontend, front-end, css, html, component, components, responsive layout, ui"
        ),
        "performance": (
            "performance, latency, profiling, bottleneck, throughput, benchmark, benchmarks, "
            "caching, cache"
        ),
        "deployment": (
            "deployment, deploy, deploying, ci/cd, pipeline, continuous integration, rollout, "
            "staging"
        ),
        "machine learning": (
            "machine learning, neural network, neural networks, deep learning, model "
            "training, fine-tuning, fine-tune, embeddings, llm, llms"
        ),
        "data analysis": (
            "data analysis, dataframe, dataset, datasets, regression, statistics, "
            "visualization, data pipeline"
        ),
        "security": (
            "security, vulnerability, vulnerabilities, encryption, xss, csrf, sql injection, "
            "penetration testing"
        ),
        "refactoring": "refactor, refactoring, clean code, technical debt, code smell",
        "documentation": "documentation, docstring, docstrings, readme, changelog",
        "mobile development": "android app, ios app, mobile app, react native, flutter",
        "logging and monitoring": (
            "logging, monitoring, observability, tracing, metrics, alerts, alerting"
        ),
    },
    "Problem Type": {
        "async/await issues": (
            "async, await, asyncio, promise, promises, race condition, deadlock, coroutine, "
            "coroutines"
        ),
        "memory issues": (
            "memory leak, memory leaks, out of memory, segfault, segmentation fault, garbage "
            "collection"
        ),
        "type errors": "type error, type errors, typeerror, mypy, type hints, type checking",
        "build problems": (
            "build error, build fails, build failure, compile error, compilation error, "
            "linker, dependency conflict, dependency conflicts"
        ),
        "network problems": (
            "timeout, timeouts, cors, connection refused, dns, proxy, websocket, websockets"
        ),
    },
    "Technology": {},
    "Interest": {
        "cooking": (
            "recipe, recipes, cooking, cook, bake, baking, dinner, lunch, meal prep, "
            "ingredients, oven"
        ),
        "travel": (
            "travel, trip, flight, flights, hotel, hotels, itinerary, vacation, holiday, "
            "visa, airport, sightseeing"
        ),
        "fitness": (
            "workout, workouts, gym, exercise, exercises, running, marathon, strength "
            "training, yoga, cardio"
        ),
        "nutrition": "nutrition, diet, calories, protein, vitamins, weight loss, meal plan",
        "personal finance": (
            "budget, budgeting, invest, investing, investment, savings, mortgage, pension, "
            "stocks, taxes, loan"
        ),
        "gardening": "garden, gardening, plants, seeds, soil, compost, tomatoes, lawn",
        "music": (
            "guitar, piano, song, songs, chords, album, playlist, concert, singing, drums, violin"
        ),
        "films and television": (
            "movie, movies, film, films, tv show, tv series, netflix, documentary"
        ),
        "books": "book, books, novel, novels, author, reading list",
        "games": (
            "video game, video games, board game, board games, rpg, dungeons, chess, minecraft"
        ),
        "language learning": (
            "spanish, french, german, italian, japanese, mandarin, portuguese, vocabulary, "
            "grammar, pronunciation"
        ),
        "job search": (
            "resume, cv, cover letter, job interview, interview questions, recruiter, salary "
            "negotiation, job application"
        ),
        "parenting": (
            "toddler, baby, parenting, my son, my daughter, my kids, bedtime, kindergarten, "
            "preschool"
        ),
        "pets": "dog, dogs, puppy, cat, cats, kitten, vet, leash, litter",
        "health": (
            "headache, headaches, sleep, insomnia, doctor, symptoms, medication, back pain, "
            "anxiety, therapy"
        ),
        "photography": ("camera, lens, lenses, photography, photos, exposure, lightroom, portrait"),
        "home improvement": (
            "renovation, renovate, paint the, plumbing, furniture, shelves, kitchen remodel, "
            "insulation"
        ),
        "writing": (
            "essay, story, stories, short story, poem, poetry, blog post, screenplay, chapter"
        ),
        "studying": (
            "exam, exams, homework, thesis, lecture, dissertation, coursework, study plan, "
            "flashcards"
        ),
        "fashion": "outfit, outfits, dress, shoes, wardrobe, fashion, jacket",
        "cars": "car, cars, engine, tyres, tires, mileage, electric vehicle",
        "relationships": (
            "girlfriend, boyfriend, dating, relationship, marriage, wedding, breakup"
        ),
        "history": "history, medieval, ancient rome, world war, empire, historical",
        "art": "drawing, painting, watercolor, watercolour, sketch, sculpture, pottery, museum",
        "cycling": "bike, bicycle, cycling, bikepacking, saddle",
        "hiking": "hike, hiking, trail, trails, backpacking, camping, tent, mountains",
        "weddings": "wedding, bride, groom, venue, bridesmaid",
        "science": "physics, chemistry, biology, astronomy, quantum, evolution, telescope",
        "mathematics": "calculus, algebra, geometry, theorem, probability, matrix, integral",
    },
}


def topic(category: str, name: str) -> Topic:
    """The topic in its one wording."""
    return Topic(category, _FORMS[category].format(name))


def terms() -> dict[tuple[str, ...], Topic]:
    """Each term, as a tuple of words, to its topic."""
    return {
        tuple(term.split()): topic(category, name)
        for category, topics in _TOPICS.items()
        for name, listed in topics.items()
        for term in listed.split(", ")
    }
