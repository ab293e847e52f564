import type { ComponentChildren } from 'preact';
import './empty-state.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  /** What makes it less empty. */
  readonly action?: ComponentChildren;
}

/** Stands where nothing is yet, and says how something comes there. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div class="empty card">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children !== undefined && <p>{children}</p>}
    {action !== undefined && <div class="row">{action}</div>}
  </div>
);
