import { exactMoment, momentWords } from '../format.ts';

/** A moment of the API in short, and exactly to whoever points at it. */
export function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactMoment(date)}>
      {momentWords(date, new Date())}
    </time>
  );
}
