import { expect, it } from 'vitest';

import { contentsOf, formatOf, read, toSend } from '../src/logic/files';

const DOCUMENT = {
  format: 'rekindle',
  schemaVersion: 1,
  profile: { version: 3 },
  memory: Array.from({ length: 250 }, (_, index) => ({ id: String(index) })),
  sessions: [],
};

it('says what a file holds', () => {
  expect(contentsOf(DOCUMENT)).toEqual([
    { part: 'profile', count: null },
    { part: 'memory', count: 250 },
    { part: 'sessions', count: 0 },
  ]);
  expect(contentsOf([1, 2])).toEqual([{ part: '', count: 2 }]);
  expect(contentsOf('text')).toEqual([]);
});

it('reads JSON, and lines of JSON', async () => {
  expect(await read(new Blob(['{"a": 1}']))).toEqual({ a: 1 });
  expect(await read(new Blob(['{"a": 1}\n{"a": 2}\n']))).toEqual([{ a: 1 }, { a: 2 }]);
});

it.each(['no json', '{"a": 1}\nno json'])('refuses %j', async (text) => {
  await expect(read(new Blob([text]))).rejects.toThrow(SyntaxError);
});

it('tells of which product a file is', () => {
  expect(formatOf(DOCUMENT)).toBe('rekindle');
  expect(formatOf('- Likes tea.')).toBe('saved-memories');
  expect(formatOf([{ mapping: {} }])).toBe('chatgpt');
  expect(formatOf([{ chat_messages: [] }])).toBe('claude');
  expect(formatOf([{ conversations_memory: 'Likes tea.' }])).toBe('saved-memories');
  expect(formatOf({ results: [{ memory: 'Likes tea.' }] })).toBe('mem0');
  expect(formatOf([{ memory: 'Likes tea.', hash: 'f00' }])).toBe('mem0');
  expect(formatOf([{ memory: 'Likes tea.' }])).toBeUndefined();
  expect(formatOf(null)).toBeUndefined();
});

it('sends of conversations only the words of the user', () => {
  const long = 'x'.repeat(1000);
  const claude = {
    uuid: 'c',
    chat_messages: [
      { sender: 'human', text: long, attachments: [{ extracted_content: long }] },
      { sender: 'assistant', text: long, content: [{ type: 'text', text: long }] },
    ],
  };
  const [sent] = toSend([claude], 'claude') as [typeof claude];
  expect(sent.chat_messages[0]?.text).toBe(long);
  expect(sent.chat_messages[0]?.attachments?.[0]?.extracted_content).toHaveLength(40);
  expect(JSON.stringify(sent.chat_messages[1])).not.toContain('x'.repeat(41));

  const node = (role: string) => ({
    message: { author: { role }, content: { content_type: 'text', parts: [long] } },
  });
  const chatgpt = { mapping: { a: node('user'), b: node('assistant'), root: { message: null } } };
  const [kept] = toSend(chatgpt, 'chatgpt') as [typeof chatgpt];
  expect(kept.mapping.a).toEqual(node('user'));
  expect(kept.mapping.b.message.content).toEqual({
    content_type: 'text',
    parts: ['x'.repeat(40)],
  });
  expect(kept.mapping.root.message).toBeNull();
});

it('sends the text of a memory of Claude', () => {
  const memory = [{ conversations_memory: 'Likes tea.', project_memories: { one: 'Writes Go.' } }];
  expect(toSend(memory, 'saved-memories')).toBe('Likes tea.\n\nWrites Go.');
  expect(toSend('Likes tea.', 'saved-memories')).toBe('Likes tea.');
});
