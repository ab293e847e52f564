import type { CallerAction, Scenario, EventPattern } from '../../../domain/rehearsal/scenario.ts';
import type { ScenarioTimeline } from '../../../domain/rehearsal/timeline.ts';

/** The caller's end of a line, in whichever world it is. */
export interface ScriptedCallerPort {
  readonly timeline: ScenarioTimeline;
  wait(ms: number): Promise<void>;
  /** Says a line, or makes noise; resolves when it is over. */
  speak(action: CallerAction): Promise<void>;
  type(text: string): void;
  press(keys: string): void;
  hangUp(): void;
  dropConnection(): void;
}

const STAYS_MS = 5_000;
/** Longest time the caller waits for an event, in ms. */
const TIMEOUT_MS = 60_000;

/** `over`: the call ended first. `gave_up`: the caller stopped waiting for an event. */
type ScriptEnd = 'done' | 'over' | 'gave_up';

/** Does what the scenario's caller does, until the call is over or the caller has left it. */
export async function playCaller(
  { caller = [], stays_ms = STAYS_MS }: Pick<Scenario, 'caller' | 'stays_ms'>,
  port: ScriptedCallerPort,
): Promise<ScriptEnd> {
  const { timeline } = port;
  const end = await performActions(caller, port);
  if (end === 'done') await Promise.race([port.wait(stays_ms), timeline.until({ ended: null })]);
  if (!timeline.isOver) port.hangUp();
  return end;
}

async function performActions(caller: readonly CallerAction[], port: ScriptedCallerPort): Promise<ScriptEnd> {
  const { timeline } = port;
  let since = 0;
  for (const action of caller) {
    const after = typeof action.after === 'string' ? { [action.after]: null } : action.after;
    const awaited = after ? await waitForEvent(after, since, port) : 'done';
    if (awaited !== 'done') return awaited;
    await port.wait(action.wait_ms ?? 0);
    if (timeline.isOver) return 'over';
    since = timeline.events.length;
    await perform(action, port);
  }
  return 'done';
}

const waitForEvent = (pattern: EventPattern, since: number, port: ScriptedCallerPort): Promise<ScriptEnd> =>
  Promise.race([
    port.timeline.until(pattern, since).then((isThere) => (isThere ? 'done' : 'over')),
    port.wait(TIMEOUT_MS).then(() => 'gave_up' as const),
  ]);

/** Does one thing that a caller does, and puts it on the timeline. */
export async function perform(action: CallerAction, port: ScriptedCallerPort): Promise<void> {
  if (action.says !== undefined || action.noise_ms !== undefined) {
    port.timeline.add('caller_speaks', action.says ?? '');
    // Who is hung up on speaks no further.
    await Promise.race([port.speak(action), port.timeline.until({ ended: null })]);
    port.timeline.add('caller_quiet', action.says ?? '');
  }
  if (action.types !== undefined) port.type(action.types);
  if (action.presses !== undefined) port.press(action.presses);
  if (action.hangs_up) port.hangUp();
  if (action.vanishes) port.dropConnection();
}
