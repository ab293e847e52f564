import { formatExactMoment, formatMoment } from '../format.ts';

interface MomentProps {
  readonly at: string;
  readonly to?: 'minute' | 'second';
}

/** A time of the API in short form, with the exact time as a tooltip. */
export function Moment({ at, to = 'minute' }: MomentProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExactMoment(date)}>
      {formatMoment(date, new Date(), to)}
    </time>
  );
}
