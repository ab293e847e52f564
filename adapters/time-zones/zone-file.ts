import { posixRule, type OffsetRule } from './posix-rule.ts';

const HEADER_BYTES = 44;
/** Length of a local time type: offset, daylight saving flag, name. */
const KIND_BYTES = 6;

/** Parses a compiled zone file (RFC 9636) of version 2 or later. Null when it is invalid or unsupported. */
export function zoneRule(file: Buffer): OffsetRule | null {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 4) !== 'TZif' || file[4]! < 0x32) return null;
  const old = countsAt(file, 0);
  const start = HEADER_BYTES + sizeOf(old, 4);
  const { changes, kinds, ...counts } = countsAt(file, start);
  const body = start + HEADER_BYTES;
  const kindsAt = body + changes * 9;
  const offsets = Array.from({ length: kinds }, (_, kind) => file.readInt32BE(kindsAt + kind * KIND_BYTES));
  const moments = Array.from({ length: changes }, (_, each) => Number(file.readBigInt64BE(body + each * 8)));
  const kindOf = (each: number): number => file[body + changes * 8 + each]!;
  const footer = file.toString('latin1', body + sizeOf({ changes, kinds, ...counts }, 8)).trim();
  const later = posixRule(footer);
  if (!later) return null;
  const last = moments.at(-1) ?? -Infinity;
  return (at) => {
    if (at >= last) return later(at);
    const before = countUpTo(moments, at);
    return offsets[before === 0 ? 0 : kindOf(before - 1)]!;
  };
}

interface Counts {
  readonly isUtc: number;
  readonly isStandard: number;
  readonly leaps: number;
  readonly changes: number;
  readonly kinds: number;
  readonly characters: number;
}

function countsAt(file: Buffer, start: number): Counts {
  const count = (place: number): number => file.readUInt32BE(start + 20 + place * 4);
  const [isUtc, isStandard, leaps, changes, kinds, characters] = [0, 1, 2, 3, 4, 5].map(count) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { isUtc, isStandard, leaps, changes, kinds, characters };
}

const sizeOf = ({ isUtc, isStandard, leaps, changes, kinds, characters }: Counts, timeBytes: number): number =>
  changes * (timeBytes + 1) + kinds * KIND_BYTES + characters + leaps * (timeBytes + 4) + isStandard + isUtc;

/** How many of these sorted moments are not after this one. */
function countUpTo(moments: readonly number[], at: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
