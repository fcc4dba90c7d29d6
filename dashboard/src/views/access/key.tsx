/** Making an access key, and showing it the one time. */
import { Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Scope } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { namesOf, SCOPES } from '../../logic/choices';
import { hoursFrom } from '../../logic/access';
import { t } from '../../strings';
import { TextField } from '../../ui/fields';
import { Button } from '../../ui/parts';
import { FormDialog, Notice } from '../../ui/dialog';
import { ScopeChoice } from './scopes';

const LASTING = ['30', '90', '365', ''] as const;

export function KeyForm({ onClose }: { onClose: () => void }) {
  const words = t().connections;
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [key, setKey] = useState('');
  if (key) return <NewKey value={key} onClose={onClose} />;
  return (
    <FormDialog
      title={words.make}
      hint={words.makeText}
      submit={words.makeSubmit}
      disabled={!scopes.length}
      goesOn
      fields={() => [
        { name: 'name', label: words.name, required: true },
        { name: 'days', label: words.lasts, options: namesOf(LASTING, words.lasting) },
      ]}
      from={{ name: '', days: '90' }}
      onClose={onClose}
      onSubmit={async ({ name = '', days }) => {
        const expiresAt = days ? hoursFrom(live.now(), Number(days) * 24) : undefined;
        const made = { name: name.trim(), scopes, expiresAt };
        setKey((await rekindle.connections.create(made)).key ?? '');
        void live.refresh(connections);
      }}
    >
      <ScopeChoice offered={SCOPES} chosen={scopes} onChange={setScopes} />
    </FormDialog>
  );
}

/** Copies a text, and says in the dialog how that went: the page's messages are out of reach. */
export function useClipboard(): [said: string, copy: (text: string) => Promise<void>] {
  const [said, setSaid] = useState('');
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(t().connect.copied),
      () => setSaid(t().connect.copyYourself),
    );
  return [said, copy];
}

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const words = t().connections;
  const [said, copy] = useClipboard();
  return (
    <Notice
      title={words.make}
      keep
      onClose={onClose}
      actions={
        <Button look="primary" icon={Copy} onClick={() => void copy(value)}>
          {t().context.copy}
        </Button>
      }
    >
      <p class="banner">{words.keyText}</p>
      {/* To be selected by hand where the clipboard is closed to pages. */}
      <TextField label={words.kinds.key} value={value} onValue={() => undefined} readOnly />
      <p class="muted small">{words.keyUse}</p>
      <p role="status">{said}</p>
    </Notice>
  );
}
