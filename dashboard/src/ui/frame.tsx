/** What stands around every view, signed in or not: the name and the messages. */
import { X } from 'lucide-preact';

import { signOut } from '../auth/session';
import { t } from '../strings';
import { dismiss, toasts } from './act';
import { Button } from './parts';
import { go } from './router';

/** Signs out. Whoever signs in next does not see what was searched for or open. */
export function leave(): void {
  go('/', { replace: true });
  void signOut();
}

export function Brand() {
  return (
    <div class="brand row">
      <img src="/icon.svg" alt="" width="26" height="26" />
      <span>Rekindle</span>
    </div>
  );
}

export function Toasts() {
  return (
    <div class="toasts stack tight" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.key} class={`toast apart ${toast.kind}`}>
          <span>{toast.text}</span>
          {toast.action && (
            <Button look="small" onClick={toast.action.run}>
              {toast.action.label}
            </Button>
          )}
          <Button icon={X} label={t().common.close} onClick={() => dismiss(toast.key)} />
        </div>
      ))}
    </div>
  );
}

/** The answer at an address at which there is nothing. */
export function NothingHere() {
  document.title = `${t().nothingHere.title} · Rekindle`;
  return (
    <main id="main" class="alone stack">
      <Brand />
      <h1>{t().nothingHere.title}</h1>
      <p>{t().nothingHere.text}</p>
      <a class="button primary" href="/">
        {t().nothingHere.home}
      </a>
    </main>
  );
}
