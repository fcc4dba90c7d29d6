/** A choice of what a connection may do. */
import type { Scope } from 'rekindle-client';

import { t } from '../../strings';
import { Tick } from '../../ui/fields';

export function ScopeChoice(props: {
  offered: readonly Scope[];
  chosen: Scope[];
  onChange: (chosen: Scope[]) => void;
}) {
  const { offered, chosen } = props;
  return (
    <fieldset class="stack tight">
      <legend>{t().access.may}</legend>
      {offered.map((scope) => {
        const [label = '', hint] = t().access.scopes[scope];
        const set = (on: boolean) =>
          props.onChange(offered.filter((one) => (one === scope ? on : chosen.includes(one))));
        return (
          <Tick key={scope} label={label} hint={hint} on={chosen.includes(scope)} onChange={set} />
        );
      })}
    </fieldset>
  );
}
