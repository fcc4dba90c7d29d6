/** Who is signed in, and where: on the embedded stack, or in the cloud. */
import { signal } from '@preact/signals';

export interface Identity {
  uid: string;
  /** The user's name on the page. */
  label: string;
  /** A token that is valid now; a new one if the last was refused. */
  token(refresh: boolean): Promise<string>;
  signOut(): Promise<void>;
}

export interface CloudConfig {
  apiKey: string;
  authDomain: string;
  projectId: string;
  appId?: string;
}

export type Environment =
  | { kind: 'embedded'; projectId: string }
  | { kind: 'cloud'; config: CloudConfig }
  | { kind: 'unreachable' };

/** How soon to ask again where this is, in milliseconds. */
const AGAIN = 3000;

export const environment = signal<Environment | null>(null);
export const identity = signal<Identity | null>(null);
/** Whether the last session ended because its token was no longer valid. */
export const ended = signal(false);

/** Asks Hosting's reserved URL, whose answer also says whether this is the embedded stack. */
export async function findEnvironment(): Promise<void> {
  try {
    const response = await fetch('/__/firebase/init.json', { cache: 'no-store' });
    const config = (await response.json()) as CloudConfig & { embeddedStack?: boolean };
    environment.value = config.embeddedStack
      ? { kind: 'embedded', projectId: config.projectId }
      : { kind: 'cloud', config };
  } catch {
    environment.value = { kind: 'unreachable' };
    window.setTimeout(() => void findEnvironment(), AGAIN);
  }
}

export function sessionEnded(): void {
  if (!identity.value) return;
  ended.value = true;
  void signOut();
}

export async function signOut(): Promise<void> {
  const who = identity.value;
  identity.value = null;
  await who?.signOut();
}
