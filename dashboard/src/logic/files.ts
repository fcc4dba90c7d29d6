/** Files that the user brings in: what they hold, and of which product they are. */
import { isExport, type ImportFormat } from 'rekindle-client';

import { conversationsIn, isZip } from './zip';

/** A line of .processed_turns. */
const TURNS = /^[\w.@-]{1,128}:\d{1,9}$/;
/** A list that somebody has copied from an assistant. */
const TEXT = /\.(txt|md)$/i;
/** What is left of a message that is not the user's: enough to count it. */
const KEPT = 40;

/**
 * The contents of a file: conversations in an archive, a text, JSON, one line of JSON per item, or the
 * lines of .processed_turns. Throws SyntaxError or BrokenArchive otherwise.
 */
export async function read(file: Blob, name = ''): Promise<unknown> {
  if (await isZip(file)) {
    const texts = await conversationsIn(file);
    if (!texts.length) throw new SyntaxError('No conversations.');
    return texts.flatMap((text) => JSON.parse(text) as unknown);
  }
  const text = await file.text();
  if (TEXT.test(name)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim());
    if (lines.length && lines.every((line) => TURNS.test(line.trim()))) return lines;
    if (lines.length < 2) throw error;
    return lines.map((line): unknown => JSON.parse(line));
  }
}

/** The parts of a file, with the number of items in those that are lists. */
export function contentsOf(data: unknown): { part: string; count: number | null }[] {
  if (Array.isArray(data)) return [{ part: '', count: data.length }];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data as Record<string, unknown>)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([part, value]) => ({ part, count: Array.isArray(value) ? value.length : null }));
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Which product's file it is, if its contents tell; undefined for what the user has to say. */
export function formatOf(data: unknown): ImportFormat | undefined {
  if (isExport(data)) return 'rekindle';
  if (typeof data === 'string') return 'saved-memories';
  const first = fieldsOf(Array.isArray(data) ? data[0] : data);
  if ('mapping' in first) return 'chatgpt';
  if ('chat_messages' in first) return 'claude';
  if ('conversations_memory' in first) return 'saved-memories';
  const results = fieldsOf(data)['results'];
  const row = Array.isArray(results) ? fieldsOf(results[0]) : first;
  const isMem0 = 'memory' in row && (!!results || 'hash' in row || 'categories' in row);
  return isMem0 ? 'mem0' : undefined;
}

/**
 * What is sent of a file. Only the user's own words are stored, so of conversations nothing else leaves
 * this computer but the beginning of each message, by which the server counts it as left out.
 */
export function toSend(data: unknown, format: ImportFormat): unknown {
  if (format === 'saved-memories') return textOf(data);
  if (format !== 'chatgpt' && format !== 'claude') return data;
  return (Array.isArray(data) ? data : [data]).map((one: unknown) =>
    format === 'chatgpt' ? ofChatGpt(fieldsOf(one)) : ofClaude(fieldsOf(one)),
  );
}

/** The text of Claude's memories.json, or the text as it is. */
function textOf(data: unknown): unknown {
  if (typeof data === 'string') return data;
  const items = (Array.isArray(data) ? data : [data]).map(fieldsOf);
  return items
    .flatMap((item) => [
      item['conversations_memory'],
      ...Object.values(fieldsOf(item['project_memories'])),
    ])
    .filter((text) => typeof text === 'string')
    .join('\n\n');
}

function ofChatGpt(conversation: Fields): Fields {
  const nodes = Object.entries(fieldsOf(conversation['mapping'])).map(([name, value]) => {
    const node = fieldsOf(value);
    const message = node['message'];
    const isTheirs = fieldsOf(fieldsOf(message)['author'])['role'] === 'user';
    return [name, isTheirs ? node : { ...node, message: shortened(message) }];
  });
  return { ...conversation, mapping: Object.fromEntries(nodes) as Fields };
}

function ofClaude(conversation: Fields): Fields {
  const messages = conversation['chat_messages'];
  if (!Array.isArray(messages)) return conversation;
  const kept = messages.map((value: unknown) => {
    const message = fieldsOf(value);
    if (message['sender'] === 'assistant') return shortened(message);
    return { ...message, attachments: shortened(message['attachments']) };
  });
  return { ...conversation, chat_messages: kept };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, KEPT);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
