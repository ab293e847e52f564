import type { Side, StepEntry, StepRow } from './pairs.ts';

/** Which conversation is listened to: one of them, or each exchange of A and then the same one of B. */
export type ListeningMode = Side | 'both';

/** An exchange of one side. */
export interface Segment {
  readonly exchange: number;
  readonly side: Side;
}

/** A player may be so much before the place that it was sent to, in seconds. */
const INEXACT = 0.05;

/** The row of this side that is heard at this second: that of the last entry that began, or of the first one before it. */
export function rowAt(rows: readonly StepRow[], side: Side, entries: readonly StepEntry[], seconds: number): number {
  const entry = entries.findLastIndex(({ at }) => at <= seconds + INEXACT);
  return Math.max(
    0,
    rows.findIndex((row) => row[side] === Math.max(0, entry)),
  );
}

/** The row nearest to this one that has an entry of this side: itself, else the next, else the last before. Null without any. */
export function nearestRow(rows: readonly StepRow[], side: Side, row: number): number | null {
  const next = rows.findIndex((each, at) => at >= row && each[side] !== null);
  if (next >= 0) return next;
  const before = rows.findLastIndex((each) => each[side] !== null);
  return before < 0 ? null : before;
}

/** The row before or after this one that this side has; null: that any has. Stays at the ends. */
export function rowFrom(rows: readonly StepRow[], side: Side | null, row: number, step: -1 | 1): number {
  const own = rows.flatMap((each, at) => (side === null || each[side] !== null ? [at] : []));
  return (step > 0 ? own.find((at) => at > row) : own.findLast((at) => at < row)) ?? row;
}

/** The first row of the exchange before or after this one that this side has; null: that any has. Stays at the ends. */
export function exchangeFrom(rows: readonly StepRow[], side: Side | null, row: number, step: -1 | 1): number {
  const own = rows.flatMap((each, at) => (side === null || each[side] !== null ? [at] : []));
  const present = rows[row]?.exchange ?? 0;
  const numbers = [...new Set(own.map((at) => rows[at]?.exchange ?? 0))];
  const wanted = step > 0 ? numbers.find((each) => each > present) : numbers.findLast((each) => each < present);
  const first = own.find((at) => rows[at]?.exchange === (wanted ?? present));
  return wanted === undefined && step > 0 ? row : (first ?? row);
}

/** The first row after this one in which the sides differ, from the start again after the last. Null if none does. */
export function nextDifference(rows: readonly StepRow[], row: number): number | null {
  const isFirst = (at: number): boolean => rows[at]?.isSame === false && rows[at - 1]?.isSame !== false;
  const all = rows.flatMap((_, at) => (isFirst(at) ? [at] : []));
  return all.find((at) => at > row) ?? all[0] ?? null;
}

/** What is heard after this segment when both sides are listened to. Null at the end. */
export function nextSegment(rows: readonly StepRow[], { exchange, side }: Segment): Segment | null {
  const has = (number: number, which: Side): boolean =>
    rows.some((row) => row.exchange === number && row[which] !== null);
  if (side === 'a' && has(exchange, 'b')) return { exchange, side: 'b' };
  const next = rows.find((row) => row.exchange > exchange);
  return next ? { exchange: next.exchange, side: has(next.exchange, 'a') ? 'a' : 'b' } : null;
}

/** The first row of a segment. Null if its side has none. */
export function firstRowOf(rows: readonly StepRow[], { exchange, side }: Segment): number | null {
  const row = rows.findIndex((each) => each.exchange === exchange && each[side] !== null);
  return row < 0 ? null : row;
}
