import type { ComponentChildren } from 'preact';
import './badge.css';

/** How something stands. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info';

/** A state in a word. The colour only underlines it. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);
