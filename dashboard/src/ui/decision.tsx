/** One decision of an analysis: what became of what was found, and why. */
import type { Decision } from 'rekindle-client';

import { isWaiting, saidIn } from '../logic/decisions';
import { addressOf } from '../logic/items';
import { t } from '../strings';
import { Chip, Link, Quoted } from './parts';
import { factLabel, factValue, outcomeOf } from './facts';
import { percent } from './format';
import { withParams } from './router';

/** Good if something is known since; nothing if it was not taken. */
const toneOf = (outcome: Decision['outcome']) =>
  ['added', 'reinforced', 'merged'].includes(outcome) ? 'good' : outcome !== 'rejected' && 'warn';

/** The address of the item that a decision made or changed. */
export function addressIn({ kind, itemId, outcome }: Decision): string | null {
  if (!itemId || kind === 'message' || outcome === 'rejected') return null;
  return addressOf(kind === 'about' ? 'fact' : kind, itemId);
}

/** What an analysis only confirmed and no change names, such as a fact that was told again. */
export const confirmedIn = (all: readonly Decision[], named: ReadonlySet<string>): string[] =>
  all
    .filter((it) => it.outcome === 'reinforced' && !named.has(addressIn(it) ?? ''))
    .map((it) => (it.kind === 'about' ? `${factLabel(it.itemId ?? '')}: ` : '') + textOf(it));

const textOf = (decision: Decision) =>
  factValue(decision.kind === 'about' ? (decision.itemId ?? '') : '', saidIn(decision));

/** The decisions, with the words behind each unless they stand marked beside them. */
export function Decisions(props: { of: readonly Decision[]; marked?: boolean }) {
  const words = t().learning;
  return (
    <ul class="rows compact" aria-label={words.decisions}>
      {props.of.map((decision, index) => (
        <li key={index} class="columns">
          <span class="row tight">
            <Chip tone={toneOf(decision.outcome) || ''}>{outcomeOf(decision)}</Chip>
            <span class="small">
              {words.reasons[decision.reason ?? decision.outcome] ?? decision.reason}
            </span>
          </span>
          <Found decision={decision} />
          {decision.quote && !props.marked && <Quoted text={decision.quote} />}
        </li>
      ))}
    </ul>
  );
}

function Found({ decision }: { decision: Decision }) {
  const words = t().learning;
  const { kind, itemId, type, confidence } = decision;
  const path = kind === 'about' && itemId && !isWaiting(decision) ? itemId : '';
  const label = path ? factLabel(path) : type ? t().types[type] : words.kinds[kind];
  const text = textOf(decision);
  const address = addressIn(decision);
  return (
    <span class="row tight">
      <span class="muted small">{label}</span>
      {address ? <Link to={withParams({ item: address })}>{text}</Link> : <strong>{text}</strong>}
      {confidence != null && <span class="small">{words.sure(percent(confidence))}</span>}
    </span>
  );
}
