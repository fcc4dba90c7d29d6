/** A local HTTP server that answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export interface Told {
  code?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Answers a request; `cut` breaks the connection instead. */
export type Answer = (asked: Asked, cut: () => void) => Told | Promise<Told>;

export interface Served {
  url: string;
  /** What was asked so far. */
  asked: Asked[];
}

export async function serve(answer: Answer): Promise<Served> {
  const asked: Asked[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const one: Asked = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    };
    asked.push(one);
    const { code = 200, body, headers = {} } = await answer(one, () => request.socket.destroy());
    if (request.socket.destroyed) return;
    response.writeHead(code, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

/** A refusal in the API's form. */
export function refusal(
  code: number,
  status: string,
  detail: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Told {
  const details = Object.keys(detail).length ? [detail] : [];
  return { code, headers, body: { error: { code, status, message: `It is ${status}.`, details } } };
}
