import { formatExactMoment, formatMoment } from '../format.ts';

interface MomentProps {
  readonly at: string;
  readonly to?: 'minute' | 'second';
}

/** A moment of the API in short, and exactly to whoever points at it. */
export function Moment({ at, to = 'minute' }: MomentProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExactMoment(date)}>
      {formatMoment(date, new Date(), to)}
    </time>
  );
}
