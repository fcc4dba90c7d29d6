"""Each benchmark that needs a stack runs at a small size, and renders its section."""

import pytest

from bench import burst, fairness, growth, load, maintenance
from bench.eval_reading import BEFORE, lines_of, measure_sequences
from bench.workload import uid_of
from tests.support.engines import needs_embedded
from tests.support.stacks import stack_process

pytestmark = needs_embedded("another one counts no operations")


def offered_little(step, seconds):
    """Ignores lateness: in steps as short as these, it only shows other work of the machine."""
    return not step["errors"] and step["offered"] < 30


def test_load_is_answered_rightly_and_its_figures_add_up(tmp_path):
    figures = load.measure(
        users=3,
        first=20,
        growth=2,
        step_seconds=2,
        half_load_seconds=3,
        at_most=3,
        judge=offered_little,
    )
    assert [step["problems"] for step in figures["steps"]] == [{}, {}]
    assert [step["keptUp"] for step in figures["steps"]] == [True, False]
    half = figures["halfLoad"]
    assert half["errors"] == 0, half["problems"]
    assert half["requests"] > 0
    assert figures["maximum"] == figures["steps"][0]["throughput"]
    assert half["all"]["p50"] <= half["all"]["p99"] <= half["all"]["max"]
    text = load.render(figures, tmp_path / "plots")
    assert "measured maximum" in text
    assert (tmp_path / "plots" / "load-steps.svg").exists()


def test_a_wrong_answer_is_an_error(stack):
    """Users who do not exist have no name that a context block could show."""
    step = load.offer(stack, 20, 2, 2, seed=3)
    assert step["errors"]
    assert "context: wrong content" in step["problems"]


def test_a_burst_is_counted_once(stack):
    # Of other seeds, the network takes made-up words for something, too.
    figures = burst.burst(stack, "bench-hot", 20, seed=4)
    assert burst.is_right(figures, 20), figures
    assert figures["preferences"] == 2
    assert not burst.is_right({**figures, "lost": 1}, 20)
    assert not burst.is_right({**figures, "analysedInProfile": 10}, 20)


def test_somebody_elses_prompts_are_not_waited_for(stack, tmp_path):
    figures = fairness.measure(stack, 60)
    assert figures["analyzedBetween"] < 60
    assert "another" in fairness.render(figures, tmp_path)


def test_maintenance_reads_what_is_due(tmp_path):
    figures = maintenance.measure(few=30, many=60, due=(0, 5, 10))
    assert figures["met"], figures
    assert f"{figures['readsEach']:.2f} for each user" in maintenance.render(figures, tmp_path)
    reads_more = [{**run, "reads": run["reads"] + run["users"]} for run in figures["runs"]]
    assert not maintenance.verdict(reads_more)["met"]


def test_growth_is_told_of_each_process(tmp_path):
    env = {"GOOGLE_CLOUD_PROJECT": "demo-bench", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack:
        assert growth.work(stack, 1, users=1, rate=10, seconds=1) == 0
        memory = {name: [growth.resident(pid)] * 4 for name, pid in growth.processes(stack).items()}
        with stack.user(uid_of(0)) as client:
            left = client.get("/v1/export").json()
    assert left["profile"]["version"] == 0, "the users are erased again"
    assert growth.growth_of([100, 101, 102, 103]) == pytest.approx({"mib": 3, "share": 0.03})
    figures = {
        "requests": 10,
        "slices": 2,
        "warmUp": 1,
        "crowd": 512,
        "users": 1,
        "memory": memory,
        "growth": {name: growth.growth_of(values) for name, values in memory.items()},
    }
    assert "+0.0 MiB" in growth.render(figures, tmp_path)


def test_what_was_known_before_is_counted_when_a_sequence_takes_it_away():
    item = {
        "id": "saab",
        "kind": "own",
        "steps": ["I no longer drive a Saab."],
        "want": ["tuba"],
        "wantnot": ["saab"],
    }
    before = [
        {"says": "I drive an old Saab.", "learns": "saab"},
        {"says": "I play the tuba in a brass band.", "learns": "tuba"},
        {"says": "Is it going to rain?", "learns": "rain"},
    ]
    score = measure_sequences([item], before)
    assert (score.size, score.right) == (1, 1)
    assert (score.known, score.lost) == (2, 1)


def test_most_of_what_is_said_before_sequences_is_learned():
    before = lines_of(BEFORE)
    item = {"id": "none", "kind": "", "steps": ["Is it going to rain?"], "want": [], "wantnot": []}
    score = measure_sequences([item], before)
    assert score.known >= len(before) - 1
    assert score.lost == 0
