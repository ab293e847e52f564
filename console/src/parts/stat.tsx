import type { ComponentChildren } from 'preact';
import './stat.css';

/** Key figures beside each other. */
export const Stats = ({ children }: { readonly children: ComponentChildren }) => <dl class="figures">{children}</dl>;

interface StatProps {
  readonly name: string;
  readonly note: string;
  readonly children: ComponentChildren;
}

/** A key figure with what it is about. */
export const Stat = ({ name, note, children }: StatProps) => (
  <div class="card">
    <dt>{name}</dt>
    <dd class="figure">{children}</dd>
    <dd class="hint">{note}</dd>
  </div>
);
