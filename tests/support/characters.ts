import * as fc from 'fast-check';

/** The first and the number of the code points that are halves of others. */
const [HALVES, HALVES_COUNT] = [0xd800, 0x800];

/**
 * Every code point but lone surrogates, as fast-check's unit `binary`: that one makes a table of all of them in each process,
 * which takes seconds and much memory.
 */
export const CHARACTERS = fc
  .nat({ max: 0x10ffff - HALVES_COUNT })
  .map((place) => String.fromCodePoint(place < HALVES ? place : place + HALVES_COUNT), placeOf);

function placeOf(character: unknown): number {
  const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== character) throw new Error('Not one character');
  if (point >= HALVES && point < HALVES + HALVES_COUNT) throw new Error('Half a character');
  return point < HALVES ? point : point - HALVES_COUNT;
}
