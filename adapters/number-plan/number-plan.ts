import type { NumberPlace, NumberPlan } from '../../application/ports/number-plan.ts';
import { readShippedTable } from '../lib/shipped-table.ts';

const TABLE = new URL('./number-plan.yaml', import.meta.url);
const NOWHERE: NumberPlace = { zones: [], countries: [] };

interface Row extends NumberPlace {
  readonly prefixes: readonly string[];
}

/** The plan of the table, read once per process. */
let known: NumberPlan | undefined;

/** Places of numbers by the longest known prefix. */
export const prefixNumberPlan = (): NumberPlan => (known ??= planOfTable());

function planOfTable(): NumberPlan {
  const rows = readShippedTable(TABLE) as readonly Row[];
  const places = new Map(
    rows.flatMap(({ zones, countries, prefixes }) => prefixes.map((prefix) => [prefix, { zones, countries }] as const)),
  );
  const longest = Math.max(...[...places.keys()].map(({ length }) => length));
  return {
    placeOf(phoneNumber) {
      for (let length = longest; length > 0; length -= 1) {
        const place = places.get(phoneNumber.slice(1, length + 1));
        if (place) return place;
      }
      return NOWHERE;
    },
  };
}
