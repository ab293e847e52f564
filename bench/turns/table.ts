import { secondsAt, type Measures } from './call-measures.ts';

const percent = (share: number): string => (Number.isNaN(share) ? '-' : (100 * share).toFixed(0));
const seconds = (times: readonly number[], share: number): string =>
  times.length === 0 ? '-' : secondsAt(times, share).toFixed(2);

/** The columns: a heading of two lines, its width, and the cell. */
const COLUMNS: readonly (readonly [over: string, under: string, cell: (row: Measures) => string])[] = [
  ['pauses', 'cut %', (row) => percent(row.cutPauses)],
  ['turns', 'cut %', (row) => percent(row.cutTurns)],
  ['wait', 'p50', (row) => seconds(row.waits, 0.5)],
  ['s', 'p95', (row) => seconds(row.waits, 0.95)],
  ['', 'max', (row) => seconds(row.waits, 1)],
  ['> 5 s', '%', (row) => percent(row.unanswered)],
  ['false', '/10 min', (row) => row.falseStops.toFixed(1)],
  ['missed', '%', (row) => percent(row.missedBargeIns)],
  ['stop', 'p50', (row) => seconds(row.stops, 0.5)],
  ['s', 'p95', (row) => seconds(row.stops, 0.95)],
  ['over', '/10 min', (row) => row.talkedOver.toFixed(1)],
  ['lost', '%', (row) => percent(row.lostWords)],
  ['prompt', '+ s', (row) => seconds(row.promptDelays, 1)],
  ['bye', '%', (row) => percent(row.goodbyes)],
  ['error', 'p95 s', (row) => seconds(row.latencyErrors, 0.95)],
];

const NAME_WIDTH = 26;
const CELL_WIDTH = 8;

const lineOf = (name: string, cells: readonly string[]): string =>
  name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(CELL_WIDTH)).join('');

export const tableHead = (mode: string): string[] => [
  lineOf(
    mode,
    COLUMNS.map(([over]) => over),
  ),
  lineOf(
    '',
    COLUMNS.map(([, under]) => under),
  ),
];

export const tableRow = (name: string, measures: Measures): string =>
  lineOf(
    name,
    COLUMNS.map(([, , cell]) => cell(measures)),
  );

interface Target {
  readonly what: string;
  readonly rows: readonly string[];
  readonly isMet: (row: Measures) => boolean;
}

const NOISY = ['pink 5 dB', 'babble 5 dB', 'voice -12 dB'];
const MODERATE = ['pink 10 dB', 'babble 10 dB'];

/** What nine in ten answers took on a clean line before there were rules for noise. The others are dictated numbers. */
const BEFORE_SECS = { clean: 0.51, 'clean, batch': 1 };

/** A target that nothing was measured for is missed. */
const TARGETS: readonly Target[] = [
  { what: 'every answer within 1.5 s', rows: NOISY, isMet: ({ waits }) => secondsAt(waits, 1) <= 1.5 },
  {
    what: 'every interruption within 0.5 s',
    rows: NOISY,
    isMet: ({ stops, missedBargeIns }) => missedBargeIns === 0 && secondsAt(stops, 1) <= 0.5,
  },
  { what: 'every goodbye honoured', rows: NOISY, isMet: ({ goodbyes }) => goodbyes === 1 },
  { what: 'at most 1 false stop in 10 minutes', rows: MODERATE, isMet: ({ falseStops }) => falseStops <= 1 },
  { what: 'at most 2 % of interruptions missed', rows: MODERATE, isMet: (row) => row.missedBargeIns <= 0.02 },
  { what: 'the agent never interrupts itself', rows: ['echo -20 dB'], isMet: ({ falseStops }) => falseStops === 0 },
  ...Object.entries(BEFORE_SECS).map(([row, secs]) => ({
    what: `nine in ten answers no later than without rules for noise, ${secs} s`,
    rows: [row],
    isMet: ({ waits }: Measures) => secondsAt(waits, 0.9) <= secs + 0.01,
  })),
];

export type MeasuredRows = ReadonlyMap<string, Measures>;

/** Each target of the rows that were measured, and whether it is met. */
export const judgedTargets = (measured: MeasuredRows): { text: string; isMet: boolean }[] =>
  TARGETS.flatMap(({ what, rows, isMet }) =>
    rows.flatMap((name) => {
      const row = measured.get(name);
      return row ? [{ text: `${name}: ${what}`, isMet: isMet(row) }] : [];
    }),
  );

/** Other data, for scale: pauses within a turn that ended it, at a mean wait of 300 ms after real ends of turn. */
export const PUBLISHED = [
  'other data, for scale: human turns in 14 languages, livekit.com/blog/solving-end-of-turn-detection',
  'cut off at a mean wait of 0.3 s: LiveKit Turn Detector v1 9.9 %, Deepgram Flux 12.9 %, ultraVAD 27.7 %',
];
