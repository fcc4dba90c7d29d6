/** Requests for access that apps send a user with. Only the user's own token may call this. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type { AccessRequest, AnswerOf, Scope } from './models.js';

export class Authorizations {
  constructor(private readonly transport: Transport) {}

  /** Who asks for what, or where to tell the app what is wrong with its request. */
  preview(
    request: AccessRequest,
    options: RequestOptions = {},
  ): Promise<AnswerOf<'access_preview'>> {
    const path = '/v1/authorizations/preview';
    return this.transport.json({ method: 'POST', path, body: { request }, ...options });
  }

  /** Allows the scopes, or denies the request if there are none. Returns where to send the user. */
  async answer(
    request: AccessRequest,
    scopes: readonly Scope[],
    options: RequestOptions = {},
  ): Promise<string> {
    const body = { request, decision: scopes.length ? 'allow' : 'deny', scopes };
    const call = { method: 'POST', path: '/v1/authorizations', body, ...options } as const;
    return (await this.transport.json<AnswerOf<'access_authorize'>>(call)).redirectTo;
  }
}
