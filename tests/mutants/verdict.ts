/** A mutant after its run. Lines and columns start at 1. */
export interface TestedMutant {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  readonly replacement: string;
  readonly status: string;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Mutants of one line that no test can kill, and why. */
export interface AcceptedSurvivors {
  readonly file: string;
  /** The line, without the spaces around it. It may move in its file. */
  readonly code: string;
  /** Each as `original → replacement`. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

/** A survivor as the list of accepted ones names it. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly mutant: string;
}

export interface Verdict {
  readonly mutants: number;
  /** A test failed. */
  readonly killed: number;
  /** A test did not end. */
  readonly timedOut: number;
  /** Every test that reaches it passed, or none reaches it. */
  readonly survived: number;
  /** Percentage of killed and timed-out mutants. */
  readonly score: number;
  /** Survivors that the list does not name. */
  readonly unexplained: readonly Survivor[];
  /** Entries of the list that did not survive. */
  readonly stale: readonly string[];
}

/** The least acceptable score of a folder, in percent. */
export const SCORE_MIN = 90;

const TEXT_MAX = 100;
const DETECTED = ['Killed', 'Timeout'];

/** Judges the mutants of a folder. `sources` has the text of each of their files. */
export function judge(
  mutants: readonly TestedMutant[],
  sources: ReadonlyMap<string, string>,
  accepted: readonly AcceptedSurvivors[],
): Verdict {
  const count = (status: string): number => mutants.filter((each) => each.status === status).length;
  const survivors = mutants
    .filter(({ status }) => !DETECTED.includes(status))
    .map((each) => describeMutant(each, sources));
  const listed = accepted.flatMap(({ mutants: names, ...line }) => names.map((mutant) => keyOf({ ...line, mutant })));
  const found = new Set(survivors.map(keyOf));
  return {
    mutants: mutants.length,
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survived: survivors.length,
    score: mutants.length === 0 ? 0 : (100 * (mutants.length - survivors.length)) / mutants.length,
    unexplained: survivors.filter((each) => !listed.includes(keyOf(each))),
    stale: listed.filter((key) => !found.has(key)),
  };
}

/** Why the command fails. Survivors without a reason count only if it is strict. */
export function faultsOf({ score, unexplained, stale }: Verdict, isStrict: boolean): string[] {
  return [
    ...(score < SCORE_MIN ? [`${score.toFixed(1)} % of the mutants are detected, fewer than ${SCORE_MIN} %`] : []),
    ...(isStrict && unexplained.length > 0 ? [`${unexplained.length} survivors have no reason`] : []),
    ...stale.map((key) => `no longer survives, remove it from the list: ${key}`),
  ];
}

function describeMutant(
  { file, start, end, replacement }: TestedMutant,
  sources: ReadonlyMap<string, string>,
): Survivor {
  const lines = (sources.get(file) ?? '').split('\n').slice(start.line - 1, end.line);
  const code = (lines[0] ?? '').trim();
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return { file, line: start.line, code, mutant: `${shortened(lines.join('\n'))} → ${shortened(replacement)}` };
}

function shortened(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > TEXT_MAX ? `${flat.slice(0, TEXT_MAX)}…` : flat;
}

const keyOf = ({ file, code, mutant }: Omit<Survivor, 'line'>): string => `${file}: ${code}: ${mutant}`;
