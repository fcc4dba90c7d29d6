/** Who may act for the user: connections, and requests for access. */
import { call } from './client';

export const SCOPES = ['read', 'write', 'record', 'admin'] as const;
/** What a connection may do. */
export type Scope = (typeof SCOPES)[number];

/** An assistant or program that acts for the user. */
export interface Connection {
  id: string;
  name: string;
  kind: 'key' | 'oauth';
  scopes: Scope[];
  createdAt: string;
  /** To the day: only the first use on each is written down. */
  lastUsedAt?: string;
  /** When it ends; an assistant's time begins anew whenever it is used. */
  expiresAt?: string;
  /** Approximate. */
  reads: number;
  /** What it wrote and is still there. */
  writes?: number;
}

/** What was taken back; `complete` unless the history reaches less far back than was asked. */
export interface Undone {
  notes: number;
  facts: number;
  preferences: number;
  habits: number;
  complete: boolean;
}

export interface NewKey {
  name: string;
  scopes: Scope[];
  expiresAt?: string;
}

const path = (id: string) => `/v1/connections/${encodeURIComponent(id)}`;

export async function listConnections(): Promise<Connection[]> {
  return (await call<{ connections: Connection[] }>('GET', '/v1/connections')).connections;
}

/** Makes an access key, which the answer has this once. */
export async function makeKey(body: NewKey): Promise<string> {
  return (await call<{ key: string }>('POST', '/v1/connections', { body })).key;
}

export const disconnect = (id: string) => call<unknown>('DELETE', path(id));

/** Takes back what a connection wrote, or wrote since a time. */
export const undo = (id: string, since?: string) =>
  call<Undone>('POST', `${path(id)}/undo`, { body: { since } });

/** The query of a request for access, as the app sent it. */
export type AccessRequest = Record<string, string>;

export interface Preview {
  client?: {
    name: string;
    /** Only if the app has proven that it belongs to this host. */
    host?: string;
    /** A host, or the scheme of an app on this device. */
    redirectHost: string;
  };
  scopes?: Scope[];
  /** Where to tell the app what is wrong with its request; then there is nothing else. */
  redirectTo?: string;
}

export const previewAccess = (request: AccessRequest) =>
  call<Preview>('POST', '/v1/authorizations/preview', { body: { request } });

/** Answers a request; allows the scopes, or denies it if there are none. Returns where to go. */
export async function answerAccess(request: AccessRequest, scopes: Scope[]): Promise<string> {
  const body = { request, decision: scopes.length ? 'allow' : 'deny', scopes };
  return (await call<{ redirectTo: string }>('POST', '/v1/authorizations', { body })).redirectTo;
}
