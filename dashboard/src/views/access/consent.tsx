/** Asks whether an app may act for the user, on `/connect` with the query of an OAuth request. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type AccessRequest, type AccessPreview, type Scope } from 'rekindle-client';

import { identity, signOut } from '../../auth/session';
import { rekindle } from '../../live/rekindle';
import { destinationOf, isDoubtful, parametersOf, placeOf, tickedOf } from '../../logic/access';
import { t } from '../../strings';
import { inWordsOf, useSubmit } from '../../ui/act';
import { Button, Failure, Problem, Skeleton, Terms } from '../../ui/parts';
import { Brand } from '../../ui/frame';
import { ScopeChoice } from './scopes';

/** How long a page must have been in front before a click answers, in milliseconds. */
const SETTLES = 500;

export function Consent() {
  const words = t().consent;
  const [request] = useState(() => parametersOf(location.search));
  const [preview, setPreview] = useState<AccessPreview | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  useEffect(() => {
    if (request) rekindle.authorizations.preview(request).then(setPreview, setProblem);
  }, [request]);
  useEffect(() => {
    document.title = `${words.signInTitle} · Rekindle`;
  }, [words]);

  const isRefused = !request || (problem instanceof ApiError && problem.code < 429);
  return (
    <main id="main" class="alone stack consent" tabIndex={-1}>
      <Brand />
      <section class="card">
        {isRefused ? (
          <Refused text={request ? inWordsOf(problem) : words.faulty} />
        ) : problem ? (
          <Failure error={problem} retry={() => location.reload()} />
        ) : !preview ? (
          <Skeleton lines={4} />
        ) : preview.redirectTo ? (
          <Refused text={words.faulty} back={preview.redirectTo} />
        ) : (
          <Question request={request} preview={preview} />
        )}
      </section>
    </main>
  );
}

/** Says why nobody can be asked. The way back is a link, so that nobody is sent on unasked. */
function Refused({ text, back }: { text: string; back?: string }) {
  const words = t().consent;
  const error = back && new URL(back).searchParams.get('error');
  return (
    <div role="alert" class="stack">
      <h1>{words.refused}</h1>
      <p>{text}</p>
      {error && (
        <p class="muted small">
          <code>{error}</code>
        </p>
      )}
      <a class="button" href={back ?? '/today'} rel="noreferrer">
        {back ? words.backTo(placeOf(back)) : t().nav.today}
      </a>
    </div>
  );
}

function Question({ request, preview }: { request: AccessRequest; preview: AccessPreview }) {
  const words = t().consent;
  const { client } = preview;
  const asked = preview.scopes ?? [];
  const [chosen, setChosen] = useState<Scope[]>(() => tickedOf(asked));
  const answered = useRef(chosen);
  const [there, setThere] = useState('');
  const hasSettled = useInFront();
  const { busy, problem, submit } = useSubmit(async () => {
    const url = await rekindle.authorizations.answer(request, answered.current);
    setThere(url);
    // Back must not lead here again: a request is answered once.
    location.replace(url);
  });
  if (!client) return null;

  async function answer(scopes: Scope[]) {
    answered.current = scopes;
    if (hasSettled()) await submit();
  }

  const place = client.redirectHost;
  if (there) {
    return (
      <div class="stack" role="status">
        <h1>{words.leaving}</h1>
        <p>{words.leavingText}</p>
        <a class="button" href={there} rel="noreferrer">
          {words.backTo(place)}
        </a>
      </div>
    );
  }
  return (
    <div class="stack">
      <h1>{words.title(client.name)}</h1>
      <p class="muted">
        {t().nav.signedInAs(identity.value?.label ?? '')} ·{' '}
        <button type="button" class="link" onClick={() => void signOut()}>
          {words.other}
        </button>
      </p>
      <Terms
        class="facts"
        of={[
          [words.app, told(client.name, client.host ? words.proven(client.host) : words.unproven)],
          [words.goesTo, told(place, words.destinations[destinationOf(place)])],
        ]}
      />
      {isDoubtful(client) && <p class="banner">{words.warning}</p>}
      <ScopeChoice offered={asked} chosen={chosen} onChange={setChosen} />
      <p class="muted small">{words.later}</p>
      <Problem text={problem} />
      <footer class="row">
        <Button disabled={busy} onClick={() => void answer([])}>
          {words.deny}
        </Button>
        <Button
          look="primary"
          disabled={busy || !chosen.length}
          onClick={() => void answer(chosen)}
        >
          {words.allow}
        </Button>
      </footer>
    </div>
  );
}

const told = (what: string, about: string) => (
  <>
    {what}
    <p class="hint">{about}</p>
  </>
);

/**
 * Returns whether the page has been in front for a moment. Another page could have its visitor
 * double-click, and come to the front with this one between the two clicks.
 */
function useInFront(): () => boolean {
  const since = useRef(performance.now());
  useEffect(() => {
    const begin = () => {
      since.current = performance.now();
    };
    const ended = new AbortController();
    window.addEventListener('focus', begin, ended);
    document.addEventListener('visibilitychange', begin, ended);
    return () => ended.abort();
  }, []);
  return () => performance.now() - since.current >= SETTLES;
}
