/** A person to look around with: another user of the embedded stack, who has said a few things. */
import { embeddedIdentity, SAMPLE } from '../../auth/embedded';
import { environment, identity, signOut } from '../../auth/session';
import { live, rekindle } from '../../live/rekindle';
import { profile } from '../../live/topics';

// In English, as the rules that read messages without a model know it best.
const SAID = [
  "My name is Maya and I'm a data engineer at Northwind Robotics.",
  'I live in Lisbon.',
  'I use Neovim for everything.',
  'I prefer FastAPI over Django for small services.',
  'Please always keep your answers short.',
  'I love long walks.',
  'I love green tea.',
  "I don't like long meetings.",
  'I use Docker every day.',
  'I am very good at SQL.',
  'I write Python for a living.',
  'My goal is to run a marathon.',
  "I'd like to learn Rust this year.",
];

const EARLIER = 9;

/** In the cloud there is none: a user there could not be removed without a trace. */
export const hasSample = () => environment.value?.kind === 'embedded';

const NOTES = [
  'Deploys go out on Tuesdays, after the nightly tests.',
  'The staging database is rebuilt every Sunday.',
  'Maya’s team calls the ingest service “the funnel”.',
];

/** Erases the sample person, and returns to signing in. */
export async function removeSample(): Promise<void> {
  await rekindle.account.erase();
  await signOut();
}

/** Signs in as the sample person, who says everything on the first visit. */
export async function visitSample(): Promise<void> {
  const where = environment.value;
  if (where?.kind !== 'embedded') return;
  identity.value = embeddedIdentity(SAMPLE, where.projectId);
  const { version } = await rekindle.profile.get();
  if (version) return;
  await rekindle.memory.saveAll(NOTES.map((content) => ({ content, target: 'memory' })));
  // At two times, so that there is something to compare.
  for (const said of [SAID.slice(0, EARLIER), SAID.slice(EARLIER)]) {
    await rekindle.recordAll(said.map((content) => ({ content })));
    await rekindle.profile.refresh({ wait: true });
  }
  await live.refresh(profile);
}
