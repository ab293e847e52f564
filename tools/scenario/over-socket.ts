import { SyntheticCaller } from '../demo/synthetic-caller.ts';
import { CallerSpeechSound } from './caller-speech-sound.ts';
import { playCaller } from '../../application/runtime/rehearsal/play-caller.ts';
import type { CallerAction, Scenario } from '../../domain/rehearsal/scenario.ts';
import { SocketCaller } from './socket-caller.ts';
import type { ScenarioTimeline } from '../../domain/rehearsal/timeline.ts';

/** Plays a scenario against the agent behind a socket, in real time; the caller's lines are spoken by the local voice. */
export async function playOverSocket(scenario: Scenario, socket: string): Promise<ScenarioTimeline> {
  const sounds = await soundsOf(scenario.caller ?? []);
  const caller = await SyntheticCaller.join(socket);
  const port = new SocketCaller(caller, async (action) => sounds.get(action) ?? new Int16Array(0));
  try {
    await playCaller(scenario, port);
    await caller.closed;
    return port.timeline;
  } finally {
    port.close();
  }
}

/** What every line sounds like, made before the call so that none comes late. */
async function soundsOf(actions: readonly CallerAction[]): Promise<ReadonlyMap<CallerAction, Int16Array>> {
  const sound = await CallerSpeechSound.open();
  try {
    const made = new Map<CallerAction, Int16Array>();
    for (const action of actions) made.set(action, await sound.of(action));
    return made;
  } finally {
    sound.close();
  }
}
