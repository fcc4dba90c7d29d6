/** A menu of actions behind a button. */
import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react/menu';
import { EllipsisVertical } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

export interface Action {
  label: string;
  icon?: ComponentChildren;
  danger?: boolean;
  run: () => void;
}

export function Actions(props: { label: string; actions: Action[] }) {
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton className="button icon quiet" aria-label={props.label}>
        <EllipsisVertical size={18} aria-hidden="true" />
      </MenuButton>
      <Menu gutter={4} portal preserveTabOrder={false} className="menu" overflowPadding={12}>
        {props.actions.map((action) => (
          <MenuItem
            key={action.label}
            className={`menu-item ${action.danger ? 'danger' : ''}`}
            onClick={action.run}
          >
            {action.icon}
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
}
