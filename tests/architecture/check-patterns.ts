import { readFile, writeFile } from 'node:fs/promises';
import { checkSync } from 'recheck';
import { checkPatterns } from './checked-patterns.ts';
import { CHECKED_PATTERNS, everyPattern, spelling, type Pattern } from './patterns.ts';

interface Doubt {
  readonly place: string;
  /** How the pattern begins. */
  readonly begins: string;
  /** Why it is harmless in practice. */
  readonly reason: string;
}

const DOUBTS: readonly Doubt[] = [
  { place: 'domain/voice/speech-text.ts', begins: '(?<!\\d)(\\*{1,3}|', reason: 'pieces of at most 241 characters' },
  { place: 'domain/voice/sentences.ts', begins: '(?:[.!?…](?!', reason: 'looked for in 241 characters at a time' },
  { place: 'domain/script/pattern-syntax.ts', begins: '\\((?:\\?:', reason: 'rules of at most 500 characters' },
  {
    place: 'domain/script/prompt-inputs.ts',
    begins: '^\\[1\\]',
    reason: 'some excerpts of a thousand characters each',
  },
  {
    place: 'adapters/providers/local/ascii-segments.ts',
    begins: '(?<!\\b(?:Mr|',
    reason: 'pieces of an answer; at the gateway at most 4,096 characters',
  },
  { place: 'adapters/providers/exotel/multipart.ts', begins: '^multipart', reason: 'a header, of at most 16 KiB' },
  {
    place: 'adapters/providers/_carrier/rest.ts',
    begins: '([:[,]\\s*)(\\d{16,})',
    reason: 'begins at one sign only, and ends where its digits do',
  },
  {
    place: 'adapters/suite-reader/parse-places.ts',
    begins: '^[ \\t]*(?:[-?:]',
    reason: 'begins at the start of a line only, and parts that follow each other share no character',
  },
  { place: 'adapters/lib/vendor-failures.ts', begins: '"(?:code|', reason: '8 KiB of a vendor’s error' },
  {
    place: 'adapters/documents/drivers/mongo-errors.ts',
    begins: '\\bindex',
    reason: 'errors of the operator’s own store',
  },
];

const isKnown = ({ source, place }: Pattern): boolean =>
  DOUBTS.some((doubt) => doubt.place === place && source.startsWith(doubt.begins));

/**
 * Says of every pattern in the sources and in the contract whether some text makes it run for longer than in proportion
 * to its length, and writes down those that it found harmless, for the tests. Takes a minute, and ends with 1 when one is
 * not, or could not be judged.
 */
async function main(): Promise<number> {
  const patterns = await everyPattern();
  const recorded = JSON.parse(await readFile(CHECKED_PATTERNS, 'utf8')) as string[];
  const known = patterns.filter(isKnown).map(spelling);
  const unknown = patterns.filter((pattern) => !isKnown(pattern));
  const { harmless, complaints } = checkPatterns(unknown, new Set(recorded), checkSync);
  const lines = [...complaints, `${patterns.length} patterns, ${complaints.length} of them unsafe or not judged`];
  process.stdout.write(`${lines.join('\n')}\n`);
  const checked = [...new Set([...known, ...harmless])].toSorted();
  await writeFile(CHECKED_PATTERNS, `${JSON.stringify(checked, null, 2)}\n`);
  return complaints.length > 0 ? 1 : 0;
}

process.exitCode = await main();
