import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import './notice.css';

const ICONS = { error: 'warn', warn: 'warn', good: 'check', info: 'info' } as const satisfies Record<string, IconName>;

interface NoticeProps {
  readonly kind?: keyof typeof ICONS;
  readonly children: ComponentChildren;
  /** What may be done about it. */
  readonly action?: ComponentChildren;
}

/** A notice. Screen readers announce errors immediately, others politely. */
export const Notice = ({ kind = 'info', children, action }: NoticeProps) => (
  <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
    <Icon name={ICONS[kind]} />
    <div class="notice-words">{children}</div>
    {action}
  </div>
);
