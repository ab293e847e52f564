import type { PhoneNumber } from '../../domain/telephony/phone-number.ts';
import { seen, withSettings, type Mutant } from './mutant.ts';
import { orgOf } from './surroundings.ts';
import type { Parts } from './store.ts';

const withNumbers = (parts: Parts, alter: (number: PhoneNumber) => PhoneNumber): Parts => ({
  ...parts,
  phoneNumbers: {
    find: parts.phoneNumbers.find,
    change: parts.phoneNumbers.change,
    findMany: async (numbers) => (await parts.phoneNumbers.findMany(numbers)).map(alter),
  },
});

/** Guards of caller ID pools taken away. */
export const POOL_MUTANTS: readonly Mutant[] = [
  {
    name: 'rests of numbers are not read',
    spoil: (parts) =>
      seen(
        withNumbers(parts, ({ resting: _resting, ...number }) => number),
        ({ gate, ...rest }) => ({
          ...rest,
          gate: gate.caller_ids ? { ...gate, caller_ids: awake(gate.caller_ids) } : gate,
        }),
      ),
  },
  {
    name: 'numbers that the organisation has lost are dialled from',
    spoil: (parts) => withNumbers(parts, (number) => ({ ...number, org_id: orgOf(number.phone_number) })),
  },
  {
    name: 'the interval of numbers is not kept',
    spoil: (parts) =>
      withSettings(parts, ({ caller_id_pool, ...rest }) => ({
        ...rest,
        ...(caller_id_pool && { caller_id_pool: { ...caller_id_pool, min_interval_seconds: 0 } }),
      })),
  },
  {
    name: 'the number that a contact was called from is forgotten',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        addAll: (added) =>
          parts.runs.addAll(added.map(({ from_number: _number, called_from: _before, ...run }) => run)),
      },
    }),
  },
  {
    name: 'calls from numbers are not counted',
    spoil: (parts) => ({
      ...parts,
      campaigns: {
        ...parts.campaigns,
        change(record, change, events) {
          if (!change.gate?.settling || !change.gate.caller_ids) return parts.campaigns.change(record, change, events);
          const { caller_ids: _callerIds, ...gate } = change.gate;
          return parts.campaigns.change(record, { ...change, gate }, events);
        },
      },
    }),
  },
];

/** The state of numbers without their rests. */
const awake = <State extends { readonly rest?: unknown }>(callerIds: Readonly<Record<string, State>>) =>
  Object.fromEntries(Object.entries(callerIds).map(([number, { rest: _rest, ...state }]) => [number, state])) as never;
