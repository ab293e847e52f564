import type { ComponentChildren } from 'preact';
import { formatCount } from '../../format.ts';
import './charts.css';

export interface Bar {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly count: number;
}

/** Names with how many there are of each, and a bar that compares them. */
export function BarList({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class="bar-list" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <span class="bar-label">{bar.label}</span>
          <span class="figure">{formatCount(bar.count)}</span>
          <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
            <rect class="accent" width={(bar.count / most) * 100} height={2} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
