import type { ComponentChildren } from 'preact';
import './facts.css';

/** What is known of one thing: a name and its value, or nothing where there is none. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** Facts beside each other. Those without a value are left out. */
export const Facts = ({ of }: { readonly of: readonly Fact[] }) => (
  <dl class="facts">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
