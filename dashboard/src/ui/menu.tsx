/** A menu of actions behind a button. */
import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react/menu';
import { EllipsisVertical, type LucideIcon } from 'lucide-preact';

export interface Action {
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  run: () => void;
}

export function Actions(props: { label: string; actions: Action[] }) {
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton className="button icon quiet" aria-label={props.label}>
        <EllipsisVertical size={18} />
      </MenuButton>
      <Menu gutter={4} portal preserveTabOrder={false} className="menu" overflowPadding={12}>
        {props.actions.map(({ label, icon: Icon, danger, run }) => (
          <MenuItem key={label} className={`menu-item ${danger ? 'danger' : ''}`} onClick={run}>
            <Icon size={16} />
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
}
