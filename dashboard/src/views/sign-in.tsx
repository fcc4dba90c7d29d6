/** Signing in: with any name on the embedded stack, with Firebase Auth in the cloud. */
import { useEffect, useState } from 'preact/hooks';
import { Unreachable } from 'rekindle-client';

import { embeddedIdentity, namesake, recentUsers } from '../auth/embedded';
import { ended, findEnvironment, identity } from '../auth/session';
import type { CloudConfig, Environment } from '../auth/session';
import { t } from '../strings';
import { say } from '../ui/act';
import { TextField } from '../ui/fields';
import { Button, Failure, Skeleton } from '../ui/parts';
import { Brand, Toasts } from '../ui/frame';
import { isConsent } from '../ui/router';

export function SignIn({ where }: { where: Environment }) {
  return (
    <main class="alone stack sign-in">
      <Brand />
      <h1>{isConsent ? t().consent.signInTitle : t().signIn.title}</h1>
      <p class="lead">{isConsent ? t().consent.signInText : t().signIn.lead}</p>
      <section class="card">
        {ended.value && (
          <p class="banner" role="status">
            {t().signIn.ended}
          </p>
        )}
        {where.kind === 'embedded' && <ChosenUser projectId={where.projectId} />}
        {where.kind === 'cloud' && <Account config={where.config} />}
        {where.kind === 'unreachable' && (
          <Failure error={new Unreachable('No answer.')} retry={() => void findEnvironment()} />
        )}
      </section>
      <Toasts />
    </main>
  );
}

function ChosenUser({ projectId }: { projectId: string }) {
  const [user, setUser] = useState('');
  const words = t().signIn;
  const name = user.trim();
  const other = namesake(name);
  const recent = recentUsers();
  useEffect(() => document.querySelector<HTMLElement>('.sign-in input')?.focus(), []);
  function enter(who: string) {
    ended.value = false;
    identity.value = embeddedIdentity(who, projectId);
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        enter(name);
      }}
    >
      <p class="chip">{words.local}</p>
      <TextField
        label={words.user}
        hint={words.userHint}
        value={user}
        onValue={setUser}
        maxLength={128}
        autoComplete="username"
        required
      />
      <p class="small" role="status">
        {other && words.namesake(other, name)}
      </p>
      <Button look="primary wide" type="submit" disabled={!name}>
        {words.submit}
      </Button>
      {recent.length > 0 && (
        <div class="row tight" role="group" aria-label={words.recent}>
          <p class="hint">{words.recent}</p>
          {recent.map((who) => (
            <Button look="small" key={who} onClick={() => enter(who)}>
              {who}
            </Button>
          ))}
        </div>
      )}
    </form>
  );
}

type CloudAuth = import('../auth/cloud').CloudAuth;

function Account({ config }: { config: CloudConfig }) {
  const [auth, setAuth] = useState<CloudAuth | null>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [isNew, setIsNew] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const words = t().signIn;

  useEffect(() => {
    import('../auth/cloud')
      .then(({ startAuth }) => startAuth(config))
      .then(setAuth)
      .catch(setProblem);
  }, [config]);

  if (problem) return <Failure error={problem} retry={() => location.reload()} />;
  if (!auth) return <Skeleton lines={3} />;

  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    try {
      ended.value = false;
      await (isNew ? auth?.signUp(email, password) : auth?.signIn(email, password));
    } catch {
      say(isNew ? words.signUpFailed : words.failed, 'failed');
      setBusy(false);
    }
  }
  async function reset() {
    // Both answers are the same, so that they do not reveal whether the address is known.
    await auth?.sendReset(email).catch(() => undefined);
    say(words.resetSent);
  }
  return (
    <form class="stack" onSubmit={submit}>
      <TextField
        label={words.email}
        type="email"
        autoComplete="email"
        value={email}
        onValue={setEmail}
        required
      />
      <TextField
        label={words.password}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        {...(isNew && { hint: words.passwordHint, minLength: 8 })}
        value={password}
        onValue={setPassword}
        required
      />
      <Button look="primary wide" type="submit" disabled={busy}>
        {isNew ? words.signUp : words.submit}
      </Button>
      {!isNew && (
        <Button look="quiet wide" disabled={!email} onClick={reset}>
          {words.reset}
        </Button>
      )}
      <Button look="quiet wide" onClick={() => setIsNew(!isNew)}>
        {isNew ? words.toSignIn : words.toSignUp}
      </Button>
    </form>
  );
}
