/** What Rekindle has learned, live. */
import { useProfile, useQueue, useRekindle, useStatus } from 'rekindle-client/react';

export function Profile() {
  const rekindle = useRekindle();
  const { data: profile, fresh, error } = useProfile();
  const { data: status } = useStatus();
  const { waiting } = useQueue();
  if (!profile) return <p>{error ? 'Rekindle is out of reach.' : 'Reading …'}</p>;
  return (
    <section>
      <h2>What is known</h2>
      {!fresh && <p>From an earlier visit</p>}
      <ul>
        {profile.preferences.map(({ id, type, description }) => (
          <li key={id}>
            {type}: {description}
          </li>
        ))}
      </ul>
      <p>{status?.reasons.join(' ')}</p>
      {/* What still waits on the device would not be part of it. */}
      <button disabled={waiting > 0} onClick={() => void rekindle.profile.refresh()}>
        Learn now
      </button>
    </section>
  );
}
