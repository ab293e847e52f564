import type { CallReference, FoundCall } from '../../../application/ports/carrier.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { withPlus } from '../_carrier/values.ts';
import { reportOf } from './reports.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Tolerance for clock skew and for timestamps in whole seconds, in ms. */
const TOLERANCE_MS = 5_000;

/** A call from the REST API. Null when its status is unknown. */
export function foundCall(call: Fields): FoundCall | null {
  const sid = textOf(call['sid']);
  const report = reportOf({
    status: textOf(call['status']),
    answeredBy: textOf(call['answered_by']),
    sipCode: '',
    cause: '',
    isAnswered: false,
  });
  return sid === '' || report === null ? null : { sid, ...report };
}

/** The first listed outbound call between these numbers since the dial. */
export function dialledCall(listed: unknown, { to, from, since }: CallReference): FoundCall | null {
  const calls = Array.isArray(listed) ? (listed as Fields[]) : [];
  const fitting = calls.filter(
    (call) =>
      textOf(call['direction']).startsWith('outbound') &&
      withPlus(textOf(call['to'])) === to &&
      withPlus(textOf(call['from'])) === from &&
      madeAt(call) >= since.getTime() - TOLERANCE_MS,
  );
  const [first] = fitting.toSorted((one, other) => madeAt(one) - madeAt(other));
  return first ? foundCall(first) : null;
}

const madeAt = (call: Fields): number => Date.parse(textOf(call['date_created'])) || 0;
