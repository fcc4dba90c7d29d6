/** What stands around every view, signed in or not: the name and the messages. */
import { X } from 'lucide-preact';

import { t } from '../strings';
import { dismiss, toasts } from './act';
import { Button } from './controls';

export function Brand() {
  return (
    <div class="brand">
      <img src="/icon.svg" alt="" width="26" height="26" />
      <span>Rekindle</span>
    </div>
  );
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
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
