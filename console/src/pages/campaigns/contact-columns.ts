import type { Column } from '../../parts/table.tsx';
import { strings } from './strings.ts';
import type { Call } from '../calls/call.ts';

/**
 * What tells the calls of a campaign apart: the name that the contact list gives, and which try it was. The tries can
 * be counted only where all calls are known. What says nothing is left out.
 */
export function contactColumns(calls: readonly Call[], isAll: boolean): readonly Column<Call>[] {
  const tries = triesOf(calls);
  const isRetried = isAll && [...tries.values()].some((number) => number > 1);
  return [
    ...(calls.some((call) => nameOf(call) !== null) ? [{ label: strings.contact, cell: nameOf }] : []),
    ...(isRetried
      ? [{ label: strings.try, align: 'end' as const, cell: ({ call_id }: Call) => tries.get(call_id) ?? null }]
      : []),
  ];
}

/** Which try of its contact each call was, by its id. The newest come first. */
export function triesOf(calls: readonly Pick<Call, 'call_id' | 'to_number'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  return new Map(
    calls.toReversed().map(({ call_id, to_number }) => {
      const number = (counts.get(to_number) ?? 0) + 1;
      counts.set(to_number, number);
      return [call_id, number];
    }),
  );
}

const nameOf = ({ custom_variables: { name } }: Call): string | null => (typeof name === 'string' ? name : null);
