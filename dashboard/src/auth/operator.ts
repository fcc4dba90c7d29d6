/** Whether whoever is signed in runs the deployment, which their token says. */
import { effect, signal } from '@preact/signals';

import { identity } from './session';

export const isOperator = signal(false);

effect(() => {
  void findOut(identity.value?.uid);
});

/** Reads the token again, as after it was exchanged for one with other claims. */
export async function findOut(uid = identity.value?.uid): Promise<void> {
  isOperator.value = false;
  const token = await identity
    .peek()
    ?.token(false)
    .catch(() => undefined);
  // Somebody else may have signed in meanwhile.
  if (token && identity.peek()?.uid === uid)
    isOperator.value = claimsOf(token)['operator'] === true;
}

/** The claims of a token that the server checks; here they only decide what is offered. */
export function claimsOf(token: string): Record<string, unknown> {
  const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return JSON.parse(atob(part)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
