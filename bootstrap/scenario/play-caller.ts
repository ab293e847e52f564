import type { CallerLine, Scenario, Sign } from './scenario.ts';
import type { Timeline } from './timeline.ts';

/** The caller's end of a line, in whichever world it is. */
export interface CallersLine {
  readonly timeline: Timeline;
  wait(ms: number): Promise<void>;
  /** Says a line, or makes noise; resolves when it is over. */
  speak(line: CallerLine): Promise<void>;
  type(text: string): void;
  press(keys: string): void;
  hangUp(): void;
  vanish(): void;
}

const STAYS_MS = 5_000;
/** A caller who waits longer than this for something to happen gives up. In milliseconds. */
const PATIENCE_MS = 60_000;

/** Does what the scenario's caller does, until the call is over or the caller has left it. */
export async function playCaller({ caller = [], stays_ms = STAYS_MS }: Scenario, line: CallersLine): Promise<void> {
  const { timeline } = line;
  const isDone = await playLines(caller, line);
  if (isDone) await Promise.race([line.wait(stays_ms), timeline.until({ ended: null })]);
  if (!timeline.isOver) line.hangUp();
}

/** Whether all was done that was to be done. */
async function playLines(caller: readonly CallerLine[], line: CallersLine): Promise<boolean> {
  const { timeline } = line;
  let since = 0;
  for (const each of caller) {
    const after = typeof each.after === 'string' ? { [each.after]: null } : each.after;
    if (after && !(await happens(after, since, line))) return false;
    await line.wait(each.wait_ms ?? 0);
    if (timeline.isOver) return false;
    since = timeline.events.length;
    await act(each, line);
  }
  return true;
}

const happens = (sign: Sign, since: number, line: CallersLine): Promise<boolean> =>
  Promise.race([line.timeline.until(sign, since), line.wait(PATIENCE_MS).then(() => false)]);

async function act(each: CallerLine, line: CallersLine): Promise<void> {
  if (each.says !== undefined || each.noise_ms !== undefined) {
    line.timeline.add('caller_speaks', each.says ?? '');
    // Who is hung up on speaks no further.
    await Promise.race([line.speak(each), line.timeline.until({ ended: null })]);
    line.timeline.add('caller_quiet', each.says ?? '');
  }
  if (each.types !== undefined) line.type(each.types);
  if (each.presses !== undefined) line.press(each.presses);
  if (each.hangs_up) line.hangUp();
  if (each.vanishes) line.vanish();
}
