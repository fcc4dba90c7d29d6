"""Whatever a file holds, reading it ends, in good time, with an answer."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from shared.transfer.conversations import chatgpt, claude
from shared.transfer.conversations.memories import row_of_mem0, rows_of_mem0, rows_of_text
from shared.transfer.conversations.reading import time_of

ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["message", "parts", "text", "type", "role"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
NAMES = st.sampled_from(["a", "b", "c", "d", "e"])
ROLES = st.sampled_from(["user", "assistant", "system", "tool"]) | ODD
TIMES = st.floats(min_value=1.6e9, max_value=1.7e9) | ODD
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "id": NAMES | ODD,
        "author": st.fixed_dictionaries({"role": ROLES}) | ODD,
        "create_time": TIMES,
        "content": st.fixed_dictionaries(
            {"content_type": st.sampled_from(["text", "multimodal_text", "code"]) | ODD},
            optional={"parts": st.lists(st.text(max_size=5) | ODD, max_size=3) | ODD, "text": ODD},
        )
        | ODD,
        "metadata": ODD,
        "recipient": st.just("all") | ODD,
    },
)
NODES = st.fixed_dictionaries(
    {},
    optional={
        "parent": NAMES | ODD,
        "children": st.lists(NAMES | ODD, max_size=4) | ODD,
        "message": MESSAGES | ODD,
    },
)
TREES = st.fixed_dictionaries(
    {"mapping": st.dictionaries(NAMES, NODES | ODD, max_size=5)},
    optional={"current_node": NAMES | ODD, "create_time": TIMES, "conversation_id": ODD},
)
CHATS = st.fixed_dictionaries(
    {
        "chat_messages": st.lists(
            st.fixed_dictionaries(
                {},
                optional={
                    "uuid": NAMES | ODD,
                    "parent_message_uuid": NAMES | ODD,
                    "sender": st.sampled_from(["human", "assistant"]) | ODD,
                    "created_at": st.datetimes().map(datetime.isoformat) | ODD,
                    "text": ODD,
                    "content": st.lists(ODD, max_size=3) | ODD,
                    "attachments": st.lists(ODD, max_size=3) | ODD,
                },
            )
            | ODD,
            max_size=6,
        )
    },
    optional={"current_leaf_message_uuid": NAMES | ODD, "created_at": ODD, "uuid": ODD},
)


def check(reading, most):
    ids = [said.id for said in reading.messages]
    assert len(ids) == len(set(ids)) <= most
    for said in reading.messages:
        assert said.text == said.text.strip() != ""
        assert said.at.tzinfo is not None
        assert said.role in ("user", "assistant")
    assert all(count > 0 for count in reading.left_out.values())


@given(TREES)
def test_any_tree_is_read(value):
    reading = chatgpt.read_conversation(value)
    check(reading, len(value["mapping"]))
    assert chatgpt.read_conversation(value) == reading


@given(TREES)
def test_each_message_of_a_tree_is_taken_or_counted(value):
    reading = chatgpt.read_conversation(value)
    texts = [node.get("message") for node in value["mapping"].values() if isinstance(node, dict)]
    filled = sum(message is not None for message in texts)
    assert len(reading.messages) + sum(reading.left_out.values()) <= filled


@given(CHATS)
def test_any_list_of_messages_is_read(value):
    reading = claude.read_conversation(value)
    check(reading, len(value["chat_messages"]))
    assert claude.read_conversation(value) == reading


@given(ODD)
def test_what_is_no_conversation_is_counted_as_malformed(value):
    for product in (chatgpt, claude):
        if not product.is_conversation(value):
            assert dict(product.read_conversation(value).left_out) == {"MALFORMED": 1}


@given(ODD)
def test_any_time_is_a_time_in_utc_or_none(value):
    found = time_of(value)
    assert found is None or found.tzinfo is UTC


@given(ODD)
def test_any_value_can_be_asked_for_rows_of_mem0(value):
    for row in rows_of_mem0(value):
        row_of_mem0(row)


@given(st.text(alphabet="-*# :\n[]2024-05ab`.", max_size=80))
def test_a_row_of_a_pasted_list_has_a_text(text):
    for row in rows_of_text(text):
        assert isinstance(row["content"], str)


def test_a_long_branch_is_read_without_recursion():
    length = 20_000
    mapping = {
        f"n{n}": {
            "parent": f"n{n - 1}" if n else None,
            "message": {
                "id": f"n{n}",
                "author": {"role": "user"},
                "create_time": 1.7e9 + n,
                "content": {"content_type": "text", "parts": [f"message {n}"]},
            },
        }
        for n in range(length)
    }
    value = {"mapping": mapping, "current_node": f"n{length - 1}"}
    assert len(chatgpt.read_conversation(value).messages) == length


def test_a_value_nested_deeply_is_passed_over():
    deep = "bottom"
    for _ in range(50_000):
        deep = [deep]
    message = {"id": "a", "author": deep, "content": {"parts": deep}, "create_time": deep}
    value = {"mapping": {"a": {"message": message, "parent": deep}}, "current_node": deep}
    assert dict(chatgpt.read_conversation(value).left_out) == {"MALFORMED": 1}
