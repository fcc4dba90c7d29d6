/** The form for what the user adds by hand. */
import { t } from '../../strings';
import { FormDialog } from '../../ui/dialog';
import type { Values } from '../../ui/fields';
import { isChanged, missingFacts, newFact, newPreference, OWN } from './editor';

export function Adding(props: {
  what: 'fact' | 'preference';
  /** The facts that are known, by their paths. */
  known: readonly string[];
  onClose: () => void;
}) {
  const isFact = props.what === 'fact';
  const editor = ({ path = missingFacts(props.known)[0] ?? OWN }: Values) =>
    isFact ? newFact(path, props.known) : newPreference();
  return (
    <FormDialog
      title={isFact ? t().items.addFact : t().items.addPreference}
      hint={isFact ? t().factsForm.hint : ''}
      done={t().preferenceForm.added}
      fields={(values) => editor(values).fields}
      from={editor({}).values}
      isReady={(values) => isChanged(editor(values), values)}
      onClose={props.onClose}
      onSubmit={(values) => editor(values).save(values)}
    />
  );
}
