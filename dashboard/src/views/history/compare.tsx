/** The differences between any two versions with a snapshot. */
import { useEffect, useState } from 'preact/hooks';
import type { ChangelogEntry, Profile } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { inWords } from '../../logic/about';
import { differences, type Difference, type FieldChange } from '../../logic/diff';
import { t } from '../../strings';
import { percent } from '../../ui/format';
import { Chip, Failure, Section, SelectField, Skeleton } from '../../ui/parts';
import { factLabel } from '../../ui/facts';

export function Compare({ entries }: { entries: ChangelogEntry[] }) {
  const words = t().history;
  const kept = entries.filter((entry) => entry.hasSnapshot);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  if (kept.length < 2) {
    return (
      <Section title={words.compare}>
        <p class="card muted">{words.needTwo}</p>
      </Section>
    );
  }
  const options = kept.map((entry) => [entry.id, words.version(entry.version)] as const);
  const pick = (id: string | null, otherwise: ChangelogEntry | undefined) =>
    kept.some((entry) => entry.id === id) ? (id ?? '') : (otherwise?.id ?? '');
  const older = pick(from, kept[1]);
  const newer = pick(to, kept[0]);
  return (
    <Section title={words.compare}>
      <div class="card">
        <div class="compare-form">
          <SelectField label={words.from} value={older} options={options} onValue={setFrom} />
          <SelectField label={words.to} value={newer} options={options} onValue={setTo} />
        </div>
        <Result key={`${older} ${newer}`} from={older} to={newer} />
      </div>
    </Section>
  );
}

function Result({ from, to }: { from: string; to: string }) {
  const words = t().history;
  const [found, setFound] = useState<Difference[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    let isShown = true;
    Promise.all([rekindle.profile.change(from), rekindle.profile.change(to)])
      .then(([one, two]) => {
        if (!isShown) return;
        const [before, after] = [one, two].map(({ snapshot }) => snapshot as Profile | null);
        setFound(before && after ? differences(before, after) : []);
        setError(null);
      })
      .catch((reason: unknown) => {
        if (isShown) setError(reason);
      });
    return () => {
      isShown = false;
    };
  }, [from, to, turn]);

  if (error) return <Failure error={error} retry={() => setTurn(turn + 1)} />;
  if (!found) return <Skeleton lines={2} />;
  if (!found.length) return <p class="muted">{words.same}</p>;
  return (
    <ul class="rows differences">
      {found.map((difference) => (
        <li key={`${difference.section} ${difference.kind} ${difference.label}`}>
          <Chip tone={{ added: 'good', removed: 'bad', changed: 'warn' }[difference.kind]}>
            {words.kinds[difference.kind]}
          </Chip>
          <span class="muted small">{words.sections[difference.section]}</span>
          <strong>
            {difference.section === 'about' ? factLabel(difference.label) : difference.label}
          </strong>
          {difference.fields.map((change) => (
            <Change key={change.field} change={change} named={difference.kind === 'changed'} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function Change({ change, named }: { change: FieldChange; named: boolean }) {
  const words = t().history;
  const name = words.fields[change.field];
  return (
    <span class="field-change">
      {name && <span class="muted">{name}: </span>}
      {change.from !== undefined && <del>{valueOf(change.field, change.from)}</del>}
      {named && <span aria-hidden="true"> → </span>}
      {(change.to !== undefined || named) && <ins>{valueOf(change.field, change.to)}</ins>}
    </span>
  );
}

function valueOf(field: string, value: unknown): string {
  const words = t().history;
  if (value === undefined || value === null || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (field === 'baseConfidence' && typeof value === 'number') return percent(value);
  return inWords(value);
}
