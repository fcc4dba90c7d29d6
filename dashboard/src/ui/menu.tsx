/** A menu of actions behind a button. */
import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react/menu';
import { EllipsisVertical, type LucideIcon } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

export interface Action {
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  run: () => void;
}

export function Actions(props: {
  label: string;
  actions: Action[];
  className?: string;
  children?: ComponentChildren;
}) {
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton className={props.className ?? 'button icon quiet'} aria-label={props.label}>
        {props.children ?? <EllipsisVertical size={18} />}
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
