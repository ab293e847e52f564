import { formatCount } from '../../format.ts';
import type { Hue } from './columns.tsx';
import './charts.css';

export interface Share {
  readonly name: string;
  readonly count: number;
  readonly hue: Hue;
}

interface SharesProps {
  readonly caption: string;
  readonly shares: readonly Share[];
}

/** How a whole is made up: one bar of parts, and their figures in a list under it. */
export function Shares({ caption, shares }: SharesProps) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const starts = shares.map((_, at) => shares.slice(0, at).reduce((sum, { count }) => sum + count, 0));
  return (
    <figure class="chart" role="group" aria-label={caption}>
      <svg class="chart-shares" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="reach-filled" width={100} height={4} />
        {shares.map(({ name, count, hue }, at) => (
          <rect key={name} class={hue} x={percent(starts[at] ?? 0, total)} width={percent(count, total)} height={4} />
        ))}
      </svg>
      <ul class="chart-figures">
        {shares.map(({ name, count, hue }) => (
          <li key={name} class={hue}>
            <span>{name}</span>
            <span class="figure">
              {formatCount(count)} <span class="soft">{Math.round(percent(count, total))} %</span>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

const percent = (count: number, total: number): number => (total === 0 ? 0 : (count / total) * 100);
