/** A choice of what a connection may do. */
import type { Scope } from 'rekindle-client';
import { t } from '../../strings';
import { useId } from '../../ui/hooks';

export function ScopeChoice(props: {
  title: string;
  offered: readonly Scope[];
  chosen: Scope[];
  onChange: (chosen: Scope[]) => void;
}) {
  const id = useId();
  const { offered, chosen } = props;
  return (
    <fieldset class="scopes stack tight">
      <legend>{props.title}</legend>
      {offered.map((scope) => {
        const [label, hint] = t().access.scopes[scope];
        return (
          <div key={scope}>
            <input
              id={id + scope}
              type="checkbox"
              aria-describedby={`${id + scope}-hint`}
              checked={chosen.includes(scope)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                props.onChange(
                  offered.filter((one) => (one === scope ? checked : chosen.includes(one))),
                );
              }}
            />
            <label for={id + scope}>{label}</label>
            <p class="hint" id={`${id + scope}-hint`}>
              {hint}
            </p>
          </div>
        );
      })}
    </fieldset>
  );
}
