/** How each assistant is connected: the command or settings that it takes. Facts of docs/connect.md. */
import type { Scope } from 'rekindle-client';

export const PRODUCTS = [
  'claudeCode',
  'plugin',
  'claude',
  'chatgpt',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'other',
  'proxy',
] as const;
export type Product = (typeof PRODUCTS)[number];

/** Those that sign in with OAuth alone, from their vendor's servers. */
export const isRemote = (product: Product): boolean =>
  product === 'claude' || product === 'chatgpt';

/** What a key for it may do: those that capture by themselves record, the others write. */
export const scopesFor = (product: Product): Scope[] =>
  product === 'plugin' || product === 'proxy' ? ['read', 'record'] : ['read', 'write'];

/** What to paste, for the server at an origin such as `https://example.web.app`. */
export function codeFor(product: Product, origin: string, key: string): string {
  const url = `${origin}/mcp`;
  const headers = { Authorization: `Bearer ${key}` };
  switch (product) {
    case 'claudeCode':
      return `claude mcp add --transport http --scope user rekindle ${url} --header "Authorization: Bearer ${key}"`;
    case 'plugin':
      return json({ url: origin, key });
    case 'cursor':
      return json({ mcpServers: { rekindle: { url, headers } } });
    case 'vscode':
      return `code --add-mcp '${JSON.stringify({ name: 'rekindle', type: 'http', url, headers })}'`;
    case 'codex':
      return [
        `export REKINDLE_KEY=${key}`,
        `codex mcp add rekindle --url ${url} --bearer-token-env-var REKINDLE_KEY`,
      ].join('\n');
    case 'gemini':
      return `gemini mcp add --scope user --transport http --header "Authorization: Bearer ${key}" rekindle ${url}`;
    case 'proxy':
      return [
        `export REKINDLE_URL=${origin}`,
        `export REKINDLE_TOKEN=${key}`,
        'rekindle proxy --upstream https://api.openai.com/v1',
      ].join('\n');
    case 'other':
      return `${url}\nAuthorization: Bearer ${key}`;
    case 'claude':
    case 'chatgpt':
      return url;
  }
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
